-- Leased jobs, which are the outbox too: a job is enqueued in the transaction of the change that it follows from.
-- Needs an administrator, because tieout_queue owns the functions that see across users.
SET LOCAL ROLE tieout_owner;

-- due_at is when a queued job may run, and when a leased job's lease ends. A finished job is deleted.
CREATE TABLE tieout.job (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    job_id uuid NOT NULL DEFAULT uuidv7(),
    kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_]{0,62}$'),
    payload jsonb NOT NULL DEFAULT '{}' CHECK (pg_column_size(payload) <= 65536),
    dedupe_key text,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'leased', 'dead')),
    attempt smallint NOT NULL DEFAULT 0,
    max_attempts smallint NOT NULL DEFAULT 8,
    due_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    error_class text CHECK (error_class ~ '^[A-Za-z_][A-Za-z0-9_.]{0,99}$'),
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (user_id, job_id)
);
CREATE UNIQUE INDEX job_dedupe ON tieout.job (user_id, kind, dedupe_key) WHERE state = 'queued' AND dedupe_key IS NOT NULL;
SELECT tieout.fence('tieout.job');

-- The only table, index and policy across users, for the role that owns the functions below and nobody else.
CREATE INDEX job_due ON tieout.job (due_at) WHERE state <> 'dead';
CREATE POLICY queue ON tieout.job TO tieout_queue USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON tieout.job TO tieout_queue;
SELECT tieout.exempt('tieout.job', 'fenced for services; the queue''s functions alone see across users');

-- Probe rows are never due.
SELECT tieout.seed_probe('tieout.job', '{"kind": "probe", "state": "dead", "error_class": "probe"}');

-- A user's own jobs are visible, so that what is not indexed yet can be named as pending.
GRANT SELECT ON tieout.job TO tieout_embedder, tieout_retriever, tieout_graph, tieout_memory, tieout_answerer, tieout_worker;

GRANT CREATE ON SCHEMA tieout TO tieout_queue;
SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_queue;

-- For the current user. With a dedupe_key, a job that still waits under the same key stands for this one as well.
CREATE FUNCTION tieout.enqueue_job(kind text, payload jsonb DEFAULT '{}', dedupe_key text DEFAULT NULL, delay interval DEFAULT '0')
RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    subject uuid := tieout.get_current_user_id();
    enqueued uuid;
BEGIN
    INSERT INTO tieout.job (user_id, kind, payload, dedupe_key, due_at)
    VALUES (subject, enqueue_job.kind, enqueue_job.payload, enqueue_job.dedupe_key, statement_timestamp() + delay)
    ON CONFLICT (user_id, kind, dedupe_key) WHERE state = 'queued' AND dedupe_key IS NOT NULL
    DO UPDATE SET due_at = least(job.due_at, excluded.due_at)
    RETURNING job_id INTO enqueued;
    RETURN enqueued;
END $$;

