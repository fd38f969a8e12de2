import type { Modules } from '#/api/modules.ts'
import { entityRefusals } from '#/api/people/entities.texts.ts'
import { fen, formatYuan, parseYuan, plainYuan } from '#/domain/base/money.ts'
import { joinClauses } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { notifyOperator, updateAbnormalList, writeObligations } from '#/server/people/entities/calendar.ts'
import { entityResponse, expectPastDay, lockForUpdate, performStep, storeStepDocument } from '#/server/people/entities/moving.ts'
import { callerBlocker, describeCancelBlockers, settleProblem } from '#/server/people/entities/presentation.ts'
import * as store from '#/server/people/entities/store.ts'
import * as duties from '#/server/people/entities/store-obligations.ts'
import { addStep, type StepFact } from '#/server/people/entities/store-steps.ts'
import { recheckBatches, setLegalForm } from '#/server/people/operators/public.ts'
import { accountsOfOperator } from '#/server/services/messages/public.ts'

interface RequestedChanges {
  readonly name?: string | undefined
  readonly bizScope?: string | undefined
  readonly address?: string | undefined
  readonly industry?: string | undefined
}

function factChanges(row: store.EntityRow, requested: RequestedChanges): StepFact[] {
  const comparedFacts: readonly (readonly [string, string | null, string | undefined])[] = [
    ['name', row.name, requested.name],
    ['bizScope', row.biz_scope, requested.bizScope],
    ['address', row.address, requested.address],
    ['industry', row.industry, requested.industry],
  ]
  return comparedFacts.flatMap(([fact, before, after]) => (after === undefined || after === before ? [] : [{ fact, before: before ?? '', after }]))
}

/** Returns an obligation and locks its business. Refuses if it cannot be settled. */
async function lockObligation(ctx: Context, obligationId: number): Promise<{ row: duties.ObligationRow; entity: store.EntityRow }> {
  const seen = (await duties.find(ctx, obligationId)) ?? refuse(entityRefusals, 'obligationNotFound')
  const entity = (await store.lock(ctx, seen.entity_id)) ?? refuse(entityRefusals, 'obligationNotFound')
  // A concurrent request may have settled it before the lock.
  const row = (await duties.find(ctx, obligationId)) ?? refuse(entityRefusals, 'obligationNotFound')
  refuseIf(entityRefusals, settleProblem(ctx, row))
  return { row, entity }
}

function parseAmount(row: duties.ObligationRow, text: string | undefined): number | null {
  const amount = text === undefined ? null : parseYuan(text)
  if (row.kind === 'serviceFee' && row.amount_fen !== null && amount !== null && amount !== row.amount_fen)
    refuse(entityRefusals, 'feeAmount', { amount: formatYuan(fen(row.amount_fen)) })
  return amount
}

