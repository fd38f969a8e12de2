import { sql } from 'kysely'
import { dayOf } from '#/domain/period.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** What a number begins with: unit, its own account at the centre's bank, partner, order, contract, batch, line, top-up, refund, receipt, invoice, tax period, commission, application, payout exception, acceptance, opening balances, claim, adjustment. */
const prefixes = ['DW', 'VA', 'HZ', 'DD', 'HT', 'PC', 'ZF', 'CZ', 'TK', 'HD', 'FP', 'TAX', 'YJ', 'RZ', 'YC', 'YS', 'QC', 'SK', 'TZ'] as const
export type NumberPrefix = (typeof prefixes)[number]

const dayText = (now: Date) => dayOf(now).replaceAll('-', '')

/**
 * The next numbers of a centre: prefix, Shanghai day, centre (two digits or more) and a six-digit sequence that begins again each day. Numbers of a
 * transaction that is rolled back are used again; the centre's counter stays locked until the transaction ends.
 */
export async function nextNumbers(ctx: Context, prefix: NumberPrefix, centreId: number, count: number): Promise<string[]> {
  const stem = `${prefix}${dayText(ctx.now)}${String(centreId).padStart(2, '0')}`
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

// More than are given on a day; a number has at least six digits, and may have seven.
const leap = 500_000

/**
 * After a restore: what was numbered since the backup was made is lost here and known outside, to banks as the numbers of their orders and to people on paper. The
 * numbers of this day go on far behind, so that none is given twice.
 */
export async function leapNumbers(db: Db, now: Date): Promise<void> {
  await sql`insert into counter (name, value)
    select prefix || ${dayText(now)} || lpad(centre.id::text, greatest(2, length(centre.id::text)), '0'), ${leap}::bigint
      from unnest(${[...prefixes]}::text[]) prefix cross join centre
    on conflict (name) do update set value = counter.value + ${leap}`.execute(db)
}
