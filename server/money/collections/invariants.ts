import { sql } from 'kysely'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import { batchHeads } from '#/server/money/payments/public.ts'

/** Invariants of claims and the lines that pay them. */
export const invariants: readonly Invariant[] = [
  {
    name: 'INV-43',
    title: 'a claim is paid by one successful line with its operator and amount; before that at most one line is under way',
    broken: sql`select 'claim ' || claim.no as id from collection claim
        left join lateral (select count(*) filter (where line.state = 'success') as paid,
            count(*) filter (where line.state in ('invalid', 'warned', 'ready', 'queued', 'sent', 'processing', 'held', 'unknown') and batch.state <> 'cancelled') as tried,
            coalesce(bool_and((line.operator_id, line.gross_fen, line.unit_id, line.id) = (claim.operator_id, claim.amount_fen, claim.unit_id, claim.line_id))
              filter (where line.state = 'success'), true) as fits
          from payment_line line join ${batchHeads} batch on batch.id = line.batch_id where line.collection_id = claim.id) lines on true
      where (claim.state = 'paid') <> (lines.paid = 1) or (claim.state = 'paying') <> (lines.tried = 1) or lines.paid + lines.tried > 1 or not lines.fits`,
  },
]
