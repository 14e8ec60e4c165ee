-- The bank accounts whose rows went with an import: only the retriever knows them, and what was made of rows elsewhere
-- goes by its account.
ALTER TABLE tieout.erasure ADD COLUMN account_ids text[] NOT NULL DEFAULT '{}';
