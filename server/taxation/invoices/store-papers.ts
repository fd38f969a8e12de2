import { type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { InvoiceApplicationStep, InvoiceFileKind, InvoiceState, RedCode, RedReason } from '#/domain/taxation/invoice.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { RowFault } from '#/server/taxation/invoices/reading.ts'
import { isOpen } from '#/server/taxation/invoices/store-orders.ts'

/** The owner columns of every invoice table. */
export interface InvoiceOwner {
  readonly application_id: number
  readonly centre_id: number
  readonly unit_id: number
}

export interface InvoiceRow extends Row<'invoice'> {
  state: InvoiceState
  /** Amount of the red letters, issued or pending. */
  red_asked: number
  red_price: number
  red_tax: number
}

/** Returns the invoices of an application, with the amounts of their red letters. */
export async function invoicesOf(ctx: Context, invoicingId: number): Promise<InvoiceRow[]> {
  return ctx.rows<InvoiceRow>`select paper.*, paper.issued_on::text as issued_on, coalesce(red.amount, 0)::bigint as red_asked, coalesce(red.price, 0)::bigint as red_price,
      coalesce(red.tax, 0)::bigint as red_tax
    from invoice paper left join lateral (select sum(amount_fen) as amount, sum(price_fen) as price, sum(tax_fen) as tax from red_letter
      where invoice_id = paper.id and code in ('01', '02', '03', '04', '10')) red on true
    where paper.application_id = ${invoicingId} order by paper.seq`
}

type NewInvoice = InvoiceOwner & Pick<Row<'invoice'>, 'mode' | 'seq' | 'price_fen' | 'tax_fen' | 'total_fen' | 'rate_ppm'>

export async function planInvoices(ctx: Context, rows: readonly NewInvoice[]): Promise<void> {
  await ctx.db
    .insertInto('invoice')
    .values([...rows])
    .execute()
}

/**
 * Returns the application that already uses this number, for an invoice or a red one. The tax office assigns the
 * numbers, so the search ignores the scope.
 */
export async function holderOfNumber(ctx: Context, number: string): Promise<(Row<'invoice_application', 'no'> & { isSeen: boolean }) | undefined> {
  return ctx.widen('a number of the tax office', async () => {
    const rows = await ctx.rows<
      Row<'invoice_application', 'no'> & { seen: boolean }
    >`select asked.no, ${inScope(ctx.scope, 'asked')} as seen from invoice_application asked
      where asked.id in (select application_id from invoice where number = ${number} union all select application_id from red_letter where number = ${number})`
    return rows[0] && { no: rows[0].no, isSeen: rows[0].seen }
  })
}

export async function markIssued(ctx: Context, id: number, of: { number: string; issuedOn: string }): Promise<void> {
  await ctx.db
    .updateTable('invoice')
    .set({ state: 'issued', number: of.number, issued_on: of.issuedOn, issued_by: ctx.actor.userId, issued_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Marks the unissued invoices of an application as released. Returns their number and total in fen. */
export async function releaseUnissued(ctx: Context, invoicingId: number): Promise<{ count: number; fen: number }> {
  const rows = await ctx.rows<
    Row<'invoice', 'total_fen'>
  >`update invoice set state = 'released' where application_id = ${invoicingId} and number is null returning total_fen`
  return { count: rows.length, fen: rows.reduce((sum, row) => sum + row.total_fen, 0) }
}

/** Adds the amount of an issued red letter to the invoice. */
export const addRedAmount = (ctx: Context, id: number, amount: number): Promise<void> =>
  ctx.run`update invoice set red_fen = red_fen + ${amount}, state = case when red_fen + ${amount} = total_fen then 'red' else 'partRed' end where id = ${id}`

export interface FileRow extends Row<'invoice_file'> {
  kind: InvoiceFileKind
  by_name: string
}

/** Returns the files of an application, including replaced ones. */
export async function filesOf(ctx: Context, invoicingId: number): Promise<FileRow[]> {
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<FileRow>`select paper.*, app_user.name as by_name from invoice_file paper join app_user on app_user.id = paper.added_by
      where paper.application_id = ${invoicingId} order by paper.id`
  })
}

type NewFile = InvoiceOwner &
  Pick<Row<'invoice_file'>, 'kind' | 'file_id' | 'name' | 'sha256'> & { reason?: string } & ({ invoice_id: number } | { red_id: number })

/** Adds a file and marks the previous one of its kind as replaced. */
export async function addFile(ctx: Context, file: NewFile): Promise<void> {
  const fileCondition = 'invoice_id' in file ? sql`invoice_id = ${file.invoice_id}` : sql`red_id = ${file.red_id}`
  await ctx.run`update invoice_file set replaced_at = ${ctx.now} where ${fileCondition} and kind = ${file.kind} and replaced_at is null`
  await ctx.db
    .insertInto('invoice_file')
    .values({ ...file, added_by: ctx.actor.userId, added_at: ctx.now })
    .execute()
}

export interface StepRow extends Row<'invoice_step'> {
  kind: InvoiceApplicationStep
  by_name: string | null
}

export async function stepsOf(ctx: Context, invoicingId: number): Promise<StepRow[]> {
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<StepRow>`select step.*, app_user.name as by_name from invoice_step step left join app_user on app_user.id = step.by_id
      where step.application_id = ${invoicingId} order by step.id`
  })
}

