-- compatible with 0072_vat_credits.sql
-- The first day of a fee plan version moves only by its approval, and only to a later day.

create trigger fee_plan_version_day_agreed before update of effective_from on fee_plan_version for each row
  when (
    app.is_program() and new.effective_from <> old.effective_from
    and (old.state <> 'pending' or new.state <> 'approved' or new.effective_from < old.effective_from)
  )
  execute function app.refuse('only the approval of a version moves its first day, and only to a later one');
