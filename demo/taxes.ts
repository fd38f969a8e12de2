import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { declarePastPeriod, listOpenPeriods } from '#/server/taxation/periods/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const financeId = 4
const directorId = 2
const hourMs = 3_600_000

// Suppresses jobs, so that the first start sends no messages about the past.
const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

async function renderReceipt(title: string, at: Date): Promise<Uint8Array> {
  return renderDocument({ title, createdAt: at, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
}

async function storeReceipt(ctx: Context, centreId: number, bytes: Uint8Array): Promise<string> {
  const { id } = await ctx.files.save({ name: '申报回执.pdf', mediaType: 'application/pdf', bytes, purpose: 'tax_receipt', centreId, operatorId: null })
  return id
}

/** Stores one certificate file per person. */
function storeCertificates(ctx: Context, centreId: number, month: string, bytes: Uint8Array, operatorIds: readonly number[]) {
  const fileInput = { name: `${month}.pdf`, mediaType: 'application/pdf', bytes, purpose: 'tax_certificate', centreId }
  return ctx.files.saveAll(operatorIds.map((operatorId) => ({ ...fileInput, operatorId })))
}

/**
 * Adds the tax periods of all past months. All but the last are paid and archived with certificates. The last is
 * declared.
 */
export async function addTaxPeriods(from: ContextAt, now: Date): Promise<void> {
  const last = shiftMonth(monthOf(now), -1)
  const today = dayOf(now)
  const receipt = await renderReceipt('申报回执', now)
  const certificate = await renderReceipt('税收完税证明', now)
  const contextOf = (at: Date, userId: number) => withoutJobs(from(at, { userId }))
  const files = new Map<number, string>()
  for (const { id, centreId, month } of await listOpenPeriods(from(now, {}), monthOf(now))) {
    const next = shiftMonth(month, 1)
    const closedAt = new Date(Date.parse(`${monthStart(next)}T10:00:00+08:00`))
    const hoursLater = (hours: number) => new Date(Math.min(closedAt.getTime() + hours * hourMs, now.getTime()))
    const fileId = files.get(centreId) ?? (await storeReceipt(from(now, {}), centreId, receipt))
    files.set(centreId, fileId)
    const dayInNextMonth = (day: number) => [shiftDay(monthStart(next), day), today].sort()[0] ?? today
    await declarePastPeriod(id, {
      closer: contextOf(closedAt, financeId),
      checker: contextOf(hoursLater(26), directorId),
      declarer: contextOf(hoursLater(50), financeId),
      payer: month < last ? contextOf(hoursLater(74), financeId) : null,
      declaredOn: dayInNextMonth(2),
      paidOn: dayInNextMonth(3),
      receiptNo: `SB${centreId}${month.replace('-', '')}`,
      serial: `JK${centreId}${month.replace('-', '')}`,
      fileId,
      certificates: month < last ? (ctx, operatorIds) => storeCertificates(ctx, centreId, month, certificate, operatorIds) : null,
    })
  }
}
