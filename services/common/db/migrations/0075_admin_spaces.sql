-- A vector belongs to a registered space of its table's width, or it is not stored: what nobody registered is never
-- compared. A space that was given up loses its vectors, a text that a model refuses is set aside.
-- Needs an administrator, because tieout_queue owns a function that sees across users.
SET LOCAL ROLE tieout_owner;

-- A model that runs in the services has no canary: nobody else could exchange it.
ALTER TABLE embedder.space ALTER COLUMN canary DROP NOT NULL;
-- From when on nothing is made or kept in it; and from when on a refused text counts as refused (`tieout backfill` moves it).
ALTER TABLE embedder.space ADD COLUMN retired_at timestamptz,
    ADD COLUMN refusals_from timestamptz NOT NULL DEFAULT '-infinity',
    ADD CONSTRAINT space_width UNIQUE (space_id, width);
INSERT INTO embedder.space (space_id, model, revision, width, pooling, normalised)
VALUES ('minilm-l6-v2-384-mean-l2', 'sentence-transformers/all-MiniLM-L6-v2',
        '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db', 384, 'mean', true)
ON CONFLICT DO NOTHING;
GRANT USAGE ON SCHEMA embedder TO tieout_retriever;
GRANT SELECT ON embedder.space TO tieout_retriever, tieout_worker;

-- It is of no user, so a reference to it tells nobody anything about another.
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
    WHERE c.conrelid = target AND c.contype = 'f' AND (a.attname <> 'user_id' OR b.attname <> 'user_id')
      AND c.confrelid IS DISTINCT FROM to_regclass('embedder.space');
$$;

-- The width is a constant of the table, so that the reference holds a vector to its space's own. What is there already and
-- nobody registered is registered as given up; what is there under another width than its space's belongs to none.
DO $$
DECLARE
    width integer;
BEGIN
    FOREACH width IN ARRAY ARRAY[384, 512, 768, 1024] LOOP
        EXECUTE format($sql$
            INSERT INTO embedder.space (space_id, model, revision, width, pooling, normalised)
            VALUES ('probe-%1$s', 'probe', '', %1$s, '', true);
            ALTER TABLE retriever.vector_%1$s NO FORCE ROW LEVEL SECURITY,
                ADD COLUMN width integer NOT NULL DEFAULT %1$s,
                ADD CONSTRAINT vector_%1$s_width CHECK (width = %1$s);
            UPDATE retriever.vector_%1$s SET space_id = 'probe-%1$s' WHERE space_id = 'probe';
            INSERT INTO embedder.space (space_id, model, revision, width, pooling, normalised, retired_at)
            SELECT DISTINCT v.space_id, v.space_id, '', %1$s, '', true, statement_timestamp() FROM retriever.vector_%1$s AS v
            ON CONFLICT DO NOTHING;
            DELETE FROM retriever.vector_%1$s AS v WHERE NOT EXISTS (
                SELECT FROM embedder.space AS s WHERE s.space_id = v.space_id AND s.width = %1$s);
            ALTER TABLE retriever.vector_%1$s
                ADD CONSTRAINT vector_%1$s_space FOREIGN KEY (space_id, width) REFERENCES embedder.space (space_id, width);
            ALTER TABLE retriever.vector_%1$s FORCE ROW LEVEL SECURITY$sql$, width);
    END LOOP;
END $$;

-- Passages whose text the model of a space refused. `reason` is one of ours: a provider's own words may repeat the text.
CREATE TABLE retriever.vector_refusal (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    space_id text COLLATE "C" NOT NULL REFERENCES embedder.space (space_id) ON DELETE CASCADE,
    passage_id bigint NOT NULL,
    reason text NOT NULL CHECK (reason ~ '^[A-Z][A-Z0-9_]{0,59}$'),
    refused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (user_id, space_id, passage_id),
    FOREIGN KEY (user_id, passage_id) REFERENCES retriever.passage (user_id, passage_id) ON DELETE CASCADE
);
CREATE INDEX vector_refusal_passage ON retriever.vector_refusal (user_id, passage_id);
SELECT tieout.fence('retriever.vector_refusal');
SELECT tieout.seed_probe('retriever.vector_refusal', '{"space_id": "probe-384", "reason": "PROBE"}');
GRANT SELECT, DELETE ON retriever.vector_refusal TO tieout_retriever;
GRANT SELECT, INSERT, UPDATE, DELETE ON retriever.vector_refusal TO tieout_worker;

-- Whether a passage of the current user is set aside in a space.
CREATE FUNCTION retriever.is_set_aside(space text, passage bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM retriever.vector_refusal AS r JOIN embedder.space AS s ON s.space_id = r.space_id
                   WHERE r.user_id = tieout.get_current_user_id() AND r.space_id = space AND r.passage_id = passage
                     AND r.refused_at > s.refusals_from);
