#!/bin/sh
# Makes the secrets of the trial in deploy/compose/secrets, once. Containers with other users read them.
set -eu
umask 022
cd "$(dirname "$0")"
[ ! -e secrets ] || { echo 'deploy/compose/secrets exists already' >&2; exit 1; }
mkdir secrets
cd secrets
for key in secret.key vault.keys vault-index.key; do openssl rand -base64 32 >"$key"; done
for role in postgres owner app standby; do openssl rand -hex 24 | tr -d '\n' >"$role.password"; done
printf 'postgres://yck_owner:%s@database1:5432/yck' "$(cat owner.password)" >owner.url
printf 'postgres://yck_app:%s@database1:5432/yck' "$(cat app.password)" >app.url
printf 'postgres://yck_app:%s@database2:5432/yck' "$(cat app.password)" >replica.url
openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj /CN=localhost -keyout site.key -out site.crt 2>/dev/null
cat site.crt site.key >site.pem
rm site.crt site.key
