import type { Modules } from '#/api/modules.ts'
import { batchActions, paymentRefusals } from '#/api/money/payments.texts.ts'
import { atLeast, fen, formatYuan, subtract, ZERO } from '#/domain/base/money.ts'
import { reconItemNumber } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { refuseOtherPlace } from '#/server/kernel/session/other-place.ts'
import { balances, batchMovements } from '#/server/money/ledger/public.ts'
import { checkBatchFacts, issuesFor, recountResentLines } from '#/server/money/lines/public.ts'
import { evidenceOperations } from '#/server/money/payments/evidence.ts'
import { batchesFileName, batchesForExport } from '#/server/money/payments/export.ts'
import { haltOperations } from '#/server/money/payments/halting.ts'
import {
  applyMove,
  approveBatch,
  batchTax,
  expectDuty,
  expectPayoutsOpen,
  expectWithinLimits,
  factIssuesOf,
  lockForUpdate,
  mayHaveChanged,
  passCheck,
  recalculateForPayment,
  refuseErrors,
  releaseReservedMoney,
  reloadBatch,
  sendBack,
  submitBatch,
  withdrawBatch,
} from '#/server/money/payments/lifecycle.ts'
import { batchBlocker, presentBatch } from '#/server/money/payments/presentation.ts'
import { resendOperations } from '#/server/money/payments/resending.ts'
import { reviewOperations } from '#/server/money/payments/review.ts'
import { expectOpenChannel, orderRefusal, startBatch } from '#/server/money/payments/starting.ts'
import * as store from '#/server/money/payments/store.ts'
import { lockDebts } from '#/server/money/payments/store-debts.ts'
import { differencesOf } from '#/server/money/payments/store-differences.ts'
import * as evidence from '#/server/money/payments/store-evidence.ts'
import { payeeChanges } from '#/server/money/payments/store-review.ts'
import * as terms from '#/server/money/payments/store-terms.ts'
import { matchesKeyword } from '#/server/money/payments/store-words.ts'
import { dispatchJob, queueBatch } from '#/server/money/payouts/public.ts'

/** The search for the user's next batch reads this many pending ones. */
const nextSearchLimit = 100

