import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { type OrderPaperKind, orderStateAfter } from '#/domain/agreements/order.ts'
import { type Fen, fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import { lockForUpdate, orderResponse, recordOrderStep, requireOrder, withLockedOrder } from '#/server/agreements/orders/locking.ts'
import { orderBlocker, orderStateOf } from '#/server/agreements/orders/presentation.ts'
import * as store from '#/server/agreements/orders/store.ts'
import * as papers from '#/server/agreements/orders/store-papers.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { fingerprintOf, storeDocument } from '#/server/services/files/public.ts'

type PaperInput = { readonly kind: OrderPaperKind; readonly period?: string | undefined; readonly amount?: string | undefined }

/**
 * Validates and returns the period and amount of a work list or acceptance; null for a deliverable, which has neither.
 */
async function validatePeriodAndAmount(
  ctx: Context,
  row: store.OrderRow,
  { kind, period, amount }: PaperInput,
): Promise<{ period: string | null; amount: Fen | null }> {
  if (kind === 'deliverable') return { period: null, amount: null }
  if (ctx.actor.operatorId !== null) refuse(orderRefusals, 'noRight')
  if (kind === 'list' && row.kind !== 'framework') refuse(orderRefusals, 'onlyFramework')
  const enteredAmount = parseYuan(amount ?? '')
  if (period === undefined || enteredAmount === null || enteredAmount <= 0) return refuse(orderRefusals, 'periodNeeded')
  if (kind === 'acceptance') {
    const acceptedTotal = (await papers.countsOf(ctx, row.id)).accepted + enteredAmount
    if (acceptedTotal > row.budget_fen)
      refuse(orderRefusals, 'acceptedOverBudget', { amount: formatYuan(fen(acceptedTotal)), budget: formatYuan(fen(row.budget_fen)) })
  }
  return { period, amount: enteredAmount }
}

/** The documents of an order: deliverables, lists and acceptances. */
export const orderPapers: Pick<Implementation<Modules['orders']>, 'papers' | 'addPaper' | 'removePaper'> = {
  async papers(ctx, { id, ...page }) {
    const order = await requireOrder(ctx, id)
    const { rows, count } = await store.withOperatorScope(ctx, () => papers.list(ctx, order, page))
    return {
      rows: rows.map((row) => {
        const problem = row.removed_at === null ? orderBlocker(ctx, order, 'removePaper') : 'paperUnknown'
        return {
          id: row.id,
          kind: row.kind,
          no: row.no ?? '',
          period: row.period ?? '',
          amount: row.amount_fen === null ? null : fen(row.amount_fen),
          note: row.note,
          explanation: row.explanation,
          fileId: row.file_id,
          name: row.name,
          size: row.size_bytes,
          by: row.created_name,
          at: row.created_at.toISOString(),
          alsoIn: row.also_in,
          removed: row.removed_at && { by: row.removed_name ?? '', at: row.removed_at.toISOString(), reason: row.remove_reason },
          mayRemove: blockerText(ctx, orderRefusals, problem),
        }
      }),
      count,
    }
  },

  async addPaper(ctx, { kind, file, note, explanation, ...given }) {
    const row = await lockForUpdate(ctx, given, kind === 'acceptance' ? 'accept' : 'addPaper')
    const periodAndAmount = await validatePeriodAndAmount(ctx, row, { kind, ...given })
    const fileOwner = { purpose: 'order', unitId: row.unit_id, centreId: row.centre_id, operatorId: ctx.actor.operatorId }
    const { fileId, sha256, mediaType } = await storeDocument(ctx, { upload: file, kinds: ['pdf', 'xlsx'], pictures: true, ...fileOwner })
    const fingerprint = mediaType.startsWith('image/') ? await ctx.outside('fingerprint', file.bytes, () => fingerprintOf(file.bytes)) : null
    // Operators must not learn of other orders. The people who accept the work see which orders have the same document.
    const duplicateOrders = ctx.actor.operatorId === null ? await papers.ordersWithSameDocument(ctx, row, { sha256, fingerprint }) : []
    if (duplicateOrders.length > 0 && explanation.length < 2) refuse(orderRefusals, 'duplicate', { orders: duplicateOrders })
    const no = kind === 'acceptance' ? await nextNumber(ctx, 'YS', row.centre_id) : null
    const newState = kind === 'acceptance' ? orderStateAfter(orderStateOf(row), 'accept') : row.state
    await withLockedOrder(ctx, async () => {
      await papers.insert(ctx, row, { kind, no, ...periodAndAmount, note, explanation, fileId, sha256, fingerprint })
      await store.update(ctx, row.id, { state: newState })
    })
    const detail = { kind, acceptance: no, file: file.filename, sha256, ...periodAndAmount, alsoIn: duplicateOrders, explanation }
    recordOrderStep(ctx, row, { ...(newState !== row.state && { before: { state: row.state }, after: { state: newState } }), detail })
    return orderResponse(ctx, row.id)
  },

  async removePaper(ctx, { orderPaperId, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'removePaper')
    const paper = (await withLockedOrder(ctx, () => papers.find(ctx, row.id, orderPaperId))) ?? refuse(orderRefusals, 'paperUnknown')
    if (paper.kind === 'acceptance') {
      refuseIf(orderRefusals, orderBlocker(ctx, row, 'accept'))
    }
    await withLockedOrder(ctx, async () => {
      await papers.remove(ctx, paper.id, reason)
      await store.update(ctx, row.id, {})
    })
    recordOrderStep(ctx, row, { detail: { kind: paper.kind, acceptance: paper.no, sha256: paper.sha256, reason } })
    return orderResponse(ctx, row.id)
  },
}
