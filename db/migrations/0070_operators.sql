-- Operators in lists: by kind, by centre and kind, by the beginning of a name; what a person earned, month by month.

create index operator_list on operator (centre_id, kind, id desc);
create index operator_kind on operator (kind, id desc);
create index operator_name_start on operator (name text_pattern_ops);
create index tax_standing_person on tax_standing (operator_id, month) include (gross_fen);
