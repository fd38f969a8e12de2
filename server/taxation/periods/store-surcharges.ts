import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isLive, liveFigureTable, type PeriodRow } from '#/server/taxation/periods/store.ts'

/**
 * The three surcharges of a period: the amount of its lines, and the paid amount, divided in proportion to the
 * declaration (0106).
 */
export interface SurchargeRow extends Row<'tax_line', 'city_fen' | 'education_fen' | 'local_education_fen'> {
  paid_city_fen: number
  paid_education_fen: number
  paid_local_education_fen: number
}

const surchargeColumns = ['city_fen', 'education_fen', 'local_education_fen'] as const

/** Returns each surcharge of a period. Reads its lines, so it is not used for lists. */
export async function surchargesOf(ctx: Context, row: PeriodRow): Promise<SurchargeRow> {
  const liveOrStoredColumns = surchargeColumns.map(
    (name) => sql`case when ${isLive} then live.${sql.ref(name)} else line.${sql.ref(name)} end as ${sql.ref(name)}`,
  )
  const sumColumns = surchargeColumns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`)
  const rows = await ctx.rows<SurchargeRow>`select sums.*, part.city_fen as paid_city_fen, part.education_fen as paid_education_fen,
      part.local_education_fen as paid_local_education_fen
    from (select ${sql.join(liveOrStoredColumns)} from tax_declaration period left join lateral ${liveFigureTable} live on true
        left join lateral (select ${sql.join(sumColumns)} from tax_line where declaration_id = period.id and edition = period.edition) line on true
      where period.id = ${row.id}) sums
      cross join lateral app.surcharge_parts(${row.paid_surcharge_fen}::bigint, sums.city_fen, sums.education_fen, sums.local_education_fen) part`
  return rows[0] ?? { city_fen: 0, education_fen: 0, local_education_fen: 0, paid_city_fen: 0, paid_education_fen: 0, paid_local_education_fen: 0 }
}
