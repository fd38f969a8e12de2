-- compatible with 0069_second_hands.sql
-- The invoices of a business are summed with the red letters of their applications.

create index red_letter_application on red_letter (application_id);
