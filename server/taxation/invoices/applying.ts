import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import { invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { fen, formatPpm, formatYuan, type Ppm, parseYuan, sumOf } from '#/domain/base/money.ts'
import { monthStart } from '#/domain/base/period.ts'
import { type InvoiceFigures, splitInvoices } from '#/domain/taxation/invoice.ts'
import { activeCategory } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'
import { notifyOfApplication } from '#/server/taxation/invoices/notifications.ts'
import * as store from '#/server/taxation/invoices/store.ts'
import * as lines from '#/server/taxation/invoices/store-lines.ts'
import * as papers from '#/server/taxation/invoices/store-papers.ts'
import { presentTitleDetails, titleFor } from '#/server/taxation/titles/public.ts'

type Form = z.output<Modules['invoices']['preview']['input']>

const maxInvoices = 300
const maxLines = 200_000
const maxListedBatches = 500

/** Returns the centres where the caller's unit may apply, with kinds, categories and quota. */
export async function termsOf(ctx: Context, unitId: number) {
  const [places, batches] = [await lines.applicationCentres(ctx, unitId), await lines.uninvoicedBatches(ctx, unitId, maxListedBatches + 1)]
  const listedBatches = batches.slice(0, maxListedBatches)
  return places.map((place) => ({
    centreId: place.id,
    centreName: place.name,
    quota: fen(place.quota),
    most: fen(place.invoice_cap_fen),
    kinds: place.kinds,
    categories: place.categories,
    batches: listedBatches.filter((batch) => batch.centre_id === place.id).map(({ id, no, paid_on, free }) => ({ id, no, paidOn: paid_on, free: fen(free) })),
    hasMoreBatches: batches.length > listedBatches.length,
  }))
}

function choiceOf(unitId: number, form: Form): lines.InvoiceChoice {
  const { centreId, basis, batchIds = [], from = null, to = null } = form
  const amount = parseYuan(form.amount ?? '') ?? fen(0)
  if (basis === 'batches' && batchIds.length === 0) refuse(invoiceRefusals, 'chooseBatches')
  if (basis === 'period' && (from === null || to === null || from > to)) refuse(invoiceRefusals, 'choosePeriod')
  if (basis === 'amount' && amount <= 0) refuse(invoiceRefusals, 'chooseAmount')
  return { unitId, centreId, basis, batchIds, from: basis === 'period' ? from : null, to: basis === 'period' ? to : null, amount }
}

interface InvoicePlan {
  readonly choice: lines.InvoiceChoice
  readonly sums: lines.ChoiceSums
  readonly place: lines.ApplicationCentreRow
  readonly title: Awaited<ReturnType<typeof titleFor>>
  readonly goods: string
  readonly taxCode: string
  readonly rate: Ppm
  readonly policyVersion: string
  readonly parts: readonly InvoiceFigures[]
}

function splitAmount(amount: number, limit: number, rate: Ppm): InvoiceFigures[] {
  const count = Math.ceil(amount / limit)
  if (count > maxInvoices) refuse(invoiceRefusals, 'tooManyInvoices', { limit: formatYuan(fen(limit)), count, most: maxInvoices })
  return splitInvoices(fen(amount), fen(limit), rate)
}

/**
 * Returns the VAT rate of payments of these months, and the latest policy (增值税法 §28: tax arises on the day of payment).
 * Refuses months with different rates.
 */
async function rateOfMonths(ctx: Context, months: readonly string[]): Promise<{ rate: Ppm; policyVersion: string }> {
  const rates: { month: string; rate: Ppm; policyVersion: string }[] = []
  for (const month of months) {
    const policy = await policyOn(ctx, monthStart(month))
    rates.push({ month, rate: policy.params.vat.generalPpm, policyVersion: policy.version })
  }
  const [first, last] = [rates[0], rates.at(-1)]
  if (!first || !last) return refuse(invoiceRefusals, 'nothingToInvoice')
  const changed = rates.find(({ rate }) => rate !== first.rate)
  if (changed) refuse(invoiceRefusals, 'severalRates', { month: changed.month, before: formatPpm(first.rate), after: formatPpm(changed.rate) })
  return last
}

/**
 * Plans the invoices of the chosen payments, after all checks. To store the result, the caller must pass a `quotaOf`
 * that locks the quota.
 */
async function planInvoices(ctx: Context, form: Form, quotaOf: (place: lines.ApplicationCentreRow) => Promise<number>): Promise<InvoicePlan> {
  const unitId = ctx.actor.unitId ?? refuse(invoiceRefusals, 'placeNotFound')
  const [place] = await lines.applicationCentres(ctx, unitId, form.centreId)
  if (!place) return refuse(invoiceRefusals, 'placeNotFound')
  if (!place.kinds.includes(form.kind)) refuse(invoiceRefusals, 'kindNotOffered', { kind: translate(invoiceKindNames[form.kind], ctx.language) })
  const category = place.categories.includes(form.category) ? await activeCategory(ctx, form.category) : undefined
  if (!category) return refuse(invoiceRefusals, 'categoryNotContracted', { category: form.category })
  const title = await titleFor(ctx, form.titleId, unitId, form.kind)
  const choice = choiceOf(unitId, form)
  expectAllFound(choice.batchIds, await lines.chosenBatchesOfUnit(ctx, choice))
  const quota = await quotaOf(place)
  const sums = await lines.choiceSums(ctx, choice)
  const requestedFen = choice.basis === 'amount' ? choice.amount : sums.amount
  if (requestedFen > quota || sums.amount < requestedFen)
    refuse(invoiceRefusals, 'aboveQuota', { amount: formatYuan(fen(requestedFen)), quota: formatYuan(fen(quota)) })
  if (sums.lines === 0) refuse(invoiceRefusals, 'nothingToInvoice')
  if (sums.lines > maxLines) refuse(invoiceRefusals, 'tooManyLines', { most: maxLines })
  const { rate, policyVersion } = await rateOfMonths(ctx, sums.months)
  return {
    choice,
    sums,
    place,
    title,
    goods: category.short_name === '' ? category.name : `*${category.short_name}*${category.name}`,
    taxCode: category.tax_code ?? '',
    rate,
    policyVersion,
    parts: splitAmount(sums.amount, place.invoice_cap_fen, rate),
  }
}

const totalsOf = (parts: readonly InvoiceFigures[]) => ({
  price: sumOf(parts, (part) => part.price),
  tax: sumOf(parts, (part) => part.tax),
  amount: sumOf(parts, (part) => part.total),
})

/** Returns the invoices that an application would create. */
export async function preview(ctx: Context, form: Form) {
  const { place, title, sums, parts, rate, policyVersion, goods } = await planInvoices(ctx, form, async ({ quota }) => quota)
  return {
    ...totalsOf(parts),
    lineCount: sums.lines,
    batchCount: sums.batches,
    ratePpm: rate,
    policyVersion,
    most: fen(place.invoice_cap_fen),
    goods,
    seller: { name: place.legal_name, taxNo: place.credit_code, bank: place.invoice_bank, accountNo: place.invoice_account_no },
    buyer: presentTitleDetails(title),
    parts: parts.map(({ price, tax, total }) => ({ price, tax, amount: total })),
  }
}

/** Applies for invoices. Locks the quota, so concurrent applications of the unit at this centre wait. */
export async function applyForInvoices(ctx: Context, form: Form & { readonly email: string }): Promise<number> {
  const unitId = ctx.actor.unitId ?? refuse(invoiceRefusals, 'placeNotFound')
  const invoicePlan = await planInvoices(ctx, form, async (place) => {
    if (!(await keepOpen(ctx, { unitId, centreId: place.id }))) refuse(invoiceRefusals, 'placeClosed')
    return lines.lockQuota(ctx, unitId, place.id)
  })
  const { choice, title, sums, parts } = invoicePlan
  const { price, tax, amount } = totalsOf(parts)
  const applicationPlace = { centre_id: choice.centreId, unit_id: choice.unitId, mode: settlementMode.generalContract }
  const id = await store.insert(
    ctx,
    {
      ...applicationPlace,
      no: await nextNumber(ctx, 'FP', choice.centreId),
      title_id: title.id,
      kind: form.kind,
      category: form.category,
      goods: invoicePlan.goods,
      tax_code: invoicePlan.taxCode,
      email: form.email,
      remark: form.remark,
      basis: choice.basis,
      period_from: choice.from,
      period_to: choice.to,
      amount_fen: amount,
      price_fen: price,
      tax_fen: tax,
      rate_ppm: invoicePlan.rate,
      policy_version: invoicePlan.policyVersion,
      line_count: sums.lines,
      batch_count: sums.batches,
      invoice_count: parts.length,
    },
    { ...presentTitleDetails(title), version: title.version },
  )
  // A payment returned after the sum was read is omitted, so the amounts differ.
  if ((await lines.addPayments(ctx, id, choice)) !== amount) refuse(invoiceRefusals, 'nothingToInvoice')
  await papers.planInvoices(
    ctx,
    parts.map((part, at) => ({
      ...applicationPlace,
      application_id: id,
      seq: at + 1,
      price_fen: part.price,
      tax_fen: part.tax,
      total_fen: part.total,
      rate_ppm: invoicePlan.rate,
    })),
  )
  await papers.addSteps(
    ctx,
    [{ application_id: id, centre_id: applicationPlace.centre_id, unit_id: applicationPlace.unit_id, kind: 'applied', amount_fen: amount }],
    ctx.actor.userId,
  )
  const row = (await store.find(ctx, { id })) ?? refuse(invoiceRefusals, 'applicationNotFound')
  ctx.note({
    refType: 'invoice_application',
    refId: id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    detail: { no: row.no, amount, invoices: parts.length, lines: sums.lines },
  })
  await notifyOfApplication(ctx, row)
  return id
}
