-- The job `backfill`: vectors that the passages of one user lack, space by space. Each user with documents has one of it
-- that waits for the next look, so a new space or a space that was away is filled without anybody looking across users.
-- Needs an administrator, because tieout_queue owns the functions that see across users.
SET LOCAL ROLE tieout_owner;

-- Of all documents of the current user, in reading order.
CREATE FUNCTION retriever.find_passages_without_vector(space text, width integer, max_rows integer)
RETURNS TABLE (passage_id bigint, body text) LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF width NOT IN (384, 512, 768, 1024) THEN
        RAISE EXCEPTION 'vectors are 384, 512, 768 or 1024 wide, not %', width USING ERRCODE = '22023';
    END IF;
    RETURN QUERY EXECUTE format($sql$
        SELECT p.passage_id, p.body FROM retriever.passage AS p
        WHERE p.user_id = tieout.get_current_user_id()
          AND NOT EXISTS (SELECT FROM retriever.vector_%s AS v
                          WHERE v.user_id = p.user_id AND v.space_id = $1 AND v.passage_id = p.passage_id)
        ORDER BY p.passage_id LIMIT $2$sql$, width)
    USING space, max_rows;
END $$;

-- How many passages the current user has, and how many of them lack a vector of the space.
CREATE FUNCTION retriever.count_passages_without_vector(space text, width integer)
RETURNS TABLE (total bigint, missing bigint) LANGUAGE plpgsql STABLE AS $$
BEGIN
    IF width NOT IN (384, 512, 768, 1024) THEN
        RAISE EXCEPTION 'vectors are 384, 512, 768 or 1024 wide, not %', width USING ERRCODE = '22023';
    END IF;
    RETURN QUERY EXECUTE format($sql$
        SELECT count(*), count(*) - count(v.passage_id) FROM retriever.passage AS p
        LEFT JOIN retriever.vector_%s AS v ON v.user_id = p.user_id AND v.space_id = $1 AND v.passage_id = p.passage_id
        WHERE p.user_id = tieout.get_current_user_id()$sql$, width)
    USING space;
END $$;

GRANT EXECUTE ON FUNCTION retriever.find_passages_without_vector(text, integer, integer),
    retriever.count_passages_without_vector(text, integer) TO tieout_worker;

-- Users whose documents are here already.
ALTER TABLE retriever.document NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tieout.job NO FORCE ROW LEVEL SECURITY;
INSERT INTO tieout.job (user_id, kind, dedupe_key)
SELECT DISTINCT d.user_id, 'backfill', 'backfill' FROM retriever.document AS d
WHERE d.user_id NOT IN ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b');
ALTER TABLE tieout.job FORCE ROW LEVEL SECURITY;
ALTER TABLE retriever.document FORCE ROW LEVEL SECURITY;

GRANT CREATE ON SCHEMA tieout TO tieout_queue;
SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_queue;

-- What waits for a later time is due now: how many jobs that were.
CREATE FUNCTION tieout.hasten_jobs(kind text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    hastened bigint;
BEGIN
    UPDATE tieout.job AS j SET due_at = clock_timestamp()
    WHERE j.kind = hasten_jobs.kind AND j.state = 'queued' AND j.due_at > clock_timestamp();
    GET DIAGNOSTICS hastened = ROW_COUNT;
    RETURN hastened;
END $$;

-- Numbers only: users whose turn is to come or now, those whose job died, and by space what was missing at the last look.
CREATE FUNCTION tieout.get_backfill()
RETURNS TABLE (due_users bigint, dead_users bigint, missing jsonb)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT count(DISTINCT j.user_id) FILTER (WHERE j.state = 'leased' OR (j.state = 'queued' AND j.due_at <= clock_timestamp())),
           count(DISTINCT j.user_id) FILTER (WHERE j.state = 'dead'),
           coalesce((SELECT jsonb_object_agg(gap.space_id, gap.passages) FROM (
               SELECT g.key AS space_id, sum(g.value::bigint) AS passages
               FROM tieout.job AS w, jsonb_each_text(w.payload -> 'missing') AS g
               WHERE w.kind = 'backfill' AND w.state <> 'dead' GROUP BY g.key) AS gap), '{}')
    FROM tieout.job AS j WHERE j.kind = 'backfill';
$$;

GRANT EXECUTE ON FUNCTION tieout.hasten_jobs(text), tieout.get_backfill() TO tieout_owner;

SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_owner;
REVOKE CREATE ON SCHEMA tieout FROM tieout_queue;