async function requireBatch(ctx: Context, id: number): Promise<store.BatchRow> {
  return (await store.find(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
}

async function presentReloadedBatch(ctx: Context, id: number) {
  return presentBatch(ctx, await reloadBatch(ctx, id))
}

/** Replaces the keyword of a list filter by its condition. */
async function withKeywordCondition<T extends { keyword?: string | undefined }>(ctx: Context, { keyword, ...filter }: T) {
  return { ...filter, keywordCondition: keyword ? await matchesKeyword(ctx, keyword) : undefined }
}

export const payments: Implementation<Modules['payments']> = {
  ...reviewOperations,
  ...resendOperations,
  ...haltOperations,
  ...evidenceOperations,

  async list(ctx, { page, size, after, before, sort, isWhole, ...requested }) {
    const filter = await withKeywordCondition(ctx, requested)
    const [{ rows, next }, { count, sums }] = await Promise.all([
      store.list(ctx, filter, { page, size, after, before, sort }),
      store.totals(ctx, filter, isWhole),
    ])
    const concern = store.concernOf(filter)
    const concernedCost = (cost: number | null) => (concern === null ? null : fen(cost ?? 0))
    const totals = sums && {
      gross: fen(sums.gross),
      tax: fen(sums.tax),
      fee: fen(sums.fee),
      net: fen(sums.net),
      cost: fen(sums.cost),
      concerned: concernedCost(sums.concerned),
    }
    const differenceByBatch = await differencesOf(ctx, concern === 'differing' ? rows.map((row) => row.id) : [])
    const differenceOfBatch = (id: number) => {
      const batchDifference = differenceByBatch.get(id)
      return batchDifference ? { ...batchDifference, no: reconItemNumber(batchDifference.id) } : null
    }
    const batches = rows.map((row) => ({ ...presentBatch(ctx, row), concerned: concernedCost(row.concerned_fen), difference: differenceOfBatch(row.id) }))
    return { rows: batches, count, next, concern, totals }
  },

  async get(ctx, { id }) {
    const batch = (await store.find(ctx, id)) ?? (await refuseOtherPlace(ctx, 'payment_batch', id))
    return presentBatch(ctx, batch ?? refuse(paymentRefusals, 'notFound'))
  },

  async counts(ctx, requested) {
    return store.tabCounts(ctx, await withKeywordCondition(ctx, requested))
  },

  async export(ctx, { sort, ...requested }) {
    const read = async () => batchesForExport(ctx, await withKeywordCondition(ctx, requested), requested, sort)
    const { fileId } = await storeExport(ctx, requested, read, {}, { name: batchesFileName(ctx) })
    return { fileId }
  },

  async next(ctx, { id, duty }) {
    const waitingFilter = { states: [duty === 'check' ? ('checking' as const) : ('auditing' as const)], short: duty === 'audit' ? ('no' as const) : undefined }
    const findFirstAfter = async (after?: number) => {
      const { rows } = await store.list(ctx, waitingFilter, { page: 1, size: nextSearchLimit, sort: 'oldest', after })
      return rows.find((row) => row.id !== id && batchBlocker(ctx, row, duty) === null)
    }
    const row = (await findFirstAfter(id)) ?? (await findFirstAfter())
    return { next: row ? { id: row.id, no: row.no } : null }
  },

  async choices(ctx) {
    const orders = await terms.ordersOf(ctx)
    return {
      orders: orders.map((order) => {
        const problem = orderRefusal(ctx, order)
        return {
          ...fieldsOf(order, 'id', 'no', 'title', 'mode', 'unit_name', 'centre_id', 'centre_name', 'contract_no'),
          ...fieldsOf(order, 'valid_to'),
          problem: problem && translate(paymentRefusals[problem], ctx.language),
        }
      }),
    }
  },

  async create(ctx, { orderId, amountBasis, remark }) {
    const order = (await terms.ordersOf(ctx, orderId))[0] ?? refuse(paymentRefusals, 'orderUnusable')
    refuseIf(paymentRefusals, orderRefusal(ctx, order))
    return presentReloadedBatch(ctx, await startBatch(ctx, order, { amountBasis, remark, retryOfBatchId: null }))
  },

  async trial(ctx, { id }) {
    const batch = await requireBatch(ctx, id)
    const balance = await balances(ctx, { centreId: batch.centre_id, mode: batch.mode, unitId: batch.unit_id })
    const cost = fen(batch.cost_fen)
    const { evidenceRequired, evidenceLimit, evidenceCount } = await checkBatchFacts(ctx, batch, { gross: fen(batch.gross_fen), cost })
    const comparison = await evidence.compareWithPrevious(ctx, batch)
    const watchedLines = await evidence.linesWithWarnings(ctx, batch, ['W206', 'W303', 'W304', 'W307'])
    const changes = await ctx.widen('people of a batch', () => payeeChanges(ctx, batch))
    const count = await store.countPayable(ctx, batch)
    const availableAfterPayment = batch.is_frozen ? balance.available : subtract(balance.available, cost)
    return {
      totals: {
        ...fieldsOf(batch, 'gross_fen', 'vat_fen', 'surcharge_fen', 'iit_fen'),
        tax: batchTax(batch),
        fee: fen(batch.fee_fen),
        net: fen(batch.net_fen),
        cost,
      },
      lineCount: count,
      available: balance.available,
      frozen: balance.frozen,
      availableAfter: availableAfterPayment,
      shortBy: atLeast(subtract(ZERO, availableAfterPayment), ZERO),
      watch: watchedLines.map(({ id: lineId, seq, name, issue }) => {
        const [seen = issue] = issuesFor(ctx, [issue])
        return { lineId, seq, name, issue: { ...seen, values: { ...seen.values } } }
      }),
      compared: {
        previousNo: comparison.previous_no,
        newPayees: changes.new_payees,
        changedCards: changes.changed_cards,
        changedAmounts: comparison.changed_amounts,
        grossBefore: comparison.gross_before === null ? null : fen(comparison.gross_before),
      },
      evidenceRequired,
      evidenceLimit,
      evidenceCount,
      policyVersion: batch.policy_version ?? '',
    }
  },

  async submit(ctx, { acknowledgement, ...target }) {
    const batch = await lockForUpdate(ctx, target, 'submit')
    await submitBatch(ctx, batch, acknowledgement)
    return presentReloadedBatch(ctx, batch.id)
  },

  async withdraw(ctx, target) {
    const batch = await lockForUpdate(ctx, target, 'withdraw')
    await withdrawBatch(ctx, batch)
    return presentReloadedBatch(ctx, batch.id)
  },

  async check(ctx, { approve: isWellFormed, reason, ...target }) {
    const batch = await lockForUpdate(ctx, target, 'check')
    if (isWellFormed) await passCheck(ctx, batch)
    else {
      if (reason.length < 2) refuse(paymentRefusals, 'reasonNeeded')
      await sendBack(ctx, batch, reason)
    }
    return presentReloadedBatch(ctx, batch.id)
  },

  async audit(ctx, { approve: isWellFormed, reason, checklist, ...target }) {
    const batch = await lockForUpdate(ctx, target, 'audit')
    if (isWellFormed) {
      if (!checklist || !Object.values(checklist).every(Boolean)) refuse(paymentRefusals, 'checklistNeeded')
      await approveBatch(ctx, batch, checklist, reason)
    } else {
      if (reason.length < 2) refuse(paymentRefusals, 'reasonNeeded')
      await sendBack(ctx, batch, reason)
    }
    return presentReloadedBatch(ctx, batch.id)
  },

  pay: {
    ready: (ctx, target) => expectDuty(ctx, target, 'pay'),

    async run(ctx, { lineCount, net, tax, fee, cost, ...target }) {
      const [, batch] = await Promise.all([lockDebts(ctx, target.id), lockForUpdate(ctx, target, 'pay')])
      // Independent statements are sent together, and their answers are judged in this order.
      const [count, issues, isOutdated, channel] = await Promise.all([
        store.countPayable(ctx, batch),
        factIssuesOf(ctx, batch),
        mayHaveChanged(ctx, batch),
        terms.findUsableChannel(ctx, batch),
      ])
      const isUnchanged = count === lineCount && batch.net_fen === net && batchTax(batch) === tax && batch.fee_fen === fee && batch.cost_fen === cost
      if (!isUnchanged) refuse(paymentRefusals, 'shownOtherwise', { count, cost: formatYuan(fen(batch.cost_fen)) })
      refuseErrors(issues)
      const currentBatch = isOutdated ? await recalculateForPayment(ctx, batch) : batch
      if (currentBatch === null) return presentReloadedBatch(ctx, batch.id)
      // Channels may have been closed, or changed in the terms, since the creation of the batch.
      const channelId = expectOpenChannel(channel)
      const change = { state: 'paying', payer_id: ctx.actor.userId, paid_at: ctx.now, channel_id: channelId } as const
      await Promise.all([
        expectPayoutsOpen(ctx, currentBatch, channelId),
        applyMove(ctx, currentBatch, change, { lines: count, cost, channelId }),
        queueBatch(ctx, { ...currentBatch, channel_id: channelId }),
        // Sent last: it locks the unit, whose other payments then wait until this transaction ends.
        expectWithinLimits(ctx, currentBatch),
      ])
      const [paidBatch] = await Promise.all([presentReloadedBatch(ctx, batch.id), ctx.enqueue(dispatchJob, {})])
      return paidBatch
    },
  },

  async cancel(ctx, { reason, ...target }) {
    const batch = await lockForUpdate(ctx, target, 'cancel')
    await releaseReservedMoney(ctx, batch, reason)
    await applyMove(ctx, batch, { state: 'cancelled', state_reason: reason, is_frozen: false, is_insufficient: false }, { reason })
    await recountResentLines(ctx, batch.id)
    return presentReloadedBatch(ctx, batch.id)
  },

  async history(ctx, { id }) {
    await requireBatch(ctx, id)
    const rows = await evidence.batchHistory(ctx, id)
    return rows.map(({ at, user_name, detail: { edits = [], unlisted = 0, ...detail }, ...row }) => {
      const action = batchActions[row.action]
      return { at: at.toISOString(), action: action ? translate(action, ctx.language) : row.action, userName: user_name ?? '', detail, edits, unlisted }
    })
  },

  async money(ctx, { id }) {
    const batch = await requireBatch(ctx, id)
    const [movements, names] = await Promise.all([batchMovements(ctx, batch), evidence.lineNames(ctx, batch)])
    return movements.map((row) => ({
      ...fieldsOf(row, 'journal_id', 'at', 'kind', 'ref_no', 'memo'),
      available: fen(row.available),
      frozen: fen(row.frozen),
      availableAfter: row.available_after === null ? null : fen(row.available_after),
      frozenAfter: row.frozen_after === null ? null : fen(row.frozen_after),
      lineName: row.ref_type === 'line' ? (names.get(row.ref_id) ?? null) : null,
    }))
  },
}
