#!/bin/sh
# Runs once in a new primary: roles, database and access of the standby.
set -eu
of() { cat "/run/secrets/$1.password"; }
psql -v ON_ERROR_STOP=1 -U postgres <<SQL
create role yck_owner login createrole password '$(of owner)';
create role yck_app login password '$(of app)';
create role standby login replication password '$(of standby)';
create database yck owner yck_owner;
SQL
echo 'host replication standby 172.30.0.22/32 scram-sha-256' >>"$PGDATA/pg_hba.conf"
# Last, because from the next start on each commit waits for the standby.
psql -U postgres -c "alter system set synchronous_standby_names = 'database2'"
