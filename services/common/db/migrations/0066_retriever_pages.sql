-- Where passages and cells are printed, how each page was read, and the files that have pages, so that a page can be drawn
-- for people who would rather look.
ALTER TABLE retriever.document
    ADD COLUMN page_count integer NOT NULL DEFAULT 0,
    ADD COLUMN unread_pages jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN recognized_pages integer[] NOT NULL DEFAULT '{}';

-- page 0: the format has no pages. box: left, top, right, bottom in points from the page's top left.
ALTER TABLE retriever.passage
    ADD COLUMN page integer NOT NULL DEFAULT 0,
    ADD COLUMN box real[] CHECK (cardinality(box) = 4),
    ADD COLUMN recognized boolean NOT NULL DEFAULT false;
ALTER TABLE retriever.cell
    ADD COLUMN page integer NOT NULL DEFAULT 0,
    ADD COLUMN box real[] CHECK (cardinality(box) = 4),
    ADD COLUMN table_number integer NOT NULL DEFAULT 0;

-- Kept for formats with pages only, in parts of 1 MiB; EXTERNAL because such files are compressed already.
CREATE TABLE retriever.document_file (
    user_id uuid NOT NULL DEFAULT tieout.get_current_user_id(),
    document_id uuid NOT NULL,
    position integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (user_id, document_id, position),
    FOREIGN KEY (user_id, document_id) REFERENCES retriever.document (user_id, document_id) ON DELETE CASCADE
);
ALTER TABLE retriever.document_file ALTER COLUMN content SET STORAGE EXTERNAL;
SELECT tieout.fence('retriever.document_file');
SELECT tieout.seed_probe('retriever.document_file');

GRANT SELECT, INSERT, DELETE ON retriever.document_file TO tieout_retriever;
