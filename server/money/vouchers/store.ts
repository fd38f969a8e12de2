import { type Expression, type SqlBool, sql } from 'kysely'
import type { Fen } from '#/domain/base/money.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { type ReceiptState, receiptState, type VoucherKind } from '#/domain/money/voucher.ts'
import { receiptChannelKinds, sandboxChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { type LegalEntity, legalEntityColumns } from '#/server/kernel/installation/legal-entity.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageKeys, placesInScope, sortByIds, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { taxPayments } from '#/server/money/vouchers/questions.ts'
import { channelFacts } from '#/server/organisations/centres/public.ts'

export interface VoucherRow
  extends Row<
      'voucher',
      | 'id'
      | 'no'
      | 'kind'
      | 'centre_id'
      | 'unit_id'
      | 'mode'
      | 'batch_id'
      | 'line_id'
      | 'amount_fen'
      | 'payer_name'
      | 'payer_account'
      | 'payee_name'
      | 'payee_account'
      | 'payee_bank'
      | 'bank_serial'
      | 'traded_at'
      | 'is_returned'
      | 'file_id'
      | 'is_from_channel'
      | 'receipt_due_at'
      | 'receipt_tries'
      | 'is_uploaded'
    >,
    /**
     * The source platform of the order and the payee's account there, as on the line; empty for our own platform.
     */
    Row<'payment_batch', 'source_platform'>,
    Row<'payment_line', 'nickname' | 'user_no'>,
    LegalEntity {
  kind: VoucherKind
  /** Null for tax payments of the centre, which have no unit. */
  unit_name: string | null
  centre_name: string
  mode: Mode
  batch_no: string | null
  line_no: string | null
  service: string | null
  is_sandbox: boolean
  slip_name: string | null
  /** The tax period, for tax payments. */
  period_id: number | null
  period_month: string | null
}

type StoredRow = VoucherRow & { readonly payee_card_no_sealed: string }

/** Decrypts the payee's card number, which is the account of a payment. */
function unsealVoucher(ctx: Context, { payee_card_no_sealed: sealed, ...row }: StoredRow): VoucherRow {
  return sealed === '' ? row : { ...row, payee_account: ctx.vault.open('card_no', sealed) }
}

/** Adds a receipt for each paid line that has none. The number of the receipt derives from that of the line. */
export async function addReceiptsOfLines(ctx: Context, lines: readonly { readonly id: number; readonly month: string }[]): Promise<void> {
  const [ids, months] = [lines.map((line) => line.id), lines.map((line) => line.month)]
  // Starts from these lines, because early in a month the planner would read every line of the centre.
  await ctx.run`insert into voucher (no, kind, centre_id, unit_id, mode, batch_id, line_id, operator_id, amount_fen, payer_name, payer_account, payee_name, payee_account, payee_card_no_sealed, payee_bank, bank_serial,
      traded_at, created_at, receipt_due_at)
    select 'HD' || line.no, 'payment', line.centre_id, line.unit_id, line.mode, line.batch_id, line.id, line.operator_id, line.net_fen, centre.account_name, centre.account_no, line.name, '', line.card_no_sealed,
      line.bank_name, coalesce(attempt.channel_ref, attempt.request_no), coalesce(slip.happened_at, line.finished_at, ${ctx.now}::timestamptz), ${ctx.now}::timestamptz,
      case when channel.kind = any(${receiptChannelKinds}::text[]) then ${ctx.now}::timestamptz end
    from unnest(${ids}::bigint[], ${months}::date[]) as paid(id, month)
      cross join lateral (select * from payment_line where payment_line.month = paid.month and payment_line.id = paid.id offset 0) line
      cross join lateral (select * from payout_attempt where payout_attempt.line_id = paid.id and payout_attempt.month = paid.month and state = 'success' offset 0) attempt
      left join payout_slip slip on slip.attempt_id = attempt.id and slip.result = 'success'
      join centre on centre.id = line.centre_id join lateral ${channelFacts(sql`attempt.channel_id`)} channel on true
    on conflict do nothing`
}

/** Marks receipts of returned lines. Generated documents are generated again with the mark. */
export const markVouchersReturned = (ctx: Context, lineIds: readonly number[]): Promise<void> =>
  ctx.run`update voucher set is_returned = true, file_id = case when is_from_channel or is_uploaded then file_id end where line_id = any(${[...lineIds]}::bigint[]) and not is_returned`

export async function addReceiptOfTopup(ctx: Context, topupId: number): Promise<void> {
  await ctx.run`insert into voucher (no, kind, centre_id, unit_id, mode, topup_id, amount_fen, payer_name, payer_account, payee_name, payee_account, payee_bank, bank_serial, traded_at, created_at)
    select 'HD' || topup.no, 'topup', topup.centre_id, topup.unit_id, topup.mode, topup.id, topup.amount_fen, topup.payer_name, topup.payer_account, centre.account_name, centre.account_no,
      centre.account_bank, topup.bank_serial, coalesce(credit.credited_at, topup.decided_at, ${ctx.now}::timestamptz), ${ctx.now}::timestamptz
    from topup join centre on centre.id = topup.centre_id left join bank_credit credit on credit.id = topup.bank_credit_id
    where topup.id = ${topupId} on conflict do nothing`
}

export async function addReceiptOfRefund(ctx: Context, refundId: number): Promise<void> {
  await ctx.run`insert into voucher (no, kind, centre_id, unit_id, mode, refund_id, amount_fen, payer_name, payer_account, payee_name, payee_account, payee_bank, bank_serial, traded_at, created_at)
    select 'HD' || refund.no, 'refund', refund.centre_id, refund.unit_id, refund.mode, refund.id, refund.amount_fen, centre.account_name, centre.account_no, refund.payee_name,
      refund.payee_account, '', refund.bank_serial, refund.paid_on, ${ctx.now}::timestamptz
    from refund join centre on centre.id = refund.centre_id where refund.id = ${refundId} and refund.state = 'paid' on conflict do nothing`
}

export interface VoucherFilter {
  readonly kind?: VoucherKind | undefined
  readonly receipt?: ReceiptState | undefined
  readonly keyword?: string | undefined
  readonly batchId?: number | undefined
  readonly unitId?: number | undefined
  readonly centreId?: number | undefined
  readonly amount?: Fen | undefined
  readonly returned?: 'yes' | 'no' | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly ids?: readonly number[] | undefined
}

/** Restricts operators to receipts of their payments, and others to their scope. */
function scopeCondition({ scope }: Context): Expression<SqlBool> {
  return scope.operatorId === null ? inScope(scope, 'voucher', { mode: true }) : sql<SqlBool>`voucher.operator_id = ${scope.operatorId}`
}

/** Reads outside the scope for payees, because a receipt shows rows of the paying unit. */
function readForPayee<T>(ctx: Context, read: () => Promise<T>): Promise<T> {
  return ctx.scope.operatorId === null ? read() : ctx.widen('own payments', read)
}

// Equals the condition of the index `voucher_missing`.
const isMissingReceipt = sql<SqlBool>`(voucher.receipt_tries > 0 and voucher.receipt_due_at is null and not voucher.is_from_channel and not voucher.is_uploaded)`

/** Returns the state of a receipt's document. */
export function receiptStateOf(row: VoucherRow): ReceiptState {
  const { is_from_channel: isFromChannel, is_uploaded: isUploaded, receipt_tries: tries } = row
  return receiptState({ isFromChannel, isUploaded, isDue: row.receipt_due_at !== null, tries })
}

function filterCondition(ctx: Context, filter: VoucherFilter): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (filter.kind) parts.push(sql<SqlBool>`voucher.kind = ${filter.kind}`)
  // All kinds except payments share an index.
  if (filter.kind && filter.kind !== 'payment') parts.push(sql<SqlBool>`voucher.kind <> 'payment'`)
  if (filter.batchId) parts.push(sql<SqlBool>`voucher.batch_id = ${filter.batchId}`)
  if (filter.unitId) parts.push(sql<SqlBool>`voucher.unit_id = ${filter.unitId}`)
  if (filter.centreId) parts.push(sql<SqlBool>`voucher.centre_id = ${filter.centreId}`)
  if (filter.amount !== undefined) parts.push(sql<SqlBool>`voucher.amount_fen = ${filter.amount}`)
  if (filter.receipt === 'awaited') parts.push(sql<SqlBool>`voucher.receipt_due_at is not null`)
  if (filter.receipt === 'missing') parts.push(sql<SqlBool>`${isMissingReceipt}`)
  if (filter.receipt === 'here') parts.push(sql<SqlBool>`(voucher.receipt_due_at is null and not ${isMissingReceipt})`)
  if (filter.returned) parts.push(sql<SqlBool>`voucher.is_returned = ${filter.returned === 'yes'}`)
  parts.push(...withinDays(sql`voucher.traded_at`, filter))
  if (filter.ids) parts.push(sql<SqlBool>`voucher.id = any(${[...filter.ids]}::bigint[])`)
  if (filter.keyword) {
    const pattern = containsPattern(filter.keyword)
    parts.push(
      sql<SqlBool>`(voucher.no ilike ${pattern} or voucher.payee_name = ${filter.keyword} or voucher.payer_name ilike ${pattern} or voucher.bank_serial = ${filter.keyword})`,
    )
  }
  return allOf(parts)
}

