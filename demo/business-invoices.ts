import { sql } from 'kysely'
import { renderSampleInvoice } from '#/demo/samples.ts'
import { userType } from '#/domain/base/codes.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { businessinvoices } from '#/server/taxation/businessinvoices/public.ts'
import { invoices } from '#/server/taxation/invoices/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const place = { unitId: 1, centreId: 2 }
const [director, finance] = [2, 4]
const dayMs = 86_400_000
const issuedCount = 6
/** Days since the start of an authorisation that expired a few days ago. */
const lapsedDays = 380

// Suppresses jobs, so that the first start sends no messages about the past.
const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

const dayBefore = (now: Date, days: number) => dayOf(new Date(now.getTime() - days * dayMs))

/**
 * Returns two paid batches of the first unit, and those payees of the first batch whose authorisation is missing or
 * expired.
 */
async function invoicingSetupOf(from: ContextAt, now: Date) {
  const at = (days: number) => from(new Date(now.getTime() - days * dayMs), { userId: finance, usertype: userType.centre })
  const { titles, categories, batches } = await businessinvoices.terms(at(0), place)
  const paidBatch = (least: number, limit: number) =>
    batches.filter(({ paidOn }) => paidOn !== null && paidOn <= dayBefore(now, least) && paidOn > dayBefore(now, limit)).at(-1)
  const [earlier, later] = [paidBatch(22, 90), paidBatch(3, 20)]
  if (!earlier || !later) return null
  const { businesses } = await businessinvoices.preview(at(60), { ...place, basis: 'batch', batchId: earlier.id })
  const [never, lapsed, ...authorised] = [...businesses].reverse()
  return { title: titles[0], category: categories[0], earlier, later, never, lapsed, authorised }
}

/**
 * Returns the exclusions from the bulk invoices: payments of the first unit in mode 1 from a day on, and the businesses
 * with a missing or expired authorisation.
 */
export async function findExclusions(from: ContextAt, now: Date): Promise<{ day: string; never: number; lapsed: { id: number; from: string; to: string } }> {
  const invoicingSetup = await invoicingSetupOf(from, now)
  const validFrom = dayBefore(now, lapsedDays)
  return {
    day: invoicingSetup?.earlier.paidOn ?? dayOf(now),
    never: invoicingSetup?.never?.entityId ?? 0,
    lapsed: { id: invoicingSetup?.lapsed?.entityId ?? 0, from: validFrom, to: shiftDay(validFrom, 364) },
  }
}

/**
 * Adds authorisations and invoices of the first unit's businesses in mode 1 in every state, through the program's
 * operations.
 */
export async function addBusinessInvoices(from: ContextAt, now: Date): Promise<void> {
  const { db } = from(now, {})
  const at = (days: number, userId: number) => withoutJobs(from(new Date(now.getTime() - days * dayMs), { userId, usertype: userType.centre }))
  const day = (days: number) => dayBefore(now, days)
  const invoicingSetup = await invoicingSetupOf(from, now)
  if (!invoicingSetup?.title || !invoicingSetup.category) return
  const { title, category, earlier, later, authorised } = invoicingSetup
  const bytes = await renderDocument({ title: '开票授权书（样张）', createdAt: now, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
  const file = { filename: '开票授权书.pdf', mediaType: 'application/pdf', bytes }
  for (const { entityId, obstacle } of authorised)
    if (obstacle !== '') await businessinvoices.authorise(at(60, director), { entityId, from: day(60), to: shiftDay(day(60), 364), file })

  const form = {
    ...place,
    basis: 'batch' as const,
    titleId: title.id,
    kind: 'ordinary' as const,
    feeKind: 'ordinary' as const,
    category,
    feeCategory: category,
    remark: '',
  }
  await businessinvoices.generate(at(20, finance), { ...form, batchId: earlier.id })
  const { rows } = await sql<
    Row<'invoice_application', 'id' | 'version'>
  >`select id, version from invoice_application where unit_id = ${place.unitId} and mode = 1 and state = 'pending' order by id`.execute(db)
  let serial = 5_000_000
  for (const [index, { id, version }] of rows.entries()) {
    if (index === rows.length - 1) {
      await invoices.review(at(19, director), { invoicingId: id, version, approve: false, reason: '备注须写明服务期间' })
      continue
    }
    const row = await invoices.review(at(19, director), { invoicingId: id, version, approve: true, reason: '' })
    const target = { invoicingId: id, version: row.version }
    const invoice = row.invoices[0]
    if (index === issuedCount) await invoices.fail(at(17, finance), { ...target, reason: '税局系统维护，暂不能开具' })
    if (index >= issuedCount || !invoice) continue
    const ctx = at(17, finance)
    const number = `2644000000${String(++serial).padStart(10, '0')}`
    const issuedApplication = await invoices.issue(ctx, {
      ...target,
      invoiceId: invoice.id,
      number,
      issuedOn: dayOf(ctx.now),
      file: await renderSampleInvoice(number, formatYuan(invoice.amount), ctx.now),
    })
    if (index === 0)
      await invoices.askRed(at(10, finance), {
        invoicingId: id,
        version: issuedApplication.version,
        invoiceId: invoice.id,
        reason: 'discount',
        amount: '100.00',
      })
  }
  await businessinvoices.generate(at(1, finance), { ...form, batchId: later.id })
  await sql`update message set read_at = created_at where kind = 'businessInvoicesMade' and read_at is null
    and created_at < ${new Date(now.getTime() - 3 * dayMs)}`.execute(db)
}
