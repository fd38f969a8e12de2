import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import { DatabaseLost } from '#/server/lib/database/lost.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

/** A copy that follows the database, for reads that need not show the last moment. */
export interface Replica {
  /** Its connections while it has what the database had a while ago at most; null otherwise: the database itself is asked. */
  current(): Promise<Kysely<Tables> | null>
  /** Whether this error says that the copy was lost, or gave up a read for what it had to take over, rather than that the read was wrong. */
  isLost(error: unknown): boolean
  close(): Promise<void>
}

export interface ReplicaOptions {
  readonly kysely: Kysely<Tables>
  /** The database that it follows. */
  readonly primary: Kysely<Tables>
  /** How far it may be behind, in milliseconds. */
  readonly behindMost: number
  readonly log?: { warn(fields: object, message: string): void } | undefined
}

interface Mark {
  /** Where the database's log was. */
  readonly lsn: string
  readonly at: number
}

const lookAgainMs = 2000
// A copy that takes longer to say how far it is answers nobody in time either.
const answersWithinMs = 2000

// A standby cancels a read with this code when replay needs the rows that the read sees.
const isCancelled = (error: unknown) => typeof error === 'object' && error !== null && 'code' in error && error.code === '40001'
const isLost = (error: unknown) => error instanceof DatabaseLost || error instanceof DatabaseBusy || isCancelled(error)

/**
 * Watches how far a copy follows: it is asked whether it has reached a place where the database's own log was within the time allowed. Its own clock says nothing of
 * that: a copy that lost the database believes itself up to date, and one that became a database of its own goes another way.
 */
export function watchReplica({ kysely, primary, behindMost, log }: ReplicaOptions): Replica {
  let marks: Mark[] = []
  let wasGood = true
  let known: { readonly isGood: Promise<boolean>; readonly at: number } | null = null
  const look = async (): Promise<boolean> => {
    const at = performance.now()
    const own = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
    marks = [...marks.filter((mark) => at - mark.at < behindMost), ...own.rows.map(({ lsn }) => ({ lsn, at }))]
    const { rows } = await sql<{
      follows: boolean
    }>`select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= any(${marks.map(({ lsn }) => lsn)}::pg_lsn[]) as follows`.execute(kysely)
    return rows[0]?.follows === true
  }
  const isGood = async () => {
    const answer = await Promise.race([look().catch(() => false), sleep(answersWithinMs, false, { ref: false })])
    if (answer !== wasGood)
      log?.warn({ isGood: answer }, answer ? 'the read replica follows again' : 'the read replica is away or behind: the database itself answers')
    wasGood = answer
    return answer
  }
  return {
    current: async () => {
      if (known === null || performance.now() - known.at > lookAgainMs) known = { isGood: isGood(), at: performance.now() }
      return (await known.isGood) ? kysely : null
    },
    isLost,
    close: () => kysely.destroy(),
  }
}
