import { type Kysely, sql } from 'kysely'
import { unitStaffOf } from '#/demo/access.ts'
import { userType } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { collections } from '#/server/money/collections/public.ts'

/** Creates a context at a moment, for a user. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

const unitId = 1
/** The framework order of the first unit, and the task order that the demo's operator accepted. */
const framework = 12
const task = 4
const director = 2
const operator = { userId: 9, usertype: userType.operator, operatorId: 1001 } as const
const dayMs = 86_400_000

type LineRow = Row<'payment_line', 'id' | 'month' | 'mode' | 'centre_id' | 'gross_fen' | 'service' | 'finished_at' | 'entity_id'> & {
  operator_id: number
  order_id: number
}

/** Inserts paid claims, or claims that are being paid, for lines of the demo's year. */
async function insertPaid(trx: Kysely<Tables>, line: LineRow, of: { no: string; confirmer: number; author: number; day: string }): Promise<void> {
  const isPaid = line.finished_at !== null
  const made = `${of.day}T01:30:00Z`
  const inserted = await sql<{
    id: number
  }>`insert into collection (no, centre_id, unit_id, mode, order_id, operator_id, entity_id, amount_fen, content, period_from, period_to, state, line_id, line_month,
      created_by, created_at, submitted_at, confirmed_by, confirmed_at, paid_at)
    values (${of.no}, ${line.centre_id}, ${unitId}, ${line.mode}, ${line.order_id}, ${line.operator_id}, ${line.entity_id}, ${line.gross_fen}, ${line.service || '直播运营服务'}, ${shiftDay(of.day, -6)}, ${shiftDay(of.day, -1)},
      ${isPaid ? 'paid' : 'paying'}, ${line.id}, ${line.month}, ${of.author}, ${made}, ${made}, ${of.confirmer}, ${`${of.day}T03:00:00Z`}, ${line.finished_at}) returning id`.execute(
    trx,
  )
  await sql`update payment_line set collection_id = ${inserted.rows[0]?.id ?? 0} where month = ${line.month} and id = ${line.id}`.execute(trx)
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
 * Adds claims in every state and objections to payments. Users of the first unit create them through the program's
 * operations.
 */
export async function addCollections(from: ContextAt, now: Date): Promise<void> {
  const { db } = from(now, {})
  const { maker } = unitStaffOf(unitId)
  const self = operator
  // Suppresses jobs, so that the first start sends no messages about the past.
  const withoutJobs = (ctx: Context): Context => ({ ...ctx, enqueue: async () => undefined, enqueueAll: async () => undefined })
  const ago = (days: number, who: Partial<Actor>) => withoutJobs(from(new Date(now.getTime() - days * dayMs), who))
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
  const claim = async (days: number, what: { orderId: number; amount: string; content: string; submit?: boolean; for?: number }) => {
    const ctx = ago(days, what.for === undefined ? self : { userId: director, usertype: userType.centre })
    const last = shiftDay(dayOf(ctx.now), -1)
    const place = what.for === undefined ? ctx : { ...ctx, scope: { ...ctx.scope, centreId: 2 } }
    const typed = { orderId: what.orderId, amount: what.amount, content: what.content, from: last, to: last }
    return collections.create(place, { ...typed, operatorId: what.for, file: await paper(what.content, ctx.now), submit: what.submit ?? true })
  }
  const target = ({ id, version }: { id: number; version: number }) => ({ claimId: id, version })
  const paid = await linesOf(db, sql`line.state = 'success' and line.operator_id = ${self.operatorId}`, 4)
  const underway = await linesOf(db, sql`line.state in ('queued', 'sent', 'processing') and batch.state = 'paying'`, 1)
  for (const [at, line] of [...paid.slice(0, 2), ...underway].entries()) {
    const day = shiftDay(dayOf(line.finished_at ?? now), -2)
    await insertPaid(db, line, { no: `SK${day.replaceAll('-', '')}029${String(at + 1).padStart(5, '0')}`, confirmer: maker, author: self.userId, day })
  }
  const dropped = await claim(5.2, { orderId: framework, amount: '300.00', content: '样品拍摄', submit: false })
  await collections.cancel(ago(5.1, self), target(dropped))
  const returned = await claim(4.2, { orderId: framework, amount: '4200.00', content: '品牌专场主持' })
  await collections.giveBack(ago(4, unit), { ...target(returned), reason: '金额含交通补贴，请分开申请' })
  for (const [operatorId, amount] of [
    [1004, '2400.00'],
    [1005, '3180.00'],
  ] as const) {
    const made = await claim(3.2, { orderId: framework, amount, content: '短视频剪辑', for: operatorId })
    await collections.confirm(ago(3.1, unit), target(made))
  }
  await claim(2.2, { orderId: framework, amount: '860.00', content: '直播间值守', for: 1003 })
  await claim(1.2, { orderId: task, amount: '1500.00', content: '新品首发直播（午场）' })
  await claim(0.2, { orderId: task, amount: '1500.00', content: '新品首发直播（晚场）', submit: false })
  const [first, second] = paid
  if (first) await collections.raise(ago(0.5, self), { lineId: first.id, kind: 'notArrived', statement: '银行卡流水中未查到这笔入账，请协助核对。' })
  if (second) await settle(second.id)
  await sql`update message set read_at = created_at where (kind like 'claim%' or kind like 'objection%') and read_at is null`.execute(db)

  async function settle(lineId: number): Promise<void> {
    const raised = await collections.raise(ago(9, self), { lineId, kind: 'amount', statement: '约定按 4 场结算，实际只计 3 场。' })
    const answered = await collections.answer(ago(8, unit), { objectionId: raised.id, version: raised.version, answer: '第四场未通过验收，已附验收单。' })
    const decision = '验收单与直播数据一致，第四场不计入，异议不成立。'
    await collections.decide(ago(7, { userId: director, usertype: userType.centre }), {
      objectionId: answered.id,
      version: answered.version,
      uphold: false,
      decision,
    })
  }
}
