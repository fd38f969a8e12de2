-- Files are sealed at rest like numbers of people (decision 0104). A job seals those from before.
alter table stored_file add column is_encrypted boolean not null default false;
comment on column stored_file.is_encrypted is 'whether the bytes are sealed at rest; false: a file from before, which a job seals';
create index stored_file_unsealed on stored_file (id) where not is_encrypted;
