-- The fence: one policy template for every table of a user's rows, and the probe rows that prove it at each start.

-- Tables without a user, each with the reason why that is right.
CREATE TABLE tieout.unfenced_table (
    name text PRIMARY KEY,
    reason text NOT NULL
);

CREATE FUNCTION tieout.exempt(target regclass, reason text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO tieout.unfenced_table (name, reason)
    SELECT format('%I.%I', n.nspname, c.relname), $2
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = target;
$$;

-- ENABLE, FORCE and the policy, on the table and on every partition that it has by now.
-- tieout.policy_form = 'direct' (a migration setting) is for Citus, which refuses subqueries in policies; the default
-- form is evaluated once a statement and not once a row.
CREATE FUNCTION tieout.fence(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    form text := coalesce(nullif(current_setting('tieout.policy_form', true), ''), 'initplan');
    caller text;
    offender text;
    relation regclass;
BEGIN
    caller := CASE form WHEN 'initplan' THEN '(SELECT tieout.get_current_user_id())'
                        WHEN 'direct' THEN 'tieout.get_current_user_id()' END;
    IF caller IS NULL THEN
        RAISE EXCEPTION 'tieout.policy_form is initplan or direct, not %', form;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = target AND attname = 'user_id' AND atttypid = 'uuid'::regtype
                   AND attnotnull AND atthasdef) THEN
        RAISE EXCEPTION '% needs "user_id uuid NOT NULL DEFAULT tieout.get_current_user_id()"', target;
    END IF;
    SELECT string_agg(offending, ', ') INTO offender FROM tieout.find_keys_without_user(target) AS offending;
    IF offender IS NOT NULL THEN
        RAISE EXCEPTION 'user_id must lead every index and key of %: %', target, offender;
    END IF;
    FOR relation IN SELECT relid FROM pg_partition_tree(target) UNION SELECT target LOOP
        EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', relation);
        EXECUTE format('CREATE POLICY tenant ON %1$s USING (user_id = %2$s) WITH CHECK (user_id = %2$s)', relation, caller);
    END LOOP;
END $$;

-- Indexes, constraints and foreign keys of a table that do not start with user_id: each would tell one tenant about another.
CREATE FUNCTION tieout.find_keys_without_user(target regclass) RETURNS SETOF text LANGUAGE sql STABLE AS $$
    SELECT i.indexrelid::regclass::text
    FROM pg_index i LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
    WHERE i.indrelid = target AND a.attname IS DISTINCT FROM 'user_id'
    UNION ALL
    SELECT c.conname
    FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = c.confkey[1]
    WHERE c.conrelid = target AND c.contype = 'f' AND (a.attname <> 'user_id' OR b.attname <> 'user_id');
$$;

-- One row for each probe tenant: required columns get the value of their type, or the given override.
-- All required uuid columns get the same value, so that composite foreign keys between probe rows hold.
CREATE FUNCTION tieout.seed_probe(target regclass, overrides jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    subject uuid;
    columns text;
    selected text;
    template jsonb;
BEGIN
    SELECT jsonb_object_agg(attname, tieout.get_probe_value(atttypid, atttypmod)) INTO template
    FROM pg_attribute
    WHERE attrelid = target AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attidentity = ''
      AND attname <> 'user_id' AND attnotnull AND NOT overrides ? attname AND (NOT atthasdef OR atttypid = 'uuid'::regtype);
    template := coalesce(template, '{}') || overrides;
    FOREACH subject IN ARRAY ARRAY['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']::uuid[] LOOP
        PERFORM set_config('tieout.identity', tieout.mint_probe_token(subject), true);
        SELECT string_agg(quote_ident(key), ', '), string_agg('r.' || quote_ident(key), ', ') INTO columns, selected
        FROM jsonb_object_keys(template || jsonb_build_object('user_id', subject)) AS key;
        EXECUTE format('INSERT INTO %1$s (%2$s) SELECT %3$s FROM jsonb_populate_record(NULL::%1$s, $1) AS r ON CONFLICT DO NOTHING',
                       target, columns, selected)
        USING template || jsonb_build_object('user_id', subject);
    END LOOP;
    PERFORM set_config('tieout.identity', '', true);
END $$;

CREATE FUNCTION tieout.get_probe_value(type oid, modifier integer) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
DECLARE
    name text := format_type(type, NULL);
    kind pg_type;
BEGIN
    SELECT * INTO STRICT kind FROM pg_type WHERE oid = type;
    IF kind.typtype = 'd' THEN
        RETURN tieout.get_probe_value(kind.typbasetype, kind.typtypmod);
    ELSIF kind.typtype = 'e' THEN
        RETURN (SELECT to_jsonb(enumlabel) FROM pg_enum WHERE enumtypid = type ORDER BY enumsortorder LIMIT 1);
    ELSIF kind.typtype IN ('r', 'm') THEN
        RETURN to_jsonb(CASE kind.typtype WHEN 'r' THEN 'empty' ELSE '{}' END);
    ELSIF kind.typcategory = 'A' THEN
        RETURN '[]';
    ELSIF kind.typname IN ('halfvec', 'vector') THEN
        RETURN to_jsonb('[' || repeat('1,', modifier - 1) || '1]');
    ELSIF kind.typname = 'sparsevec' THEN
        RETURN to_jsonb(format('{}/%s', modifier));
    ELSIF kind.typcategory = 'N' THEN
        RETURN '0';
    ELSIF kind.typcategory = 'B' THEN
        RETURN 'false';
    ELSIF kind.typcategory = 'S' THEN
        RETURN to_jsonb('probe'::text);
    END IF;
    RETURN CASE name
        WHEN 'uuid' THEN to_jsonb('00000000-0000-4000-8000-00000000000d'::text)
        WHEN 'date' THEN to_jsonb('1970-01-01'::text)
        WHEN 'timestamp with time zone' THEN to_jsonb('1970-01-01 00:00:00+00'::text)
        WHEN 'timestamp without time zone' THEN to_jsonb('1970-01-01 00:00:00'::text)
        WHEN 'interval' THEN to_jsonb('0'::text)
        WHEN 'bytea' THEN to_jsonb('\x'::text)
        WHEN 'jsonb' THEN '{}'
        WHEN 'json' THEN '{}'
        WHEN 'tsvector' THEN to_jsonb(''::text)
    END;
END $$;

-- Fenced tables that a probe row is missing in: a probe of an empty table would prove nothing.
CREATE FUNCTION tieout.find_tables_without_probe() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    relation regclass;
    subject uuid;
    seeded boolean;
BEGIN
    FOR relation IN
        SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relforcerowsecurity
          AND n.nspname IN ('tieout', 'embedder', 'retriever', 'graph', 'memory', 'answerer')
    LOOP
        FOREACH subject IN ARRAY ARRAY['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']::uuid[] LOOP
            PERFORM set_config('tieout.identity', tieout.mint_probe_token(subject), true);
            EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE user_id = $1)', relation) INTO seeded USING subject;
            IF NOT seeded THEN
                RETURN NEXT relation::text;
                EXIT;
            END IF;
        END LOOP;
    END LOOP;
    PERFORM set_config('tieout.identity', '', true);
END $$;

-- What a service needs at start to prove that it sees probe tenant A and not B.
CREATE TABLE tieout.probe (
    user_id uuid PRIMARY KEY,
    token text NOT NULL
);
INSERT INTO tieout.probe (user_id, token)
SELECT subject, tieout.mint_probe_token(subject) FROM (VALUES ('00000000-0000-4000-8000-00000000000a'::uuid)) AS a (subject);

SELECT tieout.exempt('tieout.key', 'keys of the identity function; only its owner can read it');
SELECT tieout.exempt('tieout.unfenced_table', 'names of tables');
SELECT tieout.exempt('tieout.probe', 'the token of probe tenant A, good for the two probe tenants only');

SELECT tieout.exempt('migration.content', 'names and digests of the applied migrations');

GRANT USAGE ON SCHEMA migration TO tieout_embedder, tieout_retriever, tieout_graph, tieout_memory, tieout_answerer, tieout_worker;
GRANT SELECT ON tieout.unfenced_table, tieout.probe, migration.content TO tieout_embedder, tieout_retriever, tieout_graph, tieout_memory,
    tieout_answerer, tieout_worker;
