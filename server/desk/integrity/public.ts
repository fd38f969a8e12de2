import { integrityState, lastLogArchivedAt } from '#/server/desk/integrity/store.ts'
import { lastBackupAt } from '#/server/kernel/archive/backup.ts'
import type { Db } from '#/server/kernel/context.ts'

export { allChecks, trailChecks } from '#/server/desk/integrity/checks.ts'
export { guardCommits } from '#/server/desk/integrity/guard.ts'
export { stopPayoutsOnLostCommits } from '#/server/desk/integrity/lost-commits.ts'

const secondsOf = (at: Date | null) => (at === null ? 0 : Math.floor(at.getTime() / 1000))

/**
 * Returns the monitoring figures: results of the integrity checks, the last backup, and the last archived part of the
 * database's log. Runs as the database owner.
 */
export async function integrityFigures(db: Db): Promise<Readonly<Record<string, number>>> {
  const { stopped, broken, unchecked, held_at: heldAt } = await integrityState(db)
  return {
    payouts_stopped: stopped,
    integrity_broken: broken,
    integrity_unchecked: unchecked,
    integrity_held_timestamp_seconds: secondsOf(heldAt),
    backup_timestamp_seconds: secondsOf(await lastBackupAt(db)),
    log_archived_timestamp_seconds: secondsOf(await lastLogArchivedAt(db)),
  }
}
