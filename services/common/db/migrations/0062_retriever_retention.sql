-- The query behind a digest lives as long as the answers that may cite it; each of them plans the purge.
GRANT SELECT, DELETE ON retriever.row_set TO tieout_worker;