const selectVouchers = (
  ctx: Context,
) => sql`select voucher.id, voucher.no, voucher.kind, voucher.centre_id, voucher.unit_id, unit.name as unit_name, centre.name as centre_name, ${legalEntityColumns}, voucher.mode, voucher.batch_id, batch.no as batch_no, voucher.line_id,
    line.no as line_no, line.service, coalesce(batch.source_platform, '') as source_platform, coalesce(line.nickname, '') as nickname,
    coalesce(line.user_no, '') as user_no, voucher.amount_fen, voucher.payer_name, voucher.payer_account, voucher.payee_name, voucher.payee_account, voucher.payee_card_no_sealed, voucher.payee_bank, voucher.bank_serial,
    voucher.traded_at, voucher.is_returned, voucher.file_id, voucher.is_from_channel, voucher.receipt_due_at, voucher.receipt_tries, voucher.is_uploaded, coalesce(channel.kind = any(${sandboxChannelKinds}::text[]), true) as is_sandbox,
    (select slip.file_name from payout_slip slip where slip.line_id = voucher.line_id and slip.result = 'success') as slip_name,
    paid.period_id, paid.month as period_month
  from voucher join centre on centre.id = voucher.centre_id left join unit on unit.id = voucher.unit_id left join payment_batch batch on batch.id = voucher.batch_id
    left join lateral ${channelFacts(sql`batch.channel_id`)} channel on true
    left join payment_line line on line.month = batch.month and line.id = voucher.line_id
    left join ${ask(ctx, taxPayments)} paid on paid.id = voucher.tax_payment_id`

