import { sql } from 'kysely'
import { centreStaffOf, unitStaffOf } from '#/demo/access.ts'
import { bankAccountOf } from '#/demo/organisations.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { haltOperations } from '#/server/money/payments/public.ts'
import { issueStatements, prepayments } from '#/server/money/prepayments/public.ts'
import { dossiers } from '#/server/taxation/dossiers/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const place = { centreId: 2, mode: 2 } as const
const director = { userId: 2, name: '许立言', usertype: userType.centre }
const finance = { userId: centreStaffOf(2).finance, name: '钱守一', usertype: userType.centre }
const monthCount = 2
const letterCount = 2
const minuteMs = 60_000
const hourMs = 3_600_000

// Suppresses jobs, so that the first start sends no messages about the past.
const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })

const documentsByTitle = new Map<string, Promise<Uint8Array>>()

/** Returns a document with this title, drawn only once, because drawing delays the start of the demo. */
async function renderPaper(title: string, at: Date) {
  const bytes = documentsByTitle.get(title) ?? renderDocument({ title, createdAt: at, blocks: [{ kind: 'paragraph', text: `${title}（演示数据）` }] })
  documentsByTitle.set(title, bytes)
  return { filename: `${title}.pdf`, mediaType: 'application/pdf', bytes: await bytes }
}

/**
 * Returns functions that create the contexts of the people involved. All events lie within the last hour, so that each
 * unit's journals stay in chronological order.
 */
function contextsOf(from: ContextAt, now: Date) {
  const timeAgo = (ms: number) => new Date(now.getTime() - ms)
  const at = (minutes: number, who: Partial<Actor>) => {
    const ctx = withoutJobs(from(timeAgo(minutes * minuteMs), who))
    return who.usertype === userType.centre ? { ...ctx, scope: { ...ctx.scope, ...place } } : ctx
  }
  const payer = (unitId: number) => ({ userId: unitStaffOf(unitId).payer, usertype: userType.unit, unitId })
  return { at, payer, ago: (hours: number, who: Partial<Actor>) => at((hours * hourMs) / minuteMs, who) }
}

type StaffContexts = ReturnType<typeof contextsOf>

/**
 * Adds credits from unknown payers: one that a unit claimed with documents, one returned, and one that is being
 * returned.
 */
async function addCredits({ ago }: StaffContexts): Promise<void> {
  const { db } = ago(0, {})
  const credits = await sql<Row<'bank_credit', 'id' | 'memo' | 'serial'>>`select id, memo, serial from bank_credit
    where state = 'unclaimed' and centre_id = ${place.centreId} and memo in ('代付服务费', '货款', '误汇') order by id`.execute(db)
  for (const { id, memo, serial } of credits.rows) {
    const proof = await renderPaper(memo === '代付服务费' ? '代付证明' : '银行回单', ago(4, {}).now)
    if (memo === '代付服务费')
      await prepayments.claimFor(ago(4, finance), { creditId: id, unitId: 4, mode: 2, reason: '集团内公司代付，附代付说明', papers: proof })
    else {
      const returnInput = { creditId: id, reason: memo === '误汇' ? '汇款人来函说明误汇' : '与平台业务无关', bankSerial: `TH${serial}`, slip: proof }
      await prepayments.proposeReturn(ago(3, finance), { ...returnInput, paidOn: dayOf(ago(3, finance).now) })
      if (memo === '误汇') await prepayments.decideReturn(ago(2, director), { creditId: id, approve: true, reason: '' })
    }
  }
}

/** Adds a paid, an approved, a pending, a rejected and a failed refund, one after another in time. */
async function addRefunds({ at, payer }: StaffContexts): Promise<void> {
  let minutesAgo = 58
  const nextContext = (who: Partial<Actor>) => {
    minutesAgo -= 3
    return at(minutesAgo, who)
  }
  const target = ({ id, version }: { id: number; version: number }) => ({ refundId: id, version })
  const applyForRefund = (unitId: number, amount: string, reason: string) =>
    prepayments.applyRefund(nextContext(payer(unitId)), { ...place, account: bankAccountOf(unitId), amount, reason })
  const decideRefund = (row: { id: number; version: number }, approve: boolean, reason = '') =>
    prepayments.decideRefund(nextContext(director), { ...target(row), approve, reason })
  const approvedRefund = await decideRefund(await applyForRefund(1, '5000.00', '春季直播项目结束，退回余款'), true)
  const payingContext = nextContext(finance)
  const paidOn = dayOf(payingContext.now)
  const slip = await renderPaper('银行回单', payingContext.now)
  await prepayments.payRefund(payingContext, { ...target(approvedRefund), paidOn, bankSerial: `TK${paidOn.replaceAll('-', '')}0001`, slip })
  const refusedRefund = await applyForRefund(2, '3000.00', '暂不使用')
  await decideRefund(refusedRefund, false, '仍有批次待审核，请结清后再申请')
  const failedRefund = await decideRefund(await applyForRefund(5, '2600.00', '年度合作结束'), true)
  const failureProposal = await prepayments.failRefund(nextContext(finance), { ...target(failedRefund), reason: '收款账户状态异常，银行退回' })
  await prepayments.decideRefundFailure(nextContext(director), { ...target(failureProposal), approve: true, reason: '' })
  await decideRefund(await applyForRefund(5, '2600.00', '账户已恢复，再次申请'), true)
  await applyForRefund(12, '1280.50', '测绘项目验收完成，退回余款')
}

