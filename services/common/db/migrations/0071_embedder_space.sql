-- What is known of each embedding space since its first use. The canary is one fixed text: a model whose vector of it
-- lies elsewhere is another model, whatever it calls itself. Of no user.
CREATE TABLE embedder.space (
    space_id text COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(space_id) BETWEEN 1 AND 100),
    model text NOT NULL,
    revision text NOT NULL,
    width integer NOT NULL CHECK (width IN (384, 512, 768, 1024)),
    pooling text NOT NULL,
    normalised boolean NOT NULL,
    -- Little-endian float32, four bytes a dimension.
    canary bytea NOT NULL CHECK (length(canary) = 4 * width),
    created_at timestamptz NOT NULL DEFAULT statement_timestamp()
);
SELECT tieout.exempt('embedder.space', 'models and the vector of one fixed text');
GRANT SELECT, INSERT ON embedder.space TO tieout_embedder;
