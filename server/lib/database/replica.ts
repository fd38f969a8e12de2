import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { DatabaseLost } from '#/server/lib/database/connection-errors.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

/** A read replica, for reads that may be slightly stale. */
export interface Replica {
  /** Returns the replica's connections while its lag is within the limit. Null means that the primary must be used. */
  current(): Promise<Kysely<Tables> | null>
  /**
   * Returns whether an error means that the replica was lost or cancelled the read, rather than that the read was
   * wrong.
   */
  isLost(error: unknown): boolean
  close(): Promise<void>
}

export interface ReplicaOptions {
  readonly kysely: Kysely<Tables>
  readonly primary: Kysely<Tables>
  /** Maximum lag in milliseconds. */
  readonly maxLagMs: number
  readonly log?: { warn(fields: object, message: string): void } | undefined
}

interface LogPosition {
  /** Position in the primary's log. */
  readonly lsn: string
  readonly at: number
}

const recheckMs = 2000
// If the replica responds more slowly than this, it is also too slow for reads.
const maxResponseMs = 2000

// A standby cancels a read with this code when replay would change rows that the read needs.
const isReplayConflict = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === '40001'
const isLost = (error: unknown) => error instanceof DatabaseLost || error instanceof DatabaseBusy || isReplayConflict(error)

/**
 * Monitors a replica by asking whether it has reached a recent log position of the primary. The replica's own clock
 * does not show the lag: a disconnected replica reports no lag, and a promoted one diverges.
 */
export function watchReplica({ kysely, primary, maxLagMs, log }: ReplicaOptions): Replica {
  let positions: LogPosition[] = []
  let wasRecent = true
  let lagCheck: { readonly isRecent: Promise<boolean>; readonly at: number } | null = null
  const checkLag = async (): Promise<boolean> => {
    const at = performance.now()
    const position = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
    positions = [...positions.filter((mark) => at - mark.at < maxLagMs), ...position.rows.map(({ lsn }) => ({ lsn, at }))]
    const { rows } = await sql<{
      follows: boolean
    }>`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= any(${positions.map(({ lsn }) => lsn)}::pg_lsn[]) as follows`.execute(kysely)
    return rows[0]?.follows === true
  }
  const isRecent = async () => {
    const answer = await Promise.race([checkLag().catch(() => false), sleep(maxResponseMs, false, { ref: false })])
    if (answer !== wasRecent)
      log?.warn({ isGood: answer }, answer ? 'the read replica follows again' : 'the read replica is away or behind: the database itself answers')
    wasRecent = answer
    return answer
  }
  return {
    current: async () => {
      if (lagCheck === null || performance.now() - lagCheck.at > recheckMs) lagCheck = { isRecent: isRecent(), at: performance.now() }
      return (await lagCheck.isRecent) ? kysely : null
    },
    isLost,
    close: () => kysely.destroy(),
  }
}
