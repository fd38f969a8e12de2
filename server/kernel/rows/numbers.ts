import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/**
 * Prefixes of, in this order: unit, virtual account of a unit, partner, order, contract, batch, line, top-up, refund,
 * receipt, invoice, tax period, commission, application, payout exception, acceptance, opening balances, claim,
 * adjustment.
 */
const prefixes = ['DW', 'VA', 'HZ', 'DD', 'HT', 'PC', 'ZF', 'CZ', 'TK', 'HD', 'FP', 'TAX', 'YJ', 'RZ', 'YC', 'YS', 'QC', 'SK', 'TZ'] as const
export type NumberPrefix = (typeof prefixes)[number]

const dayText = (now: Date) => dayOf(now).replaceAll('-', '')

/**
 * Returns the next numbers of a centre: prefix, Shanghai day, centre (at least two digits) and a daily sequence (at
 * least six digits). Numbers of a rolled-back transaction are reused. The centre's counter stays locked until the
 * transaction ends.
 */
export async function nextNumbers(ctx: Context, prefix: NumberPrefix, centreId: number, count: number): Promise<string[]> {
  const stem = `${prefix}${dayText(ctx.now)}${String(centreId).padStart(2, '0')}`
  const row = await ctx.row<Row<'counter', 'value'>>`insert into counter (name, value) values (${stem}, ${count})
    on conflict (name) do update set value = counter.value + excluded.value returning value`
  const last = row?.value ?? 0
  return Array.from({ length: count }, (_, index) => `${stem}${String(last - count + 1 + index).padStart(6, '0')}`)
}

export async function nextNumber(ctx: Context, prefix: NumberPrefix, centreId: number): Promise<string> {
  const [number = ''] = await nextNumbers(ctx, prefix, centreId, 1)
  return number
}

// More than the numbers issued in a day. A sequence has at least six digits and may have seven.
const restoreGap = 500_000

/**
 * Advances today's counters far ahead after a restore. Numbers issued since the backup are lost here, but banks and
 * paper documents have them, so they must not be issued twice.
 */
export async function skipNumbers(db: Db, now: Date): Promise<void> {
  await sql`insert into counter (name, value)
    select prefix || ${dayText(now)} || lpad(centre.id::text, greatest(2, length(centre.id::text)), '0'), ${restoreGap}::bigint
      from unnest(${[...prefixes]}::text[]) prefix cross join centre
    on conflict (name) do update set value = counter.value + ${restoreGap}`.execute(db)
}
