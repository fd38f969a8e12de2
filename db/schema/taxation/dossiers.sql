-- Settlement letters of batches.

-- A settlement letter of a batch, one for each state of figures and seal. Never changes.
create table batch_letter (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payment_batch,
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  -- digest of the figures and the seal; a different digest means another letter
  figures_sha256 text not null check (figures_sha256 ~ '^[0-9a-f]{64}$'),
  file_id uuid not null references stored_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  has_seal boolean not null,
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  unique (batch_id, figures_sha256)
);
alter table batch_letter enable row level security;
create policy batch_letter_scope on batch_letter
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
grant select, insert on batch_letter to app_rw;