export interface NewStep extends InvoiceOwner {
  readonly kind: InvoiceApplicationStep
  readonly amount_fen?: number
  readonly reason?: string
}

/** Adds steps to the history; `byId` is null for automatic steps. */
export async function addSteps(ctx: Context, steps: readonly NewStep[], byId: number | null): Promise<void> {
  if (steps.length === 0) return
  await ctx.db
    .insertInto('invoice_step')
    .values(steps.map(({ reason = '', ...step }) => ({ ...step, reason, at: ctx.now, by_id: byId })))
    .execute()
}

export interface RedLetterRow extends Row<'red_letter'> {
  code: RedCode
  reason: RedReason
  application_no: string
  unit_name: string
  blue_number: string
}

const redLetterColumns = sql`red.*, red.issued_on::text as issued_on, asked.no as application_no, unit.name as unit_name, blue.number as blue_number`
const redLetterTables = sql`red_letter red join invoice_application asked on asked.id = red.application_id join unit on unit.id = red.unit_id join invoice blue on blue.id = red.invoice_id`

export const redLettersOf = (ctx: Context, invoicingId: number): Promise<RedLetterRow[]> =>
  ctx.rows<RedLetterRow>`select ${redLetterColumns} from ${redLetterTables} where red.application_id = ${invoicingId} order by red.id`

export type RedLetterFilter = FilterOf<Modules['invoices']['reds']>

function redLetterListing(ctx: Context, { keyword, codes, isOpen, mode = settlementMode.generalContract }: RedLetterFilter): Listing {
  const conditions = [inScope(ctx.scope, 'red', { mode: true }), sql<SqlBool>`red.mode = ${mode}`]
  if (isOpen) conditions.push(sql<SqlBool>`not red.is_issued`)
  if (codes?.length) conditions.push(sql<SqlBool>`red.code = any(${[...codes]}::text[])`)
  if (keyword) {
    conditions.push(sql<SqlBool>`(red.number = ${keyword} or red.confirm_no = ${keyword} or red.unit_id in (select id from unit where name ilike ${containsPattern(keyword)})
      or exists (select from invoice blue join invoice_application asked on asked.id = blue.application_id where blue.id = red.invoice_id and ${keyword} in (blue.number, asked.no)))`)
  }
  return { table: sql`red_letter red`, where: allOf(conditions), id: sql`red.id` }
}

/** Returns a page of red letters, newest first. */
export async function listRedLetters(
  ctx: Context,
  filter: RedLetterFilter,
  page: PageRequest,
): Promise<{ rows: RedLetterRow[]; count: number; next: number | null }> {
  const listing = redLetterListing(ctx, filter)
  return pageOf(ctx, listing, page, sql<RedLetterRow>`select ${redLetterColumns} from ${redLetterTables}`)
}

