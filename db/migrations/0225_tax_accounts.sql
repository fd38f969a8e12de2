-- Only payments, their returns, opening balances and payments to the tax office move the tax accounts: anything else would be tax that nobody declares.
create function app.tax_accounts_are_of_tax() returns trigger language plpgsql security definer set search_path = public, app set enable_seqscan = off as $$
begin
  if exists (select from (select distinct journal_id from added) touched
      join ledger_journal journal on journal.id = touched.journal_id and journal.kind not in ('payment', 'return', 'opening', 'tax')
      join added on added.journal_id = journal.id
      join account on account.id = added.account_id and account.kind in ('tax_vat', 'tax_surcharge', 'tax_iit')) then
    raise exception 'only payments, returns, opening balances and tax paid move the tax accounts' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger ledger_entry_tax after insert on ledger_entry referencing new table as added for each statement execute function app.tax_accounts_are_of_tax();
