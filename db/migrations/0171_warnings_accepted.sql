-- Who accepted which warning of a line, and why: shown to whoever decides about the batch afterwards. A warning that changed since is another one.

create table warning_acceptance (
  id bigint generated always as identity primary key,
  batch_id bigint not null references payment_batch,
  line_id bigint not null,
  code text not null,
  details jsonb not null,
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  user_id bigint not null references app_user,
  reason text not null,
  accepted_at timestamptz not null
);
create index warning_acceptance_line on warning_acceptance (batch_id, line_id);
create trigger warning_acceptance_append_only before update or delete on warning_acceptance for each row execute function app.refuse_change();
alter table warning_acceptance enable row level security;
create policy warning_acceptance_scope on warning_acceptance
  using ((select app.sees_all()) or centre_id = any((select app.centre_ids())::bigint[]) or unit_id = any((select app.unit_ids())::bigint[]));
grant select, insert on warning_acceptance to app_rw;
comment on table warning_acceptance is 'That the submitter of a batch accepted a warning of a line, and why. Never changed.';
comment on column warning_acceptance.details is 'the values of the warning when it was accepted';

-- Payments that the bank refused because of the account: whether a card is named again is asked of every line.
create index payment_line_refused on payment_line (unit_id, operator_id) where state in ('failed', 'returned') and fail_code in ('name_mismatch', 'card_invalid', 'returned');
