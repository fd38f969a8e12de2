-- A picture that was saved anew is found by an index. Its 256 bits are dealt out to eleven bands; of two pictures that differ in twenty bits at most, at least one
-- band differs in one bit at most. So a picture is looked for by each of its bands as it is and with each bit turned over, and what is found is compared whole.
create function app.print_bands(print text) returns integer[] language plpgsql immutable strict parallel safe cost 1000 as $$
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
create function app.near_bands(print text) returns integer[] language sql immutable strict parallel safe as $$
  select array(select distinct case when turned is null then own else own # (1 << turned) end
    from unnest(app.print_bands(print)) own cross join (select null::integer union all select generate_series(0, 23)) turning(turned))
$$;
create index evidence_print_bands on evidence using gin (app.print_bands(fingerprint)) where fingerprint is not null;
drop index evidence_pictures;

-- Pictures of a centre that are nearly this one. A function of the owner, because under row-level security a comparison of arrays comes after the policy; whoever
-- asks sees of the ids what the own rows say.
create function app.near_papers(centre bigint, print text) returns setof bigint language sql stable security definer rows 5
  set search_path = public, app set enable_seqscan = off as $$
  with alike as materialized (select id, centre_id, fingerprint from evidence where fingerprint is not null and app.print_bands(fingerprint) && app.near_bands(print))
  select id from alike where centre_id = centre and bit_count(fingerprint::bit(256) # print::bit(256)) <= 20
$$;
revoke all on function app.near_papers(bigint, text) from public;
grant execute on function app.near_papers(bigint, text) to app_rw;

create or replace function app.same_papers(paper evidence) returns table (evidence_id bigint) language sql stable as $$
  select other.id from evidence other where other.sha256 = paper.sha256 and other.centre_id = paper.centre_id and other.batch_id <> paper.batch_id
  union
  select other.id from app.near_papers(paper.centre_id, paper.fingerprint) near(id) join evidence other on other.id = near.id
  where paper.fingerprint is not null and other.batch_id <> paper.batch_id
$$;
