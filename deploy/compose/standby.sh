#!/bin/sh
# Copies the primary on the first start, then follows it. After a promotion by hand: alter system reset
# synchronous_standby_names, because the copy names itself.
set -eu
export PGDATA=/var/lib/postgresql/data PGPASSFILE=/tmp/pgpass
(umask 077 && printf 'database1:5432:*:standby:%s\n' "$(cat /run/secrets/standby.password)" >"$PGPASSFILE")
until [ -s "$PGDATA/PG_VERSION" ]; do
  pg_basebackup -R -c fast -D "$PGDATA" -d 'host=database1 user=standby application_name=database2' || sleep 2
done
chmod 700 "$PGDATA"
exec postgres
