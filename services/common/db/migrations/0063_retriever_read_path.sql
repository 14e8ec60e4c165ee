-- What a question filters, adds up and digests, in the order of its digest, without a visit to the table; at the newest
-- revision and at any other alike, because all questions of one answer after the first say which revision they mean.
DROP INDEX retriever.ledger_row_live;
DROP INDEX retriever.ledger_row_revision;
CREATE INDEX ledger_row_read ON retriever.ledger_row (user_id, date, row_id)
    INCLUDE (from_revision, to_revision, account_id, amount, currency, kind, merchant_id, counterparty_id, category_id,
             pending, country_code);

-- Revisions start again at 1 for a user who erased everything: what processes remember by revision is of one generation.
ALTER TABLE retriever.ledger ADD COLUMN generation uuid NOT NULL DEFAULT uuidv7();