function listing(ctx: Context, filter: VoucherFilter): Listing {
  return {
    table: sql`voucher`,
    where: filterCondition(ctx, filter),
    id: sql`voucher.id`,
    // A date filter uses the index on time, so the rows are ordered by time.
    order: filter.from || filter.to ? { by: [sql`voucher.traded_at`] } : undefined,
    places: filter.unitId || filter.batchId || filter.ids || ctx.scope.operatorId !== null ? null : placesInScope(ctx, 'voucher', { mode: true, unit: true }),
  }
}

/** Returns a page of receipts, newest first. */
export async function list(ctx: Context, filter: VoucherFilter, page: PageRequest): Promise<{ rows: VoucherRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, listing(ctx, filter), page)
  return { rows: await vouchersByIds(ctx, ids), next }
}

async function vouchersByIds(ctx: Context, ids: readonly number[]): Promise<VoucherRow[]> {
  const vouchers = await readForPayee(ctx, () => sql<StoredRow>`${selectVouchers(ctx)} where voucher.id = any(${[...ids]}::bigint[])`.execute(ctx.db))
  return sortByIds(ids, vouchers.rows).map((row) => unsealVoucher(ctx, row))
}

/** Returns receipts of a batch after this id, ordered by id. */
export async function listByBatch(ctx: Context, batchId: number, after: number, limit: number): Promise<VoucherRow[]> {
  const rows = await ctx.rows<
    Row<'voucher', 'id'>
  >`select id from voucher where batch_id = ${batchId} and id > ${after} and ${scopeCondition(ctx)} order by id limit ${limit}`
  return vouchersByIds(
    ctx,
    rows.map((row) => row.id),
  )
}

