import { sql } from 'kysely'
import { type TaxEntryState, type TaxKind, taxKinds } from '#/domain/taxation/tax-declaration.ts'
import type { VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A payment to the tax office with the names of the users who registered, confirmed and reversed it. */
export interface EntryRow extends Row<'tax_entry'> {
  state: TaxEntryState
  vat_return: VatReturn
  by_name: string
  decided_by_name: string | null
  reverse_by_name: string | null
  reversed_by_name: string | null
  /**
   * Whether the registrar is the caller under another account. `is_same_reverser` is the same for the person who
   * requested the reversal.
   */
  is_same_hand: boolean
  is_same_reverser: boolean
  /** Whether a credit case settled tax of the period. */
  has_credits: boolean
}

function entryQuery(ctx: Context, where: ReturnType<typeof sql>) {
  const ownUserId = ctx.actor.userId || null
  return sql<EntryRow>`select entry.*, entry.due_on::text as due_on, entry.paid_on::text as paid_on, proposer.name as by_name, decider.name as decided_by_name,
      asker.name as reverse_by_name, reverser.name as reversed_by_name, app.is_same_hand(entry.by_id, ${ownUserId}::bigint) as is_same_hand,
      coalesce(app.is_same_hand(entry.reverse_by, ${ownUserId}::bigint), false) as is_same_reverser,
      exists (select from tax_payment settled where settled.declaration_id = entry.declaration_id and settled.credit_id is not null) as has_credits
    from tax_entry entry join app_user proposer on proposer.id = entry.by_id left join app_user decider on decider.id = entry.decided_by
      left join app_user asker on asker.id = entry.reverse_by left join app_user reverser on reverser.id = entry.reversed_by
    where ${where} and ${inScope({ ...ctx.scope, unitIds: [], mode: null }, 'entry', {})} order by entry.id`.execute(ctx.db)
}

/** Returns the registered payments of a period, oldest first. */
export async function entriesOf(ctx: Context, declarationId: number): Promise<EntryRow[]> {
  return (await entryQuery(ctx, sql`entry.declaration_id = ${declarationId}`)).rows
}

/** Returns a payment in the caller's scope. */
export async function findEntry(ctx: Context, id: number): Promise<EntryRow | undefined> {
  return (await entryQuery(ctx, sql`entry.id = ${id}`)).rows[0]
}

/** Returns the registered but unconfirmed amounts of each tax. VAT and surcharges are those of one return. */
export async function unconfirmedAmounts(ctx: Context, declarationId: number, vatReturn: VatReturn): Promise<Record<TaxKind, number>> {
  const rows = await ctx.rows<Record<TaxKind, number>>`select ${sql.join(
    taxKinds.map(
      (kind) =>
        sql`coalesce(sum(${sql.ref(`${kind}_fen`)}) filter (where ${sql.lit(kind)} = 'iit' or vat_return = ${vatReturn}), 0)::bigint as ${sql.ref(kind)}`,
    ),
  )} from tax_entry where declaration_id = ${declarationId} and state = 'proposed'`
  return rows[0] ?? { vat: 0, surcharge: 0, iit: 0 }
}

/** Returns whether a payment of the period, or its reversal, waits for a second person. */
export async function isEntryWaiting(ctx: Context, declarationId: number): Promise<boolean> {
  const rows = await ctx.rows`select from tax_entry where declaration_id = ${declarationId} and state in ('proposed', 'reversing') limit 1`
  return rows.length > 0
}

/** A payment to register. */
export interface NewEntry extends Readonly<Record<TaxKind, number>> {
  readonly late: number
  readonly lateDue: number
  readonly lateReason: string
  readonly dueOn: string
  readonly paidOn: string
  readonly serial: string
  readonly fileId: string
  /** The return whose VAT and surcharges the payment covers. */
  readonly vatReturn: VatReturn
}

/** Adds a payment that waits for a second person. Returns its id. */
export async function addEntry(ctx: Context, row: { id: number; centre_id: number; edition: number }, entry: NewEntry): Promise<number> {
  const { vat, surcharge, iit, late, lateDue, lateReason, dueOn, paidOn, serial, fileId, vatReturn } = entry
  const { id } = await ctx.db
    .insertInto('tax_entry')
    .values({
      declaration_id: row.id,
      centre_id: row.centre_id,
      edition: row.edition,
      vat_fen: vat,
      surcharge_fen: surcharge,
      iit_fen: iit,
      late_fen: late,
      late_due_fen: lateDue,
      late_reason: lateReason,
      due_on: dueOn,
      paid_on: paidOn,
      serial,
      file_id: fileId,
      vat_return: vatReturn,
      by_id: ctx.actor.userId,
      at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Change = Partial<Pick<Row<'tax_entry'>, 'state' | 'decided_by' | 'decided_at' | 'reason' | 'reverse_reason' | 'reverse_by' | 'reverse_at'>> &
  Partial<Pick<Row<'tax_entry'>, 'reversed_by' | 'reversed_at'>>

/** Changes an entry whose period the caller has locked. */
export async function changeEntry(ctx: Context, id: number, to: Change): Promise<void> {
  await ctx.db
    .updateTable('tax_entry')
    .set((table) => ({ ...to, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

interface BookedPaymentRow extends Row<'tax_payment', 'id' | 'kind' | 'amount_fen'> {
  kind: TaxKind
}

/** Returns the payments that a confirmed entry booked. */
export async function paymentsOfEntry(ctx: Context, entryId: number): Promise<BookedPaymentRow[]> {
  return ctx.rows<BookedPaymentRow>`select id, kind, amount_fen from tax_payment
    where entry_id = ${entryId} and reverses_id is null order by id`
}
