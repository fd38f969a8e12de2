import { brokenFees } from '#/server/desk/reports/store-fees.ts'
import { brokenMonths, unbookedLines } from '#/server/desk/reports/store-months.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { CheckedUntil } from '#/server/kernel/declarations/invariant.ts'

export { sumFile, unsummedFileIds } from '#/server/desk/reports/store-fees.ts'
export { buildMonth, deleteMonths, dueMonths } from '#/server/desk/reports/store-months.ts'

/** Invariants of the reports: the stored months, and the booking days of movements. */
export const reportChecks = [
  {
    name: 'INV-47',
    title: 'stored reports of past months are the sum of their lines',
    isCopy: true,
    broken: (db: Db, since: CheckedUntil | null) => brokenMonths(db, since !== null),
  },
  {
    name: 'INV-48',
    title: 'a payment and its return belong to the days of their journals',
    broken: (db: Db, since: CheckedUntil | null) => unbookedLines(db, since),
  },
  {
    name: 'INV-58',
    title: 'stored channel fees equal the lines of the channels’ files',
    isCopy: true,
    broken: (db: Db, since: CheckedUntil | null) => brokenFees(db, since !== null),
  },
] as const
