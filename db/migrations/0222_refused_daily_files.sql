-- A daily file that a channel gave and that cannot be taken in: why, beside the day that waits for it.
alter table recon_day add column refusal text not null default '' check (length(refusal) <= 60);
alter table recon_day add column refusal_values jsonb not null default '{}';
comment on column recon_day.refusal is 'what the last file that the channel gave by itself was refused with, until one is taken in; empty: none was';
grant update (refusal, refusal_values) on recon_day to app_rw;

-- The files of two days without a movement have the same bytes: the heading.
alter table recon_file drop constraint recon_file_once;
alter table recon_file add constraint recon_file_once unique (channel_id, source, sha256, first_day);
