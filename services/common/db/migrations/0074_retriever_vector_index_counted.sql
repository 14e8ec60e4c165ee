-- Up to which passage all had a vector when an index was measured; 0: some lacked one. A search that takes the index counts
-- what is behind it only, as counting all of a large user's vectors takes as long as comparing them.
ALTER TABLE retriever.vector_index ADD COLUMN counted_to bigint NOT NULL DEFAULT 0;