/** Operations on an operating business. */
export const bookkeepingOperations = {
  async change(ctx, { file, reason, ...requested }) {
    const storedRequest = requested.industry === undefined ? requested : { ...requested, industry: storedName(requested.industry, ctx.language) }
    const row = await lockForUpdate(ctx, storedRequest, 'change')
    const changedFacts = factChanges(row, storedRequest)
    if (changedFacts.length === 0) refuse(entityRefusals, 'nothingChanged')
    const { name, bizScope, address, industry } = storedRequest
    const patch = {
      ...(name !== undefined && { name }),
      ...(bizScope !== undefined && { biz_scope: bizScope }),
      ...(address !== undefined && { address }),
      ...(industry !== undefined && { industry }),
    }
    await performStep(ctx, row, 'change', { patch, facts: changedFacts, reason, file })
    // Payments compare the typed name with the name on the licence.
    if (name !== undefined) await recheckBatches(ctx, row.operator_id, null)
    return entityResponse(ctx, row.id)
  },

  async setFee(ctx, { fee, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'setFee')
    const amount = parseYuan(fee) ?? refuse(entityRefusals, 'sameFee')
    if (amount === row.annual_fee_fen) refuse(entityRefusals, 'sameFee')
    const facts = [{ fact: 'annualFee', before: plainYuan(fen(row.annual_fee_fen)), after: plainYuan(amount) }]
    await performStep(ctx, row, 'setFee', { patch: { annual_fee_fen: amount }, facts, reason })
    if (amount === 0) await duties.voidUnsettled(ctx, row.id, { kinds: ['serviceFee'], isEarly: false })
    else {
      await duties.setFee(ctx, row.id, amount)
      await writeObligations(ctx, row.id)
    }
    return entityResponse(ctx, row.id)
  },

  async settle(ctx, { obligationId, settledOn, receiptNo, amount, file }) {
    const { row, entity } = await lockObligation(ctx, obligationId)
    expectPastDay(ctx, settledOn)
    if (settledOn < row.opens_on) refuse(entityRefusals, 'settledBefore', { day: row.opens_on })
    const paidAmount = parseAmount(row, amount)
    const { fileId, sha256 } = await storeStepDocument(ctx, entity, file)
    await duties.settleObligation(ctx, row.id, { settledOn, receiptNo, fileId, amount: paidAmount })
    const year = Number(row.period.slice(0, 4))
    await store.update(ctx, entity.id, row.kind === 'annualReport' && year > (entity.annual_report_year ?? 0) ? { annual_report_year: year } : {})
    const facts = [{ fact: row.kind, before: row.period, after: settledOn }]
    await addStep(ctx, { entity, move: 'settle', from: entity.state, to: entity.state, reason: receiptNo, facts, papers: [{ kind: 'obligation', fileId }] })
    const detail = { no: entity.operator_code, name: entity.name, kind: row.kind, period: row.period, receiptNo, sha256 }
    ctx.note({ refType: 'entity', refId: entity.id, centreId: entity.centre_id, before: { state: row.state }, after: { state: 'done' }, detail })
    await updateAbnormalList(ctx, entity.id)
    return entityResponse(ctx, entity.id)
  },

  async remind(ctx, { obligationId }) {
    const { row, entity } = await lockObligation(ctx, obligationId)
    if ((await accountsOfOperator(ctx, entity.operator_id)).length === 0) refuse(entityRefusals, 'noRecipient')
    const isNew = await duties.recordReminder(ctx, row.id)
    if (!isNew) refuse(entityRefusals, 'remindedToday')
    const count = await notifyOperator(ctx, entity, {
      kind: 'obligationDue',
      values: { name: entity.name, kind: row.kind, period: row.period, day: row.due_on },
    })
    ctx.note({
      refType: 'entity',
      refId: entity.id,
      centreId: entity.centre_id,
      detail: { no: entity.operator_code, name: entity.name, kind: row.kind, period: row.period },
    })
    return { told: count }
  },

  async beginCancel(ctx, { reason, file, ...target }) {
    const seen = (await store.lock(ctx, target.entityId)) ?? refuse(entityRefusals, 'notFound')
    refuseIf(entityRefusals, callerBlocker(ctx))
    // For an abnormal business, all blockers are listed before other checks.
    const blockersOfCancel = seen.state === 'operating' || seen.state === 'abnormal' ? await describeCancelBlockers(ctx, seen) : []
    if (blockersOfCancel.length > 0)
      refuse(entityRefusals, 'blocked', {
        reasons: joinClauses(
          blockersOfCancel.map(({ text }) => text),
          ctx.language,
        ),
      })
    const row = await lockForUpdate(ctx, target, 'beginCancel')
    await performStep(ctx, row, 'beginCancel', { reason, file })
    await duties.voidUnsettled(ctx, row.id)
    await recheckBatches(ctx, row.operator_id, null)
    return entityResponse(ctx, row.id)
  },

  async finishCancel(ctx, { file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'finishCancel')
    await performStep(ctx, row, 'finishCancel', { file })
    await setLegalForm(ctx, row.operator_id, 1)
    return entityResponse(ctx, row.id)
  },
} satisfies Partial<Implementation<Modules['entities']>>
