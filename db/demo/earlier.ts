import { sql } from 'kysely'
import type { World } from '#/db/demo/world.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import { monthOf, partsOf, shiftMonth } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bringIncome } from '#/server/onboarding/imports/public.ts'

const centreId = 2
const peopleMost = 6
const monthsMost = 3

/** What a few people of a centre whom it has not paid here yet were paid in its older system: small amounts without tax, so that no figure of the demo changes. */
export async function addEarlierIncome(ctx: Context, world: World): Promise<void> {
  const paid = await sql<Row<'tax_reservation', 'operator_id'>>`select distinct operator_id from tax_reservation`.execute(ctx.db)
  const known = new Set([...paid.rows.map((row) => row.operator_id), ...Object.values(world.specials).map((person) => person.id)])
  const people = world.people.filter((person) => person.centreId === centreId && !known.has(person.id)).slice(-peopleMost)
  const last = monthOf(ctx.now)
  // In January there is no month before; this one may count as long as nobody was paid in it.
  const { month: number } = partsOf(last)
  const months = Array.from({ length: Math.min(monthsMost, Math.max(1, number - 1)) }, (_, at) => shiftMonth(last, number === 1 ? 0 : -at - 1)).reverse()
  const rows = people.flatMap((person, at) =>
    months.map((month, index) => ({
      name: person.name,
      idKind: '居民身份证',
      idNumber: person.idNumber,
      incomeMonth: month,
      gross: plainYuan(fen(280_000 + at * 31_000 + index * 12_500)),
      vat: '0',
      withheld: '0',
      remark: '旧系统',
    })),
  )
  if (rows.length > 0) await bringIncome(ctx, { centreId, fileName: '旧系统前期收入.xlsx', rows })
}
