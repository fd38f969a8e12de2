import { settlementMode } from '#/domain/base/codes.ts'
import { fen, sumOf } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { businessVatRate } from '#/domain/taxation/business-invoice.ts'
import { type InvoiceKind, invoiceFigures, splitInvoices } from '#/domain/taxation/invoice.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { nextNumbers } from '#/server/kernel/rows/numbers.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import * as store from '#/server/taxation/invoices/store-past.ts'
import { presentTitleDetails, type usableTitles } from '#/server/taxation/titles/public.ts'

/** Title, content and actors of a unit's past invoices. */
export interface PastUnit {
  readonly title: Awaited<ReturnType<typeof usableTitles>>[number]
  readonly kind: InvoiceKind
  readonly category: string
  readonly goods: string
  readonly taxCode: string
  /** The maximum amount of one invoice. */
  readonly most: number
  readonly appliedBy: number
  readonly reviewedBy: number
  readonly issuedBy: number
}

/** The past days with the payments to invoice. */
export interface PastInvoices {
  readonly mode: Mode
  readonly from: string
  readonly to: string
  readonly units: ReadonlyMap<number, PastUnit>
  /** The times of review and issue. The applications have the time of the context's clock. */
  readonly reviewedAt: Date
  readonly issuedAt: Date
  readonly number: () => string
  /** The file stored for each invoice. */
  readonly paper: Uint8Array
}

async function planApplications(ctx: Context, { mode, to, units }: PastInvoices, span: store.PastSpan) {
  const policy = await policyOn(ctx, to)
  const { vat } = policy.params
  const groups = await store.pastGroups(ctx, span)
  const numbersByCentre = new Map<number, string[]>()
  for (const [centreId, own] of Map.groupBy(groups, (group) => group.centre_id))
    numbersByCentre.set(centreId, await nextNumbers(ctx, 'FP', centreId, own.length))
  return groups.flatMap((group) => {
    const unit = units.get(group.unit_id)
    if (!unit) return []
    const rate = group.issuer === 'centre' ? vat.generalPpm : businessVatRate(group.tax_kind, vat)
    const amount = fen(group.fen)
    const parts = mode === settlementMode.generalContract ? splitInvoices(amount, fen(unit.most), rate) : [invoiceFigures(amount, rate)]
    return [{ group, unit, rate, parts, no: numbersByCentre.get(group.centre_id)?.shift() ?? '', policyVersion: policy.version }]
  })
}

type PlannedInvoice = Awaited<ReturnType<typeof planApplications>>[number]

function applicationOf(ctx: Context, past: PastInvoices, { group, unit, rate, parts, no, policyVersion }: PlannedInvoice): store.PastApplication {
  const { centre_id, unit_id, issuer, entity_id, operator_id } = group
  return {
    ...{ no, centre_id, unit_id, mode: past.mode, issuer, entity_id, operator_id },
    title_id: unit.title.id,
    title: JSON.stringify({ ...presentTitleDetails(unit.title), version: unit.title.version }),
    kind: unit.kind,
    category: unit.category,
    goods: unit.goods,
    tax_code: unit.taxCode,
    email: unit.title.email,
    remark: '',
    basis: 'period',
    period_from: past.from,
    period_to: past.to,
    amount_fen: sumOf(parts, (part) => part.total),
    price_fen: sumOf(parts, (part) => part.price),
    tax_fen: sumOf(parts, (part) => part.tax),
    rate_ppm: rate,
    policy_version: policyVersion,
    line_count: group.count,
    batch_count: group.batches,
    invoice_count: parts.length,
    issued_count: parts.length,
    applied_by: unit.appliedBy,
    applied_at: ctx.now,
    reviewed_by: unit.reviewedBy,
    reviewed_at: past.reviewedAt,
    finished_at: past.issuedAt,
  }
}

/**
 * Invoices the uninvoiced payments that succeeded on past days, in a fixed number of statements. Returns the number of
 * applications.
 */
export async function addPastInvoices(ctx: Context, past: PastInvoices): Promise<number> {
  const span = { mode: past.mode, from: past.from, to: past.to, unitIds: [...past.units.keys()] }
  const plans = await planApplications(ctx, past, span)
  if (plans.length === 0) return 0
  const applicationIdByNo = await store.addPastApplications(
    ctx,
    plans.map((plan) => applicationOf(ctx, past, plan)),
  )
  const takenPayments = await store.addPastPayments(ctx, span, [...applicationIdByNo.values()])
  const newApplications = plans.map((plan) => {
    const application_id = applicationIdByNo.get(plan.no) ?? 0
    if (takenPayments.get(application_id) !== plan.group.fen) throw new Error(`application ${plan.no} does not hold what it is over`)
    return { ...plan, place: { application_id, centre_id: plan.group.centre_id, unit_id: plan.group.unit_id } }
  })
  const plannedInvoices = newApplications.flatMap(({ parts, place, rate, unit, group }) =>
    parts.map((part, at) => ({ part, seq: at + 1, place, rate, unit, group, number: past.number() })),
  )
  const invoiceIds = await store.addPastInvoices(
    ctx,
    plannedInvoices.map(({ part, seq, place, rate, unit, number }) => ({
      ...{ ...place, mode: past.mode, seq, number, rate_ppm: rate },
      ...{ price_fen: part.price, tax_fen: part.tax, total_fen: part.total },
      ...{ issued_on: dayOf(past.issuedAt), issued_by: unit.issuedBy, issued_at: past.issuedAt },
    })),
  )
  const files = await ctx.files.saveAll(
    plannedInvoices.map(({ number, group }) => {
      const fileOwner = { unitId: group.unit_id, centreId: group.centre_id, operatorId: group.operator_id }
      return { name: `${number}.pdf`, mediaType: 'application/pdf', bytes: past.paper, purpose: 'invoice', ...fileOwner }
    }),
  )
  await store.addPastFiles(
    ctx,
    plannedInvoices.map(({ place, number, unit }, at) => {
      const file = { file_id: files[at]?.id ?? '', sha256: files[at]?.sha256 ?? '', name: `${number}.pdf` }
      return { ...place, ...file, invoice_id: invoiceIds.get(number) ?? 0, added_by: unit.issuedBy, added_at: past.issuedAt }
    }),
  )
  await store.addPastSteps(ctx, [
    ...newApplications.flatMap(({ place, unit, group }) => [
      { ...place, kind: 'applied' as const, amount_fen: group.fen, reason: '', at: ctx.now, by_id: unit.appliedBy },
      { ...place, kind: 'approved' as const, amount_fen: group.fen, reason: '', at: past.reviewedAt, by_id: unit.reviewedBy },
    ]),
    ...plannedInvoices.map(({ place, part, number, unit }) => ({
      ...{ ...place, kind: 'issued' as const, amount_fen: part.total, reason: number },
      ...{ at: past.issuedAt, by_id: unit.issuedBy },
    })),
  ])
  return newApplications.length
}
