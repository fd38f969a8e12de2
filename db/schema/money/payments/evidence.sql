-- Documents that prove the work for which a batch pays.

-- A document that supports a batch, such as an acceptance or delivered work.
create table evidence (
  id bigint generated always as identity primary key,
  centre_id bigint not null references centre,
  unit_id bigint not null references unit,
  batch_id bigint not null references payment_batch,
  order_id bigint not null references service_order,
  kind text not null check (kind in ('acceptance', 'deliverable', 'other')),
  file_id uuid not null references stored_file,
  sha256 text not null,
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  -- of a picture: a fingerprint of 256 bits that finds resaved copies
  fingerprint text check (fingerprint ~ '^[01]+$' and length(fingerprint) = 256)
);
create index evidence_batch on evidence (batch_id);
create index evidence_print_bands on evidence using gin (app.print_bands(fingerprint)) where fingerprint is not null;
create index evidence_sha on evidence (sha256);
alter table evidence enable row level security;
create policy evidence_scope on evidence
  using (
    (select app.sees_all())
    or centre_id = any ((select app.centre_ids())::bigint[])
    or unit_id = any ((select app.unit_ids())::bigint[])
  );
create trigger evidence_edited after insert or delete on evidence for each row execute function app.papers_edited();
create trigger evidence_while_prepared after insert or delete on evidence for each row
  when (current_user = 'app_rw')
  execute function app.papers_while_prepared();
grant select, insert, delete on evidence to app_rw;

create function app.near_bands(print text) returns integer[] language sql immutable parallel safe strict as $$
  select array(select distinct case when turned is null then own else own # (1 << turned) end
    from unnest(app.print_bands(print)) own cross join (select null::integer union all select generate_series(0, 23)) turning(turned))
$$;

-- Returns the index keys with which re-saved pictures are found. The 256 bits are divided into eleven bands. If two
-- pictures differ in at most twenty bits, at least one band differs in at most one bit. So a search looks for each band
-- unchanged and with each single bit flipped, and compares all bits of each result.
create function app.print_bands(print text) returns integer[]
  language plpgsql immutable parallel safe strict cost 1000 as $$
declare
  bits bit(256) := print::bit(256);
  bands integer[] := '{}';
  own integer;
  at integer;
begin
  for band in 0..10 loop
    own := 0;
    at := band;
    while at < 256 loop
      own := (own << 1) | get_bit(bits, at);
      at := at + 11;
    end loop;
    bands := bands || ((band << 24) | own);
  end loop;
  return bands;
end $$;

-- Returns similar pictures at a centre. It runs as the owner, because row-level security would apply policies before
-- the array comparison. The caller's query then shows only visible rows.
create function app.near_papers(centre bigint, print text) returns setof bigint
  language sql stable security definer rows 5 set search_path = public, app, pg_temp set enable_seqscan = off as $$
  with alike as materialized (select id, centre_id, fingerprint from evidence where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(print))
  select id from alike where centre_id = centre and bit_count(fingerprint::bit(256) # print::bit(256)) <= 20
$$;
revoke execute on function app.near_papers from public;
grant execute on function app.near_papers to app_rw;

-- Returns the orders whose batches have the same document or a similar picture.
create function app.orders_with_paper(centre bigint, sha text, print text) returns setof bigint
  language sql stable as $$
  select app.order_papers_like(centre, sha, print)
  union
  select other.order_id from evidence other join payment_batch batch on batch.id = other.batch_id
    where other.sha256 = sha and other.centre_id = centre and batch.state <> 'cancelled'
  union
  select other.order_id from app.near_papers(centre, print) near(id) join evidence other on other.id = near.id join payment_batch batch on batch.id = other.batch_id
    where print is not null and batch.state <> 'cancelled'
$$;

create function app.papers_while_prepared() returns trigger
  language plpgsql security definer set search_path = public, app, pg_temp as $$
begin
  if not exists (select from payment_batch where id = coalesce(new.batch_id, old.batch_id) and state in ('draft', 'fixing', 'ready')) then
    raise exception 'evidence: the documents of a submitted batch cannot change' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

-- Returns the documents of other batches that are the same file or a nearly identical picture.
create function app.same_papers(paper evidence) returns table(evidence_id bigint) language sql stable as $$
  select other.id from evidence other where other.sha256 = paper.sha256 and other.centre_id = paper.centre_id and other.batch_id <> paper.batch_id
  union
  select other.id from app.near_papers(paper.centre_id, paper.fingerprint) near(id) join evidence other on other.id = near.id
  where paper.fingerprint is not null and other.batch_id <> paper.batch_id
$$;
