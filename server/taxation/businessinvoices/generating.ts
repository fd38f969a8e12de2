import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { businessObstacleNames, businessInvoiceRefusals as refusals } from '#/api/taxation/businessinvoices.texts.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen, formatYuan, type Ppm, sumOf } from '#/domain/base/money.ts'
import { dayOf, lastMonthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { businessObstacle, businessVatRate } from '#/domain/taxation/business-invoice.ts'
import { type InvoiceKind, invoiceFigures } from '#/domain/taxation/invoice.ts'
import { missingInvoiceFields } from '#/domain/taxation/title.ts'
import { activeCategory } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'
import { authorisationStatusOf, thresholdQuartersOf } from '#/server/taxation/businessinvoices/quarters.ts'
import * as store from '#/server/taxation/businessinvoices/store.ts'
import * as invoices from '#/server/taxation/invoices/public.ts'
import { presentTitleDetails, titleFor, usableTitles } from '#/server/taxation/titles/public.ts'

type Operations = Modules['businessinvoices']
type Input<O extends keyof Operations> = z.output<Operations[O]['input']>

const mode = settlementMode.individualBusiness
/** Maximum number of businesses in one run. Each gets an application and its invoice. */
const maxBusinesses = 500
const maxBatches = 200

/** Returns the unit's terms of mode 1 at a centre in the caller's scope. */
async function invoicingTermsOf(ctx: Context, { unitId, centreId }: { unitId: number; centreId: number }): Promise<invoices.ApplicationCentreRow> {
  if (ctx.scope.centreId !== null && ctx.scope.centreId !== centreId) return refuse(refusals, 'placeNotFound')
  const [place] = await invoices.applicationCentres(ctx, unitId, centreId, mode)
  return place ?? refuse(refusals, 'placeNotFound')
}

/** Returns the options for generating invoices of a unit. */
export async function termsOf(ctx: Context, of: Input<'terms'>) {
  const place = await invoicingTermsOf(ctx, of)
  const titles = await usableTitles(ctx, of.unitId)
  const batches = await store.uninvoicedBatches(ctx, of.unitId, place.id, maxBatches)
  return {
    kinds: place.kinds,
    categories: place.categories,
    titles: titles.map((row) => ({
      id: row.id,
      name: row.name,
      taxNo: row.tax_no,
      isDefault: row.is_default,
      isForSpecial: missingInvoiceFields(presentTitleDetails(row)).length === 0,
    })),
    batches: batches.map(({ id, no, paid_on, free }) => ({ id, no, paidOn: paid_on, free: fen(free) })),
    months: (await store.uninvoicedMonths(ctx, of.unitId, place.id)).map(({ arrived_in: month, free }) => ({ month, free: fen(free) })),
  }
}

function choiceOf({ unitId, centreId, basis, batchId = 0, month = '' }: Input<'preview'>): store.UninvoicedChoice {
  if (basis === 'batch' && batchId === 0) refuse(refusals, 'chooseBatch')
  if (basis === 'month' && month === '') refuse(refusals, 'chooseMonth')
  return { unitId, centreId, basis, batchId: basis === 'batch' ? batchId : null, month: basis === 'month' ? month : null }
}

interface PlannedGroupInvoice {
  readonly row: store.UninvoicedGroupRow
  /** The groups of payments of this issuer that share the rate. */
  readonly groups: readonly store.UninvoicedGroupRow[]
  readonly rate: Ppm
  readonly policyVersion: string
  readonly figures: ReturnType<typeof invoiceFigures>
  readonly obstacle: ReturnType<typeof businessObstacle>
}

/** Plans an invoice per issuer and VAT rate. The rate is that of the month of payment (增值税法 §28). */
async function planInvoices(ctx: Context, choice: store.UninvoicedChoice): Promise<PlannedGroupInvoice[]> {
  const today = dayOf(ctx.now)
  const rows = await store.uninvoicedGroups(ctx, choice)
  if (new Set(rows.map((row) => row.entity_id)).size > maxBusinesses + 1) refuse(refusals, 'tooManyBusinesses', { most: maxBusinesses })
  const policies = new Map<string, TaxPolicy>()
  for (const month of new Set(rows.map((row) => row.paid_month))) policies.set(month, await policyOn(ctx, monthStart(month)))
  const ratedGroups = rows.flatMap((row) => {
    const policy = policies.get(row.paid_month)
    if (!policy) return []
    const { vat } = policy.params
    const rate = row.issuer === 'centre' ? vat.generalPpm : businessVatRate(row.is_general ? 'general' : 'small', vat)
    return [{ row, rate, policyVersion: policy.version }]
  })
  return [...Map.groupBy(ratedGroups, ({ row, rate }) => `${row.issuer} ${row.entity_id} ${rate}`).values()].flatMap((same): PlannedGroupInvoice[] => {
    const latest = same.at(-1)
    if (!latest) return []
    const { row, rate, policyVersion } = latest
    const groups = same.map((each) => each.row)
    const figures = invoiceFigures(
      sumOf(groups, (group) => fen(group.fen)),
      rate,
    )
    const obstacle = row.issuer === 'centre' ? '' : businessObstacle({ state: row.state, taxKind: row.tax_kind }, authorisationStatusOf(row, today))
    return [{ row, groups, rate, policyVersion, figures, obstacle }]
  })
}

const paymentCountOf = ({ groups }: PlannedGroupInvoice) => groups.reduce((count, group) => count + group.count, 0)

/** Previews the invoices, with the reason for each business without an invoice. */
export async function preview(ctx: Context, form: Input<'preview'>) {
  await invoicingTermsOf(ctx, form)
  const planned = await planInvoices(ctx, choiceOf(form))
  const taxpayers = planned.flatMap(({ row }) => (row.entity_id === null ? [] : [{ id: row.entity_id, taxKind: row.tax_kind }]))
  const quarters = await thresholdQuartersOf(ctx, taxpayers, dayOf(ctx.now))
  const groupView = (each: PlannedGroupInvoice) => {
    const { price, tax, total } = each.figures
    return { count: paymentCountOf(each), price, tax, amount: total, ratePpm: each.rate }
  }
  return {
    businesses: planned.flatMap((each) => {
      const { row, obstacle } = each
      if (row.entity_id === null) return []
      const businessFields = { entityId: row.entity_id, name: row.name, creditCode: row.business_code, operatorName: row.operator_name }
      return [{ ...businessFields, ...groupView(each), obstacle, quarter: quarters.get(row.entity_id) ?? null }]
    }),
    fees: planned.filter(({ row }) => row.issuer === 'centre').map(groupView),
  }
}

interface InvoiceContent {
  readonly kind: InvoiceKind
  readonly goods: string
  readonly category: string
  readonly taxCode: string
}

/**
 * Returns the content of an invoice of this kind and category. Refuses content that the unit's contract does not allow.
 */
async function invoiceContentOf(ctx: Context, place: invoices.ApplicationCentreRow, kind: InvoiceKind, category: string): Promise<InvoiceContent> {
  if (!place.kinds.includes(kind)) refuse(invoiceRefusals, 'kindNotOffered', { kind: translate(invoiceKindNames[kind], ctx.language) })
  const invoiceCategory = place.categories.includes(category) ? await activeCategory(ctx, category) : undefined
  if (!invoiceCategory) return refuse(invoiceRefusals, 'categoryNotContracted', { category })
  return {
    kind,
    category,
    goods: invoiceCategory.short_name === '' ? invoiceCategory.name : `*${invoiceCategory.short_name}*${invoiceCategory.name}`,
    taxCode: invoiceCategory.tax_code ?? '',
  }
}

/** Returns the basis and period columns of an application: over a batch or over a month. */
function periodColumnsOf({ month }: store.UninvoicedChoice) {
  if (month === null) return { basis: 'batches' as const, period_from: null, period_to: null }
  return { basis: 'period' as const, period_from: monthStart(month), period_to: shiftDay(monthStart(shiftMonth(lastMonthOf(month), 1)), -1) }
}

interface ApplicationContext {
  readonly choice: store.UninvoicedChoice
  readonly title: Awaited<ReturnType<typeof titleFor>>
  readonly remark: string
}

/** Creates one application with its payments and its planned invoice. */
async function addApplication(ctx: Context, planned: PlannedGroupInvoice, form: InvoiceContent, { choice, title, remark }: ApplicationContext): Promise<void> {
  const applicationPlace = { centre_id: choice.centreId, unit_id: choice.unitId, mode }
  const { row, rate, policyVersion, groups } = planned
  const { price, tax, total } = planned.figures
  const lineCount = paymentCountOf(planned)
  const issuerColumns = row.issuer === 'business' ? { issuer: row.issuer, entity_id: row.entity_id, operator_id: row.operator_id } : { issuer: row.issuer }
  const no = await nextNumber(ctx, 'FP', choice.centreId)
  const id = await invoices.addApplication(
    ctx,
    {
      ...applicationPlace,
      ...issuerColumns,
      ...periodColumnsOf(choice),
      no,
      title_id: title.id,
      kind: form.kind,
      category: form.category,
      goods: form.goods,
      tax_code: form.taxCode,
      email: title.email,
      remark,
      amount_fen: total,
      price_fen: price,
      tax_fen: tax,
      rate_ppm: rate,
      policy_version: policyVersion,
      line_count: lineCount,
      batch_count: choice.basis === 'batch' ? 1 : row.batches,
      invoice_count: 1,
    },
    { ...presentTitleDetails(title), version: title.version },
  )
  if ((await store.addUninvoicedPayments(ctx, id, choice, groups)) !== total) refuse(refusals, 'changedMeanwhile')
  await invoices.planInvoices(ctx, [{ ...applicationPlace, application_id: id, seq: 1, price_fen: price, tax_fen: tax, total_fen: total, rate_ppm: rate }])
  await invoices.addSteps(
    ctx,
    [{ application_id: id, centre_id: applicationPlace.centre_id, unit_id: applicationPlace.unit_id, kind: 'applied', amount_fen: total }],
    ctx.actor.userId,
  )
  const detail = { no, issuer: row.issuer, ...(row.entity_id !== null && { entityId: row.entity_id }), amount: total, lines: lineCount }
  ctx.note({ refType: 'invoice_application', refId: id, unitId: applicationPlace.unit_id, centreId: applicationPlace.centre_id, detail })
}

/**
 * Generates the missing invoices: one per authorised business, and the centre's for its fee. Locks the unit's quota, so
 * that concurrent runs wait.
 */
export async function generate(ctx: Context, form: Input<'generate'>) {
  const place = await invoicingTermsOf(ctx, form)
  const choice = choiceOf(form)
  const businessContent = await invoiceContentOf(ctx, place, form.kind, form.category)
  const feeContent = await invoiceContentOf(ctx, place, form.feeKind, form.feeCategory)
  const isSpecial = form.kind === 'special' || form.feeKind === 'special'
  const title = await titleFor(ctx, form.titleId, form.unitId, isSpecial ? 'special' : 'ordinary')
  if (!(await keepOpen(ctx, { unitId: form.unitId, centreId: place.id }))) refuse(invoiceRefusals, 'placeClosed')
  await invoices.lockQuota(ctx, form.unitId, place.id, mode)
  const planned = await planInvoices(ctx, choice)
  const issuableGroups = planned.filter(({ obstacle }) => obstacle === '')
  if (issuableGroups.length === 0) refuse(refusals, 'nothingToGenerate')
  for (const each of issuableGroups)
    await addApplication(ctx, each, each.row.issuer === 'centre' ? feeContent : businessContent, { choice, title, remark: form.remark })
  const amount = sumOf(issuableGroups, ({ figures }) => figures.total)
  await sendNotification(ctx, {
    to: await holdersAt(ctx, place.id, 'fp:check', { mode, alone: true }),
    kind: 'businessInvoicesMade',
    values: { unit: title.unit_name, count: issuableGroups.length, amount: formatYuan(amount) },
    path: `${pages.fpListGth.path}?states=pending&unitId=${form.unitId}`,
    refType: 'unit',
    refId: form.unitId,
  })
  return {
    made: issuableGroups.length,
    amount,
    skipped: planned.flatMap(({ row, obstacle }) =>
      obstacle === '' ? [] : [{ name: row.name, obstacle, reason: translate(businessObstacleNames[obstacle], ctx.language) }],
    ),
  }
}
