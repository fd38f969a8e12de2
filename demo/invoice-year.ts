import { unitStaffOf } from '#/demo/access.ts'
import { findExclusions } from '#/demo/business-invoices.ts'
import { renderSampleInvoice } from '#/demo/samples.ts'
import { type Mode, settlementMode, userType } from '#/domain/base/codes.ts'
import { fen, formatYuan, plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { activeCategory } from '#/server/agreements/orders/public.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { addPastInvoices, applicationCentres, type InvoicingDetail, invoices, type PastUnit } from '#/server/taxation/invoices/public.ts'
import { titles, usableTitles } from '#/server/taxation/titles/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const [director, finance] = [2, 4]
/**
 * The unit that applies for invoices by amount, through the program's operations. All others apply for whole periods.
 */
const amountUnitId = 1
/** Percentage of a month's payments for which `amountUnitId` applies. The rest stays available for visitors. */
const amountPercent = 60
const monthCount = 11
/** The unit with quarterly invoices in mode 2. */
const quarterlyUnitId = 12
/** One business in this many has not yet authorised the issuing of invoices. */
const unauthorisedInterval = 17
/** Age in days of the latest invoices added here. demo/invoices.ts adds more recent ones. */
const recentDays = 17
/** Age in months of the invoices that the unit reversed: the first partly, the second completely. */
const redMonths = [8, 3] as const

const at = (day: string, hour: number) => new Date(`${day}T${String(hour).padStart(2, '0')}:00:00+08:00`)

/**
 * Returns the invoice dates of past months. Payments until the 25th are applied for on the 26th and issued on the 28th.
 */
function cyclesOf(now: Date) {
  const newestDay = shiftDay(dayOf(now), -recentDays)
  const allMonths = Array.from({ length: monthCount }, (_, index) => shiftMonth(monthOf(now), index - monthCount))
  return allMonths
    .map((month, index) => {
      const start = monthStart(month)
      const from = index === 0 ? start : shiftDay(monthStart(shiftMonth(month, -1)), 25)
      return {
        back: monthCount - index,
        from,
        to: shiftDay(start, 24),
        endsQuarter: Number(month.slice(5)) % 3 === 0,
        appliedOn: shiftDay(start, 25),
        reviewedOn: shiftDay(start, 26),
        issuedOn: shiftDay(start, 27),
      }
    })
    .filter(({ issuedOn }) => issuedOn <= newestDay)
}

type InvoiceCycle = ReturnType<typeof cyclesOf>[number]

/** Adds invoice titles for paying units that have none. */
async function addTitles(from: ContextAt, day: Date): Promise<void> {
  const ctx = from(day, {})
  const rows = await ctx.rows<Row<'unit', 'id' | 'name' | 'credit_code'>>`select id, name, credit_code from unit
    where exists (select from payment_batch batch where batch.unit_id = unit.id and batch.success_cost_fen > 0)
      and not exists (select from invoice_title title where title.unit_id = unit.id) order by id`
  for (const { id, name, credit_code: taxNo } of rows) {
    const unit = { userId: unitStaffOf(id).payer, usertype: userType.unit, unitId: id }
    const number = String(id).padStart(2, '0')
    const contactFields = { address: `示例路 ${id} 号`, telephone: `010-555501${number}`, bank: '示例银行', accountNo: `1100 0000 0000 00${number}` }
    await titles.create(from(day, unit), { ...contactFields, name, taxNo, email: `fapiao${number}@example.com` })
  }
}

/** Returns the paying units of a mode, with their invoice details. */
async function unitsOf(ctx: Context, mode: Mode): Promise<Map<number, PastUnit>> {
  const rows = await ctx.rows<Row<'payment_batch', 'unit_id' | 'centre_id'>>`select distinct unit_id, centre_id from payment_batch
    where mode = ${mode} and success_cost_fen > 0 order by unit_id`
  const unitsById = new Map<number, PastUnit>()
  const isBusiness = mode === settlementMode.individualBusiness
  for (const { unit_id: unitId, centre_id: centreId } of rows) {
    const [place] = await applicationCentres(ctx, unitId, centreId, mode)
    const [title] = await usableTitles(ctx, unitId)
    const category = await activeCategory(ctx, place?.categories[0] ?? '')
    if (!place || !title || !category) continue
    const participants = isBusiness ? { appliedBy: finance, reviewedBy: director } : { appliedBy: unitStaffOf(unitId).payer, reviewedBy: finance }
    const goods = category.short_name === '' ? category.name : `*${category.short_name}*${category.name}`
    const form = { kind: isBusiness ? ('ordinary' as const) : ('special' as const), category: category.name, goods, taxCode: category.tax_code ?? '' }
    unitsById.set(unitId, { title, ...form, most: place.invoice_cap_fen, ...participants, issuedBy: finance })
  }
  return unitsById
}

/** Authorises issuing for most businesses. One of the authorisations has expired. */
async function authorise(ctx: Context, from: string, to: string, { never, lapsed }: Awaited<ReturnType<typeof findExclusions>>): Promise<void> {
  const rows = await ctx.rows<
    Row<'operator_entity', 'id' | 'operator_id' | 'centre_id'>
  >`select business.id, business.operator_id, business.centre_id from operator_entity business
    where business.state = 'operating' and business.tax_kind is not null and business.id % ${unauthorisedInterval} <> 0 and business.id <> ${never}
      and exists (select from payment_line line where line.entity_id = business.id)
      and not exists (select from issue_authorisation given where given.entity_id = business.id) order by business.id`
  if (rows.length === 0) return
  const bytes = await renderDocument({ title: '开票授权书（样张）', createdAt: ctx.now, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
  const authorisationFile = { name: '开票授权书.pdf', mediaType: 'application/pdf', bytes, purpose: 'issue_authorisation' }
  const files = await ctx.files.saveAll(rows.map((row) => ({ ...authorisationFile, centreId: row.centre_id, operatorId: row.operator_id })))
  const validityOf = (id: number) => (id === lapsed.id ? { valid_from: lapsed.from, valid_to: lapsed.to } : { valid_from: from, valid_to: to })
  await ctx.db
    .insertInto('issue_authorisation')
    .values(
      rows.map(({ id, operator_id, centre_id }, index) => ({
        ...{ entity_id: id, operator_id, centre_id, file_id: files[index]?.id ?? null },
        ...{ ...validityOf(id), created_by: director, created_at: ctx.now },
      })),
    )
    .execute()
}

/** Applies by amount for the first unit in one month, and reverses an invoice in some months. */
async function applyByAmount(from: ContextAt, cycle: InvoiceCycle, of: { titleId: number; number: (day: string) => string }): Promise<void> {
  const unit = { userId: unitStaffOf(amountUnitId).payer, usertype: userType.unit, unitId: amountUnitId }
  const centreFinance = { userId: finance, usertype: userType.centre }
  const applicationContext = from(at(cycle.appliedOn, 10), unit)
  const [place] = await applicationCentres(applicationContext, amountUnitId)
  const rows = await applicationContext.rows<{ fen: number }>`select coalesce(sum(cost_fen), 0)::bigint as fen from payment_line
    where unit_id = ${amountUnitId} and centre_id = ${place?.id ?? 0} and mode = ${settlementMode.generalContract} and state = 'success'
      and finished_at >= (${cycle.from}::date)::timestamp at time zone 'Asia/Shanghai'
      and finished_at < (${cycle.to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`
  const amount = fen(Math.floor(((rows[0]?.fen ?? 0) * amountPercent) / 1_000_000) * 10_000)
  const category = place?.categories[0]
  if (!place || !category || amount === 0) return
  const form = { basis: 'amount' as const, amount: plainYuan(amount), titleId: of.titleId, kind: 'special' as const, category, remark: '' }
  const application = await invoices.apply(applicationContext, { centreId: place.id, ...form, email: 'fapiao@example.com' })
  let row: InvoicingDetail = await invoices.review(from(at(cycle.reviewedOn, 11), centreFinance), {
    invoicingId: application.id,
    version: application.version,
    approve: true,
    reason: '',
  })
  for (const issuedInvoice of row.invoices) {
    const ctx = from(at(cycle.issuedOn, 15), centreFinance)
    const number = of.number(cycle.issuedOn)
    const file = await renderSampleInvoice(number, formatYuan(issuedInvoice.amount), ctx.now)
    row = await invoices.issue(ctx, { invoicingId: row.id, version: row.version, invoiceId: issuedInvoice.id, number, issuedOn: cycle.issuedOn, file })
  }
  const blueInvoice = row.invoices.at(-1)
  if (blueInvoice && cycle.back === redMonths[0])
    await reverseInvoice(from, cycle, { row, invoiceId: blueInvoice.id, reason: 'discount', amount: '500.00', number: of.number })
  if (blueInvoice && cycle.back === redMonths[1])
    await reverseInvoice(from, cycle, { row, invoiceId: blueInvoice.id, reason: 'mistake', amount: plainYuan(blueInvoice.amount), number: of.number })
}

interface Reversal {
  readonly row: InvoicingDetail
  readonly invoiceId: number
  readonly reason: 'discount' | 'mistake'
  readonly amount: string
  readonly number: (day: string) => string
}

/** Reverses an invoice two days after it was issued. */
async function reverseInvoice(from: ContextAt, { issuedOn }: InvoiceCycle, { row, number, ...application }: Reversal): Promise<void> {
  const ctx = from(at(shiftDay(issuedOn, 2), 10), { userId: finance, usertype: userType.centre })
  const updatedApplication = await invoices.askRed(ctx, { invoicingId: row.id, version: row.version, ...application })
  const redLetter = updatedApplication.reds.at(-1)
  if (!redLetter) return
  await invoices.moveRed(ctx, { redId: redLetter.id, version: redLetter.version, code: '01', confirmNo: '' })
  const no = number(dayOf(ctx.now))
  const file = await renderSampleInvoice(no, `-${formatYuan(redLetter.amount)}`, ctx.now)
  await invoices.issueRed(ctx, { redId: redLetter.id, version: redLetter.version + 1, number: no, issuedOn: dayOf(ctx.now), file })
}

/** Returns the units to invoice in a month, with the first day of the payments to include. */
function spansOf(cycles: readonly InvoiceCycle[], index: number, mode: Mode, units: ReadonlyMap<number, PastUnit>, untilDay: string) {
  const cycle = cycles[index] as InvoiceCycle
  const unitsWhere = (store: (unitId: number) => boolean) => new Map([...units].filter(([unitId]) => store(unitId)))
  if (mode === settlementMode.individualBusiness) {
    // The first unit started a month later. The latest payments of that unit are invoiced in demo/invoices.ts.
    const hasAmountUnit = index > 0 && cycle.to < untilDay
    return [{ from: cycle.from, units: unitsWhere((unitId) => unitId !== amountUnitId || hasAmountUnit) }]
  }
  const monthlySpan = { from: cycle.from, units: unitsWhere((unitId) => unitId !== amountUnitId && unitId !== quarterlyUnitId) }
  const quarterlySpan = { from: cycles[Math.max(0, index - 2)]?.from ?? cycle.from, units: unitsWhere((unitId) => unitId === quarterlyUnitId) }
  return cycle.endsQuarter ? [monthlySpan, quarterlySpan] : [monthlySpan]
}

/**
 * Adds the invoices of past months in both modes. In mode 2 the first unit applies by amount. All others are invoiced
 * monthly or quarterly.
 */
export async function addInvoiceYear(from: ContextAt, now: Date, of: { titleId: number; number: (day: string) => string }): Promise<void> {
  const cycles = cyclesOf(now)
  const [first] = cycles
  if (!first) return
  await addTitles(from, at(first.from, 9))
  const exclusions = await findExclusions(from, now)
  await authorise(from(at(first.from, 9), { userId: director }), first.from, shiftDay(first.from, 3 * 365 - 1), exclusions)
  const settlementModes = [settlementMode.generalContract, settlementMode.individualBusiness] as const
  const units = new Map<Mode, Map<number, PastUnit>>()
  for (const mode of settlementModes) units.set(mode, await unitsOf(from(now, {}), mode))
  const sampleBytes = (await renderSampleInvoice('（样张）', '（样张）', now)).bytes
  for (const [index, cycle] of cycles.entries()) {
    await applyByAmount(from, cycle, of)
    const invoiceDates = { to: cycle.to, reviewedAt: at(cycle.reviewedOn, 11), issuedAt: at(cycle.issuedOn, 15) }
    for (const mode of settlementModes)
      for (const span of spansOf(cycles, index, mode, units.get(mode) ?? new Map(), exclusions.day))
        await addPastInvoices(from(at(cycle.appliedOn, 10), {}), {
          mode,
          ...invoiceDates,
          ...span,
          number: () => of.number(cycle.issuedOn),
          paper: sampleBytes,
        })
  }
}
