-- compatible with 0027_source_platforms.sql
-- Rewords comments.

comment on table account_change is 'A change to another person''s account that needs two people: a printed password, a new mobile number, or removing the second factor.';
comment on table throttle is 'Number of attempts of a subject, such as an address or an account, within its window.';
comment on column contract.unprintable is 'characters of its text that no installed font can print';
comment on column file_link.user_id is 'the owner of the link; null for a signer without an account';
