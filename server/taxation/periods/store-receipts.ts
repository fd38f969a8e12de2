import type { TaxKind } from '#/domain/taxation/tax-declaration.ts'
import type { PayableTax, VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { PeriodRow, StepSource } from '#/server/taxation/periods/store.ts'

export interface ReceiptRow
  extends Row<'tax_receipt', 'edition' | 'no' | 'declared_on' | 'people' | 'gross_fen' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | 'file_id'>,
    Row<'tax_receipt', 'vat_no' | 'vat_declared_on' | 'vat_file_id'>,
    Row<'tax_receipt', 'withholding_no' | 'withholding_declared_on' | 'withholding_file_id' | 'withholding_vat_fen' | 'withholding_surcharge_fen'> {
  by_name: string
}

/** Returns the receipt of each declared edition. */
export async function receiptsOf(ctx: Context, id: number): Promise<ReceiptRow[]> {
  return ctx.rows<ReceiptRow>`select receipt.edition, receipt.no, receipt.declared_on::text as declared_on, receipt.people, receipt.gross_fen, receipt.vat_fen,
      receipt.surcharge_fen, receipt.iit_fen, receipt.file_id, receipt.vat_no, receipt.vat_declared_on::text as vat_declared_on, receipt.vat_file_id, receipt.withholding_no, receipt.withholding_declared_on::text as withholding_declared_on,
      receipt.withholding_file_id, receipt.withholding_vat_fen, receipt.withholding_surcharge_fen, app_user.name as by_name
    from tax_receipt receipt join app_user on app_user.id = receipt.by_id where receipt.declaration_id = ${id} order by receipt.edition`
}

/** Returns the month to which a receipt number of the centre belongs, or undefined if the number is unknown. */
export async function monthOfReceipt(ctx: Context, centreId: number, no: string): Promise<string | undefined> {
  const row = await ctx.row<
    Row<'tax_declaration', 'month'>
  >`select period.month from tax_receipt receipt join tax_declaration period on period.id = receipt.declaration_id
    where receipt.centre_id = ${centreId} and ${no} in (receipt.no, receipt.vat_no, receipt.withholding_no)`
  return row?.month
}

/** An accepted VAT return. Without a separate file, the file of the income tax return applies. */
export interface AcceptedReturn {
  readonly no: string
  readonly declaredOn: string
  readonly fileId: string | null
}

interface NewReceipt {
  readonly no: string
  readonly declaredOn: string
  readonly fileId: string
  /** Null if this VAT return was not due. */
  readonly returns: Readonly<Record<VatReturn, AcceptedReturn | null>>
}

/** Adds the receipts of the declared edition. */
export async function addReceipt(ctx: Context, row: PeriodRow, { no, declaredOn, fileId, returns }: NewReceipt): Promise<void> {
  const { vat_agent: agent, vat_withholding: withheld } = returns
  const { id, centre_id, edition, people, gross_fen, vat_fen, surcharge_fen, iit_fen, withholding_vat_fen, withholding_surcharge_fen } = row
  const sums = { people, gross_fen, vat_fen, surcharge_fen, iit_fen, withholding_vat_fen, withholding_surcharge_fen }
  await ctx.db
    .insertInto('tax_receipt')
    .values({
      declaration_id: id,
      edition,
      centre_id,
      no,
      declared_on: declaredOn,
      ...sums,
      file_id: fileId,
      vat_no: agent?.no ?? null,
      vat_declared_on: agent?.declaredOn ?? null,
      vat_file_id: agent?.fileId ?? null,
      withholding_no: withheld?.no ?? null,
      withholding_declared_on: withheld?.declaredOn ?? null,
      withholding_file_id: withheld?.fileId ?? null,
      by_id: ctx.actor.userId,
      at: ctx.now,
    })
    .execute()
}

export interface PaymentRow
  extends Row<'tax_payment', 'id' | 'kind' | 'amount_fen' | 'paid_on' | 'serial' | 'file_id' | 'credit_id' | 'entry_id' | 'reverses_id' | 'vat_return'> {
  kind: TaxKind
  vat_return: VatReturn
  by_name: string
}

export async function paymentsOf(ctx: Context, id: number): Promise<PaymentRow[]> {
  return ctx.rows<PaymentRow>`select paid.id, paid.kind, paid.amount_fen, paid.paid_on::text as paid_on, paid.serial, paid.file_id, paid.credit_id, paid.entry_id, paid.reverses_id, paid.vat_return, app_user.name as by_name
    from tax_payment paid join app_user on app_user.id = paid.by_id where paid.declaration_id = ${id} order by paid.id`
}

/** Adds a payment to the tax office and returns its id. */
export async function addPayment(
  ctx: Context,
  row: PeriodRow,
  paid: { amount: number; paidOn: string; serial: string; fileId: string } & PayableTax & StepSource,
): Promise<number> {
  const { kind, vatReturn, amount, paidOn, serial, fileId, creditId = null, entryId = null, reversesId = null } = paid
  const source = { credit_id: creditId, entry_id: entryId, reverses_id: reversesId }
  const paymentKey = { declaration_id: row.id, centre_id: row.centre_id, kind, vat_return: kind === 'iit' ? 'vat_agent' : vatReturn }
  const values = { ...paymentKey, amount_fen: amount, paid_on: paidOn, serial, file_id: fileId, ...source }
  const { id } = await ctx.db
    .insertInto('tax_payment')
    .values({ ...values, by_id: ctx.actor.userId, at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
