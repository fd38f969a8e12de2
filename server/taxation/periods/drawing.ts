import { fen } from '#/domain/money.ts'
import { monthStart, shiftDay, shiftMonth } from '#/domain/period.ts'
import { type DeclaredFacts, type DeclaredMonth, declaredLine } from '#/domain/tax-declaration.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-lines.ts'

/** The policy that a period is declared by: the one of its last day. */
export function policyOf(ctx: Context, month: string): Promise<TaxPolicy> {
  return policyOn(ctx, shiftDay(monthStart(shiftMonth(month, 1)), -1))
}

function monthOf(row: store.FactRow): DeclaredMonth {
  return {
    month: row.month,
    gross: fen(row.gross_fen),
    income: fen(row.income_fen),
    vat: fen(row.vat_fen),
    city: fen(row.city_fen),
    education: fen(row.education_fen),
    localEducation: fen(row.local_education_fen),
    withheld: fen(row.withheld_fen),
  }
}

const isSomething = (row: store.FactRow) => row.gross_fen !== 0 || row.vat_fen !== 0 || row.withheld_fen !== 0

function factsIn(rows: readonly store.FactRow[]): DeclaredFacts {
  const one = (part: store.FactRow['part']) => rows.find((row) => row.part === part && isSomething(row))
  const [own, back] = [one('own'), one('back')]
  const difference = rows.filter((row) => row.part === 'difference')
  return {
    before: rows.filter((row) => row.part === 'before' && row.gross_fen > 0).map(monthOf),
    own: own ? monthOf(own) : null,
    back: back ? monthOf(back) : null,
    difference: fen(difference.reduce((sum, row) => sum + row.vat_fen + row.city_fen + row.education_fen + row.local_education_fen + row.withheld_fen, 0)),
  }
}

/** The lines of these people as they stand now: what the period would declare of each. */
export function drawUp(
  ctx: Context,
  period: Pick<PeriodRow, 'centre_id' | 'month' | 'id'>,
  operatorIds: readonly number[],
  policy: TaxPolicy,
): Promise<store.LineRow[]> {
  return ctx.widen('lines of a declaration', async () => {
    const facts = Map.groupBy(await store.factsOf(ctx, period, operatorIds), (row) => row.operator_id)
    const people = await store.peopleByIds(ctx, operatorIds)
    return operatorIds.map((id) => store.rowOf(id, people.get(id)?.name ?? '', declaredLine(period.month, factsIn(facts.get(id) ?? []), policy)))
  })
}
