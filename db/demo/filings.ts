import { lastPeriodsOf, spanOf } from '#/domain/business-filing.ts'
import { dayOf, shiftDay } from '#/domain/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { centresWithBusinesses, filePast, generateFilings, openFilings, tellFiling } from '#/server/taxation/businessfilings/public.ts'

/** A context at that moment, as this person. */
type At = (at: Date, who: Partial<Actor>) => Context

const finance = 4
const declaredMost = 3
/** Of what is declared, so many are paid. */
const paidMost = 2
/** Why the last few of a period are late. */
const late = ['经营者出差，约定本周内办理', '税务登记信息变更中，待主管税务机关处理', '经营者未提供完整收入资料，已催报']
const nearFen = 28_800_000
const costPart = 0.7

// Letters of long ago would all go out at the first start.
const quiet = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

/** Businesses that keep books tell what they cost. */
async function tellCosts(ctx: Context, place: { centreId: number; kind: 'incomeTax' | 'incomeAnnual'; period: string }): Promise<void> {
  for (const row of await openFilings(ctx, place)) {
    if (row.basis === 'books' && row.cost_fen === null && row.income_fen >= 0)
      await tellFiling(ctx, row, { cost: Math.round(row.income_fen * costPart), reason: '经营者报送的成本费用' })
  }
}

/** A business that sells elsewhere too, and comes near the threshold of VAT in the quarter that runs. */
async function comeNear(ctx: Context, centreId: number, period: string): Promise<void> {
  const [row] = (await openFilings(ctx, { centreId, kind: 'vat', period })).sort((a, b) => b.gross_fen - a.gross_fen)
  if (row && row.gross_fen < nearFen) await tellFiling(ctx, row, { other: nearFen - row.gross_fen, reason: '经营者告知的线下收入' })
}

/** What businesses filed: the last quarter, nearly all of it declared and paid, a few late for a reason; the settlement and report of last year; the quarter that runs is being collected. */
export async function addFilings(from: At, now: Date): Promise<void> {
  const ctx = quiet(from(now, { userId: finance }))
  const today = dayOf(now)
  const [running = '', last = ''] = lastPeriodsOf('vat', today)
  const [, lastYear = ''] = lastPeriodsOf('annualReport', today)
  const bytes = await renderDocument({ title: '申报回执', createdAt: now, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
  for (const centreId of await centresWithBusinesses(ctx)) {
    const { id: fileId } = await ctx.files.save({ name: '申报回执.pdf', mediaType: 'application/pdf', bytes, purpose: 'business_filing_receipt', centreId })
    const on = (period: string, days: number) => [shiftDay(spanOf(period).to, days), today].sort()[0] ?? today
    const past = (period: string) => (at: number) => ({ declaredOn: on(period, 8), paidOn: at < paidMost ? on(period, 9) : null, fileId })
    const file = async (kind: 'vat' | 'incomeTax' | 'incomeAnnual' | 'annualReport', period: string) => {
      const place = { centreId, kind, period }
      if ((await generateFilings(ctx, place)) === 0) return
      if (kind === 'incomeTax' || kind === 'incomeAnnual') await tellCosts(ctx, { ...place, kind })
      await filePast(ctx, place, { most: declaredMost, late: period === last ? late : [], past: past(period) })
    }
    await file('vat', last)
    await file('incomeTax', last)
    await file('incomeAnnual', lastYear)
    await file('annualReport', lastYear)
    await generateFilings(ctx, { centreId, kind: 'vat', period: running })
    await generateFilings(ctx, { centreId, kind: 'incomeTax', period: running })
    await comeNear(ctx, centreId, running)
  }
}
