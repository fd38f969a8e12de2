import { pages } from '#/api/pages.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { canMoveEntity } from '#/domain/people/entity.ts'
import { leadsToAbnormalList, nextReminder, type ObligationKind, obligationsUntil } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import * as store from '#/server/people/entities/store.ts'
import * as duties from '#/server/people/entities/store-obligations.ts'
import { addStep } from '#/server/people/entities/store-steps.ts'
import { recheckBatches } from '#/server/people/operators/public.ts'
import { accountsOfOperator, holdersAt, sendNotification } from '#/server/services/messages/public.ts'

/** Days that a calendar covers; always includes the next quarter's declarations. */
const horizonDays = 130
const minCalendarDays = 100

async function extendCalendars(ctx: Context, rows: readonly duties.CalendarEntityRow[]): Promise<number> {
  const until = shiftDay(dayOf(ctx.now), horizonDays)
  for (const row of rows) {
    const feeStartDay = row.annual_fee_fen > 0 ? row.fee_from : null
    const plannedObligations = obligationsUntil(
      { from: row.calendar_from, taxKind: row.tax_kind, levy: row.levy, feeFrom: feeStartDay },
      until,
      workingCalendar,
    )
    if (await duties.insert(ctx, row, plannedObligations, until)) await updateAbnormalList(ctx, row.id)
  }
  return rows.length
}

/** Extends calendars that end too soon or were computed from other working days. Returns how many. */
export async function extendShortCalendars(ctx: Context, limit: number): Promise<number> {
  return extendCalendars(ctx, await duties.lockShortCalendars(ctx, shiftDay(dayOf(ctx.now), minCalendarDays), limit))
}

/** Writes one business's obligations from its current facts. */
export async function writeObligations(ctx: Context, entityId: number): Promise<void> {
  await extendCalendars(ctx, await duties.lockShortCalendars(ctx, '', 1, entityId))
}

/** Notifies an operator about the business. Returns the number of recipients. */
export async function notifyOperator(
  ctx: Context,
  entity: { readonly id: number; readonly operator_id: number },
  message:
    | { kind: 'entityMoved'; values: { name: string; state: string } }
    | { kind: 'obligationDue'; values: { name: string; kind: ObligationKind; period: string; day: string } }
    | { kind: 'entityAbnormal'; values: { name: string; count: number } },
): Promise<number> {
  const recipientIds = await accountsOfOperator(ctx, entity.operator_id)
  await sendNotification(ctx, { ...message, to: recipientIds, path: pages.index.path, refType: 'entity', refId: entity.id })
  return recipientIds.length
}

/** Moves a business between operating and abnormal, depending on its overdue obligations. */
export async function updateAbnormalList(ctx: Context, entityId: number): Promise<void> {
  const row = await store.lock(ctx, entityId)
  if (!row) return
  const overdueCount = (await duties.countOpenByKind(ctx, entityId))
    .filter((each) => leadsToAbnormalList(each.kind))
    .reduce((sum, each) => sum + each.overdue, 0)
  const move = overdueCount > 0 ? 'alarm' : 'cure'
  if (!canMoveEntity(row.state, move)) return
  const state = move === 'alarm' ? 'abnormal' : 'operating'
  await store.update(ctx, row.id, { state })
  await addStep(ctx, { entity: row, move, from: row.state, to: state })
  await recheckBatches(ctx, row.operator_id, null)
  if (move === 'alarm') await notifyOperator(ctx, row, { kind: 'entityAbnormal', values: { name: row.name, count: overdueCount } })
  else await notifyOperator(ctx, row, { kind: 'entityMoved', values: { name: row.name, state } })
  ctx.note({
    refType: 'entity',
    refId: row.id,
    centreId: row.centre_id,
    before: { state: row.state },
    after: { state },
    detail: { no: row.operator_code, name: row.name, overdue: overdueCount },
  })
}

/** Marks overdue obligations and re-evaluates their businesses. Returns how many. */
export async function markLateObligations(ctx: Context, limit: number): Promise<number> {
  const ids = await duties.lateEntityIds(ctx, limit)
  for (const id of ids) {
    await store.lock(ctx, id)
    await duties.markObligationsLate(ctx, id)
    await updateAbnormalList(ctx, id)
  }
  return ids.length
}

/** Notifies each centre's tax staff of the number of due reminders, in one message until they have read it. */
async function notifyCentres(ctx: Context): Promise<void> {
  for (const { centre_id: centreId, count } of await duties.countDueByCentre(ctx)) {
    const recipientIds = await holdersAt(ctx, centreId, 'taxCalendar', { alone: true })
    const messageTarget = { path: pages.taxCalendar.path, refType: 'centre', refId: centreId, unlessUnread: true }
    await sendNotification(ctx, { ...messageTarget, to: recipientIds, kind: 'obligationsDue', values: { count } })
  }
}

/** Reminds operators of due obligations. Returns the number of reminders. */
export async function remindOfDueObligations(ctx: Context, limit: number): Promise<number> {
  await notifyCentres(ctx)
  const rows = await duties.lockReminders(ctx, limit)
  for (const row of rows) {
    const day = nextReminder({ kind: row.kind, period: row.period, opensOn: row.opens_on, dueOn: row.due_on }, dayOf(ctx.now))
    await duties.setReminder(ctx, row.id, day)
    const values = { name: row.entity_name, kind: row.kind, period: row.period, day: row.due_on }
    await notifyOperator(ctx, { id: row.entity_id, operator_id: row.operator_id }, { kind: 'obligationDue', values })
  }
  return rows.length
}