-- One due job of any user, and a token for that one user which ends with the lease.
CREATE FUNCTION tieout.lease_job(kinds text[], lease_seconds integer)
RETURNS TABLE (job_id uuid, kind text, user_id uuid, payload jsonb, attempt integer, tdb text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    leased tieout.job;
    lease_end bigint;
BEGIN
    IF lease_seconds IS NULL OR lease_seconds NOT BETWEEN 1 AND 3600 THEN
        RAISE EXCEPTION 'a lease lasts 1 to 3600 seconds' USING ERRCODE = '22023';
    END IF;
    UPDATE tieout.job AS j SET state = 'dead', error_class = 'lease_expired'
    WHERE j.state = 'leased' AND j.due_at <= clock_timestamp() AND j.attempt >= j.max_attempts AND j.kind = ANY (kinds);
    SELECT * INTO leased FROM tieout.job AS j
    WHERE j.state <> 'dead' AND j.due_at <= clock_timestamp() AND j.kind = ANY (kinds)
    ORDER BY j.due_at LIMIT 1 FOR UPDATE SKIP LOCKED;
    IF leased.job_id IS NULL THEN
        RETURN;
    END IF;
    lease_end := ceil(extract(epoch FROM clock_timestamp())) + lease_seconds;
    UPDATE tieout.job AS j SET state = 'leased', attempt = j.attempt + 1, due_at = to_timestamp(lease_end)
    WHERE j.user_id = leased.user_id AND j.job_id = leased.job_id;
    RETURN QUERY SELECT leased.job_id, leased.kind, leased.user_id, leased.payload, leased.attempt + 1,
                        tieout.mint_job_token(leased.user_id, lease_end);
END $$;

-- The lease that the caller's token was minted for, so that a worker whose lease ran out cannot touch its successor's.
CREATE FUNCTION tieout.find_leased_job(leased_job uuid) RETURNS tieout.job
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    subject uuid := tieout.get_current_job_user_id();
    leased tieout.job;
BEGIN
    SELECT * INTO leased FROM tieout.job AS j
    WHERE j.user_id = subject AND j.job_id = leased_job AND j.state = 'leased'
      AND j.due_at = to_timestamp(split_part(current_setting('tieout.identity'), '.', 4)::bigint)
    FOR UPDATE;
    IF leased.job_id IS NULL THEN
        RAISE EXCEPTION 'the lease of this job has ended' USING ERRCODE = '40001';
    END IF;
    RETURN leased;
END $$;

CREATE FUNCTION tieout.extend_lease(leased_job uuid, lease_seconds integer) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    leased tieout.job := tieout.find_leased_job(leased_job);
    lease_end bigint := ceil(extract(epoch FROM clock_timestamp())) + lease_seconds;
BEGIN
    IF lease_seconds IS NULL OR lease_seconds NOT BETWEEN 1 AND 3600 THEN
        RAISE EXCEPTION 'a lease lasts 1 to 3600 seconds' USING ERRCODE = '22023';
    END IF;
    UPDATE tieout.job AS j SET due_at = to_timestamp(lease_end) WHERE j.user_id = leased.user_id AND j.job_id = leased.job_id;
    RETURN tieout.mint_job_token(leased.user_id, lease_end);
END $$;

CREATE FUNCTION tieout.complete_job(leased_job uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    leased tieout.job := tieout.find_leased_job(leased_job);
BEGIN
    DELETE FROM tieout.job AS j WHERE j.user_id = leased.user_id AND j.job_id = leased.job_id;
END $$;

-- Back to the queue after 1, 2, 4 … seconds (at most ten minutes, halved at random so that retries spread out), or dead.
-- error_class is a class name: a message could hold a user's data.
CREATE FUNCTION tieout.fail_job(leased_job uuid, error_class text, permanent boolean DEFAULT false) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    leased tieout.job := tieout.find_leased_job(leased_job);
    named text := CASE WHEN fail_job.error_class ~ '^[A-Za-z_][A-Za-z0-9_.]{0,99}$' THEN fail_job.error_class ELSE 'unnamed_error' END;
    next_state text := CASE WHEN permanent OR leased.attempt >= leased.max_attempts THEN 'dead' ELSE 'queued' END;
BEGIN
    IF next_state = 'queued' AND EXISTS (
        SELECT FROM tieout.job AS j WHERE j.user_id = leased.user_id AND j.kind = leased.kind AND j.state = 'queued'
        AND j.dedupe_key = leased.dedupe_key
    ) THEN
        DELETE FROM tieout.job AS j WHERE j.user_id = leased.user_id AND j.job_id = leased.job_id;
        RETURN 'superseded';
    END IF;
    UPDATE tieout.job AS j
    SET state = next_state, error_class = named,
        due_at = clock_timestamp() + least(interval '10 minutes', interval '1 second' * power(2, leased.attempt - 1))
                                     * (0.5 + random() / 2)
    WHERE j.user_id = leased.user_id AND j.job_id = leased.job_id;
    RETURN next_state;
END $$;

-- Numbers only: how many jobs wait, run or are dead, and how long the oldest has been due.
CREATE FUNCTION tieout.get_queue_depth() RETURNS TABLE (kind text, state text, jobs bigint, oldest_due_seconds double precision)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT j.kind, j.state, count(*), greatest(0, extract(epoch FROM clock_timestamp() - min(j.due_at)))::double precision
    FROM tieout.job AS j WHERE j.kind <> 'probe' GROUP BY j.kind, j.state ORDER BY j.kind, j.state;
$$;

-- The dead-letter state, for an operator: no payload, no error text.
CREATE FUNCTION tieout.list_dead_jobs()
RETURNS TABLE (job_id uuid, kind text, error_class text, attempt smallint, created_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT j.job_id, j.kind, j.error_class, j.attempt, j.created_at
    FROM tieout.job AS j WHERE j.state = 'dead' AND j.kind <> 'probe' ORDER BY j.created_at;
$$;

CREATE FUNCTION tieout.revive_dead_job(dead_job uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE tieout.job AS j SET state = 'queued', attempt = 0, due_at = clock_timestamp()
    WHERE j.job_id = dead_job AND j.state = 'dead' AND j.kind <> 'probe';
    RETURN FOUND;
END $$;

-- What waits or died for the current user, for erasure; a job that runs ends by itself.
CREATE FUNCTION tieout.erase_jobs() RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    subject uuid := tieout.get_current_user_id();
    erased bigint;
BEGIN
    DELETE FROM tieout.job AS j WHERE j.user_id = subject AND j.state <> 'leased' AND j.kind <> 'erase';
    GET DIAGNOSTICS erased = ROW_COUNT;
    RETURN erased;
END $$;

GRANT EXECUTE ON FUNCTION tieout.enqueue_job(text, jsonb, text, interval) TO tieout_embedder, tieout_retriever, tieout_graph,
    tieout_memory, tieout_answerer, tieout_worker;
GRANT EXECUTE ON FUNCTION tieout.lease_job(text[], integer), tieout.extend_lease(uuid, integer), tieout.complete_job(uuid),
    tieout.fail_job(uuid, text, boolean), tieout.get_queue_depth(), tieout.erase_jobs() TO tieout_worker;
GRANT EXECUTE ON FUNCTION tieout.list_dead_jobs(), tieout.revive_dead_job(uuid), tieout.get_queue_depth() TO tieout_owner;

SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_owner;
REVOKE CREATE ON SCHEMA tieout FROM tieout_queue;
