-- Vectors of questions, by the hash of their words: asking again costs no model. Passages are never kept here.
CREATE TABLE embedder.question_vector (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    space_id text NOT NULL,
    question_sha256 bytea NOT NULL CHECK (length(question_sha256) = 32),
    -- Little-endian float32, four bytes a dimension, as it goes on the wire.
    vector bytea NOT NULL CHECK (length(vector) > 0 AND length(vector) % 4 = 0),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, space_id, question_sha256)
);
CREATE INDEX question_vector_expiry ON embedder.question_vector (user_id, expires_at);
SELECT tieout.fence('embedder.question_vector');
GRANT SELECT, INSERT, UPDATE, DELETE ON embedder.question_vector TO tieout_embedder;
SELECT tieout.seed_probe('embedder.question_vector',
    '{"question_sha256": "\\x0000000000000000000000000000000000000000000000000000000000000000", "vector": "\\x00000000"}');
