-- Accounting vouchers of a centre, and the loose ends of month end: what the tax office computed read back in, reminders of quarters.

-- Our accounts in the chart of accounts of a centre, in versions with a first month.
create table acct_mapping (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  first_month text not null check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  word text not null check (length(word) between 1 and 4),
  state text not null default 'draft' check (state in ('draft', 'active', 'rejected')),
  reason text not null default '' check (length(reason) <= 200),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  checked_by bigint references app_user,
  checked_at timestamptz,
  version integer not null default 1,
  constraint acct_mapping_four_eyes check (checked_by is null or checked_by <> made_by),
  constraint acct_mapping_checked check ((state = 'draft') = (checked_by is null))
);
comment on table acct_mapping is 'Which account of the centre''s own chart each of our accounts is booked on, from a month on. Two people: one writes it, another approves it.';
comment on column acct_mapping.word is 'voucher word (凭证字)';
create index acct_mapping_place on acct_mapping (centre_id, mode, first_month desc, id desc);
alter table acct_mapping enable row level security;
create policy accounts on acct_mapping to app_accounts using (true) with check (true);
create policy acct_mapping_scope on acct_mapping using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (state, reason, checked_by, checked_at, version) on acct_mapping to app_rw;
create trigger acct_mapping_once before update on acct_mapping for each row when (old.state <> 'draft') execute function app.refuse('a mapping that was decided on stays');

