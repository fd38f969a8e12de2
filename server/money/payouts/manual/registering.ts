import { payoutRefusals } from '#/api/money/payouts.texts.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { directionOf, type OfflineEntry, serialKey } from '#/domain/money/offline.ts'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import { keepFilesPermanently } from '#/server/kernel/files/store-files.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { type BankTransfer, registerTransfers, releaseUnconfirmed } from '#/server/money/ledger/public.ts'
import type { ChannelResponse } from '#/server/money/payouts/channels/channel.ts'
import { openResponseException, splitOnFailure } from '#/server/money/payouts/dispatch/responses.ts'
import { applySteps, type LineStep } from '#/server/money/payouts/dispatch/results.ts'
import { openReturnException } from '#/server/money/payouts/dispatch/returns.ts'
import * as store from '#/server/money/payouts/manual/store-offline.ts'
import { addReports } from '#/server/money/payouts/manual/store-reports.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'

/** The page of reported results that wait for a second person. */
export const reportsPath = `${pages.zfPtListpt.path}?tab=reports`

/** The result of one line, with the users who registered and confirmed it. */
export interface RegisteredResult {
  readonly entry: OfflineEntry
  readonly line: store.LineWithSuccess
  readonly by: number
  readonly at: Date
  readonly confirmedBy: number | null
}

/**
 * Returns the batch if it was sent to a manual channel. Refuses users of units, who must not declare their own
 * payments.
 */
export async function requireOfflineBatch(ctx: Context, id: number): Promise<store.OfflineBatch> {
  const batch = (await store.findBatch(ctx, id)) ?? refuse(payoutRefusals, 'batchNotFound')
  if (ctx.actor.usertype !== userType.platform && ctx.actor.usertype !== userType.centre) refuse(payoutRefusals, 'notOfCentre')
  if (!channelKinds[batch.channel_kind].isManual || batch.paid_at === null) refuse(payoutRefusals, 'notOffline')
  return batch
}

/** Returns the batch for registering results. Refuses users who took part in making it (INV-10). */
export async function requireBatchOfOthers(ctx: Context, id: number): Promise<store.OfflineBatch> {
  const batch = await requireOfflineBatch(ctx, id)
  return batch.is_own_work ? refuse(payoutRefusals, 'ownWork') : batch
}

function stepOf(batch: store.OfflineBatch, entry: OfflineEntry, line: store.LineWithSuccess): LineStep {
  const { result: to, serial, reason, happenedAt } = entry
  if (to === 'success') return { line, to, reference: serial, paidAt: happenedAt }
  if (to === 'failed') return { line, to, code: 'offline_failed', reason, reference: serial }
  return { line, to, code: 'returned', reason, notifyId: `OF${batch.channel_id}:${serialKey(serial)}` }
}

/** Opens an exception for a result that cannot be booked, as for a channel's answer. Returns whether it opened one. */
function openResultException(ctx: Context, batch: store.OfflineBatch, entry: OfflineEntry, line: store.LineWithSuccess, error: unknown): Promise<boolean> {
  const { result, serial, reason, net: amount } = entry
  const { request_no: requestNo } = line
  if (result === 'returned')
    return openReturnException(ctx, batch.channel_id, { kind: 'return', notifyId: `OF-${serialKey(serial)}`, requestNo, amount, reason }, error)
  const answer: ChannelResponse =
    result === 'success' ? { requestNo, kind: 'success', amount, reference: serial } : { requestNo, kind: 'failed', code: 'offline_failed', reason }
  return openResponseException(ctx, batch.channel_id, answer, 'register', error)
}

const slipOf = ({ entry, line }: Pick<RegisteredResult, 'entry' | 'line'>): store.SlipRow => ({
  attempt_id: line.attempt_id,
  line_id: line.id,
  result: entry.result,
  serial: entry.serial,
  happened_at: entry.happenedAt,
  reason: entry.result === 'success' ? '' : entry.reason,
  file_id: entry.slip?.fileId ?? null,
  file_name: entry.slip?.name ?? '',
})

/** Claims the bank references of results, except of failed payments, which moved no money. */
async function claimReferences(ctx: Context, batch: store.OfflineBatch, results: readonly RegisteredResult[], isBooked: boolean): Promise<void> {
  const transfers = results.flatMap(({ entry, line }): BankTransfer[] => {
    const direction = directionOf(entry.result)
    const { serial, net: amount } = entry
    return direction === null
      ? []
      : [{ centreId: batch.centre_id, direction, serial, amount, use: 'payout_slip', id: line.attempt_id, no: line.no, isBooked, paidOn: null }]
  })
  await registerTransfers(ctx, transfers)
}

/** Stores results as slips and applies them like a channel's answers. The caller has locked and checked the lines. */
export async function settleSlips(ctx: Context, batch: store.OfflineBatch, results: readonly RegisteredResult[]): Promise<void> {
  if (results.length === 0) return
  const slips = results.map((result) => ({ ...slipOf(result), registered_by: result.by, registered_at: result.at, confirmed_by: result.confirmedBy }))
  await store.addSlips(ctx, batch, slips)
  // The report of a return has claimed its reference. Reconciliation may have booked the movement since.
  const returnedAttempts = results.flatMap(({ entry, line }) => (entry.result === 'returned' ? [line.attempt_id] : []))
  await releaseUnconfirmed(ctx, 'payout_slip', returnedAttempts, 'in')
  await claimReferences(ctx, batch, results, true)
  await ctx.widen('lines paid by hand', () =>
    splitOnFailure(
      results,
      (some) =>
        ctx.part(async () => {
          const steps = some.map(({ entry, line }) => stepOf(batch, entry, line))
          await applySteps(ctx, steps, 'register')
          return []
        }),
      async ({ entry, line }, error) => {
        if (await openResultException(ctx, batch, entry, line, error)) return []
        throw error
      },
    ),
  )
}

/**
 * Applies the results of paid lines. Failed and returned lines become reports for another person to confirm. Returns
 * the number of reports. The caller has locked and checked the lines.
 */
export async function registerResults(
  ctx: Context,
  batch: store.OfflineBatch,
  entries: readonly OfflineEntry[],
  lines: readonly store.LineWithSuccess[],
): Promise<number> {
  const lineById = new Map(lines.map((line) => [line.id, line]))
  const results = entries.flatMap((entry): RegisteredResult[] => {
    const line = lineById.get(entry.lineId)
    return line ? [{ entry, line, by: ctx.actor.userId, at: ctx.now, confirmedBy: null }] : []
  })
  await keepFilesPermanently(ctx.db, [...new Set(entries.flatMap((entry) => entry.slip?.fileId ?? []))])
  const paidResults = results.filter(({ entry }) => entry.result === 'success')
  const reportedResults = results.filter(({ entry }) => entry.result !== 'success')
  await addReports(
    ctx,
    batch,
    reportedResults.map((each) => ({ ...slipOf(each), amount: each.line.net_fen })),
  )
  await claimReferences(ctx, batch, reportedResults, false)
  await settleSlips(ctx, batch, paidResults)
  if (reportedResults.length > 0) {
    const people = (await holdersAt(ctx, batch.centre_id, 'zf:offline', { mode: batch.mode })).filter((id) => id !== ctx.actor.userId)
    const values = { no: batch.no, count: reportedResults.length, name: ctx.actor.name }
    await sendNotification(ctx, { to: people, kind: 'payoutReported', values, path: reportsPath, refType: 'batch', refId: batch.id })
  }
  return reportedResults.length
}
