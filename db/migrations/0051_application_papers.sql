-- Which papers an approved application waits for: all of them signed open the account.
alter table application add column sign_kinds text[] not null default '{}';
create index application_signing on application (id) where state = 'signing';

-- A picture that was read as a card is kept under that purpose; that it belongs to an application is what counts.
drop policy stored_file_applications on stored_file;
create policy stored_file_applications on stored_file for select using (exists (select from application_file kept where kept.file_id = stored_file.id));
