-- The first payment password takes a proof beyond the login password: the second factor, or a code to the own telephone (decision 0102).
alter table session add column factor_proved_at timestamptz;
comment on column session.factor_proved_at is 'when its holder last showed a second factor, or a code to the own telephone, besides the login password';
alter table mobile_ask drop constraint mobile_ask_purpose_check,
  add constraint mobile_ask_purpose_check check (purpose in ('mobile', 'closing', 'proof'));
