-- A paper that was used before is found as a file, and as a picture that was saved anew: its fingerprint then differs in a few bits.

alter table evidence add column fingerprint text check (fingerprint ~ '^[01]+$' and length(fingerprint) = 256);
create index evidence_pictures on evidence (centre_id) include (id) where fingerprint is not null;

-- The papers of other batches that are this one: the same file, or a picture that is nearly the same.
create function app.same_papers(paper evidence) returns table (evidence_id bigint) language sql stable as $$
  select other.id from evidence other where other.sha256 = paper.sha256 and other.centre_id = paper.centre_id and other.batch_id <> paper.batch_id
  union
  select other.id from evidence other where paper.fingerprint is not null and other.fingerprint is not null and other.centre_id = paper.centre_id
    and other.batch_id <> paper.batch_id and bit_count(other.fingerprint::bit(256) # paper.fingerprint::bit(256)) <= 20
$$;
