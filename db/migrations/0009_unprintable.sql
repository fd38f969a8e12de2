-- Characters of a contract's text that no font of the program has, for the people who send and sign it.
alter table contract add column unprintable text not null default '';
comment on column contract.unprintable is 'characters of its text that no font has';
