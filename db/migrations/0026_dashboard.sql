-- A partner's dashboard adds up its own commission by month, and nothing else of that table.
create index commission_item_partner on commission_item (party_id, at) include (unit_id, amount_fen) where party_type = 'partner';
-- The receipts of a month are what explains the payments of that month.
create index voucher_traded on voucher (traded_at);
