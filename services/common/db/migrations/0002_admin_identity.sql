-- Who is asking: keys that no service can read, and the one function that every policy calls.
-- Needs an administrator, because tieout_keys owns what is made here and nobody is a member of it.
SET LOCAL ROLE tieout_owner;
GRANT CREATE ON SCHEMA tieout TO tieout_keys;
SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_keys;

-- HMAC-SHA256 (RFC 2104) keys as their precomputed pads: key XOR 0x36…, key XOR 0x5c….
-- An audience says whose tokens a key signs: the calling backends', the start-up probe's, or the job queue's.
CREATE TABLE tieout.key (
    kid integer PRIMARY KEY CHECK (kid BETWEEN 0 AND 999999999),
    audience text NOT NULL CHECK (audience IN ('tieout', 'tieout-probe', 'tieout-job')),
    ipad bytea NOT NULL CHECK (length(ipad) = 64),
    opad bytea NOT NULL CHECK (length(opad) = 64),
    not_after timestamptz NOT NULL DEFAULT 'infinity'
);

-- Token: v1.<kid>.<user id>.<expiry, seconds since 1970>.<64 hex digits of the HMAC of what precedes the last dot>.
-- STABLE and never IMMUTABLE: an immutable one is folded into cached plans, and the next user gets the last one's rows.
-- Nothing of a token is cast before its signature is proved, but for a kid of at most nine digits. (The pattern is a loose
-- one on purpose: with counted repetitions it would cost more than all the rest.)
CREATE FUNCTION tieout.get_current_user_id() RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    token text := nullif(current_setting('tieout.identity', true), '');
    signer tieout.key;
    subject uuid;
BEGIN
    IF token IS NULL THEN
        RAISE EXCEPTION 'no identity' USING ERRCODE = '28000';
    END IF;
    IF token !~ '^v1\.[0-9]+\.[0-9a-f-]+\.[0-9]+\.[0-9a-f]+$' OR length(split_part(token, '.', 2)) > 9 THEN
        RAISE EXCEPTION 'bad or expired identity' USING ERRCODE = '28000';
    END IF;
    SELECT * INTO signer FROM tieout.key
    WHERE kid = split_part(token, '.', 2)::integer AND not_after > statement_timestamp();
    IF signer.kid IS NULL
       OR encode(sha256(signer.opad || sha256(signer.ipad || convert_to(left(token, -65), 'UTF8'))), 'hex')
          IS DISTINCT FROM split_part(token, '.', 5)
    THEN
        RAISE EXCEPTION 'bad or expired identity' USING ERRCODE = '28000';
    END IF;
    subject := split_part(token, '.', 3)::uuid;
    IF split_part(token, '.', 4)::bigint <= extract(epoch FROM statement_timestamp())
       OR (signer.audience = 'tieout-probe') IS DISTINCT FROM
          (subject IN ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'))
    THEN
        RAISE EXCEPTION 'bad or expired identity' USING ERRCODE = '28000';
    END IF;
    RETURN subject;
END $$;

-- The same check for callers that must be a leased job and not a user's session.
CREATE FUNCTION tieout.get_current_job_user_id() RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    subject uuid := tieout.get_current_user_id();
BEGIN
    IF NOT EXISTS (SELECT FROM tieout.key WHERE audience = 'tieout-job'
                   AND kid = split_part(current_setting('tieout.identity'), '.', 2)::integer) THEN
        RAISE EXCEPTION 'not the identity of a job' USING ERRCODE = '28000';
    END IF;
    RETURN subject;
END $$;

CREATE FUNCTION tieout.store_key(new_kid integer, new_audience text, secret bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    inner_pad bytea := decode(repeat('36', 64), 'hex');
    outer_pad bytea := decode(repeat('5c', 64), 'hex');
BEGIN
    IF length(secret) NOT BETWEEN 32 AND 64 THEN
        RAISE EXCEPTION 'a key has 32 to 64 bytes' USING ERRCODE = '22023';
    END IF;
    FOR position IN 0 .. length(secret) - 1 LOOP
        inner_pad := set_byte(inner_pad, position, get_byte(secret, position) # 54);
        outer_pad := set_byte(outer_pad, position, get_byte(secret, position) # 92);
    END LOOP;
    INSERT INTO tieout.key (kid, audience, ipad, opad) VALUES (new_kid, new_audience, inner_pad, outer_pad)
    ON CONFLICT (kid) DO NOTHING;
    IF NOT EXISTS (SELECT FROM tieout.key WHERE kid = new_kid AND audience = new_audience AND ipad = inner_pad) THEN
        RAISE EXCEPTION 'key % exists with other content: rotate to a new kid', new_kid USING ERRCODE = '22023';
    END IF;
END $$;

-- The minter's keys. 900000000 and above are made by the database for itself and never leave it.
CREATE FUNCTION tieout.add_key(new_kid integer, secret bytea) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF new_kid NOT BETWEEN 1 AND 899999999 THEN
        RAISE EXCEPTION 'kid must be 1 to 899999999' USING ERRCODE = '22023';
    END IF;
    PERFORM tieout.store_key(new_kid, 'tieout', secret);
END $$;

CREATE FUNCTION tieout.retire_key(old_kid integer, refused_from timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE tieout.key SET not_after = refused_from WHERE kid = old_kid;
$$;

CREATE FUNCTION tieout.mint_token(minting_audience text, subject uuid, expires bigint) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    signer tieout.key;
    signed text;
BEGIN
    SELECT * INTO STRICT signer FROM tieout.key
    WHERE audience = minting_audience AND not_after = 'infinity' ORDER BY kid DESC LIMIT 1;
    signed := format('v1.%s.%s.%s', signer.kid, subject, expires);
    RETURN signed || '.' || encode(sha256(signer.opad || sha256(signer.ipad || convert_to(signed, 'UTF8'))), 'hex');
END $$;

CREATE FUNCTION tieout.mint_job_token(subject uuid, expires bigint) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT tieout.mint_token('tieout-job', subject, expires);
$$;

-- A probe's token never expires: its key is good for the two probe tenants only.
CREATE FUNCTION tieout.mint_probe_token(subject uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT tieout.mint_token('tieout-probe', subject, 99999999999);
$$;

GRANT EXECUTE ON FUNCTION tieout.get_current_user_id() TO tieout_owner, tieout_queue, tieout_embedder, tieout_retriever,
    tieout_graph, tieout_memory, tieout_answerer, tieout_worker;
GRANT EXECUTE ON FUNCTION tieout.get_current_job_user_id() TO tieout_queue, tieout_embedder, tieout_retriever, tieout_graph,
    tieout_memory, tieout_answerer, tieout_worker;
GRANT EXECUTE ON FUNCTION tieout.add_key(integer, bytea), tieout.retire_key(integer, timestamptz),
    tieout.mint_probe_token(uuid) TO tieout_owner;
GRANT EXECUTE ON FUNCTION tieout.mint_job_token(uuid, bigint) TO tieout_queue;

-- gen_random_uuid() draws 122 bits from the system's strong generator; four of them are folded into 256.
SELECT tieout.store_key(900000000, 'tieout-probe', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
                                                          || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
SELECT tieout.store_key(900000001, 'tieout-job', sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
                                                        || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));

SET LOCAL ROLE NONE;
SET LOCAL ROLE tieout_owner;
REVOKE CREATE ON SCHEMA tieout FROM tieout_keys;
