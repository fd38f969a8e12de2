-- What of an application could not be issued is released: its invoices will never be, and the payments that they were over are free again.
alter table invoice_application
  add column released_fen bigint not null default 0 check (released_fen >= 0),
  add column released_count integer not null default 0 check (released_count >= 0),
  drop constraint invoice_application_counts,
  add constraint invoice_application_counts check (issued_count >= 0 and issued_count + released_count <= invoice_count
    and (state = 'issued') = (issued_count > 0 and issued_count + released_count = invoice_count) and (issued_count = 0 or state in ('part', 'issued', 'failed'))
    and (released_count = 0) = (released_fen = 0) and (released_count = 0 or state = 'issued') and released_fen < amount_fen);
comment on column invoice_application.released_fen is 'with tax, of the invoices that failed and will not be issued; given back to the quota (INV-46)';
grant update (released_fen, released_count) on invoice_application to app_rw;
drop trigger invoice_application_moves on invoice_application;
create trigger invoice_application_moves before update of state on invoice_application for each row
  when (old.state <> new.state and (old.state, new.state) not in (('pending', 'todo'), ('pending', 'rejected'), ('pending', 'withdrawn'), ('todo', 'withdrawn'), ('todo', 'issuing'),
    ('todo', 'part'), ('todo', 'issued'), ('todo', 'failed'), ('issuing', 'part'), ('issuing', 'issued'), ('issuing', 'failed'), ('part', 'issued'), ('part', 'failed'),
    ('failed', 'todo'), ('failed', 'part'), ('failed', 'issued'), ('failed', 'withdrawn')))
  execute function app.refuse_move();

alter table invoice drop constraint invoice_state_check, add constraint invoice_state_check check (state in ('planned', 'issued', 'partRed', 'red', 'released')),
  drop constraint invoice_issued,
  add constraint invoice_issued check ((state in ('planned', 'released')) = (number is null) and num_nonnulls(number, issued_on, issued_by, issued_at) in (0, 4));
create trigger invoice_released_stays before update on invoice for each row when (old.state = 'released') execute function app.refuse('an invoice that was released is not issued any more');

alter table invoice_step drop constraint invoice_step_kind_check;
alter table invoice_step add constraint invoice_step_kind_check check (kind in ('applied', 'approved', 'rejected', 'withdrawn', 'listed', 'sent', 'issued', 'failed', 'reopened', 'released',
  'replaced', 'mailed', 'mailFailed', 'redAsked', 'redSent', 'redMoved', 'redIssued', 'lineReturned'));
