-- An objection is told like whoever else waits for the centre's review, so that its to-do shows by itself.
create trigger dispute_tells after insert or update on identity_dispute for each row execute function app.tell_place('candidates');
