-- Residents of Hong Kong, Macao and Taiwan may show their residence permit, whose number differs from that of their travel permit.
alter table operator drop constraint operator_id_kind_check;
alter table operator add constraint operator_id_kind_check
  check (id_kind in ('id_card', 'passport', 'hk_macau_permit', 'hk_macau_residence', 'taiwan_permit', 'taiwan_residence', 'foreign_pr'));
