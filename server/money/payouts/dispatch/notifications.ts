import { pages } from '#/api/pages.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { LineState } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { LineStep } from '#/server/money/payouts/dispatch/results.ts'
import * as tallies from '#/server/money/payouts/store-tallies.ts'
import { holdersAt, holdersInUnit, queueTextNotice, sendNotification, sendToOperators } from '#/server/services/messages/public.ts'

const kinds = [
  ['success', 'moneyArrived'],
  ['failed', 'moneyFailed'],
  ['returned', 'moneyReturned'],
] as const satisfies readonly (readonly [LineState, string])[]

/**
 * Notifies operators of the results of their payments, with a fixed number of statements. Only the unit learns why
 * a payment failed.
 */
export async function notifyPayees(ctx: Context, steps: readonly LineStep[]): Promise<void> {
  const reportedSteps = steps.filter(({ line, to }) => line.operator_id !== null && line.state !== to && kinds.some(([state]) => state === to))
  if (reportedSteps.length === 0) return
  const namesByBatch = await tallies.batchNamesOf(ctx, [...new Set(reportedSteps.map(({ line }) => line.batch_id))])
  for (const [state, kind] of kinds)
    await sendToOperators(
      ctx,
      kind,
      reportedSteps.flatMap(({ line, to }) => {
        if (to !== state || line.operator_id === null) return []
        const values = { no: line.no, unit: namesByBatch.get(line.batch_id)?.unit ?? '', amount: formatYuan(fen(line.net_fen)) }
        return [{ operatorId: line.operator_id, centreId: line.centre_id, values, path: pages.dashboard.path, refType: 'line', refId: line.id }]
      }),
    )
}

/**
 * Notifies unit and centre of held lines of a batch. Sends no second message while the first is unread, because lines
 * are held in several rounds.
 */
export async function notifyOfHeldLines(ctx: Context, steps: readonly LineStep[]): Promise<void> {
  const heldLines = steps.filter(({ line, to }) => to === 'held' && line.state !== 'held').map(({ line }) => line)
  const namesByBatch = heldLines.length === 0 ? null : await tallies.batchNamesOf(ctx, [...new Set(heldLines.map((line) => line.batch_id))])
  for (const [batchId, { no }] of namesByBatch ?? []) {
    const line = heldLines.find((each) => each.batch_id === batchId)
    if (!line) continue
    const to = [...(await holdersInUnit(ctx, line.unit_id, 'zf:retry')), ...(await holdersAt(ctx, line.centre_id, 'zf:retry', { mode: line.mode }))]
    const message = { kind: 'batchHeld', values: { no } } as const
    const isNew = await sendNotification(ctx, { ...message, to, path: `/zf/batch/${batchId}`, refType: 'batch', refId: batchId, unlessUnread: true })
    if (isNew) await queueTextNotice(ctx, { unitId: line.unit_id, centreId: line.centre_id, mode: line.mode }, message)
  }
}