create table acct_mapping_row (
  mapping_id bigint not null references acct_mapping,
  centre_id bigint not null references centre,
  account text not null,
  code text not null check (length(code) between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  by_unit boolean not null,
  primary key (mapping_id, account)
);
comment on table acct_mapping_row is 'One of our accounts in a version of a mapping.';
comment on column acct_mapping_row.account is 'kind of our account';
comment on column acct_mapping_row.by_unit is 'auxiliary accounting by unit (辅助核算)';
alter table acct_mapping_row enable row level security;
create policy accounts on acct_mapping_row to app_accounts using (true) with check (true);
create policy acct_mapping_row_scope on acct_mapping_row using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on acct_mapping_row to app_rw;
create trigger acct_mapping_row_append_only before delete or update on acct_mapping_row for each row execute function app.refuse_change();

create table acct_issue (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  edition integer not null check (edition > 0),
  mapping_id bigint not null references acct_mapping,
  journal_count bigint not null check (journal_count > 0),
  voucher_count integer not null check (voucher_count >= 0),
  debit_fen bigint not null check (debit_fen > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  constraint acct_issue_once unique (centre_id, mode, month, edition)
);
comment on table acct_issue is 'The vouchers of a month as they were issued; a later edition holds what moved since, and nothing of an earlier one changes.';
comment on column acct_issue.journal_count is 'journals of the month when it was issued: as long as there are no more, the vouchers are all that moved (INV-56)';
comment on column acct_issue.voucher_count is 'vouchers with a number';
comment on column acct_issue.sha256 is 'digest of its vouchers and lines (INV-57)';
alter table acct_issue enable row level security;
create policy accounts on acct_issue to app_accounts using (true) with check (true);
create policy acct_issue_scope on acct_issue using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on acct_issue to app_rw;
create trigger acct_issue_append_only before delete or update on acct_issue for each row execute function app.refuse_change();
create trigger acct_issue_no_truncate before truncate on acct_issue for each statement execute function app.refuse_change();

create table acct_voucher (
  id bigint generated always as identity primary key,
  issue_id bigint not null references acct_issue,
  centre_id bigint not null references centre,
  month text not null,
  kind text not null,
  word text not null,
  no integer check (no > 0),
  left_out text not null default '' check (left_out in ('', 'sameAccount', 'opening')),
  debit_fen bigint not null check (debit_fen > 0),
  constraint acct_voucher_numbered check ((no is null) = (left_out <> ''))
);
comment on table acct_voucher is 'A journal voucher (记账凭证): everything that one kind of journals moved in a month.';
comment on column acct_voucher.left_out is 'why it has no number and is not exported: it moves nothing between accounts of the chart, or is an opening balance';
create unique index acct_voucher_no on acct_voucher (centre_id, month, word, no);
create index acct_voucher_issue on acct_voucher (issue_id);
alter table acct_voucher enable row level security;
create policy accounts on acct_voucher to app_accounts using (true) with check (true);
create policy acct_voucher_scope on acct_voucher using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on acct_voucher to app_rw;
create trigger acct_voucher_append_only before delete or update on acct_voucher for each row execute function app.refuse_change();
create trigger acct_voucher_no_truncate before truncate on acct_voucher for each statement execute function app.refuse_change();

create table acct_voucher_line (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references acct_voucher,
  centre_id bigint not null references centre,
  account text not null,
  of_unit bigint references unit,
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  constraint acct_voucher_line_moves check (debit_fen + credit_fen > 0)
);
comment on table acct_voucher_line is 'What a voucher moves on one of our accounts for one unit, debits and credits apart.';
comment on column acct_voucher_line.of_unit is 'unit of the journals; null: the centre alone';
create unique index acct_voucher_line_once on acct_voucher_line (voucher_id, account, coalesce(of_unit, 0));
alter table acct_voucher_line enable row level security;
create policy accounts on acct_voucher_line to app_accounts using (true) with check (true);
create policy acct_voucher_line_scope on acct_voucher_line using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on acct_voucher_line to app_rw;
create trigger acct_voucher_line_append_only before delete or update on acct_voucher_line for each row execute function app.refuse_change();
create trigger acct_voucher_line_no_truncate before truncate on acct_voucher_line for each statement execute function app.refuse_change();
-- Vouchers and lines come with their issue, in one transaction.
create function app.acct_vouchers_stand() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from acct_issue issue where issue.id in (select issue_id from added) and issue.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher: a month that was issued takes no voucher later' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger acct_voucher_stand after insert on acct_voucher referencing new table as added for each statement execute function app.acct_vouchers_stand();
create function app.acct_lines_stand() returns trigger language plpgsql security definer set search_path = public, app as $$
begin
  if exists (select from acct_voucher voucher where voucher.id in (select voucher_id from added) and voucher.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher_line: vouchers that were issued stay' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from added group by voucher_id having sum(debit_fen) <> sum(credit_fen)) then
    raise exception 'acct_voucher_line: a voucher does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger acct_voucher_line_stand after insert on acct_voucher_line referencing new table as added for each statement execute function app.acct_lines_stand();

create function app.acct_digest(issue bigint) returns text language sql stable set search_path = public, app as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', voucher.kind, voucher.word, coalesce(voucher.no, 0), voucher.left_out, line.account, coalesce(line.of_unit, 0),
      line.debit_fen, line.credit_fen), e'\n' order by voucher.kind collate "C", line.account collate "C", coalesce(line.of_unit, 0)), ''), 'UTF8')), 'hex')
  from acct_voucher voucher join acct_voucher_line line on line.voucher_id = voucher.id where voucher.issue_id = issue
$$;
revoke execute on function app.acct_digest(bigint) from public;
grant execute on function app.acct_digest(bigint) to app_rw;

-- What the tax office computed for each person, as its client gives it back, beside what we declare.
create table tax_result (
  id bigint generated always as identity primary key,
  declaration_id bigint not null references tax_declaration,
  centre_id bigint not null references centre,
  edition integer not null check (edition > 0),
  file_id uuid not null references stored_file,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  row_count integer not null check (row_count >= 0),
  difference_count integer not null check (difference_count >= 0),
  by_id bigint not null references app_user,
  at timestamptz not null
);
comment on table tax_result is 'A result sheet of the withholding client that was compared with the lines of a period; the newest of an edition counts.';
create index tax_result_declaration on tax_result (declaration_id, edition, id desc);
create index tax_result_file on tax_result (file_id);
alter table tax_result enable row level security;
create policy accounts on tax_result to app_accounts using (true) with check (true);
create policy tax_result_scope on tax_result using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert on tax_result to app_rw;
create trigger tax_result_append_only before delete or update on tax_result for each row execute function app.refuse_change();