/** Locks and returns a red letter in the caller's scope. */
export const lockRedLetter = (ctx: Context, id: number): Promise<RedLetterRow | undefined> =>
  ctx.row<RedLetterRow>`select ${redLetterColumns} from ${redLetterTables} where red.id = ${id} and ${inScope(ctx.scope, 'red', { mode: true })} for no key update of red`

type NewRedLetter = InvoiceOwner & Pick<Row<'red_letter'>, 'invoice_id' | 'mode' | 'amount_fen' | 'price_fen' | 'tax_fen'> & { reason: RedReason }

export async function addRedLetter(ctx: Context, red: NewRedLetter): Promise<number> {
  const { id } = await ctx.db
    .insertInto('red_letter')
    .values({ ...red, code: '10', created_by: ctx.actor.userId, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type RedLetterChange = Partial<Pick<Row<'red_letter'>, 'code' | 'confirm_no' | 'expires_at' | 'is_issued' | 'number' | 'issued_on' | 'issued_by' | 'issued_at'>>

export async function updateRedLetter(ctx: Context, id: number, change: RedLetterChange): Promise<void> {
  await ctx.db
    .updateTable('red_letter')
    .set((table) => ({ ...change, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Voids expired red letters (code 07), except those with an open channel order. The tax office may have confirmed such
 * a letter in time, and the channel reports its state.
 */
export async function voidExpiredRedLetters(
  ctx: Context,
): Promise<Row<'red_letter', 'id' | 'application_id' | 'centre_id' | 'unit_id' | 'mode' | 'amount_fen'>[]> {
  return ctx.rows<Row<'red_letter', 'id' | 'application_id' | 'centre_id' | 'unit_id' | 'mode' | 'amount_fen'>>`
    update red_letter set code = '07', expires_at = null, version = version + 1 where expires_at <= ${ctx.now}
      and not exists (select from invoice_order command where command.red_id = red_letter.id and ${isOpen})
    returning id, application_id, centre_id, unit_id, mode, amount_fen`
}

export interface ImportRow extends Omit<Row<'invoice_import'>, 'faults'> {
  faults: RowFault[]
  by_name: string
}

/** Returns the latest results files of the caller's centre and mode. */
export async function imports(ctx: Context, limit: number): Promise<ImportRow[]> {
  const { scope } = ctx
  const centreCondition = scope.all ? sql`true` : sql`brought.centre_id = any(${[...scope.centreIds]}::bigint[])`
  const placeCondition = scope.mode === null ? centreCondition : sql`${centreCondition} and brought.mode = ${scope.mode}`
  return ctx.rows<ImportRow>`select brought.*, app_user.name as by_name from invoice_import brought join app_user on app_user.id = brought.by_id
    where ${placeCondition} order by brought.id desc limit ${limit}`
}

export async function addImport(
  ctx: Context,
  of: Pick<Row<'invoice_import'>, 'centre_id' | 'mode' | 'name' | 'file_id' | 'archive_id' | 'row_count'>,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('invoice_import')
    .values({ ...of, by_id: ctx.actor.userId, at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Returns a results file that is not fully imported yet; undefined if it is. */
export function importToRead(ctx: Context, id: number): Promise<Row<'invoice_import', 'file_id' | 'archive_id' | 'done_lines'> | undefined> {
  return ctx.db
    .selectFrom('invoice_import')
    .select(['file_id', 'archive_id', 'done_lines'])
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
}

/** Records that the import has registered the invoice of a line, so that a repeated job skips the line. */
export const addDoneLine = (ctx: Context, id: number, line: number): Promise<void> =>
  ctx.run`update invoice_import set done_lines = done_lines || ${line}::integer where id = ${id}`

export async function finishImport(ctx: Context, id: number, done: number, faults: readonly RowFault[]): Promise<void> {
  await ctx.db
    .updateTable('invoice_import')
    .set({ state: 'done', done_count: done, faults: JSON.stringify(faults) })
    .where('id', '=', id)
    .execute()
}
