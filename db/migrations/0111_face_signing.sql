-- Where a unit or a centre wants signers to show their face, the face is compared before a paper is signed.

alter table operator add column verify_face smallint not null default 0 check (verify_face in (0, 1, 2));
comment on column operator.verify_face is '0 never compared, 1 the own face, 2 failed three times in a row';

alter table sign_ticket
  -- Failures in a row; a link survives three less one.
  add column face_tries smallint not null default 0,
  add column face_file_id uuid references stored_file,
  add column face_sha256 text,
  add column face_likeness smallint,
  add check ((face_file_id is null) = (face_sha256 is null) and (face_file_id is null) = (face_likeness is null));
create index sign_ticket_face on sign_ticket (face_file_id) where face_file_id is not null;
