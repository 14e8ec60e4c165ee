-- Roles, schemas and what nobody may do. Needs an administrator (superuser, or CREATEROLE that may CREATE EXTENSION).
-- Roles belong to the server and not to one database, so each is made only where it is missing.
SET LOCAL ROLE NONE;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tieout_owner', 'tieout_keys', 'tieout_queue'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I NOLOGIN NOINHERIT', name);
        END IF;
    END LOOP;
    FOREACH name IN ARRAY ARRAY['tieout_migrator', 'tieout_embedder', 'tieout_retriever', 'tieout_graph', 'tieout_memory',
                                'tieout_answerer', 'tieout_worker'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOINHERIT', name);
        END IF;
        -- An index scan is exact and a partial HNSW needs its user's literal: a generic plan would lose both.
        EXECUTE format('ALTER ROLE %I SET plan_cache_mode = force_custom_plan', name);
        EXECUTE format('ALTER ROLE %I SET idle_in_transaction_session_timeout = ''60s''', name);
        EXECUTE format('ALTER ROLE %I SET jit = off', name);
    END LOOP;
    IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
        EXECUTE format('GRANT tieout_owner, tieout_keys, tieout_queue TO %I', current_user);
    END IF;
END $$;

-- tieout_migrator does not inherit: it becomes the owner by SET ROLE only.
GRANT tieout_owner TO tieout_migrator;

CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA public;
ALTER ROLE tieout_retriever SET hnsw.iterative_scan = 'strict_order';

-- Built in from PostgreSQL 18 on (RFC 9562: 48 bits of milliseconds, then the random bits of a version 4).
DO $$
BEGIN
    IF to_regprocedure('pg_catalog.uuidv7()') IS NULL THEN
        CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $body$
            SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
                substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6
            ), 52, 1), 53, 1), 'hex')::uuid
        $body$;
    END IF;
END $$;

CREATE SCHEMA tieout AUTHORIZATION tieout_owner;
CREATE SCHEMA embedder AUTHORIZATION tieout_owner;
CREATE SCHEMA retriever AUTHORIZATION tieout_owner;
CREATE SCHEMA graph AUTHORIZATION tieout_owner;
CREATE SCHEMA memory AUTHORIZATION tieout_owner;
CREATE SCHEMA answerer AUTHORIZATION tieout_owner;

SET LOCAL ROLE tieout_owner;
GRANT USAGE ON SCHEMA tieout TO tieout_keys, tieout_queue, tieout_embedder, tieout_retriever, tieout_graph, tieout_memory,
    tieout_answerer, tieout_worker;
GRANT USAGE ON SCHEMA embedder TO tieout_embedder;
GRANT USAGE ON SCHEMA retriever TO tieout_retriever;
GRANT USAGE ON SCHEMA graph TO tieout_graph;
GRANT USAGE ON SCHEMA memory TO tieout_memory;
GRANT USAGE ON SCHEMA answerer TO tieout_answerer;
SET LOCAL ROLE NONE;

-- EXECUTE for everybody is PostgreSQL's default for a new function; here each is granted by name.
ALTER DEFAULT PRIVILEGES FOR ROLE tieout_owner REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE tieout_keys REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES FOR ROLE tieout_queue REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Large objects and notifications are shared by all tenants of a role, and a backend can be ended by any session of its
-- role. Managed servers keep these functions to themselves; there the start-up guard reports what stayed reachable.
DO $$
DECLARE
    signature regprocedure;
BEGIN
    FOR signature IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace
          AND (proname LIKE 'lo\_%' OR proname IN ('loread', 'lowrite', 'pg_notify', 'pg_cancel_backend', 'pg_terminate_backend'))
    LOOP
        BEGIN
            EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', signature);
        EXCEPTION WHEN insufficient_privilege THEN
            RAISE WARNING 'not revoked, because the administrator may not: %', signature;
        END;
    END LOOP;
END $$;

-- Grants on a database are not copied with a template, so this is called for each copy as well.
CREATE FUNCTION tieout.restrict_database() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO tieout_migrator, tieout_embedder, tieout_retriever, tieout_graph, '
                   'tieout_memory, tieout_answerer, tieout_worker', current_database());
END $$;
REVOKE ALL ON FUNCTION tieout.restrict_database() FROM PUBLIC;
SELECT tieout.restrict_database();
