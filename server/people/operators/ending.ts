import { pages } from '#/api/pages.ts'
import type { OperatorKind } from '#/api/people/operators.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { isIdExpired, paperNoticeDays } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import { markEnding } from '#/server/people/operators/store-particulars.ts'
import { holdersAt, sendNotification, sendToOperators } from '#/server/services/messages/public.ts'

const pathByKind: Readonly<Record<OperatorKind, string>> = { platform: pages.userYzPtList.path, ordinary: pages.userYzList.path }

/**
 * Notifies people whose ID ends within thirty days, and again once it has ended.
 * The centre's operator staff get one message for each list of such people until they have read it. Returns the number
 * of IDs.
 */
export async function notifyEndingDocuments(ctx: Context, limit: number): Promise<number> {
  const today = dayOf(ctx.now)
  const rows = await markEnding(ctx, { today, until: shiftDay(today, paperNoticeDays), days: paperNoticeDays }, limit)
  const stateOf = (day: string) => (isIdExpired(day, today) ? 'over' : 'soon')
  await sendToOperators(
    ctx,
    'paperEnding',
    rows.map(({ id, centre_id: centreId, valid_to: day }) => ({
      operatorId: id,
      centreId,
      values: { day },
      path: pages.index.path,
      refType: 'operator',
      refId: id,
    })),
  )
  for (const [centreId, ownRows] of Map.groupBy(rows, (row) => row.centre_id)) {
    const recipients = await holdersAt(ctx, centreId, 'yz:edit', { alone: true })
    const rowsByPath = Map.groupBy(ownRows, (row) => `${pathByKind[row.kind as OperatorKind]}?paper=${stateOf(row.valid_to)}`)
    for (const [path, { length: count }] of rowsByPath)
      await sendNotification(ctx, { to: recipients, kind: 'papersEnding', values: { count }, path, refType: 'centre', refId: centreId, unlessUnread: true })
  }
  return rows.length
}
