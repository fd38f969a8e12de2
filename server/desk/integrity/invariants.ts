import { sql } from 'kysely'
import { ofOpen } from '#/server/desk/integrity/store-lost-commits.ts'
import type { Invariant } from '#/server/kernel/invariant.ts'

/** The check that the database has everything that servers committed and sent to banks. */
export const lostCheck = 'INV-76'

/** Invariants of orders that the database lost. */
export const invariants: readonly Invariant[] = [
  {
    name: lostCheck,
    title: 'every order that the database lost is restored as an exception',
    broken: sql`select 'order ' || lost.request_no as id ${ofOpen}`,
  },
]
