-- What is kept for a time goes after it (server/retention/rules.ts): a file is marked before its bytes go, and its row goes last.

alter table stored_file add column deleting_at timestamptz;
create index stored_file_expiring on stored_file (expires_at) where expires_at is not null and deleting_at is null;
create index stored_file_pictures on stored_file (created_at) where purpose in ('application', 'face') and expires_at is null;
create index stored_file_deleting on stored_file (deleting_at) where deleting_at is not null;

create index file_link_age on file_link (expires_at);
create index file_link_file on file_link (file_id);
create index session_age on session ((least(revoked_at, expires_at)));
create index throttle_age on throttle ((greatest(since, blocked_until)));
create index task_age on task (finished_at);
create index task_file on task (file_id) where file_id is not null;
create index outbox_age on outbox (sent_at);
create index sandbox_payment_age on sandbox_payment (received_at);
create index application_draft_age on application (updated_at) where state = 'draft';
create index import_sheet_age on import_sheet (created_at) where state in ('open', 'cancelled');
create index import_sheet_done_age on import_sheet (finished_at);

-- What only leads to a file goes with it.
alter table file_link drop constraint file_link_file_id_fkey, add foreign key (file_id) references stored_file on delete cascade;
alter table card_reading drop constraint card_reading_file_id_fkey, add foreign key (file_id) references stored_file on delete cascade;
alter table task drop constraint task_file_id_fkey, add foreign key (file_id) references stored_file on delete set null;
