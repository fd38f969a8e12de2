-- What of a person's money at a payer comes from which unit is asked for with every calculation.
create index tax_reservation_person on tax_reservation (operator_id, month);