$$;

-- Whether vectors are made in a space: not before it is registered, and not after it was given up.
CREATE FUNCTION retriever.is_kept(space text, width integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF width NOT IN (384, 512, 768, 1024) THEN
        RAISE EXCEPTION 'vectors are 384, 512, 768 or 1024 wide, not %', width USING ERRCODE = '22023';
    END IF;
    RETURN EXISTS (SELECT FROM embedder.space AS s WHERE s.space_id = space AND s.width = is_kept.width AND s.retired_at IS NULL);
END $$;

CREATE OR REPLACE FUNCTION retriever.find_passages_without_vector(space text, width integer, document uuid,
    document_version integer, max_rows integer DEFAULT 256)
RETURNS TABLE (passage_id bigint, body text) LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF NOT retriever.is_kept(space, width) THEN
        RETURN;
    END IF;
    RETURN QUERY EXECUTE format($sql$
        SELECT p.passage_id, p.body
        FROM retriever.document AS d
        JOIN retriever.passage AS p ON p.user_id = d.user_id AND p.document_id = d.document_id
        WHERE d.user_id = tieout.get_current_user_id() AND d.document_id = $2 AND d.version = $3
          AND NOT EXISTS (SELECT FROM retriever.vector_%s AS v
                          WHERE v.user_id = p.user_id AND v.space_id = $1 AND v.passage_id = p.passage_id)
          AND NOT retriever.is_set_aside($1, p.passage_id)
        ORDER BY p.passage_id LIMIT $4$sql$, width)
    USING space, document, document_version, max_rows;
END $$;

CREATE OR REPLACE FUNCTION retriever.find_passages_without_vector(space text, width integer, max_rows integer)
RETURNS TABLE (passage_id bigint, body text) LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF NOT retriever.is_kept(space, width) THEN
        RETURN;
    END IF;
    RETURN QUERY EXECUTE format($sql$
        SELECT p.passage_id, p.body FROM retriever.passage AS p
        WHERE p.user_id = tieout.get_current_user_id()
          AND NOT EXISTS (SELECT FROM retriever.vector_%s AS v
                          WHERE v.user_id = p.user_id AND v.space_id = $1 AND v.passage_id = p.passage_id)
          AND NOT retriever.is_set_aside($1, p.passage_id)
        ORDER BY p.passage_id LIMIT $2$sql$, width)
    USING space, max_rows;
END $$;

-- How many passages the current user has, how many of them lack a vector of the space, and how many more never get one
-- because their text was refused. In a space that is not kept, none lacks one.
DROP FUNCTION retriever.count_passages_without_vector(text, integer);
CREATE FUNCTION retriever.count_passages_without_vector(space text, width integer)
RETURNS TABLE (total bigint, missing bigint, refused bigint) LANGUAGE plpgsql STABLE AS $$
DECLARE
    kept boolean := retriever.is_kept(space, width);
BEGIN
    RETURN QUERY EXECUTE format($sql$
        WITH bare AS MATERIALIZED (
            SELECT retriever.is_set_aside($1, p.passage_id) AS refused FROM retriever.passage AS p
            WHERE $2 AND p.user_id = tieout.get_current_user_id()
              AND NOT EXISTS (SELECT FROM retriever.vector_%s AS v
                              WHERE v.user_id = p.user_id AND v.space_id = $1 AND v.passage_id = p.passage_id))
        SELECT (SELECT count(*) FROM retriever.passage AS p WHERE p.user_id = tieout.get_current_user_id()),
               count(*) FILTER (WHERE NOT refused), count(*) FILTER (WHERE refused) FROM bare$sql$, width)
    USING space, kept;
END $$;

-- A text that was refused once and has its vector now is not refused.
CREATE OR REPLACE FUNCTION retriever.store_vector(space text, passage bigint, embedding halfvec) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    width integer := vector_dims(embedding);
    stored bigint;
BEGIN
    IF NOT retriever.is_kept(space, width) THEN
        RAISE EXCEPTION 'there is no space % of width %', space, width USING ERRCODE = '22023';
    END IF;
    EXECUTE format($sql$
        INSERT INTO retriever.vector_%s (space_id, passage_id, embedding)
        SELECT $1, p.passage_id, $3 FROM retriever.passage AS p
        WHERE p.user_id = tieout.get_current_user_id() AND p.passage_id = $2
        ON CONFLICT DO NOTHING$sql$, width)
    USING space, passage, embedding;
    GET DIAGNOSTICS stored = ROW_COUNT;
    DELETE FROM retriever.vector_refusal AS r
    WHERE r.user_id = tieout.get_current_user_id() AND r.space_id = space AND r.passage_id = passage;
    RETURN stored > 0;
END $$;

-- A passage that is gone by now is left out.
CREATE FUNCTION retriever.set_aside(space text, passage bigint, reason text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO retriever.vector_refusal AS r (space_id, passage_id, reason)
    SELECT space, p.passage_id, set_aside.reason FROM retriever.passage AS p
    WHERE p.user_id = tieout.get_current_user_id() AND p.passage_id = passage
    ON CONFLICT (user_id, space_id, passage_id) DO UPDATE SET reason = excluded.reason, refused_at = excluded.refused_at;
$$;

-- Vectors of the current user in spaces that were given up, up to `max_rows` of them; by space, how many stay for now.
CREATE FUNCTION retriever.remove_retired_vectors(max_rows integer) RETURNS TABLE (space_id text, removed bigint, remaining bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    subject uuid := tieout.get_current_user_id();
    gone record;
    left_over bigint := max_rows;
BEGIN
    FOR gone IN SELECT s.space_id AS id, s.width FROM embedder.space AS s WHERE s.retired_at IS NOT NULL ORDER BY s.space_id LOOP
        EXECUTE format($sql$
            DELETE FROM retriever.vector_%1$s AS v WHERE v.user_id = $1 AND v.space_id = $2 AND v.passage_id IN (
                SELECT o.passage_id FROM retriever.vector_%1$s AS o
                WHERE o.user_id = $1 AND o.space_id = $2 ORDER BY o.passage_id LIMIT $3)$sql$, gone.width)
        USING subject, gone.id, left_over;
        GET DIAGNOSTICS removed = ROW_COUNT;
        left_over := left_over - removed;
        EXECUTE format('SELECT count(*) FROM retriever.vector_%s AS v WHERE v.user_id = $1 AND v.space_id = $2', gone.width)
        INTO remaining USING subject, gone.id;
        DELETE FROM retriever.vector_refusal AS r WHERE r.user_id = subject AND r.space_id = gone.id;
        IF removed > 0 AND remaining = 0 AND EXISTS (
            SELECT FROM retriever.vector_index AS i WHERE i.user_id = subject AND i.space_id = gone.id) THEN
            PERFORM tieout.enqueue_job('partial_index', '{}', 'partial_index');
        END IF;
        IF removed > 0 OR remaining > 0 THEN
            space_id := gone.id;
            RETURN NEXT;
        END IF;
    END LOOP;
END $$;

GRANT EXECUTE ON FUNCTION retriever.is_set_aside(text, bigint), retriever.is_kept(text, integer),
    retriever.store_vector(text, bigint, halfvec) TO tieout_worker, tieout_retriever;
GRANT EXECUTE ON FUNCTION retriever.count_passages_without_vector(text, integer), retriever.set_aside(text, bigint, text),
    retriever.remove_retired_vectors(integer) TO tieout_worker;

GRANT CREATE ON SCHEMA tieout TO tieout_queue;
SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_queue;

-- As before, and by space how many passages were refused, and how many vectors of spaces that were given up are still there.
DROP FUNCTION tieout.get_backfill();
CREATE FUNCTION tieout.get_backfill()
RETURNS TABLE (due_users bigint, dead_users bigint, missing jsonb, refused jsonb, retired jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH told AS (
        SELECT kind.name, g.key AS space_id, sum(g.value::bigint) AS number
        FROM tieout.job AS w, unnest(ARRAY['missing', 'refused', 'retired']) AS kind (name),
             jsonb_each_text(coalesce(w.payload -> kind.name, '{}')) AS g
        WHERE w.kind = 'backfill' AND w.state <> 'dead' GROUP BY kind.name, g.key
    ), by_kind AS (
        SELECT name, jsonb_object_agg(space_id, number) AS numbers FROM told GROUP BY name
    )
    SELECT count(DISTINCT j.user_id) FILTER (WHERE j.state = 'leased' OR (j.state = 'queued' AND j.due_at <= clock_timestamp())),
           count(DISTINCT j.user_id) FILTER (WHERE j.state = 'dead'),
           coalesce((SELECT numbers FROM by_kind WHERE name = 'missing'), '{}'),
           coalesce((SELECT numbers FROM by_kind WHERE name = 'refused'), '{}'),
           coalesce((SELECT numbers FROM by_kind WHERE name = 'retired'), '{}')
    FROM tieout.job AS j WHERE j.kind = 'backfill';
$$;
GRANT EXECUTE ON FUNCTION tieout.get_backfill() TO tieout_owner, tieout_worker;

SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_owner;
REVOKE CREATE ON SCHEMA tieout FROM tieout_queue;
