import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { missingYear } from '#/domain/base/working-days.ts'
import { lawWarnedSince } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/working-calendar.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { placeless, type Sum } from '#/server/services/tasks/store.ts'

/** Counts policies that others prepared, and withdrawals that others requested. */
export async function policiesToPublish(ctx: Context): Promise<Sum[]> {
  const { userId } = ctx.actor
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tax_draft
    where (state = 'draft' and preview ->> 'digest' = digest and examples ->> 'digest' = digest and ${userId} <> all (hands))
      or (state = 'published' and leave_by <> ${userId})`.execute(ctx.db)
  return placeless(rows[0]?.count ?? 0)
}

/** Counts calendar years that others prepared. */
export async function yearsToPublish(ctx: Context): Promise<Sum[]> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from calendar_year where state = 'draft' and ${ctx.actor.userId} <> all (hands)`.execute(ctx.db)
  return placeless(rows[0]?.count ?? 0)
}

/** Returns whether the holidays of a year are missing that should be known by now. */
export const calendarMissing = (ctx: Context): Sum[] => placeless(missingYear(workingCalendar.years, dayOf(ctx.now)) === null ? 0 : 1)

/** Returns whether the last tax policy ends within weeks or has ended. */
export async function policyMissing(ctx: Context): Promise<Sum[]> {
  const { rows } = await sql<Row<'tax_policy', 'effective_to'>>`select effective_to::text as effective_to from tax_policy
    where code = 'CN' and (effective_to is null or effective_to >= effective_from) order by effective_from desc limit 1`.execute(ctx.db)
  return placeless(lawWarnedSince(rows[0]?.effective_to ?? null, dayOf(ctx.now)) === null ? 0 : 1)
}
