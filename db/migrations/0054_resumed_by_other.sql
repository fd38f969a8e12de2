-- A person other than the one who paused a channel resumes it. An older program does not record who pauses, so that one
-- person could resume; this migration is compatible with none.

alter table channel add column paused_by bigint references app_user;
comment on column channel.paused_by is 'person who last paused it; another person resumes it';
create index channel_paused_by on channel (paused_by);
grant update (paused_by) on channel to app_rw;

create trigger channel_resumed_by_other before update of is_paused on channel for each row
  when (app.is_program() and old.is_paused and not new.is_paused)
  execute function app.expect_other_hand('', 'paused_by');
