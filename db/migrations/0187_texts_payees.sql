-- Whether a centre writes to payees who have no account: each text message costs it money, and reaches people who never signed in.
alter table centre add column texts_payees boolean not null default false;
comment on column centre.texts_payees is 'whether payees without an account are told of their payments by text message';
grant update (texts_payees) on centre to app_rw;

-- Which contracts their parties were told are about to end: with how many days left they were last told.
alter table contract add column ending_told smallint;
comment on column contract.ending_told is 'with how many days left its parties were last told that it ends';
