import { dayOf } from '#/domain/base/period.ts'
import type { ObligationKind } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { updateAbnormalList } from '#/server/people/entities/calendar.ts'
import * as store from '#/server/people/entities/store.ts'
import * as duties from '#/server/people/entities/store-obligations.ts'
import { addStep } from '#/server/people/entities/store-steps.ts'

export { levyRateSet } from '#/server/people/entities/events.ts'
export { countLateObligations } from '#/server/people/entities/pending.ts'
export { applicationNo, invoiceDues } from '#/server/people/entities/questions.ts'
export {
  businessesMatching,
  businessesOf,
  businessesWithCodes,
  businessesWithIds,
  businessFacts,
  clearedAt,
  countOpenObligations,
  generalDays,
  generalSince,
  generalTimes,
  levyAt,
  operatingBusinesses,
  taxKindSpans,
} from '#/server/people/entities/store-fragments.ts'

interface BusinessOwner {
  readonly operatorId: number
  readonly centreId: number
  readonly applicationId: number
}

const entityReference = (id: number, { operatorId, centreId }: BusinessOwner) => ({ id, operator_id: operatorId, centre_id: centreId })

/** Records an operator's existing business with its licence; it is operating, and its calendar starts today. */
export async function adoptEntity(
  ctx: Context,
  owner: BusinessOwner,
  facts: { readonly name: string; readonly creditCode: string; readonly licenceFileId: string | null },
): Promise<void> {
  const ownerRow = { id: owner.operatorId, centreId: owner.centreId }
  const id = await store.insertLicensed(ctx, ownerRow, { ...facts, from: dayOf(ctx.now), applicationId: owner.applicationId })
  const papers = facts.licenceFileId === null ? [] : [{ kind: 'licence' as const, fileId: facts.licenceFileId }]
  await addStep(ctx, { entity: entityReference(id, owner), move: 'adopt', from: null, to: 'operating', papers })
  ctx.note({ refType: 'entity', refId: id, centreId: owner.centreId, after: { state: 'operating' }, detail: { name: facts.name } })
}

/** Drafts the business that an operator applied for, with the pictures of the application. */
export async function draftEntity(ctx: Context, owner: BusinessOwner, sheet: Omit<store.EntitySheet, 'form'>, proofIds: readonly string[]): Promise<void> {
  const id = await store.insert(ctx, { id: owner.operatorId, centreId: owner.centreId }, { ...sheet, form: 'individual' }, owner.applicationId)
  const papers = proofIds.map((fileId) => ({ kind: 'proof' as const, fileId }))
  await addStep(ctx, { entity: entityReference(id, owner), move: 'begin', from: null, to: 'editing', papers })
  ctx.note({ refType: 'entity', refId: id, centreId: owner.centreId, after: { state: 'editing' }, detail: { name: sheet.names[0] ?? '' } })
}

/** Settles the matching calendar obligation of a declaration, if it is still open. */
export async function settleDeclaredObligation(
  ctx: Context,
  entityId: number,
  declared: { readonly kind: ObligationKind; readonly period: string; readonly on: string; readonly receiptNo: string; readonly fileId: string },
): Promise<void> {
  const entity = await store.lock(ctx, entityId)
  if (!entity) return
  const { kind, period, on, receiptNo, fileId } = declared
  const openObligation = (await duties.obligationsOfEntities(ctx, [entityId])).find((obligation) => obligation.kind === kind && obligation.period === period)
  if (openObligation && (openObligation.state === 'open' || openObligation.state === 'overdue')) {
    await duties.settleObligation(ctx, openObligation.id, { settledOn: on, receiptNo, fileId, amount: null })
    const facts = [{ fact: kind, before: period, after: on }]
    await addStep(ctx, { entity, move: 'settle', from: entity.state, to: entity.state, reason: receiptNo, facts, papers: [{ kind: 'obligation', fileId }] })
  }
  const year = Number(period.slice(0, 4))
  if (kind === 'annualReport' && year > (entity.annual_report_year ?? 0)) await store.update(ctx, entityId, { annual_report_year: year })
  await updateAbnormalList(ctx, entityId)
}
