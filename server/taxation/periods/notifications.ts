import { pages } from '#/api/pages.ts'
import { type Fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'
import { daysUntil, deadlineOf } from '#/server/taxation/periods/deadlines.ts'
import * as store from '#/server/taxation/periods/store.ts'
import { unnotifiedCorrections } from '#/server/taxation/periods/store-deadlines.ts'

const periodReference = (row: Pick<store.PeriodRow, 'id'>) =>
  ({ path: `${pages.taxListWtdz.path}?open=${row.id}`, refType: 'tax_declaration', refId: row.id }) as const

/** Notifies users who may confirm the period, except the one who closed it. */
export async function notifyOfClosing(ctx: Context, row: store.PeriodRow): Promise<void> {
  const values = { month: row.month, centre: row.centre_name, name: row.closed_by_name ?? '' }
  const otherCheckers = (await holdersAt(ctx, row.centre_id, 'tax:check', { mode: 2 })).filter((id) => id !== row.closed_by)
  await sendNotification(ctx, { to: otherCheckers, kind: 'taxToConfirm', values, ...periodReference(row) })
}

/** Sends a message about a payment or reversal that waits for a second person to the users who may confirm it. */
export async function notifyPayment(ctx: Context, row: store.PeriodRow, { amount, isReversal }: { amount: Fen; isReversal: boolean }): Promise<void> {
  const values = { month: row.month, centre: row.centre_name, amount: formatYuan(amount), isReversal: isReversal ? 'yes' : 'no' } as const
  await sendNotification(ctx, {
    to: await holdersAt(ctx, row.centre_id, 'tax:check', { mode: 2 }),
    kind: 'taxPaymentToConfirm',
    values,
    ...periodReference(row),
  })
}

/** Creates periods for months without payments, which must be declared too. */
export async function createEmptyPeriods(ctx: Context): Promise<void> {
  const thisMonth = monthOf(ctx.now)
  await store.createEmptyMonths(ctx, shiftMonth(thisMonth, -3), shiftMonth(thisMonth, -1))
}

/**
 * Sends the users who declare a message about each declared month that needs a correction because of returned payments,
 * and another one after further returns.
 */
export async function notifyCorrections(ctx: Context): Promise<void> {
  for (const row of await unnotifiedCorrections(ctx)) {
    const values = { month: row.month, centre: row.centre_name, count: row.to_correct, day: deadlineOf(row, ctx.now)?.day ?? '' }
    await sendNotification(ctx, { to: await holdersAt(ctx, row.centre_id, 'tax:edit', { mode: 2 }), kind: 'correctionNeeded', values, ...periodReference(row) })
    await store.recordCorrectionNotice(ctx, row.id)
  }
}

/**
 * Reminds the users who declare of months to declare, pay or correct: on the 10th, the 13th, the due day and each later
 * day, once a day.
 */
export async function sendFilingReminders(ctx: Context): Promise<void> {
  const today = dayOf(ctx.now)
  for (const row of await store.periodsToRemind(ctx, today.slice(0, 7), today)) {
    const deadline = deadlineOf(row, ctx.now)
    if (deadline === null) continue
    const { day, step } = deadline
    const isReminderDay = today === day || ['10', '13'].includes(today.slice(8)) || today > day
    if (!isReminderDay) continue
    const remainingDays = daysUntil(day, ctx.now)
    const values = { month: row.month, centre: row.centre_name, day, days: Math.abs(remainingDays) }
    const kind = remainingDays < 0 ? (step === 'correct' ? 'correctionOverdue' : 'taxOverdue') : step === 'correct' ? 'correctionDue' : 'taxDue'
    await sendNotification(ctx, { to: await holdersAt(ctx, row.centre_id, 'tax:edit', { mode: 2 }), kind, values, ...periodReference(row) })
    await store.recordReminder(ctx, row.id, today)
  }
}
