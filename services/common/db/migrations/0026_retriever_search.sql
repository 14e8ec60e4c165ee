-- What finds passages: posting arrays for exact BM25 per user, and one narrow table of vectors for each width.

-- One row a word and document version: which passages hold it, how often, and how long each of them is.
CREATE TABLE retriever.posting (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    lexeme text COLLATE "C" NOT NULL,
    segment bigint NOT NULL,
    passage_ids bigint[] NOT NULL,
    frequencies smallint[] NOT NULL,
    lengths integer[] NOT NULL,
    PRIMARY KEY (user_id, lexeme, segment),
    FOREIGN KEY (user_id, segment) REFERENCES retriever.document (user_id, segment) ON DELETE CASCADE
);
CREATE INDEX posting_segment ON retriever.posting (user_id, segment);
SELECT tieout.fence('retriever.posting');
SELECT tieout.seed_probe('retriever.posting', '{"segment": 0}');

-- The covering index holds everything that a search reads, so an exact scan of one user's space is an index-only scan.
CREATE FUNCTION retriever.create_vector_table(width integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text := format('retriever.vector_%s', width);
BEGIN
    EXECUTE format($sql$
        CREATE TABLE %1$s (
            user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
            space_id text COLLATE "C" NOT NULL,
            passage_id bigint NOT NULL,
            embedding halfvec(%2$s) NOT NULL,
            CONSTRAINT vector_%2$s_key UNIQUE (user_id, space_id, passage_id) INCLUDE (embedding),
            FOREIGN KEY (user_id, passage_id) REFERENCES retriever.passage (user_id, passage_id) ON DELETE CASCADE
        ) WITH (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_insert_threshold = 500)$sql$, name, width);
    EXECUTE format('ALTER TABLE %s ALTER COLUMN embedding SET STORAGE PLAIN', name);
    -- Not covered by the first index: a passage's deletion looks for its vectors in every space.
    EXECUTE format('CREATE INDEX vector_%2$s_passage ON %1$s (user_id, passage_id)', name, width);
    PERFORM tieout.fence(name::regclass);
    PERFORM tieout.seed_probe(name::regclass);
    EXECUTE format('GRANT SELECT, INSERT, DELETE ON %s TO tieout_retriever, tieout_worker', name);
END $$;
SELECT retriever.create_vector_table(width) FROM unnest(ARRAY[384, 512, 768, 1024]) AS width;
DROP FUNCTION retriever.create_vector_table(integer);

GRANT SELECT, INSERT, UPDATE, DELETE ON retriever.posting TO tieout_retriever;
GRANT USAGE ON SCHEMA retriever TO tieout_worker;
GRANT SELECT ON retriever.document, retriever.passage TO tieout_worker;

-- For the job `embed_passages`: what has no vector in a space yet, in reading order. Another version: nothing.
CREATE FUNCTION retriever.find_passages_without_vector(space text, width integer, document uuid, document_version integer,
    max_rows integer DEFAULT 256)
RETURNS TABLE (passage_id bigint, body text) LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF width NOT IN (384, 512, 768, 1024) THEN
        RAISE EXCEPTION 'vectors are 384, 512, 768 or 1024 wide, not %', width USING ERRCODE = '22023';
    END IF;
    RETURN QUERY EXECUTE format($sql$
        SELECT p.passage_id, p.body
        FROM retriever.document AS d
        JOIN retriever.passage AS p ON p.user_id = d.user_id AND p.document_id = d.document_id
        WHERE d.user_id = tieout.get_current_user_id() AND d.document_id = $2 AND d.version = $3
          AND NOT EXISTS (SELECT FROM retriever.vector_%s AS v
                          WHERE v.user_id = p.user_id AND v.space_id = $1 AND v.passage_id = p.passage_id)
        ORDER BY p.passage_id LIMIT $4$sql$, width)
    USING space, document, document_version, max_rows;
END $$;

-- A passage that is gone by now is left out; one that has a vector keeps it. True when the vector was stored.
CREATE FUNCTION retriever.store_vector(space text, passage bigint, embedding halfvec) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    width integer := vector_dims(embedding);
    stored bigint;
BEGIN
    IF width NOT IN (384, 512, 768, 1024) THEN
        RAISE EXCEPTION 'vectors are 384, 512, 768 or 1024 wide, not %', width USING ERRCODE = '22023';
    END IF;
    EXECUTE format($sql$
        INSERT INTO retriever.vector_%s (space_id, passage_id, embedding)
        SELECT $1, p.passage_id, $3 FROM retriever.passage AS p
        WHERE p.user_id = tieout.get_current_user_id() AND p.passage_id = $2
        ON CONFLICT DO NOTHING$sql$, width)
    USING space, passage, embedding;
    GET DIAGNOSTICS stored = ROW_COUNT;
    RETURN stored > 0;
END $$;

GRANT EXECUTE ON FUNCTION retriever.find_passages_without_vector(text, integer, uuid, integer, integer),
    retriever.store_vector(text, bigint, halfvec) TO tieout_worker, tieout_retriever;
