import { filingFaultNames, filingRefusals } from '#/api/taxation/businessfilings.texts.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { dayOf, dueDay } from '#/domain/base/period.ts'
import { daysOfPeriod, type FilingFault, type FilingKind, filingDueRules, filingFaults, policyDayOf, severityOf } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type ComputedFigures, computeFigures } from '#/server/taxation/businessfilings/figures.ts'
import { clearanceDayOf, declaredSales, ownSales, recordFilingStep } from '#/server/taxation/businessfilings/filing.ts'
import { markOutdated } from '#/server/taxation/businessfilings/outdated.ts'
import type { EnteredFigures } from '#/server/taxation/businessfilings/quarters.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import * as facts from '#/server/taxation/businessfilings/store-facts.ts'
import { receiptsOf } from '#/server/taxation/businessfilings/store-receipts.ts'
import { invoiceParts } from '#/server/taxation/businessinvoices/public.ts'

/** A centre's period of one kind of filing. */
export interface FilingPeriod {
  readonly centreId: number
  readonly kind: FilingKind
  readonly period: string
}

const chunkSize = 1000

/**
 * Creates or updates the open filings of a period with current figures. Closed ones stay unchanged. Returns the number
 * of open filings.
 */
export async function generateFilings(ctx: Context, { centreId, kind, period }: FilingPeriod): Promise<number> {
  const businesses = await facts.businessesToFile(ctx, centreId, kind, period, policyDayOf(period))
  const dueOn = dueDay(filingDueRules[kind], period, workingCalendar)
  const newFilings = businesses
    .filter((business) => business.filing_id === null)
    .map((business) => ({ entity_id: business.id, operator_id: business.operator_id }))
  await store.insertFilings(ctx, newFilings, { centreId, kind, period, dueOn })
  await store.storeEnds(ctx, businesses, { kind, period })
  const filingIdByBusiness = await store.openIds(ctx, centreId, kind, period)
  for (let from = 0; from < businesses.length; from += chunkSize) {
    const computedRows = await computeFigures(ctx, { kind, period }, businesses.slice(from, from + chunkSize))
    const rows = computedRows.flatMap(({ business, figures }) => {
      const filing_id = filingIdByBusiness.get(business.id)
      return filing_id === undefined ? [] : [{ ...figures, filing_id, edition: 1, centre_id: centreId, operator_id: business.operator_id }]
    })
    await store.storeFigures(ctx, rows)
  }
  return filingIdByBusiness.size
}

/**
 * A kind of fault with the first businesses affected. A general taxpayer has no filing here, so its filing id is null.
 */
export interface FilingCheckFault {
  readonly kind: FilingFault
  readonly weight: 'block' | 'doubt' | 'note'
  readonly count: number
  readonly filings: { readonly id: number | null; readonly name: string }[]
}

const maxListedFilings = 20

const faultTests: Readonly<Record<Exclude<FilingFault, 'general' | 'invoicedMore' | 'earlierOpen' | 'unusedCredit'>, (row: store.FilingRow) => boolean>> = {
  noCode: (row) => !row.credit_code,
  negative: (row) => declaredSales(row) < 0,
  noRate: (row) => (row.kind === 'incomeTax' || row.kind === 'incomeAnnual') && row.basis === '',
  noCosts: (row) => row.basis === 'books' && row.cost_fen === null,
  unconfirmed: (row) => !row.is_confirmed,
  near: (row) => row.level === 'near',
  reached: (row) => row.level === 'reached',
}

/** Returns the filings whose business issued invoices, here and elsewhere, for more than its sales of the period. */
async function filingsInvoicedMore(ctx: Context, { kind, period }: FilingPeriod, rows: readonly store.FilingRow[]): Promise<store.FilingRow[]> {
  if (kind !== 'vat' || rows.length === 0) return []
  const { from, to } = daysOfPeriod(period)
  const parts = await invoiceParts(
    ctx,
    rows.map((row) => row.entity_id),
    from,
    to,
  )
  const ownByBusiness = Map.groupBy(
    parts.filter((part) => part.quarter === period && part.paidQuarter === period),
    (part) => part.entityId,
  )
  const issuedBy = (row: store.FilingRow) => (ownByBusiness.get(row.entity_id) ?? []).reduce((all, part) => all + part.amount, 0)
  return rows.filter((row) => Math.max(issuedBy(row), 0) + row.entered_invoiced_fen > Math.max(ownSales(row), 0))
}

