import { type RawBuilder, sql } from 'kysely'
import type { Invariant, Violation } from '#/server/kernel/declarations/invariant.ts'

// Compares the invoiced amount of each mode 1 payment with the payment and with its parts in applications. An amount
// released by a red letter belongs to no application until it is invoiced again.
const violationsOf = (issuer: string, due: RawBuilder<unknown>): RawBuilder<Violation> => sql<Violation>`with part as materialized (
      select part.application_id, part.month, part.line_id, part.amount_fen, asked.entity_id from invoice_line part join invoice_application asked on asked.id = part.application_id
      where asked.mode = 1 and asked.issuer = ${issuer}),
    held as materialized (select line_id, sum(amount_fen) as fen from part group by line_id),
    taken as materialized (
      select part.application_id, sum(part.amount_fen) as fen, bool_or(${issuer} = 'business' and line.entity_id is distinct from part.entity_id) as is_others,
        count(*) filter (where kept.line_id is null) as unknown
      from part join payment_line line on line.month = part.month and line.id = part.line_id
        left join business_invoice_use kept on kept.line_id = part.line_id and kept.issuer = ${issuer}
      where part.amount_fen > 0 group by part.application_id)
    select 'use of line ' || kept.line_id as id from business_invoice_use kept
      join payment_line line on line.month = kept.month and line.id = kept.line_id
      left join held on held.line_id = kept.line_id
    where kept.issuer = ${issuer} and (kept.due_fen <> ${due} or kept.used_fen <> coalesce(held.fen, 0) or kept.used_fen not between 0 and kept.due_fen)
    union all
    select 'application ' || asked.no from invoice_application asked left join taken on taken.application_id = asked.id
    where asked.mode = 1 and asked.issuer = ${issuer} and (coalesce(taken.fen, 0) <> asked.amount_fen or taken.is_others or taken.unknown > 0)`

/** Invariants of mode 1 invoices and their payments. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-52',
    title: 'invoices of businesses equal the settled amounts, once for each payment of the same business',
    broken: violationsOf('business', sql`line.cost_fen - line.fee_unit_fen`),
  },
  {
    name: 'INV-53',
    title: 'fee invoices of mode 1 equal the fee that the unit bore, once for each payment',
    broken: violationsOf('centre', sql`line.fee_unit_fen`),
  },
]
