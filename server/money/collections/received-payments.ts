import type { Modules } from '#/api/modules.ts'
import { collectionRefusals } from '#/api/money/collections.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { SettlementSteps } from '#/domain/money/settlement.ts'
import { surchargeRelief } from '#/domain/money/surcharge-relief.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { presentObjection } from '#/server/money/collections/objections.ts'
import { receivedForExport } from '#/server/money/collections/sheet.ts'
import { objectionsOfLine } from '#/server/money/collections/store-objections.ts'
import * as store from '#/server/money/collections/store-received.ts'
import { policyByVersion } from '#/server/money/tax/public.ts'

function callerOperatorId(ctx: Context): number {
  return ctx.actor.operatorId ?? refuse(collectionRefusals, 'paymentNotFound')
}

function presentPayment(row: store.ReceivedRow) {
  const state = store.receivedState(row.state)
  return {
    ...fieldsOf(row, 'id', 'no', 'unit_name', 'centre_name', 'mode', 'service', 'gross_fen', 'tax_fen'),
    fee: fen(row.fee_operator_fen),
    net: fen(row.net_fen),
    state,
    arrivedAt: state === 'arrived' || state === 'returned' ? (row.finished_at?.toISOString() ?? null) : null,
    cardTail: row.card_tail,
    taxState: row.tax_state,
    invoice: row.invoice_state,
    claimNo: row.claim_no ?? '',
    hasReceipt: row.has_receipt,
    objection: row.objection_id === null || row.objection_state === null ? null : { objectionId: row.objection_id, state: row.objection_state },
  }
}

const moneyFields = ({ gross, tax, fee, net }: { gross: number; tax: number; fee: number; net: number }) => ({
  gross: fen(gross),
  tax: fen(tax),
  fee: fen(fee),
  net: fen(net),
})

/** The caller's operator id, or 0, which matches no payment. */
const payeeId = (ctx: Context) => ctx.actor.operatorId ?? 0

export const receivedOperations = {
  async received(ctx, { page, size, after, before, isWhole, ...filter }) {
    const operatorId = payeeId(ctx)
    const [{ rows, next }, { count, sums }] = await Promise.all([
      store.list(ctx, operatorId, filter, { page, size, after, before }),
      store.totals(ctx, operatorId, filter, isWhole),
    ])
    const periodStarts = store.currentPeriodStarts(ctx.now)
    const [year, month] = [await store.sumsSince(ctx, operatorId, periodStarts.year), await store.sumsSince(ctx, operatorId, periodStarts.month)]
    return {
      rows: rows.map(presentPayment),
      count,
      next,
      totals: sums && moneyFields(sums),
      year: { ...moneyFields(year), count: year.count },
      month: { ...moneyFields(month), count: month.count },
    }
  },

  async exportReceived(ctx, filter) {
    const operatorId = payeeId(ctx)
    const { fileId } = await storeExport(ctx, filter, () => receivedForExport(ctx, operatorId, filter))
    return { fileId }
  },

  async payment(ctx, { lineId }) {
    const row = (await store.find(ctx, callerOperatorId(ctx), lineId)) ?? refuse(collectionRefusals, 'paymentNotFound')
    const steps = row.calculation as Record<string, unknown> | null
    const policy = steps && (await policyByVersion(ctx, String(steps.policy)))
    return {
      payment: presentPayment(row),
      ...fieldsOf(row, 'vat_fen', 'surcharge_fen', 'iit_fen'),
      policyVersion: steps ? String(steps.policy) : '',
      calculation: steps && { ...steps, relief: policy && surchargeRelief(steps as unknown as SettlementSteps, policy.params.surcharge, true) },
      objections: (await objectionsOfLine(ctx, lineId)).map((objection) => presentObjection(ctx, objection)),
    }
  },
} satisfies Pick<Implementation<Modules['collections']>, 'received' | 'exportReceived' | 'payment'>
