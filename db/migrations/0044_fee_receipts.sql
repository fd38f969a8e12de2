-- compatible with 0043_released_lines.sql
-- A batch that closes again after a late payment has a second fee receipt. The numbers of receipts stay unique.

drop index voucher_fee;