/** Returns up to `limit` receipts under a filter, newest first. */
export async function listNewest(ctx: Context, filter: VoucherFilter, limit: number): Promise<VoucherRow[]> {
  return vouchersByIds(ctx, await matchingIds(ctx, filter, limit))
}

export function totals(ctx: Context, filter: VoucherFilter, isWhole: boolean): Promise<{ count: number; sums: { amount: number } | null }> {
  return totalsOf(ctx, listing(ctx, filter), { columns: sql`amount_fen`, sums: sql`coalesce(sum(amount_fen), 0)::bigint as amount`, isWhole })
}

/** Returns a receipt in the caller's scope, by id or by line. */
export async function find(ctx: Context, by: { id?: number | undefined; lineId?: number | undefined }): Promise<VoucherRow | undefined> {
  const keyCondition = by.id === undefined ? sql<SqlBool>`voucher.line_id = ${by.lineId ?? 0}` : sql<SqlBool>`voucher.id = ${by.id}`
  const [row] = (await readForPayee(ctx, () => sql<StoredRow>`${selectVouchers(ctx)} where ${keyCondition} and ${scopeCondition(ctx)}`.execute(ctx.db))).rows
  return row && unsealVoucher(ctx, row)
}

/** Returns the ids under a filter, newest first, for a ZIP. */
export async function matchingIds(ctx: Context, filter: VoucherFilter, limit: number): Promise<number[]> {
  return (await pageKeys(ctx, listing(ctx, filter), { page: 1, size: limit })).ids
}

/** Stores the generated document. Returns false if a document exists already. */
export async function setVoucherFile(ctx: Context, id: number, fileId: string): Promise<boolean> {
  const result = await ctx.db.updateTable('voucher').set({ file_id: fileId }).where('id', '=', id).where('file_id', 'is', null).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export interface PendingReceiptRow extends Row<'voucher', 'id' | 'no' | 'centre_id' | 'unit_id' | 'receipt_tries'>, Row<'payout_attempt', 'request_no'> {}

/** Returns up to `limit` receipts of a channel that are due for a request. */
export async function pendingReceipts(ctx: Context, channelId: number, limit: number): Promise<PendingReceiptRow[]> {
  return ctx.rows<PendingReceiptRow>`select voucher.id, voucher.no, voucher.centre_id, voucher.unit_id, voucher.receipt_tries, attempt.request_no
    from voucher join payout_attempt attempt on attempt.line_id = voucher.line_id and attempt.channel_id = ${channelId} and attempt.state in ('success', 'returned')
    where voucher.receipt_due_at <= ${ctx.now} order by voucher.receipt_due_at, voucher.id limit ${limit}`
}

/**
 * Stores the channel's receipt. This receipt replaces a generated one. Returns false if another server already stored
 * one.
 */
export const setChannelReceipt = async (ctx: Context, id: number, fileId: string): Promise<boolean> =>
  (await ctx.affected`update voucher set file_id = ${fileId}, is_from_channel = true, receipt_due_at = null where id = ${id} and not is_from_channel and not is_uploaded`) >
  0

/** Sets the time of the next request of a receipt; null ends the requests. */
export const postponeRequest = (ctx: Context, id: number, until: Date | null): Promise<void> =>
  ctx.run`update voucher set receipt_tries = receipt_tries + 1, receipt_due_at = ${until} where id = ${id} and receipt_due_at is not null`
