import { type Expression, type SqlBool, sql } from 'kysely'
import type { OrderPaperKind } from '#/domain/agreements/order.ts'
import type { OrderRow } from '#/server/agreements/orders/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fileFacts } from '#/server/kernel/files/store-files.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface PaperRow extends Row<'order_paper'>, Row<'stored_file', 'name' | 'size_bytes'> {
  kind: OrderPaperKind
  created_name: string
  removed_name: string | null
  also_in: string[]
}

/** Returns numbers of other orders in the caller's scope with the same document. */
export async function ordersWithSameDocument(
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'centre_id'>,
  paper: { sha256: string; fingerprint: string | null },
): Promise<string[]> {
  const rows = await ctx.rows<Row<'service_order', 'no'>>`select no from service_order where id in (
      select app.orders_with_paper(${order.centre_id}, ${paper.sha256}, ${paper.fingerprint})) and id <> ${order.id} order by no`
  return rows.map((row) => row.no)
}

function visibleCondition(ctx: Context, orderId: number): Expression<SqlBool> {
  const { operatorId } = ctx.actor
  return sql<SqlBool>`paper.order_id = ${orderId} and ${operatorId === null ? sql`true` : sql`paper.operator_id = ${operatorId}`}`
}

/** Returns an order's documents, newest first; operators see only documents that they delivered. */
export async function list(ctx: Context, order: OrderRow, page: { page: number; size: number }): Promise<{ rows: PaperRow[]; count: number }> {
  const otherOrders =
    ctx.actor.operatorId === null
      ? sql`array(select other.no from service_order other where other.id <> paper.order_id and paper.removed_at is null
          and other.id in (select app.orders_with_paper(paper.centre_id, paper.sha256, paper.fingerprint)) order by other.no)`
      : sql`array[]::text[]`
  const rows = await ctx.rows<PaperRow>`
    select paper.*, file.name, file.size_bytes, author.name as created_name, remover.name as removed_name, ${otherOrders} as also_in
    from order_paper paper join lateral ${fileFacts(sql`paper.file_id`)} file on true join app_user author on author.id = paper.created_by
      left join app_user remover on remover.id = paper.removed_by
    where ${visibleCondition(ctx, order.id)} order by paper.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from order_paper paper where ${visibleCondition(ctx, order.id)}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a document unless it was removed. */
export async function find(ctx: Context, orderId: number, paperId: number): Promise<Row<'order_paper'> | undefined> {
  return ctx.row<Row<'order_paper'>>`select paper.* from order_paper paper
    where ${visibleCondition(ctx, orderId)} and paper.id = ${paperId} and paper.removed_at is null`
}

/** Counts an order's documents by kind and sums the accepted amount. */
export async function countsOf(ctx: Context, orderId: number): Promise<{ deliverables: number; acceptances: number; accepted: number }> {
  return (
    (await ctx.row<{ deliverables: number; acceptances: number; accepted: number }>`
    select count(*) filter (where kind = 'deliverable') as deliverables, count(*) filter (where kind = 'acceptance') as acceptances,
      coalesce(sum(amount_fen) filter (where kind = 'acceptance'), 0)::bigint as accepted
    from order_paper where order_id = ${orderId} and removed_at is null`) ?? { deliverables: 0, acceptances: 0, accepted: 0 }
  )
}

export interface NewPaper {
  readonly kind: OrderPaperKind
  readonly no: string | null
  readonly period: string | null
  readonly amount: number | null
  readonly note: string
  readonly explanation: string
  readonly fileId: string
  readonly sha256: string
  readonly fingerprint: string | null
}

export async function insert(ctx: Context, order: OrderRow, paper: NewPaper): Promise<number> {
  const { amount, fileId, ...rest } = paper
  const row = await ctx.db
    .insertInto('order_paper')
    .values({
      ...rest,
      order_id: order.id,
      centre_id: order.centre_id,
      unit_id: order.unit_id,
      operator_id: ctx.actor.operatorId,
      amount_fen: amount,
      file_id: fileId,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Marks a document as removed; its row stays. */
export async function remove(ctx: Context, paperId: number, reason: string): Promise<void> {
  await ctx.db.updateTable('order_paper').set({ removed_by: ctx.actor.userId, removed_at: ctx.now, remove_reason: reason }).where('id', '=', paperId).execute()
}
