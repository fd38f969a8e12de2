import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'

/** Invariants of people's monthly standings. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-29',
    title: 'the month of a person equals the lines counted in it plus the payments imported from an earlier system',
    broken: sql`select 'centre ' || centre_id || ' mode ' || mode || ' operator ' || operator_id || ' month ' || month as id from (
        select centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen + education_fen + local_education_fen as surcharge, withheld_fen from tax_standing
        union all
        select centre_id, mode, operator_id, month, -gross_fen, -income_fen, -vat_fen, -(city_fen + education_fen + local_education_fen), -withheld_fen from tax_reservation
        union all
        select centre_id, 2, operator_id, month, -gross_fen, -income_fen, -vat_fen, -(city_fen + education_fen + local_education_fen), -withheld_fen from tax_earlier) counted
      group by centre_id, mode, operator_id, month
      having sum(gross_fen) <> 0 or sum(income_fen) <> 0 or sum(vat_fen) <> 0 or sum(surcharge) <> 0 or sum(withheld_fen) <> 0`,
  },
]
