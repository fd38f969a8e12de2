-- Two people loosen the reconciliation rules of a centre: one person asks to switch off the check of bank statements or
-- to raise the limit, and another confirms. An older program would let one person do so, which the database refuses. So
-- this migration is compatible with none.

alter table recon_rule add column asked_by bigint references app_user;
alter table recon_rule add column asked_at timestamptz;
alter table recon_rule add column asked_stop_above_fen bigint check (asked_stop_above_fen >= 0);
alter table recon_rule add column asked_needs_bank boolean;
alter table recon_rule add column confirmed_by bigint references app_user;
alter table recon_rule add column confirmed_at timestamptz;
comment on column recon_rule.asked_by is 'person who asked for looser rules; another person confirms';
alter table recon_rule add constraint recon_rule_asked check (
  (asked_by is null) = (asked_at is null) and (asked_by is null) = (asked_needs_bank is null)
  and (asked_by is not null or asked_stop_above_fen is null)
);
alter table recon_rule add constraint recon_rule_confirmed check (
  (confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null or asked_by is not null)
);
create trigger recon_rule_begins_strict before insert on recon_rule for each row
  when (app.is_program() and (not new.needs_bank or new.stop_above_fen is distinct from 0))
  execute function app.refuse('another person must confirm looser rules');
create trigger recon_rule_by_other before update of confirmed_by on recon_rule for each row
  when (app.is_program() and new.confirmed_by is not null and old.confirmed_by is null)
  execute function app.expect_other_hand('confirmed_by', 'asked_by');
create trigger recon_rule_request_fixed before update on recon_rule for each row
  when (
    app.is_program() and old.asked_by is not null and old.confirmed_by is null and new.asked_by is not null
    and (old.asked_by, old.asked_stop_above_fen, old.asked_needs_bank)
      is distinct from (new.asked_by, new.asked_stop_above_fen, new.asked_needs_bank)
  )
  execute function app.refuse('a request does not change');
create trigger recon_rule_loosened_by_two before update of stop_above_fen, needs_bank on recon_rule for each row
  when (
    app.is_program()
    and (
      old.needs_bank and not new.needs_bank
      or old.stop_above_fen is not null and (new.stop_above_fen is null or new.stop_above_fen > old.stop_above_fen)
    )
    and (
      old.asked_by is null or old.confirmed_by is not null or new.confirmed_by is null
      or (new.stop_above_fen, new.needs_bank) is distinct from (old.asked_stop_above_fen, old.asked_needs_bank)
    )
  )
  execute function app.refuse('another person must confirm looser rules');
grant update (asked_by, asked_at, asked_stop_above_fen, asked_needs_bank, confirmed_by, confirmed_at) on recon_rule to app_rw;
