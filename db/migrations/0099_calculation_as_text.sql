-- How a line was computed is written with every check and read one line at a time: kept as it was written, it is not taken apart first. Taking it apart was a
-- tenth of an import.
alter table payment_line alter column calculation type json using calculation::json;
