-- Tickets of applicants without an account.

-- A ticket with which a person without an account edits one application or sends the documents of one payee under
-- review.
create table reg_ticket (
  token_hash bytea primary key,
  application_id bigint references application on delete cascade,
  -- edit: the applicant; phone: the phone that takes the pictures; papers: a payee whose documents were requested
  purpose text not null check (purpose in ('edit', 'phone', 'papers')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  candidate_id bigint references candidate on delete cascade,
  check ((purpose = 'papers') = (candidate_id is not null)),
  check (num_nonnulls(application_id, candidate_id) = 1)
);
create index reg_ticket_age on reg_ticket (expires_at);
create index reg_ticket_application on reg_ticket (application_id) where ended_at is null;
create index reg_ticket_candidate on reg_ticket (candidate_id) where ended_at is null;
alter table reg_ticket enable row level security;
grant select, insert, update, delete on reg_ticket to app_accounts;
