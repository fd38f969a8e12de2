-- A daily file that cannot be taken in is fetched again: every attempt is kept, with what became of it.
alter table channel_file add column attempt smallint not null default 1 check (attempt > 0);
alter table channel_file add column outcome text not null default 'pending' check (outcome in ('pending', 'taken', 'refused', 'ended'));
alter table channel_file add column refusal text not null default '' check (length(refusal) <= 60);
alter table channel_file add column refusal_values jsonb not null default '{}';
alter table channel_file add constraint channel_file_refused check (outcome <> 'refused' or refusal <> '');
comment on column channel_file.outcome is 'pending: being read; refused: the day still waits for a good one, which is asked for again; ended: refused, and no longer waited for';
comment on column channel_file.refusal is 'what it was refused with';
alter table channel_file drop constraint channel_file_channel_id_day_key;
alter table channel_file add constraint channel_file_once unique (channel_id, day, attempt);
create index channel_file_waiting on channel_file (channel_id, day) where outcome = 'refused';
grant update (outcome, refusal, refusal_values) on channel_file to app_rw;

update channel_file file set outcome = 'taken';
update channel_file file set outcome = case when kept.state = 'closed' then 'ended' else 'refused' end, refusal = kept.refusal, refusal_values = kept.refusal_values
  from recon_day kept where kept.channel_id = file.channel_id and kept.day = file.day and kept.refusal <> '';
