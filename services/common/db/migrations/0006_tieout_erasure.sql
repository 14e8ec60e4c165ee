-- Receipts of erasure: what was asked, and per service and store what went and what a query found to remain after.
CREATE TABLE tieout.erasure (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    erasure_id uuid NOT NULL DEFAULT uuidv7(),
    scope text NOT NULL CHECK (scope IN ('user', 'account', 'import', 'document', 'statement', 'fact')),
    source_id text NOT NULL DEFAULT '',
    requested_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    finished_at timestamptz,
    PRIMARY KEY (user_id, erasure_id)
);
SELECT tieout.fence('tieout.erasure');
SELECT tieout.seed_probe('tieout.erasure', '{"scope": "document"}');

CREATE TABLE tieout.erasure_part (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    erasure_id uuid NOT NULL,
    service text NOT NULL CHECK (service IN ('tieout', 'embedder', 'retriever', 'graph', 'memory', 'answerer')),
    store text NOT NULL,
    deleted_count bigint NOT NULL CHECK (deleted_count >= 0),
    redacted_count bigint NOT NULL DEFAULT 0 CHECK (redacted_count >= 0),
    remaining_count bigint NOT NULL CHECK (remaining_count >= 0),
    checked_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, erasure_id, service, store),
    FOREIGN KEY (user_id, erasure_id) REFERENCES tieout.erasure (user_id, erasure_id) ON DELETE CASCADE
);
SELECT tieout.fence('tieout.erasure_part');
SELECT tieout.seed_probe('tieout.erasure_part', '{"service": "tieout"}');

GRANT SELECT, INSERT, UPDATE ON tieout.erasure, tieout.erasure_part TO tieout_embedder, tieout_retriever, tieout_graph, tieout_memory,
    tieout_answerer, tieout_worker;

-- All rows of the current user in one table, counted, checked and recorded, with the rights of the caller.
-- Repeating an erasure adds to what went and replaces what remains.
CREATE FUNCTION tieout.erase_table(erasure uuid, target regclass) RETURNS TABLE (deleted bigint, remaining bigint)
LANGUAGE plpgsql AS $$
DECLARE
    subject uuid := tieout.get_current_user_id();
    owner_schema text;
    store text;
BEGIN
    SELECT n.nspname, c.relname INTO owner_schema, store
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = target;
    EXECUTE format('DELETE FROM %s WHERE user_id = $1', target) USING subject;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    EXECUTE format('SELECT count(*) FROM %s WHERE user_id = $1', target) INTO remaining USING subject;
    INSERT INTO tieout.erasure_part AS part (erasure_id, service, store, deleted_count, remaining_count)
    VALUES (erasure, owner_schema, store, deleted, remaining)
    ON CONFLICT ON CONSTRAINT erasure_part_pkey
    DO UPDATE SET deleted_count = part.deleted_count + excluded.deleted_count, remaining_count = excluded.remaining_count,
                  checked_at = clock_timestamp();
    RETURN NEXT;
END $$;

GRANT EXECUTE ON FUNCTION tieout.erase_table(uuid, regclass)
    TO tieout_embedder, tieout_retriever, tieout_graph, tieout_memory, tieout_answerer, tieout_worker;
