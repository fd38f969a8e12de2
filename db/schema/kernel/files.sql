-- Files in the file store.

-- An uploaded or generated file. Its bytes are in the file store and never change.
create table stored_file (
  id uuid primary key,
  name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  centre_id bigint references centre,
  unit_id bigint references unit,
  operator_id bigint,
  purpose text not null, -- use of the file, which decides who may open it and how long it is kept
  created_by bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz, -- when retention may delete it; null: never
  partner_id bigint references partner,
  deleting_at timestamptz, -- when retention marked the file; the row is deleted after the bytes
  -- whether the bytes are encrypted at rest; false: a file of an earlier version, which a job will encrypt
  is_encrypted boolean not null default false
);
create index stored_file_creator on stored_file (created_by, created_at desc);
create index stored_file_deleting on stored_file (deleting_at) where deleting_at is not null;
create index stored_file_expiring on stored_file (expires_at) where expires_at is not null and deleting_at is null;
create index stored_file_faces on stored_file (operator_id) where purpose = 'face' and deleting_at is null;
create index stored_file_pictures on stored_file (created_at) where purpose in ('application', 'face')
  and expires_at is null;
create index stored_file_sha on stored_file (sha256);
create index stored_file_unsealed on stored_file (id) where not is_encrypted;
alter table stored_file enable row level security;
create policy stored_file_applications on stored_file for select
  using (exists (select from application_file kept where kept.file_id = stored_file.id));
create policy stored_file_forms on stored_file for select
  using (purpose = 'taxForm' and (select app.centre_ids()) <> '{}'::bigint[]);
create policy stored_file_letters on stored_file for select
  using (
    purpose = 'letter'
    and exists (select from account_application application where application.letter_file_id = stored_file.id)
  );
create policy stored_file_papers on stored_file for select
  using (exists (select from candidate_paper kept where kept.file_id = stored_file.id));
create policy stored_file_scope on stored_file
  using (
    (select app.sees_all())
    or created_by = (select app.user_id())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
    or operator_id = (select app.operator_id())
    or partner_id = (select app.partner_id())
  );
create trigger stored_file_guard before update on stored_file for each row execute function app.guard_file();
grant select, insert, update on stored_file to app_rw;

-- Refuses changes of a file's row, except of its name and dates.
create function app.guard_file() returns trigger language plpgsql as $$
begin
  if (new.id, new.sha256, new.size_bytes, new.media_type, new.created_by, new.created_at) is distinct from (old.id, old.sha256, old.size_bytes, old.media_type, old.created_by, old.created_at) then
    raise exception 'a stored file cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
