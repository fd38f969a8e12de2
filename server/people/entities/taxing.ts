import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { entityRefusals } from '#/api/people/entities.texts.ts'
import { parsePercent, ppm } from '#/domain/base/money.ts'
import { dayOf, lastMonthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { writeObligations } from '#/server/people/entities/calendar.ts'
import { levyRateSet } from '#/server/people/entities/events.ts'
import { entityResponse, lockForUpdate, newFacts, performStep, storeStepDocument } from '#/server/people/entities/moving.ts'
import { decideProblem, taxChangeFacts, withdrawProblem } from '#/server/people/entities/presentation.ts'
import * as store from '#/server/people/entities/store.ts'
import * as changes from '#/server/people/entities/store-changes.ts'
import * as levies from '#/server/people/entities/store-levy.ts'
import * as duties from '#/server/people/entities/store-obligations.ts'
import { recheckBatches } from '#/server/people/operators/public.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

/** Days ahead that a rate may start. */
const maxLevyDaysAhead = 366

const declarationKinds = ['vat', 'incomeTax', 'incomeAnnual'] as const

/**
 * Returns the current VAT period of the other kind of taxpayer if the business had obligations in it before today: the
 * quarter of a general taxpayer, the month of a small-scale one. The business still declares its earlier sales for it.
 */
function begunVatPeriod(ctx: Context, row: store.EntityRow, taxKind: changes.TaxChangeRow['tax_kind']): string | null {
  const today = dayOf(ctx.now)
  const quarter = quarterOf(today)
  const isGeneral = (taxKind ?? row.tax_kind) === 'general'
  const firstDay = isGeneral ? monthStart(shiftMonth(lastMonthOf(quarter), -2)) : monthStart(today.slice(0, 7))
  if (firstDay >= today || row.calendar_from === null || row.calendar_from >= today) return null
  return isGeneral ? quarter : today.slice(0, 7)
}

async function expectNonePending(ctx: Context, row: store.EntityRow): Promise<void> {
  if ((await changes.pendingChanges(ctx, [row.id])).length > 0) refuse(entityRefusals, 'taxPending')
}

type NewChange = Omit<Parameters<typeof changes.insertChange>[2], 'file_id'>

/** Stores a change with its document. It takes effect when another person confirms it. */
async function enterChange(ctx: Context, row: store.EntityRow, change: NewChange, file: Parameters<typeof storeStepDocument>[2]) {
  const { fileId, sha256 } = await storeStepDocument(ctx, row, file)
  const taxChange = await changes.insertChange(ctx, row, { ...change, file_id: fileId })
  await store.update(ctx, row.id, {})
  const entered = (await changes.findChange(ctx, taxChange)) ?? refuse(entityRefusals, 'changeNotFound')
  const requested = Object.fromEntries(taxChangeFacts(row, entered).map(({ fact, after }) => [fact, after]))
  ctx.note({
    refType: 'entity',
    refId: row.id,
    centreId: row.centre_id,
    detail: { no: row.operator_code, name: row.name, ...requested, reason: change.reason, sha256, taxChange },
  })
  return entityResponse(ctx, row.id)
}

/** Locks the business of a pending change and returns both. */
async function lockChange(ctx: Context, id: number): Promise<{ row: store.EntityRow; change: changes.TaxChangeRow }> {
  const seen = (await changes.findChange(ctx, id)) ?? refuse(entityRefusals, 'changeNotFound')
  const row = (await store.lock(ctx, seen.entity_id)) ?? refuse(entityRefusals, 'changeNotFound')
  // A concurrent request may have decided it before the lock.
  return { row, change: (await changes.findChange(ctx, id)) ?? refuse(entityRefusals, 'changeNotFound') }
}

/** Sets the kind of taxpayer or the levy method, and writes the obligations again. */
async function applyTaxation(ctx: Context, row: store.EntityRow, { tax_kind: taxKind, levy }: changes.TaxChangeRow): Promise<void> {
  const keptVatPeriod = begunVatPeriod(ctx, row, taxKind)
  await store.update(ctx, row.id, { ...(taxKind && { tax_kind: taxKind }), ...(levy && { levy }), calendar_from: dayOf(ctx.now) })
  await duties.voidUnsettled(ctx, row.id, { kinds: declarationKinds, isEarly: true, keptVatPeriod })
  await writeObligations(ctx, row.id)
}

/** Applies a confirmed change, and rechecks the batches of the payee. */
async function applyChange(ctx: Context, entityId: number, change: changes.TaxChangeRow): Promise<void> {
  const target = (await store.find(ctx, entityId)) ?? refuse(entityRefusals, 'notFound')
  const row = await lockForUpdate(ctx, { entityId, version: target.version }, change.move)
  const facts = [...taxChangeFacts(row, change), ...newFacts({ enteredBy: change.maker })]
  if (!facts.some(({ before, after, fact }) => before !== after && fact !== 'enteredBy')) refuse(entityRefusals, 'nothingChanged')
  if (change.move === 'setLevy' && row.levy !== 'deemed') refuse(entityRefusals, 'notDeemed')
  await performStep(ctx, row, change.move, { facts, reason: change.reason, storedFileId: change.file_id })
  if (change.rate_ppm !== null && change.valid_from !== null) {
    await levies.addRate(ctx, row, {
      ratePpm: change.rate_ppm,
      from: change.valid_from,
      documentNo: change.document_no,
      fileId: change.file_id,
      changeId: change.id,
    })
    await ctx.publish(levyRateSet, { entityId: row.id, from: change.valid_from })
  } else await applyTaxation(ctx, row, change)
  await recheckBatches(ctx, row.operator_id, null)
}

/** Changes of the taxation of an operating business. One person enters each, another confirms it. */
export const taxOperations = {
  async changeTax(ctx, { taxKind, levy, reason, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'changeTax')
    await expectNonePending(ctx, row)
    const taxKindChange = taxKind === undefined || taxKind === row.tax_kind ? null : taxKind
    const levyChange = levy === undefined || levy === row.levy ? null : levy
    if (taxKindChange === null && levyChange === null) refuse(entityRefusals, 'nothingChanged')
    return enterChange(ctx, row, { move: 'changeTax', tax_kind: taxKindChange, levy: levyChange, reason }, file)
  },

  async setLevy(ctx, { rate, from, documentNo, reason, file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'setLevy')
    await expectNonePending(ctx, row)
    if (row.levy !== 'deemed') refuse(entityRefusals, 'notDeemed')
    if (row.taxed_on !== null && from < row.taxed_on) refuse(entityRefusals, 'beforeTax')
    if (from > shiftDay(dayOf(ctx.now), maxLevyDaysAhead)) refuse(entityRefusals, 'levyTooLate')
    const before = ppm(await levies.levyRateOnDay(ctx, row.id, from))
    const after = parsePercent(rate) ?? refuse(entityRefusals, 'sameLevy')
    if (after === before) refuse(entityRefusals, 'sameLevy')
    return enterChange(ctx, row, { move: 'setLevy', rate_ppm: after, valid_from: from, document_no: documentNo, reason }, file)
  },

  async decideTax(ctx, { taxChangeId, isConfirmed, answer }) {
    const { row, change } = await lockChange(ctx, taxChangeId)
    refuseIf(entityRefusals, decideProblem(ctx, change))
    if (!isConfirmed && answer.length < 2) refuse(entityRefusals, 'answerNeeded')
    await changes.closeChange(ctx, change.id, isConfirmed ? 'confirmed' : 'rejected', answer)
    await notifyProposer(ctx, {
      ...{ subject: 'taxation', proposedBy: change.created_by, name: row.name, isApproved: isConfirmed, reason: answer },
      ...{ path: `${pages.userYzList.path}?view=entities&open=${row.id}`, refType: 'entity', refId: row.id },
    })
    if (isConfirmed) await applyChange(ctx, row.id, change)
    else {
      await store.update(ctx, row.id, {})
      const detail = { no: row.operator_code, name: row.name, taxChange: change.id, enteredBy: change.maker, reason: answer }
      ctx.note({ refType: 'entity', refId: row.id, centreId: row.centre_id, before: { state: 'pending' }, after: { state: 'rejected' }, detail })
    }
    return entityResponse(ctx, row.id)
  },

  async withdrawTax(ctx, { taxChangeId }) {
    const { row, change } = await lockChange(ctx, taxChangeId)
    refuseIf(entityRefusals, withdrawProblem(ctx, change))
    await changes.closeChange(ctx, change.id, 'withdrawn', '')
    await store.update(ctx, row.id, {})
    ctx.note({ refType: 'entity', refId: row.id, centreId: row.centre_id, detail: { no: row.operator_code, name: row.name, taxChange: change.id } })
    return entityResponse(ctx, row.id)
  },
} satisfies Partial<Implementation<Modules['entities']>>
