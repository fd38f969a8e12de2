import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { ledgerRefusals } from '#/api/money/ledger.texts.ts'
import { prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { refundRefusals } from '#/api/money/refunds.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen, formatYuan, negate, parseYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { balances, postAdjustment } from '#/server/money/ledger/public.ts'
import { notifyLowBalance } from '#/server/money/prepayments/low-balance.ts'
import { adjustmentsPath, historyPath, notifyManagers, notifyUnit } from '#/server/money/prepayments/notifications.ts'
import { requirePlace } from '#/server/money/prepayments/place.ts'
import { hasSetting } from '#/server/money/prepayments/store.ts'
import * as store from '#/server/money/prepayments/store-adjustments.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type Input<O extends keyof Modules['prepayments']> = z.output<Modules['prepayments'][O]['input']>

function presentAdjustment(ctx: Context, row: store.AdjustmentRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'unit_id', 'unit_name', 'mode', 'amount_fen', 'reason'),
    // Units cannot see the centre's documents.
    fileId: ctx.actor.usertype === userType.unit ? null : row.file_id,
    state: row.state,
    answer: row.answer,
    proposedBy: row.proposer,
    proposedAt: row.proposed_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    isMine: row.proposed_by === ctx.actor.userId,
    version: row.version,
  }
}

const referenceTo = (row: store.AdjustmentRow) => ({ path: adjustmentsPath, refType: 'adjustment', refId: row.id }) as const
const amountText = (row: store.AdjustmentRow) => formatYuan(fen(row.amount_fen))

async function lockForUpdate(ctx: Context, target: { adjustmentId: number; version: number }): Promise<store.AdjustmentRow> {
  const row = (await store.lock(ctx, target.adjustmentId)) ?? refuse(refundRefusals, 'adjustmentNotFound')
  if (row.state !== 'proposed') refuse(refundRefusals, 'adjustmentState')
  if (row.version !== target.version) refuse(refundRefusals, 'adjustmentChanged')
  return row
}

async function endAdjustment(ctx: Context, row: store.AdjustmentRow, state: Parameters<typeof store.endProposal>[2], reason = '') {
  await store.endProposal(ctx, row.id, state, reason)
  const detail = { no: row.no, from: row.state, to: state, amount: row.amount_fen, reason: reason || row.reason }
  ctx.note({ refType: 'adjustment', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail })
  return presentAdjustment(ctx, (await store.find(ctx, row.id)) ?? refuse(refundRefusals, 'adjustmentNotFound'))
}

async function propose(ctx: Context, { unitId, mode, direction, amount, reason, file }: Input<'proposeAdjustment'>) {
  const { centreId } = requirePlace(ctx)
  const value = parseYuan(amount) ?? refuse(refundRefusals, 'badRefundAmount')
  if (value <= 0) refuse(refundRefusals, 'badRefundAmount')
  if (!(await hasSetting(ctx, { unitId, centreId, mode }))) refuse(prepaymentRefusals, 'noAccount')
  const { available } = await balances(ctx, { unitId, centreId, mode })
  if (direction === 'less' && available < value) refuse(ledgerRefusals, 'insufficient', { need: formatYuan(value), available: formatYuan(available) })
  const { fileId } = await storeDocument(ctx, { upload: file, pictures: true, purpose: 'adjustment', centreId })
  const no = await nextNumber(ctx, 'TZ', centreId)
  const id = await store.insert(ctx, { no, centreId, unitId, mode, amount: direction === 'more' ? value : negate(value), reason, fileId })
  ctx.note({ refType: 'adjustment', refId: id, unitId, centreId, detail: { no, direction, amount: value, reason } })
  const row = (await store.find(ctx, id)) ?? refuse(refundRefusals, 'adjustmentNotFound')
  const values = { no, unit: row.unit_name, amount: amountText(row), name: ctx.actor.name }
  await notifyManagers(ctx, row, 'adjustment:check', { kind: 'adjustmentToCheck', values, ...referenceTo(row) })
  return presentAdjustment(ctx, row)
}

async function decide(ctx: Context, { approve, reason, ...target }: Input<'decideAdjustment'>) {
  const row = await lockForUpdate(ctx, target)
  if (row.proposed_by === ctx.actor.userId) refuse(refundRefusals, 'ownAdjustment')
  if (!approve && reason.length < 2) refuse(refundRefusals, 'reasonNeeded')
  const answer = await endAdjustment(ctx, row, approve ? 'approved' : 'rejected', reason)
  if (!approve) {
    await sendNotification(ctx, {
      to: [row.proposed_by],
      kind: 'adjustmentRejected',
      values: { no: row.no, name: ctx.actor.name, reason },
      ...referenceTo(row),
    })
    return answer
  }
  const funds = { unitId: row.unit_id, centreId: row.centre_id, mode: row.mode }
  await postAdjustment(ctx, { id: row.id, no: row.no, ...funds, amount: fen(row.amount_fen) }, row.reason)
  const values = { no: row.no, amount: amountText(row), reason: row.reason }
  await notifyUnit(ctx, row, null, { kind: 'adjustmentBooked', values, ...referenceTo(row), path: historyPath })
  await notifyLowBalance(ctx, funds, -row.amount_fen)
  return answer
}

type AdjustmentOperation = 'adjustments' | 'proposeAdjustment' | 'decideAdjustment' | 'withdrawAdjustment'

export const adjustmentOperations = {
  async adjustments(ctx, { states, isForMe, ...turn }) {
    const { rows, count, next } = await store.list(ctx, { states, isForMe }, turn)
    return { rows: rows.map((row) => presentAdjustment(ctx, row)), count, next }
  },

  proposeAdjustment: propose,

  decideAdjustment: decide,

  async withdrawAdjustment(ctx, target) {
    const row = await lockForUpdate(ctx, target)
    if (row.proposed_by !== ctx.actor.userId) refuse(refundRefusals, 'notYourAdjustment')
    return endAdjustment(ctx, row, 'withdrawn')
  },
} satisfies Pick<Implementation<Modules['prepayments']>, AdjustmentOperation>
