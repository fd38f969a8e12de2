#!/bin/sh
# Writes the end of the newest base backup without errors to a file for the textfile collector of node_exporter. Needs
# jq. If pgBackRest knows no such backup, it fails and leaves the earlier file.
set -eu
folder=${1:-/var/lib/prometheus/node-exporter}
file=$folder/yck_base_backup.prom
ended=$(pgbackrest --stanza=yck --output=json info | jq -er '[.[].backup[] | select(.error != true) | .timestamp.stop] | max')
: "${ended:?pgbackrest info printed nothing}"
# The collector reads *.prom at any time, so the new file must be complete before it has that name.
cat >"$file.new" <<END
# HELP yck_base_backup_timestamp_seconds End of the newest base backup of pgBackRest.
# TYPE yck_base_backup_timestamp_seconds gauge
yck_base_backup_timestamp_seconds $ended
END
chmod 644 "$file.new"
mv "$file.new" "$file"
