-- compatible with 0028_plain_comments.sql
-- The holder that reports for the platform reports its basic data too.

alter table platform_basic alter column centre_id drop not null;
comment on column platform_basic.centre_id is 'null: the holder that reports for the platform';
