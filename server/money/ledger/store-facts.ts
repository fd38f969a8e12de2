import { sql } from 'kysely'
import type { Invariant, Offender } from '#/server/money/ledger/invariants.ts'

/** Facts of the bank that move money were brought by one person and confirmed by another. */
export const bankFacts: Invariant = {
  name: 'INV-64',
  title: 'another person than its importer confirmed a credit, and another than its reporter a failed or returned manual payment',
  broken: sql<Offender>`select 'top-up ' || topup.no as id from topup join bank_credit credit on credit.id = topup.bank_credit_id
      where topup.state = 'confirmed' and credit.imported_by = topup.decided_by and not exists (select from channel
        join recon_row row on row.channel_id = channel.id and row.source = 'bank' and row.serial = credit.serial and row.direction = 'in' and row.amount_fen = credit.amount_fen
        join recon_file file on file.id = row.file_id and file.added_by is distinct from topup.decided_by
        where channel.centre_id = credit.centre_id)
    union all select 'slip ' || serial from payout_slip where result <> 'success' and confirmed_by = registered_by
    union all select 'report ' || report.serial from payout_report report where report.state = 'confirmed' and not exists (select from payout_slip slip
      where slip.attempt_id = report.attempt_id and slip.result = report.result and slip.registered_by = report.reported_by and slip.confirmed_by = report.decided_by)`,
}

/** Duties of roles were given by two people. Accounts may hold a role from before it was widened. */
export const duties: Invariant = {
  name: 'INV-66',
  title: 'two people gave every duty of a role, and decided on every change of duties',
  broken: sql<Offender>`select 'role ' || held.role_id || ' ' || held.permission as id from role_permission held join role on role.id = held.role_id
      where app.carries_duty(held.permission) and not held.permission = any (role.duties)
    union all select 'role ' || id || ' by ' || decided_by from guarded_change where kind in ('role', 'app_user') and state = 'effective' and decided_by = proposed_by`,
}

/** Two people handed accounts to appellants, and resumed payments that a payee had objected to. */
export const appeals: Invariant = {
  name: 'INV-70',
  title: 'two people handed over each account after an appeal, and resumed each disputed payment',
  broken: sql<Offender>`select 'appeal ' || id as id from registration_appeal where state = 'handed' and coalesce(upheld_by = resolved_by, upheld_reason = '')
    union all select 'objection ' || id from identity_dispute where state = 'kept' and coalesce(kept_by = resolved_by, kept_reason = '')`,
}
