import { sql } from 'kysely'
import { dayOf } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** What a number begins with: unit, its own account at the centre's bank, partner, order, contract, batch, line, top-up, refund, receipt, invoice, tax period, commission, application, payout exception. */
export type NumberPrefix = 'DW' | 'VA' | 'HZ' | 'DD' | 'HT' | 'PC' | 'ZF' | 'CZ' | 'TK' | 'HD' | 'FP' | 'TAX' | 'YJ' | 'RZ' | 'YC'

/**
 * The next numbers of a centre: prefix, Shanghai day, centre (two digits or more) and a six-digit sequence that begins again each day. Numbers of a
 * transaction that is rolled back are used again; the centre's counter stays locked until the transaction ends.
 */
export async function nextNumbers(ctx: Context, prefix: NumberPrefix, centreId: number, count: number): Promise<string[]> {
  const day = dayOf(ctx.now).replaceAll('-', '')
  const stem = `${prefix}${day}${String(centreId).padStart(2, '0')}`
  const result = await sql<Row<'counter', 'value'>>`insert into counter (name, value) values (${stem}, ${count})
    on conflict (name) do update set value = counter.value + excluded.value returning value`.execute(ctx.db)
  const last = result.rows[0]?.value ?? 0
  return Array.from({ length: count }, (_, index) => `${stem}${String(last - count + 1 + index).padStart(6, '0')}`)
}

/** The next number of a centre. */
export async function nextNumber(ctx: Context, prefix: NumberPrefix, centreId: number): Promise<string> {
  const [number = ''] = await nextNumbers(ctx, prefix, centreId, 1)
  return number
}
