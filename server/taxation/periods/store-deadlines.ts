import { type Expression, type SqlBool, sql } from 'kysely'
import { monthOf } from '#/domain/base/period.ts'
import type { PeriodState } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type DeclaredReturns, declaredReturnColumns, paidWithholdingColumns, type ReturnColumn } from '#/server/taxation/periods/store-returns.ts'

/** The facts that determine the deadline of a period. */
export interface DeadlineColumns extends Row<'tax_declaration', 'month' | 'due_on' | 'state'> {
  state: PeriodState
  /** Number of returned payments that no edition has declared yet. */
  to_correct: number
  /** When the correction of a declared month became necessary. Meaningful only for a month to correct. */
  correct_since: Date | null
}

const declaredStates = sql`('declared', 'correcting', 'paid', 'certified', 'archived')`
const fromUndeclaredReturns = sql`from tax_adjustment back where back.centre_id = period.centre_id and back.period = period.month and back.mode = 2
  and back.kind = 'uncounted' and back.edition is null`

/** The computed columns of `DeadlineColumns`, for a row `period` of `tax_declaration`. */
export const correctionColumns = sql`(select count(*)::int ${fromUndeclaredReturns} and period.state <> 'open') as to_correct,
  case when period.state in ${declaredStates} then coalesce(
    (select min(back.at) from tax_adjustment back where back.centre_id = period.centre_id and back.period = period.month and back.mode = 2 and back.kind = 'uncounted'
      and (back.edition is null or (period.state = 'correcting' and back.edition = period.edition))),
    (select max(step.at) from tax_step step where step.declaration_id = period.id and step.kind = 'correcting')) end as correct_since`

/** Whether a declared `period` has returned payments that no edition has declared yet. */
const hasUndeclaredReturns = sql`(period.state in ${declaredStates} and exists (select ${fromUndeclaredReturns}))`

/** Whether a `period` has ended and is not declared, not paid, or needs a correction. */
export const isOutstanding = (thisMonth: string) =>
  sql<SqlBool>`(period.month < ${thisMonth} and (period.state in ('open', 'closing', 'closed', 'confirmed', 'declared', 'correcting') or ${hasUndeclaredReturns}))`

export interface ReturnRow
  extends DeadlineColumns,
    DeclaredReturns,
    Row<'tax_declaration', 'id' | 'centre_id' | 'edition' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | Exclude<ReturnColumn, 'withholding_gross_fen'>> {
  centre_name: string
  paid_vat_fen: number
  paid_surcharge_fen: number
  paid_iit_fen: number
  paid_withholding_vat_fen: number
  paid_withholding_surcharge_fen: number
}

const paidSumColumn = (kind: string) => sql`coalesce(sum(amount_fen) filter (where kind = ${sql.lit(kind)}), 0)::bigint as ${sql.ref(`paid_${kind}_fen`)}`

function selectReturns(ctx: Context, where: Expression<SqlBool>) {
  return sql<ReturnRow>`select period.id, period.centre_id, period.month, period.state, period.edition, period.due_on::text as due_on, period.vat_fen, period.surcharge_fen,
      period.iit_fen, period.agent_people, period.withholding_people, period.withholding_vat_fen, period.withholding_surcharge_fen,
      centre.name as centre_name, paid.*, ${correctionColumns}, ${declaredReturnColumns}
    from tax_declaration period join centre on centre.id = period.centre_id
      left join lateral (select ${paidSumColumn('vat')}, ${paidSumColumn('surcharge')}, ${paidSumColumn('iit')}, ${paidWithholdingColumns} from tax_payment where declaration_id = period.id) paid on true
    where ${where} and ${inScope({ ...ctx.scope, unitIds: [] }, 'period', { mode: true })} order by period.month, period.id`.execute(ctx.db)
}

/** Returns the ended months in scope that are not declared, not paid or need a correction, earliest first. */
export async function listOutstandingMonths(ctx: Context): Promise<ReturnRow[]> {
  return (await selectReturns(ctx, isOutstanding(monthOf(ctx.now)))).rows
}

/** Returns the months in scope since a month, and all earlier ones that are not finished. */
export async function monthsSince(ctx: Context, month: string): Promise<ReturnRow[]> {
  return (await selectReturns(ctx, sql<SqlBool>`(period.month >= ${month} or ${isOutstanding(monthOf(ctx.now))})`)).rows
}

/** A declared month with returned payments of which no message was sent. */
export interface UnnotifiedRow extends DeadlineColumns, Row<'tax_declaration', 'id' | 'centre_id'> {
  centre_name: string
}

/** Locks and returns the declared months of all centres with payments returned after their last message. */
export async function unnotifiedCorrections(ctx: Context): Promise<UnnotifiedRow[]> {
  return ctx.rows<UnnotifiedRow>`select period.id, period.centre_id, period.month, period.state, period.due_on::text as due_on, centre.name as centre_name,
      ${correctionColumns}
    from tax_declaration period join centre on centre.id = period.centre_id
    where period.state in ${declaredStates} and exists (select ${fromUndeclaredReturns} and back.at > coalesce(period.correction_told_at, '-infinity'))
    order by period.id for no key update of period`
}
