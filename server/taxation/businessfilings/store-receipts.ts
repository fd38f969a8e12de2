import type { DeclarationMethod, FilingTax } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { FilingRow } from '#/server/taxation/businessfilings/store.ts'

export interface ReceiptRow
  extends Row<'business_filing_receipt', 'edition' | 'no' | 'declared_on' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | 'file_id' | 'way'> {
  way: DeclarationMethod
  by_name: string
}

export async function receiptsOf(ctx: Context, id: number): Promise<ReceiptRow[]> {
  return ctx.rows<ReceiptRow>`select receipt.edition, receipt.no, receipt.way, receipt.declared_on::text as declared_on, receipt.vat_fen, receipt.surcharge_fen, receipt.iit_fen,
      receipt.file_id, coalesce(app_user.name, '') as by_name
    from business_filing_receipt receipt left join app_user on app_user.id = receipt.by_id where receipt.filing_id = ${id} order by receipt.edition`
}

type OtherFilingRow = Row<'operator_entity', 'name'> & Row<'business_filing', 'period'>

/** Returns the other filing at the centre with this receipt number: another business's, or an earlier edition's. */
export async function otherFilingWithReceipt(ctx: Context, row: FilingRow, no: string): Promise<OtherFilingRow | undefined> {
  return ctx.row<OtherFilingRow>`select entity.name, other.period from business_filing_receipt receipt
      join business_filing other on other.id = receipt.filing_id join operator_entity entity on entity.id = other.entity_id
    where receipt.centre_id = ${row.centre_id} and receipt.no = ${no} and (other.entity_id <> ${row.entity_id} or other.id = ${row.id} or other.period <> ${row.period})`
}

export async function addReceipt(
  ctx: Context,
  row: FilingRow,
  receipt: { way: DeclarationMethod; no: string; declaredOn: string; fileId: string },
): Promise<void> {
  const { id, edition, centre_id, operator_id, vat_fen, iit_fen } = row
  const surcharge_fen = row.city_fen + row.education_fen + row.local_education_fen
  const { way, no, declaredOn, fileId } = receipt
  await ctx.db
    .insertInto('business_filing_receipt')
    .values({
      filing_id: id,
      edition,
      centre_id,
      operator_id,
      way,
      no,
      declared_on: declaredOn,
      vat_fen,
      surcharge_fen,
      iit_fen,
      file_id: fileId,
      by_id: ctx.actor.userId,
      at: ctx.now,
    })
    .execute()
}

export interface PaymentRow extends Row<'business_filing_payment', 'id' | 'kind' | 'way' | 'amount_fen' | 'paid_on' | 'serial' | 'file_id'> {
  kind: FilingTax
  way: DeclarationMethod
  by_name: string
}

export async function paymentsOf(ctx: Context, id: number): Promise<PaymentRow[]> {
  return ctx.rows<PaymentRow>`select paid.id, paid.kind, paid.amount_fen, paid.paid_on::text as paid_on, paid.way, paid.serial, paid.file_id, coalesce(app_user.name, '') as by_name
    from business_filing_payment paid left join app_user on app_user.id = paid.by_id where paid.filing_id = ${id} order by paid.id`
}

export async function addPayment(
  ctx: Context,
  row: Pick<FilingRow, 'id' | 'centre_id' | 'operator_id'>,
  paid: { kind: FilingTax; amount: number; paidOn: string; way: DeclarationMethod; serial: string; fileId: string },
): Promise<void> {
  const { kind, amount, paidOn, way, serial, fileId } = paid
  const values = {
    filing_id: row.id,
    centre_id: row.centre_id,
    operator_id: row.operator_id,
    kind,
    amount_fen: amount,
    paid_on: paidOn,
    way,
    serial,
    file_id: fileId,
  }
  await ctx.db
    .insertInto('business_filing_payment')
    .values({ ...values, by_id: ctx.actor.userId, at: ctx.now })
    .execute()
}
