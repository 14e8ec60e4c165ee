-- The rows that went with an import, until all services have taken part: what was made of other rows of the same account
-- stays.
ALTER TABLE tieout.erasure ADD COLUMN row_ids text[] NOT NULL DEFAULT '{}';
