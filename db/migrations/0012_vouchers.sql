-- A receipt is drawn once: whoever opens it again gets the same bytes.
alter table voucher add column file_id uuid references stored_file;
