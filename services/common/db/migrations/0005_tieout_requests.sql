-- What makes a repeated write harmless (AIP-155): the response of a request id, stored with the write itself.
CREATE TABLE tieout.request (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    method text NOT NULL,
    request_id uuid NOT NULL,
    request_sha256 bytea NOT NULL,
    response bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT statement_timestamp(),
    PRIMARY KEY (user_id, method, request_id)
);
CREATE INDEX request_age ON tieout.request (user_id, created_at);
SELECT tieout.fence('tieout.request');
SELECT tieout.seed_probe('tieout.request');
GRANT SELECT, INSERT, UPDATE, DELETE ON tieout.request TO tieout_embedder, tieout_retriever, tieout_graph, tieout_memory, tieout_answerer;
GRANT SELECT, DELETE ON tieout.request TO tieout_worker;
