-- compatible with 0019_parts_of_differences.sql
-- A person consents to face verification separately (人脸识别技术应用安全管理办法). The sign page records it for people
-- without an account.

alter table consent drop constraint consent_kind_check;
alter table consent add constraint consent_kind_check
  check (kind in ('agreement', 'tax_filing', 'personal_data', 'face'));
grant select, insert on consent to app_accounts;
create policy consent_accounts on consent as restrictive for insert to app_accounts with check (kind = 'face');
comment on table consent is
  'A consent that an operator gave by a signature: to the agreement, tax filing or use of personal data. Payments require it. Consents to face verification are given on the sign page, and nothing requires them.';
-- Pictures from before have the same last day (faceKeepDays in domain/agreements/face.ts).
update stored_file set expires_at = created_at + interval '180 days' where purpose = 'face' and expires_at is null;
create index stored_file_faces on stored_file (operator_id) where purpose = 'face' and deleting_at is null;
