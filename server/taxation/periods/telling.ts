import { pages } from '#/api/pages.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { holdersAt, send } from '#/server/services/messages/public.ts'
import { daysUntil, dueOf } from '#/server/taxation/periods/period.ts'
import * as store from '#/server/taxation/periods/store.ts'

const about = (row: Pick<store.PeriodRow, 'id'>) => ({ path: `${pages.taxListWtdz.path}?open=${row.id}`, refType: 'tax_declaration', refId: row.id }) as const

/** Notifies those who may confirm the period, except the person who closed it. */
export async function tellClosed(ctx: Context, row: store.PeriodRow): Promise<void> {
  const values = { month: row.month, centre: row.centre_name, name: row.closed_by_name ?? '' }
  const others = (await holdersAt(ctx, row.centre_id, 'tax:check', { mode: 2 })).filter((id) => id !== row.closed_by)
  await send(ctx, { to: others, kind: 'taxToConfirm', values, ...about(row) })
}

/** Opens periods for months without payments, which are declared too. */
export async function beginEmpty(ctx: Context): Promise<void> {
  const thisMonth = monthOf(ctx.now)
  await store.beginEmpty(ctx, shiftMonth(thisMonth, -3), shiftMonth(thisMonth, -1))
}

/**
 * Reminds the declarers of undeclared or unpaid months, at most once a day: on the 10th, the 13th, the due day and each
 * day after it.
 */
export async function remind(ctx: Context): Promise<void> {
  const today = dayOf(ctx.now)
  for (const row of await store.waitingFor(ctx, today.slice(0, 7), today)) {
    const dueOn = dueOf(row)
    const isDay = today === dueOn || ['10', '13'].includes(today.slice(8)) || today > dueOn
    if (!isDay) continue
    const left = daysUntil(dueOn, ctx.now)
    const values = { month: row.month, centre: row.centre_name, day: dueOn, days: Math.abs(left) }
    const kind = left < 0 ? ('taxOverdue' as const) : ('taxDue' as const)
    await send(ctx, { to: await holdersAt(ctx, row.centre_id, 'tax:edit', { mode: 2 }), kind, values, ...about(row) })
    await store.told(ctx, row.id, today)
  }
}
