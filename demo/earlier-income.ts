import { centreStaffOf } from '#/demo/access.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { monthOf, shiftMonth, yearAndMonthOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { importIncome } from '#/server/onboarding/imports/public.ts'

const centreId = 2
const maxPeople = 6
const maxMonths = 3

/**
 * Adds earlier income from an older system for a few people who have no payments here. The amounts are small and
 * untaxed, so no other figure of the demo changes.
 */
export async function addEarlierIncome(ctx: Context, world: DemoWorld): Promise<void> {
  const specialIds = Object.values(world.specials).map((person) => person.id)
  const people = await ctx.rows<Row<'operator', 'name' | 'id_number_sealed' | 'id_number_index'>>`select name, id_number_sealed, id_number_index from operator
    where centre_id = ${centreId} and id <> all(${specialIds}::bigint[]) and not exists (select from tax_reservation paid where paid.operator_id = operator.id)
    order by id limit ${maxPeople}`
  const { open } = cachedVaultOf(ctx)
  const lastMonth = monthOf(ctx.now)
  // January has no earlier month in its year. The current month is allowed while the person has no payment in it.
  const { month: number } = yearAndMonthOf(lastMonth)
  const months = Array.from({ length: Math.min(maxMonths, Math.max(1, number - 1)) }, (_, at) => shiftMonth(lastMonth, number === 1 ? 0 : -at - 1)).reverse()
  const rows = people.flatMap((person, at) =>
    months.map((month, index) => ({
      name: person.name,
      idKind: '居民身份证',
      idNumber: open('id_number', person.id_number_sealed, person.id_number_index),
      incomeMonth: month,
      gross: plainYuan(fen(280_000 + at * 31_000 + index * 12_500)),
      vat: '0',
      withheld: '0',
      remark: '旧系统',
    })),
  )
  if (rows.length > 0) await importIncome(ctx, { centreId, fileName: '旧系统前期收入.xlsx', confirmedBy: centreStaffOf(centreId).finance, rows })
}
