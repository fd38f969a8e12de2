import { sql } from 'kysely'
import { busyInvoiceOrderStates, type InvoiceOrderKind, type InvoiceOrderState } from '#/domain/taxation/einvoice.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { InvoiceOwner } from '#/server/taxation/invoices/store-papers.ts'

// An order to the issuing channel, with its outcome.

export interface InvoiceOrderRow extends Omit<Row<'invoice_order'>, 'fault_values'> {
  what: InvoiceOrderKind
  state: InvoiceOrderState
  mode: Mode
  fault_values: Values
  asked_name: string
}

/**
 * An order that the channel may still execute, or may have executed. The text equals that of the indexes on open
 * orders.
 */
export const isOpen = sql<boolean>`command.state in ('queued', 'asked', 'doubted')`

const columns = sql`command.*, command.issued_on::text as issued_on, coalesce((select name from app_user where id = command.asked_by), '') as asked_name`

/** Returns the orders of an application, newest first. */
export async function ordersOf(ctx: Context, invoicingId: number): Promise<InvoiceOrderRow[]> {
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<InvoiceOrderRow>`select ${columns} from invoice_order command where command.application_id = ${invoicingId} order by command.id desc`
  })
}

/** Locks and returns the open order of an invoice or a red letter. There is at most one. */
export async function findOpenOrder(ctx: Context, of: { invoiceId: number } | { redId: number }): Promise<InvoiceOrderRow | undefined> {
  const orderCondition = 'invoiceId' in of ? sql`command.invoice_id = ${of.invoiceId} and command.what = 'issue'` : sql`command.red_id = ${of.redId}`
  return ctx.row<InvoiceOrderRow>`select ${columns} from invoice_order command where ${orderCondition} and ${isOpen} for no key update`
}

export type NewInvoiceOrder = InvoiceOwner & Pick<Row<'invoice_order'>, 'mode' | 'invoice_id' | 'red_id'> & { what: InvoiceOrderKind; stem: string }

/** Adds an order. The order number ends in the attempt and is never reused. */
export async function addOrder(ctx: Context, { stem, ...of }: NewInvoiceOrder): Promise<InvoiceOrderRow> {
  const rows = await ctx.rows<Row<'invoice_order', 'tries'>>`select count(*) as tries from invoice_order where request_no like ${`${stem}-%`}`
  const { id } = await ctx.db
    .insertInto('invoice_order')
    .values({ ...of, request_no: `${stem}-${(rows[0]?.tries ?? 0) + 1}`, next_at: ctx.now, asked_by: ctx.actor.userId, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return (await find(ctx, id)) as InvoiceOrderRow
}

const find = (ctx: Context, id: number): Promise<InvoiceOrderRow | undefined> =>
  ctx.row<InvoiceOrderRow>`select ${columns} from invoice_order command where command.id = ${id}`

/** Returns the ids of due orders, oldest first. */
export async function dueOrders(ctx: Context, limit: number): Promise<number[]> {
  const rows = await ctx.rows<Row<'invoice_order', 'id'>>`select id from invoice_order where next_at <= ${ctx.now} order by next_at, id limit ${limit}`
  return rows.map((row) => row.id)
}

const leaseMs = 180_000

/**
 * Claims an order and commits it as sent, so that the claim survives a crash. Returns undefined if another server has
 * claimed it.
 */
export async function claimOrder(ctx: Context, id: number): Promise<(InvoiceOrderRow & { wasAsked: boolean }) | undefined> {
  const rows =
    await ctx.rows<InvoiceOrderRow>`select ${columns} from invoice_order command where command.id = ${id} and command.next_at <= ${ctx.now} for no key update of command skip locked`
  const [order] = rows
  if (!order) return undefined
  await ctx.db
    .updateTable('invoice_order')
    .set({ state: 'asked', tries: order.tries + 1, next_at: new Date(ctx.now.getTime() + leaseMs) })
    .where('id', '=', id)
    .execute()
  return { ...order, wasAsked: order.state !== 'queued', tries: order.tries + 1 }
}

/** Locks an order. Returns false if it no longer awaits a response. */
export async function lockAwaitingOrder(ctx: Context, id: number): Promise<boolean> {
  const rows = await ctx.rows<Row<'invoice_order', 'id'>>`select id from invoice_order where id = ${id} and state = 'asked' for no key update`
  return rows.length > 0
}

/** Schedules the next query. If another user resends the order, that user becomes its sender. */
export async function scheduleOrderQuery(ctx: Context, id: number, at: Date, byId?: number): Promise<void> {
  await ctx.db
    .updateTable('invoice_order')
    .set({ state: 'asked', next_at: at, fault: '', fault_values: '{}', ...(byId !== undefined && { asked_by: byId, tries: 1 }) })
    .where('id', '=', id)
    .execute()
}

interface OrderOutcome {
  readonly state: Exclude<InvoiceOrderState, (typeof busyInvoiceOrderStates)[number]>
  readonly number?: string
  readonly issuedOn?: string
  readonly fault?: string
  readonly values?: Values
}

/** Closes an order, or marks it for manual review. */
export async function endOrder(ctx: Context, id: number, { state, number, issuedOn, fault = '', values = {} }: OrderOutcome): Promise<void> {
  await ctx.db
    .updateTable('invoice_order')
    .set({
      state,
      next_at: null,
      settled_at: state === 'doubted' ? null : ctx.now,
      number: number ?? null,
      issued_on: issuedOn ?? null,
      fault,
      fault_values: JSON.stringify(values),
    })
    .where('id', '=', id)
    .execute()
}

export async function countBusyOrders(ctx: Context, invoicingId: number): Promise<{ busy: number; first: string }> {
  const rows = await ctx.rows<{ busy: number; first: string | null }>`select count(*) as busy, min(request_no) as first from invoice_order
    where application_id = ${invoicingId} and what = 'issue' and state = any(${[...busyInvoiceOrderStates]}::text[])`
  return { busy: rows[0]?.busy ?? 0, first: rows[0]?.first ?? '' }
}

/** Returns which of the applications' invoices a channel has. The list for other software must omit them. */
export async function invoicesAtChannel(ctx: Context, invoicingIds: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.rows<Row<'invoice_order', 'invoice_id'>>`select invoice_id from invoice_order command
    where application_id = any(${[...invoicingIds]}::bigint[]) and what = 'issue' and ${isOpen}`
  return new Set(rows.map((row) => row.invoice_id))
}

/** Returns the bank account shown on the centre's invoices. */
export async function sellerBank(ctx: Context, centreId: number): Promise<Row<'centre', 'invoice_bank' | 'invoice_account_no'> | undefined> {
  return ctx.db.selectFrom('centre').select(['invoice_bank', 'invoice_account_no']).where('id', '=', centreId).executeTakeFirst()
}
