-- A partial HNSW index for the vectors of one user in one space, where an exact scan has become slow. The owner of the
-- tables builds it beside whoever writes; a search takes it only while this table says that it was measured and is good.
-- Needs an administrator, because it sets what a role starts with.
SET LOCAL ROLE tieout_owner;

CREATE TABLE retriever.vector_index (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    space_id text COLLATE "C" NOT NULL,
    width integer NOT NULL CHECK (width IN (384, 512, 768, 1024)),
    -- False: it was measured and found less than what is asked of it, and dropped.
    usable boolean NOT NULL,
    -- Share of the true neighbours that it finds, the lowest of the sizes that were tried.
    recall double precision NOT NULL CHECK (recall BETWEEN 0 AND 1),
    row_count bigint NOT NULL CHECK (row_count >= 0),
    measured_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, space_id, width)
);
SELECT tieout.fence('retriever.vector_index');
SELECT tieout.seed_probe('retriever.vector_index', '{"width": 384, "usable": false}');
GRANT SELECT, DELETE ON retriever.vector_index TO tieout_retriever;
GRANT SELECT, INSERT, UPDATE, DELETE ON retriever.vector_index TO tieout_worker;

-- From how many passages on a user's indexes are looked at; the job has its own, higher, limit.
CREATE FUNCTION retriever.plan_partial_index() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    subject uuid := tieout.get_current_user_id();
BEGIN
    IF EXISTS (SELECT FROM retriever.vector_index AS v WHERE v.user_id = subject)
       OR (SELECT sum(d.passage_count) FROM retriever.document AS d WHERE d.user_id = subject) >= 10000 THEN
        PERFORM tieout.enqueue_job('partial_index', '{}', 'partial_index', interval '5 minutes');
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER plan_partial_index AFTER INSERT OR DELETE ON retriever.document
    FOR EACH STATEMENT EXECUTE FUNCTION retriever.plan_partial_index();

-- An index whose predicate is one user's is that user's as much as one that user_id leads.
CREATE OR REPLACE FUNCTION tieout.find_keys_without_user(target regclass) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT i.indexrelid::regclass::text
    FROM pg_index i LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = target AND a.attname IS DISTINCT FROM 'user_id'
      AND pg_get_expr(i.indpred, i.indrelid) !~ '^\(\(user_id = ''[0-9a-f-]{36}''::uuid\) AND '
    UNION ALL
    SELECT i.indexrelid::regclass::text
    FROM pg_index i LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = target AND a.attname IS DISTINCT FROM 'user_id' AND i.indpred IS NULL
    UNION ALL
    SELECT c.conname
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.conrelid = target AND c.contype = 'f' AND (a.attname <> 'user_id' OR b.attname <> 'user_id');
$$;

SET LOCAL ROLE NONE;
-- The library has to be there before its settings are known.
SELECT '[1]'::halfvec(1) <=> '[1]'::halfvec(1);
ALTER ROLE tieout_retriever SET hnsw.ef_search = 100;
