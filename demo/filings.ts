import { platformFinanceId } from '#/demo/access.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { daysOfPeriod, lastPeriodsOf } from '#/domain/taxation/business-filing.ts'
import { reportableQuarters } from '#/domain/taxation/platform-report.ts'
import { defaultGroundRules, defaultPlatformName } from '#/domain/taxation/reporter-plan.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import {
  archivePastFilings,
  centresWithBusinesses,
  filePastPeriod,
  generateFilings,
  lockOpenFilings,
  storePastCorrection,
} from '#/server/taxation/businessfilings/public.ts'
import { addConfirmedPlan, reportPastQuarter } from '#/server/taxation/platformreports/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const financeId = 4
/** The administrator of the platform. */
const platformId = 1
const maxDeclaredFilings = 3
/** The number of declared filings that are paid. */
const maxPaidFilings = 2
/** Reasons for late filings. */
const lateReasons = ['经营者出差，约定本周内办理', '税务登记信息变更中，待主管税务机关处理', '经营者未提供完整收入资料，已催报']
const nearThresholdFen = 28_800_000
const costShare = 0.7

// Suppresses jobs, so that the first start sends no messages about the past.
const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

/** Reports the costs of businesses that keep books. */
async function reportCosts(ctx: Context, place: { centreId: number; kind: 'incomeTax' | 'incomeAnnual'; period: string }): Promise<void> {
  for (const row of await lockOpenFilings(ctx, place)) {
    if (row.basis === 'books' && row.cost_fen === null && row.income_fen >= 0)
      await storePastCorrection(ctx, row, { cost: Math.round(row.income_fen * costShare), reason: '经营者报送的成本费用' })
  }
}

/** Brings a business close to the VAT threshold of the current quarter by sales elsewhere. */
async function approachThreshold(ctx: Context, centreId: number, period: string): Promise<void> {
  const [row] = (await lockOpenFilings(ctx, { centreId, kind: 'vat', period })).sort((a, b) => b.gross_fen - a.gross_fen)
  if (row && row.gross_fen < nearThresholdFen) await storePastCorrection(ctx, row, { other: nearThresholdFen - row.gross_fen, reason: '经营者告知的线下收入' })
}

type FilingKind = 'vat' | 'incomeTax' | 'incomeAnnual' | 'annualReport'

/**
 * Returns the context and dates of a past period, which is filed on the eighth day after its end and paid a day later.
 */
function filingContextOf(from: ContextAt, now: Date, period: string) {
  const dayAfterEnd = (days: number) => [shiftDay(daysOfPeriod(period).to, days), dayOf(now)].sort()[0] ?? dayOf(now)
  const at = new Date(Math.min(Date.parse(`${dayAfterEnd(9)}T10:00:00+08:00`), now.getTime()))
  return {
    ctx: withoutJobs(from(at, { userId: financeId })),
    past: (fileId: string) => (place: number) => ({ declaredOn: dayAfterEnd(8), paidOn: place < maxPaidFilings ? dayAfterEnd(9) : null, fileId }),
  }
}

/**
 * Adds filings: four quarters, and last year's settlement and report. A few of the last quarter are late with a reason.
 * Older ones are archived with certificates, and the current quarter is open.
 */
