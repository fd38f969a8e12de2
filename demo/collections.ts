import { type Kysely, sql } from 'kysely'
import { unitStaffOf } from '#/demo/access.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { collections } from '#/server/money/collections/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const unitId = 1
/** The framework order of the first unit, and the task order that the demo's operator accepted. */
const frameworkOrderId = 12
const taskOrderId = 4
const directorId = 2
const operator = { userId: 9, usertype: userType.operator, operatorId: 1001 } as const
const dayMs = 86_400_000

type LineRow = Row<'payment_line', 'id' | 'month' | 'mode' | 'centre_id' | 'gross_fen' | 'service' | 'finished_at' | 'entity_id'> & {
  operator_id: number
  order_id: number
}

/** Inserts paid claims, or claims that are being paid, for lines of the demo's year. */
async function insertPaidClaim(trx: Kysely<Tables>, line: LineRow, details: { no: string; confirmer: number; author: number; day: string }): Promise<void> {
  const isPaid = line.finished_at !== null
  const claimedAt = `${details.day}T01:30:00Z`
  const insertedClaim = await sql<{
    id: number
  }>`insert into collection (no, centre_id, unit_id, mode, order_id, operator_id, entity_id, amount_fen, content, period_from, period_to, state, line_id, line_month,
      created_by, created_at, submitted_at, confirmed_by, confirmed_at, paid_at)
    values (${details.no}, ${line.centre_id}, ${unitId}, ${line.mode}, ${line.order_id}, ${line.operator_id}, ${line.entity_id}, ${line.gross_fen}, ${line.service || '直播运营服务'}, ${shiftDay(details.day, -6)}, ${shiftDay(details.day, -1)},
      ${isPaid ? 'paid' : 'paying'}, ${line.id}, ${line.month}, ${details.author}, ${claimedAt}, ${claimedAt}, ${details.confirmer}, ${`${details.day}T03:00:00Z`}, ${line.finished_at}) returning id`.execute(
    trx,
  )
  await sql`update payment_line set collection_id = ${insertedClaim.rows[0]?.id ?? 0} where month = ${line.month} and id = ${line.id}`.execute(trx)
}

async function linesOf(trx: Kysely<Tables>, condition: ReturnType<typeof sql>, limit: number): Promise<LineRow[]> {
  const result =
    await sql<LineRow>`select line.id, line.month, line.mode, line.centre_id, line.entity_id, line.gross_fen, line.service, line.finished_at, line.operator_id, batch.order_id
    from payment_line line join payment_batch batch on batch.id = line.batch_id
    where line.unit_id = ${unitId} and batch.amount_basis = 'gross' and line.amount_text::numeric * 100 = line.gross_fen and ${condition}
    order by line.finished_at desc nulls last, line.id desc limit ${limit}`.execute(trx)
  return result.rows
}

/**
 * Adds claims in every state and objections to payments. The demo's operator, the centre and users of the first unit
 * create most of them through the program's operations.
 */
export async function addCollections(from: ContextAt, now: Date): Promise<void> {
  const { db } = from(now, {})
  const { maker } = unitStaffOf(unitId)
  const claimant = operator
  // Suppresses jobs, so that the first start sends no messages about the past.
  const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })
  const contextAgo = (days: number, who: Partial<Actor>) => withoutJobs(from(new Date(now.getTime() - days * dayMs), who))
  const unit = { userId: maker, usertype: userType.unit, unitId }
  const paper = async (title: string, at: Date) => ({
    filename: `${title}.pdf`,
    mediaType: 'application/pdf',
    bytes: await renderDocument({
      title,
      createdAt: at,
      blocks: [{ kind: 'paragraph', text: `${title}：按约定完成，附过程截图与数据。` }],
      footer: '演示数据',
    }),
  })
  const createClaim = async (days: number, what: { orderId: number; amount: string; content: string; submit?: boolean; for?: number }) => {
    const ctx = contextAgo(days, what.for === undefined ? claimant : { userId: directorId, usertype: userType.centre })
    const last = shiftDay(dayOf(ctx.now), -1)
    const claimContext = what.for === undefined ? ctx : { ...ctx, scope: { ...ctx.scope, centreId: 2 } }
    const claimFields = { orderId: what.orderId, amount: what.amount, content: what.content, from: last, to: last }
    return collections.create(claimContext, { ...claimFields, operatorId: what.for, file: await paper(what.content, ctx.now), submit: what.submit ?? true })
  }
  const target = ({ id, version }: { id: number; version: number }) => ({ claimId: id, version })
  const paidLines = await linesOf(db, sql`line.state = 'success' and line.operator_id = ${claimant.operatorId}`, 4)
  const openLines = await linesOf(db, sql`line.state in ('queued', 'sent', 'processing') and batch.state = 'paying'`, 1)
  for (const [at, line] of [...paidLines.slice(0, 2), ...openLines].entries()) {
    const day = shiftDay(dayOf(line.finished_at ?? now), -2)
    await insertPaidClaim(db, line, { no: `SK${day.replaceAll('-', '')}029${String(at + 1).padStart(5, '0')}`, confirmer: maker, author: claimant.userId, day })
  }
  const cancelledClaim = await createClaim(5.2, { orderId: frameworkOrderId, amount: '300.00', content: '样品拍摄', submit: false })
  await collections.cancel(contextAgo(5.1, claimant), target(cancelledClaim))
  const returnedClaim = await createClaim(4.2, { orderId: frameworkOrderId, amount: '4200.00', content: '品牌专场主持' })
  await collections.giveBack(contextAgo(4, unit), { ...target(returnedClaim), reason: '金额含交通补贴，请分开申请' })
  for (const [operatorId, amount] of [
    [1004, '2400.00'],
    [1005, '3180.00'],
  ] as const) {
    const confirmedClaim = await createClaim(3.2, { orderId: frameworkOrderId, amount, content: '短视频剪辑', for: operatorId })
    await collections.confirm(contextAgo(3.1, unit), target(confirmedClaim))
  }
  await createClaim(2.2, { orderId: frameworkOrderId, amount: '860.00', content: '直播间值守', for: 1003 })
  await createClaim(1.2, { orderId: taskOrderId, amount: '1500.00', content: '新品首发直播（午场）' })
  await createClaim(0.2, { orderId: taskOrderId, amount: '1500.00', content: '新品首发直播（晚场）', submit: false })
  const [first, second] = paidLines
  if (first) await collections.raise(contextAgo(0.5, claimant), { lineId: first.id, kind: 'notArrived', statement: '银行卡流水中未查到这笔入账，请协助核对。' })
  if (second) await settleObjection(second.id)
  await sql`update message set read_at = created_at where (kind like 'claim%' or kind like 'objection%') and read_at is null`.execute(db)

  async function settleObjection(lineId: number): Promise<void> {
    const objection = await collections.raise(contextAgo(9, claimant), { lineId, kind: 'amount', statement: '约定按 4 场结算，实际只计 3 场。' })
    const answeredObjection = await collections.answer(contextAgo(8, unit), {
      objectionId: objection.id,
      version: objection.version,
      answer: '第四场未通过验收，已附验收单。',
    })
    const ruling = '验收单与直播数据一致，第四场不计入，异议不成立。'
    await collections.decide(contextAgo(7, { userId: directorId, usertype: userType.centre }), {
      objectionId: answeredObjection.id,
      version: answeredObjection.version,
      uphold: false,
      decision: ruling,
    })
  }
}
