-- What MT940 (RC, RD) and camt (RvslInd) say: this row takes back an earlier one.
ALTER TABLE retriever.source_row ADD COLUMN reversal boolean NOT NULL DEFAULT false;