export async function addFilings(from: ContextAt, now: Date): Promise<void> {
  const ctx = withoutJobs(from(now, { userId: financeId }))
  const today = dayOf(now)
  const [running = '', last = '', ...older] = lastPeriodsOf('vat', today)
  const [, lastYear = ''] = lastPeriodsOf('annualReport', today)
  const renderFilingDocument = (title: string) => renderDocument({ title, createdAt: now, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
  const [receipt, certificate] = [await renderFilingDocument('申报回执'), await renderFilingDocument('税收完税证明')]
  for (const centreId of await centresWithBusinesses(ctx)) {
    const receiptFile = { name: '申报回执.pdf', mediaType: 'application/pdf', bytes: receipt, purpose: 'business_filing_receipt', centreId }
    const { id: fileId } = await ctx.files.save(receiptFile)
    const file = async (kind: FilingKind, period: string, isOver: boolean) => {
      const place = { centreId, kind, period }
      const pastPeriod = filingContextOf(from, now, period)
      if ((await generateFilings(pastPeriod.ctx, place)) === 0) return
      if (kind === 'incomeTax' || kind === 'incomeAnnual') await reportCosts(pastPeriod.ctx, { ...place, kind })
      await filePastPeriod(pastPeriod.ctx, place, {
        most: isOver ? 0 : maxDeclaredFilings,
        late: period === last ? lateReasons : [],
        past: pastPeriod.past(fileId),
      })
      if (isOver) await archivePastFilings(pastPeriod.ctx, place, certificate)
    }
    for (const period of older.toReversed()) {
      await file('vat', period, true)
      await file('incomeTax', period, true)
    }
    await file('incomeAnnual', lastYear, true)
    await file('annualReport', lastYear, true)
    await file('vat', last, false)
    await file('incomeTax', last, false)
    await generateFilings(ctx, { centreId, kind: 'vat', period: running })
    await generateFilings(ctx, { centreId, kind: 'incomeTax', period: running })
    await approachThreshold(ctx, centreId, running)
  }
}

/** From the last quarter on, the demo's platform reports for its centres. Only the first centre reports for itself. */
async function addReporterPlan(from: ContextAt, now: Date, quarter: string, centreIds: readonly number[]): Promise<void> {
  const at = new Date(`${daysOfPeriod(quarter).from}T10:00:00+08:00`)
  const [proposing, confirming] = [withoutJobs(from(at, { userId: platformFinanceId })), withoutJobs(from(at < now ? at : now, { userId: platformId }))]
  await addConfirmedPlan(proposing, confirming, {
    first_quarter: quarter,
    platform_name: defaultPlatformName,
    holder_name: '云创客网络科技有限公司',
    holder_code: '91330106MA2KCX7F19',
    licence_no: '浙B2-20250001',
    tax_office: '国家税务总局杭州市西湖区税务局',
    centre_ids: centreIds,
    grounds: defaultGroundRules,
    reason: '许可证持有主体统一报送，杭州中心为独立平台',
  })
}

/** Adds the platform reports of all past quarters, each on the twelfth day of the following month. */
export async function addPlatformReports(from: ContextAt, now: Date): Promise<void> {
  const bytes = await renderDocument({ title: '报送回执', createdAt: now, blocks: [{ kind: 'fields', rows: [['说明', '演示数据']] }] })
  const centreIds = (await from(now, {}).db.selectFrom('centre').select('id').orderBy('id').execute()).map(({ id }) => id)
  const [last] = reportableQuarters(dayOf(now))
  for (const quarter of reportableQuarters(dayOf(now)).toReversed()) {
    const reportedOn = shiftDay(daysOfPeriod(quarter).to, 11)
    if (quarter === last) await addReporterPlan(from, now, quarter, centreIds.slice(1))
    if (reportedOn > dayOf(now)) continue
    const ctx = withoutJobs(from(new Date(`${reportedOn}T10:00:00+08:00`), { userId: financeId }))
    const receiptOf = async (centreId: number | null) => {
      const file = { name: '报送回执.pdf', mediaType: 'application/pdf', bytes, purpose: 'receipt', centreId }
      const { id: receiptFileId } = await ctx.files.save(file)
      return { quarter, reportedOn, receiptNo: `BS${centreId ?? 0}${quarter.replace('-', '')}`, receiptFileId }
    }
    if (quarter === last)
      await reportPastQuarter(
        { ...ctx, actor: { ...ctx.actor, userId: platformFinanceId } },
        { centreId: null, ...(await receiptOf(null)), confirmedBy: platformId },
      )
    for (const centreId of centreIds) await reportPastQuarter(ctx, { centreId, ...(await receiptOf(centreId)) })
  }
}