create table tax_result_item (
  id bigint generated always as identity primary key,
  result_id bigint not null references tax_result,
  centre_id bigint not null references centre,
  kind text not null check (kind in ('amount', 'unreadable', 'stranger', 'absent', 'twice', 'period')),
  sheet_line integer,
  operator_id bigint references operator,
  person text not null,
  ours_fen bigint,
  theirs_fen bigint,
  reason text not null default '' check (length(reason) <= 200),
  explained_by bigint references app_user,
  explained_at timestamptz,
  constraint tax_result_item_explained check ((reason = '') = (explained_by is null))
);
comment on table tax_result_item is 'A difference between a result and our lines: the period is not declared nor paid before each is explained.';
comment on column tax_result_item.person is 'name and masked number';
create index tax_result_item_result on tax_result_item (result_id, id);
create index tax_result_item_person on tax_result_item (operator_id) where operator_id is not null;
alter table tax_result_item enable row level security;
create policy accounts on tax_result_item to app_accounts using (true) with check (true);
create policy tax_result_item_scope on tax_result_item using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (reason, explained_by, explained_at) on tax_result_item to app_rw;
create trigger tax_result_item_once before update on tax_result_item for each row when (old.reason <> '') execute function app.refuse('what was explained stays');

alter table tax_step
  drop constraint tax_step_kind_check,
  add constraint tax_step_kind_check check (kind in ('closing', 'closed', 'confirmed', 'reopened', 'correcting', 'declared', 'paid', 'settled', 'uploaded', 'certified', 'archived', 'compared'));

-- What of a person's declared month stems from one unit, with what proves that it was declared. Whose certificate also shows payments of others, or what came back, is not the unit's to see.
create function app.tax_shares(of_month text, of_centres bigint[], of_units bigint[])
  returns table (operator_id bigint, unit_id bigint, centre_id bigint, month text, payments bigint, gross_fen bigint, vat_fen bigint, surcharge_fen bigint, iit_fen bigint, is_whole boolean,
    declaration_id bigint, receipt_no text, declared_on date, has_report boolean, has_agent boolean, certificate_file uuid)
  language sql stable security definer set search_path = public, app as $$
  with share as (
    select own.operator_id, batch.unit_id, own.centre_id, own.month, count(*) as payments, sum(own.gross_fen)::bigint as gross_fen, sum(own.vat_fen)::bigint as vat_fen,
      sum(own.city_fen + own.education_fen + own.local_education_fen)::bigint as surcharge_fen, sum(own.withheld_fen)::bigint as iit_fen
    from tax_reservation own join payment_batch batch on batch.id = own.batch_id
    where own.mode = 2 and own.month = of_month and not own.is_open and (of_centres is null or own.centre_id = any(of_centres)) and (of_units is null or batch.unit_id = any(of_units))
    group by own.operator_id, batch.unit_id, own.centre_id, own.month)
  select share.*,
    not exists (select from tax_reservation other join payment_batch batch on batch.id = other.batch_id where other.operator_id = share.operator_id and other.month = share.month
        and other.centre_id = share.centre_id and other.mode = 2 and not other.is_open and batch.unit_id <> share.unit_id)
      and not exists (select from tax_adjustment back where back.operator_id = share.operator_id and back.centre_id = share.centre_id and back.mode = 2 and back.period = share.month)
      and not exists (select from tax_earlier earlier where earlier.operator_id = share.operator_id and earlier.centre_id = share.centre_id and earlier.month = share.month),
    period.id, receipt.no, receipt.declared_on,
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind in ('iit_report', 'iit_withholding')),
    exists (select from tax_file file where file.centre_id = share.centre_id and file.mode = 2 and file.period = share.month and file.kind = 'vat_agent'),
    (select paper.file_id from tax_certificate paper where paper.declaration_id = period.id and paper.operator_id = share.operator_id order by paper.id limit 1)
  from share left join tax_declaration period on period.centre_id = share.centre_id and period.mode = 2 and period.month = share.month
    left join tax_receipt receipt on receipt.declaration_id = period.id and receipt.edition = (select max(edition) from tax_receipt last where last.declaration_id = period.id)
$$;
revoke execute on function app.tax_shares(text, bigint[], bigint[]) from public;
grant execute on function app.tax_shares(text, bigint[], bigint[]) to app_rw;