/** Locks the open filings that can be closed: all of a past period, and those of deregistered businesses of a running one. */
async function lockClosable(ctx: Context, { centreId, kind, period }: FilingPeriod): Promise<store.FilingRow[]> {
  const rows = await store.lockFilingsOfPeriod(ctx, centreId, kind, period, 'open')
  return dayOf(ctx.now) < daysOfPeriod(period).to ? rows.filter((row) => clearanceDayOf(row) !== null) : rows
}

/** Returns all faults, for review before a period is closed. */
export async function checkFilings(ctx: Context, place: FilingPeriod): Promise<{ open: number; faults: FilingCheckFault[] }> {
  const { centreId, kind, period } = place
  const closableRows = await lockClosable(ctx, place)
  const rows = closableRows.length > 0 ? closableRows : await store.lockFilingsOfPeriod(ctx, centreId, kind, period, 'open')
  const generalPayers = kind === 'annualReport' ? [] : await facts.generalTaxpayers(ctx, centreId, kind, period)
  const invoicedMore = await filingsInvoicedMore(ctx, { centreId, kind, period }, rows)
  const earlierQuarters = await facts.earlierOpenQuarters(
    ctx,
    rows.map((row) => row.id),
  )
  const peopleOf = (fault: FilingFault): FilingCheckFault['filings'] => {
    if (fault === 'general') return generalPayers.map(({ name }) => ({ id: null, name }))
    if (fault === 'earlierOpen') return earlierQuarters.map((quarter) => ({ id: quarter.id, name: `${quarter.name} ${quarter.period}` }))
    if (fault === 'unusedCredit')
      return rows.filter((row) => row.is_credit_unused).map((row) => ({ id: row.id, name: `${row.name} ${formatYuan(fen(row.credit_after_fen))}` }))
    return (fault === 'invoicedMore' ? invoicedMore : rows.filter(faultTests[fault])).map(({ id, name }) => ({ id, name }))
  }
  const faults = filingFaults.flatMap((fault): FilingCheckFault[] => {
    const people = peopleOf(fault)
    return people.length > 0 ? [{ kind: fault, weight: severityOf(fault), count: people.length, filings: people.slice(0, maxListedFilings) }] : []
  })
  return { open: rows.length, faults }
}

/** Closes the filings of a period and fixes their figures. Returns their number. */
export async function closeFilings(ctx: Context, place: FilingPeriod, reason: string): Promise<number> {
  const { centreId, kind, period } = place
  const { from, to } = daysOfPeriod(period)
  const isRunning = dayOf(ctx.now) < to
  if (isRunning && !(await facts.hasClearedBusiness(ctx, centreId, from))) refuse(filingRefusals, 'periodRuns', { period, day: to })
  await generateFilings(ctx, place)
  const rows = await lockClosable(ctx, place)
  if (isRunning && rows.length === 0) refuse(filingRefusals, 'periodRuns', { period, day: to })
  const { faults } = await checkFilings(ctx, place)
  const faultTexts = (weight: FilingCheckFault['weight']) =>
    faults
      .filter((fault) => fault.weight === weight)
      .map(
        (fault) =>
          `${translate(filingFaultNames[fault.kind], ctx.language)} × ${fault.count}${fault.kind === 'earlierOpen' ? ` (${fault.filings[0]?.name})` : ''}`,
      )
      .join(', ')
  if (faultTexts('block') !== '') refuse(filingRefusals, 'blocked', { faults: faultTexts('block') })
  if (faultTexts('doubt') !== '' && reason.length < 2) refuse(filingRefusals, 'reasonNeeded', { faults: faultTexts('doubt') })
  if (rows.length === 0) refuse(filingRefusals, 'nothingOpen', { period })
  await store.update(
    ctx,
    rows.map((row) => row.id),
    { state: 'closed', closed_by: ctx.actor.userId, closed_at: ctx.now },
  )
  await store.addStep(ctx, rows, { kind: 'closed', reason: faultTexts('doubt') === '' ? reason : `${reason} (${faultTexts('doubt')})` })
  const entityIds = rows.map((row) => row.entity_id)
  for (let at = 0; at < entityIds.length; at += chunkSize) await markOutdated(ctx, entityIds.slice(at, at + chunkSize), place)
  ctx.note({ refType: 'centre', refId: centreId, centreId, detail: { kind, period, filings: rows.length, ...(reason && { reason }) } })
  return rows.length
}

