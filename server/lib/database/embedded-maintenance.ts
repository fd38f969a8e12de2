import type { EmbeddedDatabase } from '#/server/lib/database/embedded.ts'

// The embedded database has no background processes, so this program runs checkpoints, vacuum and statistics between
// transactions.

const checkMs = 20_000
const checkpointMs = 5 * 60_000
const maxWalBytes = 64 * 1024 * 1024
const statementLimitMs = 10 * 60_000
// 3:00 in China.
const nightHourUtc = 19

// The thresholds are slightly below those of PostgreSQL's autovacuum, because the tables are small and all work runs at
// once.
const changedTablesQuery = `select format('%I.%I', schemaname, relname) as name,
    n_dead_tup > 500 + 0.1 * n_live_tup as is_bloated,
    n_mod_since_analyze > 500 + 0.1 * n_live_tup as is_unknown
  from pg_stat_user_tables
  where n_dead_tup > 500 + 0.1 * n_live_tup or n_mod_since_analyze > 500 + 0.1 * n_live_tup`

interface TableUpkeep {
  readonly name: string
  readonly is_bloated: boolean
}

/** Runs VACUUM or ANALYZE on much-changed tables, then a checkpoint. */
export async function vacuumChangedTables(embedded: EmbeddedDatabase): Promise<void> {
  // Without this call, the statistics of a transaction appear a second later.
  await embedded.run('select pg_stat_force_next_flush()', statementLimitMs)
  for (const { name, is_bloated } of await embedded.run<TableUpkeep>(changedTablesQuery, statementLimitMs))
    await embedded.run(`${is_bloated ? 'vacuum (analyze)' : 'analyze'} ${name}`, statementLimitMs)
  await embedded.run('checkpoint', statementLimitMs)
}

/** Vacuums and freezes all tables, which prevents transaction id wraparound. */
export async function vacuumAllTables(embedded: EmbeddedDatabase): Promise<void> {
  const tables = await embedded.run<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_all_tables where schemaname <> 'pg_toast'`,
    statementLimitMs,
  )
  for (const { name } of tables) await embedded.run(`vacuum (analyze) ${name}`, statementLimitMs)
  await embedded.run('checkpoint', statementLimitMs)
}

async function readWalBytes(embedded: EmbeddedDatabase): Promise<number> {
  const [row] = await embedded.run<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`,
    statementLimitMs,
  )
  return Number(row?.bytes ?? 0)
}

/** Runs this maintenance regularly until the returned function is called. */
export function startMaintenance(embedded: EmbeddedDatabase, log?: { warn(fields: object, message: string): void }): () => void {
  let statementsBefore = embedded.statements
  let checkpointAt = Date.now()
  let lastNight = nightNumberOf(Date.now())
  let isBusy = false
  const runUpkeep = async () => {
    const now = Date.now()
    if (nightNumberOf(now) !== lastNight) {
      await vacuumAllTables(embedded)
      lastNight = nightNumberOf(now)
    } else if (embedded.statements !== statementsBefore && (now - checkpointAt > checkpointMs || (await readWalBytes(embedded)) > maxWalBytes)) {
      await vacuumChangedTables(embedded)
      checkpointAt = now
    }
    statementsBefore = embedded.statements
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    runUpkeep()
      .catch((error: unknown) => log?.warn({ error: String(error) }, 'upkeep of the embedded database failed'))
      .finally(() => {
        isBusy = false
      })
  }, checkMs).unref()
  return () => clearInterval(timer)
}

function nightNumberOf(now: number): number {
  return Math.floor((now / 3_600_000 - nightHourUtc) / 24)
}
