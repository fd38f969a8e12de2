-- Accounting vouchers and their mapping to accounts of the general ledger.

-- The mapping of our accounts to the centre's own chart of accounts, from a month on. One person enters it, another
-- approves it.
create table acct_mapping (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  first_month text not null check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  word text not null check (length(word) between 1 and 4), -- voucher word (凭证字)
  state text not null default 'draft' check (state in ('draft', 'active', 'rejected')),
  reason text not null default '' check (length(reason) <= 200),
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  checked_by bigint references app_user,
  checked_at timestamptz,
  version integer not null default 1,
  constraint acct_mapping_checked check ((state = 'draft') = (checked_by is null)),
  constraint acct_mapping_four_eyes check (checked_by is null or checked_by <> made_by)
);
create index acct_mapping_place on acct_mapping (centre_id, mode, first_month desc, id desc);
alter table acct_mapping enable row level security;
create policy acct_mapping_scope on acct_mapping
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_mapping_by_other before update of checked_by on acct_mapping for each row
  when (app.is_program() and new.checked_by is not null and old.checked_by is null)
  execute function app.expect_other_hand('checked_by', 'made_by');
create trigger acct_mapping_once before update on acct_mapping for each row
  when (old.state <> 'draft')
  execute function app.refuse('a decided mapping cannot change');
grant select, insert, update (state, reason, checked_by, checked_at, version) on acct_mapping to app_rw;

-- One of our accounts in a version of a mapping.
create table acct_mapping_row (
  mapping_id bigint references acct_mapping,
  centre_id bigint not null references centre,
  account text, -- kind of our account
  code text not null check (length(code) between 1 and 30),
  name text not null check (length(name) between 1 and 60),
  by_unit boolean not null, -- auxiliary accounting by unit (辅助核算)
  primary key (mapping_id, account)
);
alter table acct_mapping_row enable row level security;
create policy acct_mapping_row_scope on acct_mapping_row
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_mapping_row_append_only before update or delete on acct_mapping_row for each row
  execute function app.refuse_change();
grant select, insert on acct_mapping_row to app_rw;

