-- Rules of reconciliation, and requests for looser ones.

-- The reconciliation rules of a centre. Without a row, the column defaults apply.
create table recon_rule (
  centre_id bigint primary key references centre,
  -- a difference of amount above this limit stops the channel; null: no limit
  stop_above_fen bigint default 0 check (stop_above_fen >= 0),
  needs_bank boolean not null default true, -- whether a day waits for the bank's statement too
  version integer not null default 1,
  asked_by bigint references app_user, -- person who asked for looser rules; another person confirms
  asked_at timestamptz,
  asked_stop_above_fen bigint check (asked_stop_above_fen >= 0),
  asked_needs_bank boolean,
  confirmed_by bigint references app_user,
  confirmed_at timestamptz,
  constraint recon_rule_asked check (
    (asked_by is null) = (asked_at is null) and (asked_by is null) = (asked_needs_bank is null)
    and (asked_by is not null or asked_stop_above_fen is null)
  ),
  constraint recon_rule_confirmed check (
    (confirmed_by is null) = (confirmed_at is null) and (confirmed_by is null or asked_by is not null)
  )
);
alter table recon_rule enable row level security;
create policy recon_rule_scope on recon_rule
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
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
grant select, insert, update (stop_above_fen, needs_bank, version, asked_by, asked_at, asked_stop_above_fen,
  asked_needs_bank, confirmed_by, confirmed_at) on recon_rule to app_rw;
