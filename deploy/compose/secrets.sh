#!/usr/bin/env bash
# Keys and passwords of the compose stack, made once. Needs openssl. Nothing that exists is changed.
set -euo pipefail
umask 077
cd "$(dirname "$0")"
mkdir -p secrets/keys
# The containers' user is not this one: what they mount as files has to be readable by it, in a folder that is not.
cd secrets
[ -f postgresql_password ] || openssl rand -hex 24 | tr -d '\n' > postgresql_password
[ -f keys/tdb_1.key ] || openssl rand -hex 32 | tr -d '\n' > keys/tdb_1.key
[ -f jwt_private.pem ] || openssl genpkey -algorithm ed25519 -out jwt_private.pem
[ -f jwt_public.pem ] || openssl pkey -in jwt_private.pem -pubout -out jwt_public.pem
[ -f admin.env ] || echo "TIEOUT_ADMIN_DSN=postgresql://postgres:$(cat postgresql_password)@postgresql/tieout" > admin.env
for service in embedder retriever graph memory answerer worker; do
  [ -f "$service.env" ] && continue
  echo "TIEOUT_${service^^}_DATABASE_DSN=postgresql://tieout_$service:$(openssl rand -hex 24)@postgresql/tieout" > "$service.env"
done
grep -q PAGE_TOKEN_KEY retriever.env || echo "TIEOUT_RETRIEVER_PAGE_TOKEN_KEY=$(openssl rand -hex 32)" >> retriever.env
chmod 755 . keys
chmod 644 jwt_public.pem keys/tdb_1.key
chmod 700 ..
