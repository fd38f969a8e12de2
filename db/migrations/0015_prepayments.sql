-- Money reaches a unit's purse only with the bank's own record of it, and by the hand of somebody who did not ask for it (four eyes, INV-21).
alter table topup add constraint topup_proved check (state <> 'confirmed' or bank_credit_id is not null);
alter table topup add constraint topup_four_eyes check (state <> 'confirmed' or decided_by is distinct from submitted_by);
-- What waits to be matched at a centre, whatever the mode: the bank's statement does not know modes.
create index topup_waiting on topup (centre_id, amount_fen) where state = 'submitted';
create index bank_credit_unclaimed on bank_credit (centre_id, amount_fen) where state = 'unclaimed';
