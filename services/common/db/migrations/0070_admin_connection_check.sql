-- A query whose client is gone ends, also while it waits for a lock: its process would keep a pool's connection until then.
SET LOCAL ROLE NONE;

DO $$
DECLARE
    name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tieout_embedder', 'tieout_retriever', 'tieout_graph', 'tieout_memory', 'tieout_answerer',
                                'tieout_worker'] LOOP
        EXECUTE format('ALTER ROLE %I SET client_connection_check_interval = ''1s''', name);
    END LOOP;
END $$;
