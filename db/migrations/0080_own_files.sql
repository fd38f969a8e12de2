-- What a person exported is listed in the personal centre.
create index stored_file_creator on stored_file (created_by, created_at desc);
