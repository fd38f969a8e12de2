import { type RawBuilder, type SqlBool, sql } from 'kysely'

// Receipts for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Returns whether a payment has a receipt. The planner would read all receipts for `exists` in a list of columns. */
export const hasReceipt = (lineId: Column) => sql<SqlBool>`((select true from voucher where voucher.line_id = ${lineId} limit 1) is not null)`

/** Returns the number of the receipt of a payment or a top-up; null without one. */
export const receiptNo = (of: { readonly line: Column } | { readonly topup: Column }) =>
  sql<string | null>`(select voucher.no from voucher where ${'line' in of ? sql`voucher.line_id = ${of.line}` : sql`voucher.topup_id = ${of.topup}`})`
