-- Rows of a statement keep what the bank wrote: their numbers are found by serial when a day is matched, not written into them.
revoke update (request_no) on recon_row from app_rw;
comment on column recon_row.request_no is 'our number of the order as the file has it; empty where it has none: then it is found by serial';
