-- What is kept for a time only: a write plans the purge of its user's data, because nothing may look across users.

CREATE FUNCTION tieout.plan_retention() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM tieout.job AS j WHERE j.user_id = tieout.get_current_user_id() AND j.kind = 'retention'
                   AND j.state = 'queued') THEN
        PERFORM tieout.enqueue_job('retention', '{}', 'retention', interval '24 hours');
    END IF;
    RETURN NULL;
END $$;

GRANT USAGE ON SCHEMA embedder TO tieout_worker;

CREATE TRIGGER plan_retention AFTER INSERT ON tieout.request
    FOR EACH STATEMENT EXECUTE FUNCTION tieout.plan_retention();

CREATE TRIGGER plan_retention AFTER INSERT ON embedder.question_vector
    FOR EACH STATEMENT EXECUTE FUNCTION tieout.plan_retention();
GRANT SELECT, DELETE ON embedder.question_vector TO tieout_worker;