-- The issued vouchers of a month. A later edition contains the movements since the preceding edition, which does not
-- change.
create table acct_issue (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  mode smallint not null check (mode in (1, 2)),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  edition integer not null check (edition > 0),
  mapping_id bigint not null references acct_mapping,
  -- number of the month's journals at issue; while the number is the same, the vouchers contain every movement (INV-56)
  journal_count bigint not null check (journal_count > 0),
  voucher_count integer not null check (voucher_count >= 0), -- vouchers with a number
  debit_fen bigint not null check (debit_fen > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'), -- digest of the vouchers and lines (INV-57)
  made_by bigint not null references app_user,
  made_at timestamptz not null,
  constraint acct_issue_once unique (centre_id, mode, month, edition)
);
alter table acct_issue enable row level security;
create policy acct_issue_scope on acct_issue
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_issue_append_only before update or delete on acct_issue for each row
  execute function app.refuse_change();
create trigger acct_issue_no_truncate before truncate on acct_issue for each statement
  execute function app.refuse_change();
grant select, insert on acct_issue to app_rw;

-- An accounting voucher (记账凭证): all movements of one kind of journal in a month.
create table acct_voucher (
  id bigint generated always as identity primary key,
  issue_id bigint not null references acct_issue,
  centre_id bigint not null references centre,
  month text not null,
  kind text not null,
  word text not null,
  no integer check (no > 0),
  -- why the voucher has no number and is not exported: it moves nothing between accounts of the chart, or it is an
  -- opening balance
  left_out text not null default '' check (left_out in ('', 'sameAccount', 'opening')),
  debit_fen bigint not null check (debit_fen > 0),
  constraint acct_voucher_numbered check ((no is null) = (left_out <> ''))
);
create index acct_voucher_issue on acct_voucher (issue_id);
create unique index acct_voucher_no on acct_voucher (centre_id, month, word, no);
alter table acct_voucher enable row level security;
create policy acct_voucher_scope on acct_voucher
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_voucher_append_only before update or delete on acct_voucher for each row
  execute function app.refuse_change();
create trigger acct_voucher_no_truncate before truncate on acct_voucher for each statement
  execute function app.refuse_change();
create trigger acct_voucher_stand after insert on acct_voucher referencing new table as added for each statement
  execute function app.guard_vouchers();
grant select, insert on acct_voucher to app_rw;

-- Debits and credits of a voucher on one account for one unit.
create table acct_voucher_line (
  id bigint generated always as identity primary key,
  voucher_id bigint not null references acct_voucher,
  centre_id bigint not null references centre,
  account text not null,
  of_unit bigint references unit, -- unit of the journals; null: the centre alone
  debit_fen bigint not null check (debit_fen >= 0),
  credit_fen bigint not null check (credit_fen >= 0),
  constraint acct_voucher_line_moves check (debit_fen + credit_fen > 0)
);
create unique index acct_voucher_line_once on acct_voucher_line (voucher_id, account, coalesce(of_unit, 0));
alter table acct_voucher_line enable row level security;
create policy acct_voucher_line_scope on acct_voucher_line
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger acct_voucher_line_append_only before update or delete on acct_voucher_line for each row
  execute function app.refuse_change();
create trigger acct_voucher_line_no_truncate before truncate on acct_voucher_line for each statement
  execute function app.refuse_change();
create trigger acct_voucher_line_stand after insert on acct_voucher_line
  referencing new table as added for each statement
  execute function app.guard_voucher_lines();
grant select, insert on acct_voucher_line to app_rw;

-- Refuses vouchers for an issue of an earlier transaction. An issue is inserted together with its vouchers and lines.
create function app.guard_vouchers() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_issue issue where issue.id in (select issue_id from added) and issue.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher: vouchers cannot be added to an issued month' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

create function app.acct_digest(issue bigint) returns text
  language sql stable set search_path = public, app, pg_temp as $$
  select encode(sha256(convert_to(coalesce(string_agg(concat_ws('|', voucher.kind, voucher.word, coalesce(voucher.no, 0), voucher.left_out, line.account, coalesce(line.of_unit, 0),
      line.debit_fen, line.credit_fen), e'\n' order by voucher.kind collate "C", line.account collate "C", coalesce(line.of_unit, 0)), ''), 'UTF8')), 'hex')
  from acct_voucher voucher join acct_voucher_line line on line.voucher_id = voucher.id where voucher.issue_id = issue
$$;
revoke execute on function app.acct_digest from public;
grant execute on function app.acct_digest to app_rw;

create function app.guard_voucher_lines() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if exists (select from acct_voucher voucher where voucher.id in (select voucher_id from added) and voucher.xmin::text <> pg_current_xact_id()::xid::text) then
    raise exception 'acct_voucher_line: issued vouchers cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  if exists (select from added group by voucher_id having sum(debit_fen) <> sum(credit_fen)) then
    raise exception 'acct_voucher_line: a voucher does not balance' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Returns the movements of a month by account of the centre. The fee of a payment becomes income, output VAT and, in
-- mode 2, subcontract cost. Surcharges become three accounts. If vouchers of a month already have such an amount as one
-- sum, its supplements do the same.
create function app.book_moves(
  of_centre bigint, of_mode smallint, first_day date
) returns table(kind text, account text, of_unit bigint, debit_fen bigint, credit_fen bigint)
  language sql stable set search_path = public, app, pg_temp as $$
  with journal as materialized (select id, journal.kind, unit_id, ref_type, ref_id from ledger_journal journal
      where centre_id = of_centre and mode = of_mode and at >= first_day::timestamp at time zone 'Asia/Shanghai'
        and at < (first_day + interval '1 month') at time zone 'Asia/Shanghai'),
    issued as (select line.account from acct_issue issue join acct_voucher voucher on voucher.issue_id = issue.id
        join acct_voucher_line line on line.voucher_id = voucher.id
      where issue.centre_id = of_centre and issue.mode = of_mode and issue.month = to_char(first_day, 'YYYY-MM')
        and (voucher.kind in ('payment', 'return') and line.account = 'fee_income'
          or voucher.kind in ('payment', 'return', 'tax', 'clearing') and line.account = 'tax_surcharge')),
    whole as materialized (select coalesce(bool_or(issued.account = 'fee_income'), false) as fee, coalesce(bool_or(issued.account = 'tax_surcharge'), false) as surcharge
      from issued),
    moved as (
      select journal.kind, account.kind as account, coalesce(entry.unit_id, journal.unit_id) as of_unit, entry.amount_fen
        from journal cross join whole join ledger_entry entry on entry.journal_id = journal.id and entry.month = first_day
          join account on account.id = entry.account_id
        where case account.kind when 'fee_income' then whole.fee or journal.kind not in ('payment', 'return')
          when 'tax_surcharge' then whole.surcharge or journal.kind not in ('payment', 'return', 'tax', 'clearing') else true end
      union all
      select journal.kind, part.account, journal.unit_id, part.fen * case journal.kind when 'payment' then 1 else -1 end
        from journal cross join whole
          join payment_line line on line.centre_id = of_centre and line.mode = of_mode and line.id = journal.ref_id
          join payment_batch batch on batch.id = line.batch_id
          cross join lateral (select app.sales_of(line.mode, line.cost_fen, line.fee_fen) as fen) sales
          cross join lateral (select app.sales_net(sales.fen, batch.policy_version) as fen) net
          cross join lateral (values ('revenue', net.fen, whole.fee), ('output_vat', sales.fen - net.fen, whole.fee),
            ('subcontract_cost', line.fee_fen - sales.fen, whole.fee), ('tax_city', line.city_fen, whole.surcharge),
            ('tax_education', line.education_fen, whole.surcharge), ('tax_local_education', line.local_education_fen, whole.surcharge)) part(account, fen, is_whole)
        where journal.kind in ('payment', 'return') and journal.ref_type = 'line' and part.fen <> 0 and not part.is_whole
      union all
      select journal.kind, part.account, journal.unit_id, part.fen
        from journal cross join whole join tax_adjustment cleared on cleared.id = journal.ref_id
          cross join lateral (values ('tax_city', cleared.city_fen), ('tax_education', cleared.education_fen),
            ('tax_local_education', cleared.local_education_fen)) part(account, fen)
        where journal.kind = 'clearing' and journal.ref_type = 'tax_adjustment' and part.fen <> 0 and not whole.surcharge
      union all
      select journal.kind, part.account, journal.unit_id, -part.fen
        from journal cross join whole
          join app.surcharges_paid((select array_agg(ref_id) from journal where journal.kind = 'tax' and journal.ref_type = 'tax_payment')) paid
            on paid.tax_payment_id = journal.ref_id
          cross join lateral (values ('tax_city', paid.city_fen), ('tax_education', paid.education_fen), ('tax_local_education', paid.local_education_fen)) part(account, fen)
        where journal.kind = 'tax' and journal.ref_type = 'tax_payment' and part.fen <> 0 and not whole.surcharge)
  select moved.kind, moved.account, moved.of_unit, coalesce(sum(-amount_fen) filter (where amount_fen < 0), 0)::bigint,
    coalesce(sum(amount_fen) filter (where amount_fen > 0), 0)::bigint
  from moved group by 1, 2, 3
$$;
revoke execute on function app.book_moves from public;
grant execute on function app.book_moves to app_rw;

create function app.sales_of(of_mode smallint, cost bigint, fee bigint) returns bigint
  language sql immutable set search_path = public, app, pg_temp
  as $$ select case of_mode when 2 then cost else fee end $$;
revoke execute on function app.sales_of from public;
grant execute on function app.sales_of to app_rw;
