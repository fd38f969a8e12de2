-- Notices and daily files of channels, and the bank of the sandbox.

-- A processed notice of a returned payment. The same notice has no second effect.
create table payout_notice (
  channel_id bigint references channel,
  notice_id text check (length(notice_id) <= 64), -- channel's number of the notice
  centre_id bigint not null references centre,
  request_no text not null,
  amount_fen bigint not null check (amount_fen > 0),
  outcome text not null check (outcome in ('returned', 'listed', 'closed')),
  at timestamptz not null,
  primary key (channel_id, notice_id)
);
create index payout_notice_number on payout_notice (channel_id, request_no);
alter table payout_notice enable row level security;
create policy payout_notice_scope on payout_notice
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
create trigger payout_notice_append_only before update or delete on payout_notice for each row
  execute function app.refuse_change();
create trigger payout_notice_no_truncate before truncate on payout_notice for each statement
  execute function app.refuse_change();
grant select, insert on payout_notice to app_rw;

-- A signed notice of a channel. Each number is stored once, and one server applies it.
create table channel_notice (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel,
  centre_id bigint not null,
  notice_no text not null, -- channel's number of the notice
  sha256 text not null, -- digest of the received body; the same number with a different body is refused
  content jsonb not null, -- parsed content: order, result and amount, without numbers of people
  received_at timestamptz not null,
  applied_at timestamptz,
  unique (channel_id, notice_no)
);
create index channel_notice_waiting on channel_notice (channel_id, id) where applied_at is null;
alter table channel_notice enable row level security;
create policy channel_notice_scope on channel_notice
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (applied_at) on channel_notice to app_rw;

-- A channel's daily file, unchanged.
create table channel_file (
  id bigint generated always as identity primary key,
  channel_id bigint not null references channel,
  centre_id bigint not null,
  day date not null,
  file_id uuid not null,
  name text not null,
  sha256 text not null,
  fetched_at timestamptz not null,
  attempt smallint not null default 1 check (attempt > 0),
  -- pending: being read; refused: a valid file is requested again; ended: refused and no longer requested
  outcome text not null default 'pending' check (outcome in ('pending', 'taken', 'refused', 'ended')),
  refusal text not null default '' check (length(refusal) <= 60), -- code of the refusal
  refusal_values jsonb not null default '{}',
  constraint channel_file_once unique (channel_id, day, attempt),
  constraint channel_file_refused check (outcome <> 'refused' or refusal <> '')
);
create index channel_file_waiting on channel_file (channel_id, day) where outcome = 'refused';
alter table channel_file enable row level security;
create policy channel_file_scope on channel_file
  using ((select app.sees_all()) or centre_id = any ((select app.centre_ids())::bigint[]));
grant select, insert, update (outcome, refusal, refusal_values) on channel_file to app_rw;

-- An order that the sandbox bank received. The sandbox simulates an external bank.
create table sandbox_payment (
  request_no text primary key,
  amount_fen bigint not null,
  received_at timestamptz not null,
  queries smallint not null default 0,
  outcome text not null, -- future answer of the sandbox, by the last digits of the card
  reference text not null,
  notified boolean not null default false,
  card_tail text not null default '',
  channel_id bigint references channel
);
create index sandbox_payment_age on sandbox_payment (received_at);
create index sandbox_payment_unannounced on sandbox_payment (outcome, received_at) where not notified;
alter table sandbox_payment enable row level security;
create policy sandbox_payment_scope on sandbox_payment using ((select app.sees_all()));
grant select, insert, update (queries, notified) on sandbox_payment to app_rw;
