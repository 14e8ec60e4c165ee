-- Answers are kept for a time only (a setting of the worker's, 90 days); an answer plans the purge of its user's data.
CREATE TRIGGER plan_retention AFTER INSERT ON answerer.answer
    FOR EACH STATEMENT EXECUTE FUNCTION tieout.plan_retention();
GRANT USAGE ON SCHEMA answerer TO tieout_worker;
GRANT SELECT, DELETE ON answerer.answer TO tieout_worker;