const areFiguresEqual = (a: object, b: object) => JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

/**
 * Refuses entered invoices above the sales. Accepts an unchanged entry after the sales on this platform fell, because
 * they may rise again.
 */
function expectInvoicesWithin(entered: EnteredFigures, figures: ComputedFigures, last: store.FigureRow | undefined): void {
  const isUnchanged = last !== undefined && entered.entered_invoiced_fen === last.entered_invoiced_fen && entered.other_fen >= last.other_fen
  // The figures are cut to the sales. So a cut means that the entry exceeds them.
  const isCut = entered.entered_invoiced_fen > figures.invoiced_fen - figures.issued_fen
  if (entered.entered_special_fen > entered.entered_invoiced_fen || (isCut && !isUnchanged))
    refuse(filingRefusals, 'specialMost', { gross: formatYuan(ownSales(figures)) })
}

/** Applies a business's entries to a filing: to its open edition, or to a new edition from its declaration on. */
export async function applyCorrection(ctx: Context, row: store.FilingRow, entered: EnteredFigures): Promise<void> {
  const [computed] = await computeFigures(ctx, row, await facts.businessesOfFiling(ctx, row, policyDayOf(row.period)), entered)
  if (!computed) throw new Error('a filing without its business')
  const { figures } = computed
  const gross = figures.gross_fen + figures.other_fen
  if (gross < 0 && entered.other_fen < 0) refuse(filingRefusals, 'belowZero', { gross: formatYuan(fen(gross)) })
  const lastFigures = (await store.figuresOf(ctx, row.id)).at(-1)
  expectInvoicesWithin(entered, figures, lastFigures)
  const isOpen = row.state === 'open'
  const {
    filing_id: _f,
    edition: _e,
    centre_id: _c,
    operator_id: _o,
    is_whole_price: _w,
    is_credited: _i,
    at: _at,
    by_id: _b,
    by_name: _n,
    reason: _r,
    ...before
  } = lastFigures ?? ({} as store.FigureRow)
  const { reason, ...after } = figures
  if (areFiguresEqual(before, after)) refuse(filingRefusals, 'nothingToCorrect')
  const edition = isOpen ? row.edition : await store.nextEdition(ctx, row.id)
  const correctedFrom = row.state === 'correcting' ? row.corrected_from : row.state
  await store.update(ctx, [row.id], isOpen ? {} : { state: 'correcting', edition, corrected_from: correctedFrom })
  await store.storeFigures(ctx, [{ ...figures, filing_id: row.id, edition, centre_id: row.centre_id, operator_id: row.operator_id }])
  await store.addStep(ctx, [{ ...row, edition }], { kind: isOpen ? 'adjusted' : 'correcting', reason })
  recordFilingStep(ctx, row, {
    step: isOpen ? 'adjusted' : 'correcting',
    edition,
    reason,
    other: entered.other_fen,
    invoiced: entered.entered_invoiced_fen,
    special: entered.entered_special_fen,
    cost: entered.cost_fen,
  })
  await markOutdated(ctx, [row.entity_id], row)
}

/** Returns a filing to its declared edition and to the state before its correction. */
export async function cancelCorrection(ctx: Context, row: store.FilingRow, reason: string): Promise<void> {
  const edition = (await receiptsOf(ctx, row.id)).at(-1)?.edition
  if (edition === undefined) throw new Error('a correction without a declaration')
  await store.update(ctx, [row.id], { state: row.corrected_from ?? 'declared', edition, corrected_from: null })
  await store.addStep(ctx, [row], { kind: 'cancelled', reason })
  recordFilingStep(ctx, row, { step: 'cancelled', edition: row.edition, reason })
  await markOutdated(ctx, [row.entity_id], row)
}
