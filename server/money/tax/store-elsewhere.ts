import { type RawBuilder, sql } from 'kysely'

/** SQL expressions of one person's month at one centre. */
interface PersonMonthColumns {
  readonly operator: RawBuilder<unknown>
  readonly month: RawBuilder<unknown>
  readonly centre: RawBuilder<unknown>
}

/** Returns the gross that other centres paid or reserved for the natural person, without returns of closed months. */
export function grossElsewhere({ operator, month, centre }: PersonMonthColumns) {
  return sql<number>`(select coalesce(sum(away.gross_fen), 0)::bigint from (
      select gross_fen from tax_standing where operator_id = ${operator} and month = ${month} and mode = 2 and centre_id <> ${centre}
      union all
      select gross_fen from tax_adjustment where operator_id = ${operator} and month = ${month} and mode = 2 and centre_id <> ${centre}
        and kind = 'uncounted') away)`
}

/** Returns the gross that the natural person declared for other platforms in the month: the last version that was confirmed. */
export function grossDeclared(operator: RawBuilder<unknown>, month: RawBuilder<unknown>) {
  return sql<number>`coalesce((select declared.gross_fen from other_sale declared where declared.operator_id = ${operator} and declared.month = ${month}
    and declared.state = 'confirmed' order by declared.version desc limit 1), 0)`
}

/**
 * Returns the gross that other centres paid to the natural person, without unfinished payments, which may still fail.
 */
export function paidElsewhere(place: PersonMonthColumns) {
  const { operator, month, centre } = place
  return sql<number>`(${grossElsewhere(place)} - (select coalesce(sum(gross_fen), 0)::bigint from tax_reservation where operator_id = ${operator}
    and month = ${month} and mode = 2 and centre_id <> ${centre} and is_open))`
}

/**
 * Returns whether another centre counts payments to the natural person in the month, under a policy whose VAT threshold
 * covers all centres. Such months are reviewed after each payment, because payments elsewhere change their tax.
 */
export function dependsOnOthers({ operator, month, centre }: PersonMonthColumns) {
  return sql<boolean>`(exists (select from tax_standing away where away.operator_id = ${operator} and away.month = ${month} and away.mode = 2
      and away.centre_id <> ${centre})
    and exists (select from tax_policy law where law.params -> 'vat' ->> 'countsAllCentres' = 'true'
      and daterange(law.effective_from, law.effective_to, '[]') @> ((${month} || '-01')::date + interval '1 month' - interval '1 day')::date))`
}
