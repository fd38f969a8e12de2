import { sql } from 'kysely'
import { fromUnrecoveredOrders } from '#/server/desk/integrity/store-lost.ts'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'

/** The check that the database has every commit and every order that servers recorded outside it. */
export const lostOrderCheck = 'INV-76'

export const invariants: readonly Invariant[] = [
  {
    name: lostOrderCheck,
    title: 'every order that the database lost is restored as an exception',
    broken: sql`select 'order ' || lost.request_no as id ${fromUnrecoveredOrders}`,
  },
]
