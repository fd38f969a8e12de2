import { integrityState } from '#/server/desk/integrity/store.ts'
import type { Db } from '#/server/kernel/context.ts'

export { checksWith, trailChecks } from '#/server/desk/integrity/checks.ts'
export { guardCommits } from '#/server/desk/integrity/guard.ts'
export { stopOnLostCommits } from '#/server/desk/integrity/lost-commits.ts'

/** Returns the results of the integrity checks as monitoring figures; runs as the database owner. */
export async function integrityFigures(db: Db): Promise<Readonly<Record<string, number>>> {
  const { stopped, broken, unchecked, held_at: heldAt } = await integrityState(db)
  return {
    payouts_stopped: stopped,
    integrity_broken: broken,
    integrity_unchecked: unchecked,
    integrity_held_timestamp_seconds: heldAt === null ? 0 : Math.floor(heldAt.getTime() / 1000),
  }
}
