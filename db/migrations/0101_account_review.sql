-- The review of what units ask for their people: who reviews, which edition, what was wrong field by field.

alter table account_application
  add column version integer not null default 1,
  add column reviewer_id bigint references app_user,
  add column rejects jsonb not null default '[]',
  -- The application that this one corrects.
  add column corrects_id bigint references account_application,
  add check (reviewer_id <> requested_by);
create index account_application_reviewer on account_application (reviewer_id, id desc) where reviewer_id is not null;
create index account_application_waiting on account_application (requested_at) where state = 'pending';
create index account_application_corrects on account_application (corrects_id) where corrects_id is not null;