/** Adds two adjustments: one is booked, and one awaits the second person. */
async function addAdjustments({ at }: StaffContexts): Promise<void> {
  const proposeAdjustment = async (unitId: number, amount: string, reason: string) =>
    prepayments.proposeAdjustment(at(18, finance), {
      unitId,
      mode: place.mode,
      direction: 'more',
      amount,
      reason,
      file: await renderPaper('调账说明', at(18, finance).now),
    })
  const { id, version } = await proposeAdjustment(1, '36.50', '银行误收手续费，退还单位')
  await prepayments.decideAdjustment(at(10, director), { adjustmentId: id, version, approve: true, reason: '' })
  await proposeAdjustment(2, '0.08', '历史尾差')
}

/** Adds the statements of the last months. Units have confirmed the older ones and disputed one of the latest. */
async function addStatements(from: ContextAt, now: Date, { at, payer }: StaffContexts): Promise<void> {
  const statementMonths = await issueStatements((moment) => withoutJobs(from(moment, {})), now, monthCount)
  const { db } = at(0, {})
  const last = statementMonths.at(-1) ?? ''
  const result = await sql<
    Row<'balance_statement', 'id' | 'version' | 'unit_id'> & { month: string }
  >`select id, version, unit_id, to_char(month, 'YYYY-MM') as month
    from balance_statement order by id`.execute(db)
  for (const { id, version, unit_id, month } of result.rows) {
    const target = { statementId: id, version }
    if (month !== last) await prepayments.confirmStatement(at(9, payer(unit_id)), target)
    else if (unit_id === 2) await prepayments.disputeStatement(at(8, payer(unit_id)), { ...target, reason: '本月退汇一笔未见入账，请核对' })
  }
}

/**
 * Adds a batch of another unit that the centre halted. Also adds settlement letters of the first unit's last batches,
 * which the program draws when it starts.
 */
async function addHaltAndLetters(from: ContextAt, now: Date, { ago, payer }: StaffContexts): Promise<void> {
  const { db } = ago(0, {})
  const auditingBatches = await sql<Row<'payment_batch', 'id' | 'version'>>`select id, version from payment_batch
    where centre_id = ${place.centreId} and unit_id = 4 and state = 'auditing' order by id limit 1`.execute(db)
  for (const { id, version } of auditingBatches.rows)
    await haltOperations.halt(ago(1, finance), { id, version, reason: '单位来电：名单与考勤不符，核实前暂停' })
  const settledBatches = await sql<Row<'payment_batch', 'id'>>`select id from payment_batch
    where unit_id = 1 and state in ('paid', 'closed') and success_count > 0 order by id desc limit ${letterCount}`.execute(db)
  for (const { id } of settledBatches.rows) await dossiers.letter(from(now, payer(1)), { batchId: id })
}

/**
 * Adds the events after the payments: credits from unknown payers, refunds, adjustments, statements, a halted batch and
 * letters.
 */
export async function addFollowUps(from: ContextAt, now: Date): Promise<void> {
  const unitContexts = contextsOf(from, now)
  await addCredits(unitContexts)
  await addRefunds(unitContexts)
  await addAdjustments(unitContexts)
  await addStatements(from, now, unitContexts)
  await addHaltAndLetters(from, now, unitContexts)
  const { db } = from(now, {})
  await sql`update message set read_at = created_at where (kind like 'refund%' or kind like 'adjustment%' or kind like 'statement%' or kind like 'credit%' or kind like 'return%'
    or kind = 'batchHalted') and read_at is null`.execute(db)
}
