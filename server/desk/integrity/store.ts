import { sql } from 'kysely'
import type { findingResults, runStates } from '#/api/desk/integrity.ts'
import { superKey } from '#/api/pages.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { lockPartitions } from '#/server/kernel/archive/months.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { CheckedUntil } from '#/server/kernel/declarations/invariant.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { journals, newestJournalId } from '#/server/money/ledger/public.ts'

type RunState = (typeof runStates)[number]
export type RunKind = 'recent' | 'whole'

export interface RunFinding {
  readonly name: string
  readonly result: (typeof findingResults)[number]
  readonly offenders: readonly string[]
  readonly milliseconds: number
}

/** Makes the transaction a read-only snapshot with this statement limit. */
export async function startSnapshot(db: Db, statementMs: number): Promise<void> {
  await sql`set transaction isolation level repeatable read, read only`.execute(db)
  await lockPartitions.execute(db)
  await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(db)
}

/** Claims the run of this interval or night. Returns null when another server has claimed it. */
export async function claimRun(ctx: Context, kind: RunKind, dueAt: Date): Promise<number | null> {
  const row = await ctx.row<Row<'integrity_run', 'id'>>`insert into integrity_run (kind, due_at, state, journal_id, started_at)
    values (${kind}, ${dueAt}, 'running', ${newestJournalId}, ${ctx.real}) on conflict (kind, due_at) do nothing returning id`
  return row?.id ?? null
}

/** Starts a requested run. Returns false when it has already started. */
export const beginRun = async (ctx: Context, id: number): Promise<boolean> =>
  (await ctx.affected`update integrity_run set state = 'running', journal_id = ${newestJournalId}, started_at = ${ctx.real} where id = ${id} and state = 'asked'`) ===
  1

export async function requestRun(ctx: Context): Promise<number> {
  const row = await ctx.db
    .insertInto('integrity_run')
    .values({ kind: 'whole', asked_by: ctx.actor.userId, state: 'asked', started_at: ctx.real })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Fails runs that started before this time, because their server must have crashed. */
export const failStaleRuns = (ctx: Context, before: Date): Promise<void> =>
  ctx.run`update integrity_run set state = 'failed', finished_at = ${ctx.real} where state in ('asked', 'running') and started_at < ${before}`

/**
 * Returns the point up to which nothing needs to be checked again: the newest journal of the last run but one that
 * found no fault. Journal ids are assigned before commit, so a journal open during one run is visible to the next. Null
 * means that everything is checked.
 */
export async function checkedUntil(ctx: Context): Promise<CheckedUntil | null> {
  return (
    (await ctx.row<CheckedUntil>`
    select run.journal_id as journal, to_char(least(date_trunc('month', ${ctx.now}::timestamptz at time zone 'Asia/Shanghai'),
      date_trunc('month', journal.at at time zone 'Asia/Shanghai')) - interval '1 month', 'YYYY-MM-DD') as month
    from (select journal_id from integrity_run where state = 'holds' order by id desc offset 1 limit 1) run join ${journals} journal on journal.id = run.journal_id`) ??
    null
  )
}

export async function addFinding(ctx: Context, runId: number, finding: RunFinding): Promise<void> {
  await ctx.db
    .insertInto('integrity_finding')
    .values({ run_id: runId, ...finding, offenders: [...finding.offenders] })
    .execute()
}

export async function endRun(ctx: Context, id: number, state: RunState): Promise<void> {
  await ctx.db.updateTable('integrity_run').set({ state, finished_at: ctx.real }).where('id', '=', id).execute()
}

/** Stops all payouts, or adds checks to the open stop. Returns the stop if anything changed. */
export async function stopPayouts(ctx: Context, runId: number, broken: readonly string[]): Promise<{ id: number } | null> {
  return (
    (await ctx.row<{
      id: number
    }>`insert into payout_stop as open_stop (run_id, broken, stopped_at) values (${runId}, ${[...broken]}::text[], ${ctx.real})
    on conflict ((true)) where released_at is null do update
      set broken = array(select distinct unnest(open_stop.broken || excluded.broken) order by 1), run_id = excluded.run_id, stopped_at = excluded.stopped_at,
        asked_by = null, asked_at = null, reason = null
      where not open_stop.broken @> excluded.broken or open_stop.asked_by is not null
    returning id`) ?? null
  )
}

export interface StopRow extends Row<'payout_stop', 'id' | 'broken' | 'stopped_at' | 'asked_by' | 'asked_at' | 'reason'> {
  asked_name: string | null
  /** Whether a full check after the stop passed, and no check has failed since. */
  is_clean: boolean
}

/** Returns the open stop of all payouts. */
export async function findOpenStop(ctx: Context, options: { lock?: true } = {}): Promise<StopRow | undefined> {
  if (options.lock) await ctx.run`select from payout_stop where released_at is null for no key update`
  return ctx.row<StopRow>`
    select stop.id, stop.broken, stop.stopped_at, stop.asked_by, asker.name as asked_name, stop.asked_at, stop.reason,
      coalesce((select state = 'holds' and started_at >= stop.stopped_at from integrity_run
        where state in ('holds', 'broken', 'unchecked', 'failed') and (kind = 'whole' or state = 'broken') order by id desc limit 1), false) as is_clean
    from payout_stop stop left join app_user asker on asker.id = stop.asked_by where stop.released_at is null`
}

export async function requestRelease(ctx: Context, id: number, reason: string): Promise<void> {
  await ctx.db.updateTable('payout_stop').set({ asked_by: ctx.actor.userId, asked_at: ctx.real, reason }).where('id', '=', id).execute()
}

export async function refuseRelease(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('payout_stop').set({ asked_by: null, asked_at: null, reason: null }).where('id', '=', id).execute()
}

export async function releaseStop(ctx: Context, id: number): Promise<void> {
  await ctx.db.updateTable('payout_stop').set({ released_by: ctx.actor.userId, released_at: ctx.real }).where('id', '=', id).execute()
}

export interface RunRow extends Row<'integrity_run', 'id' | 'kind' | 'state' | 'started_at' | 'finished_at'> {
  kind: RunKind
  state: RunState
  asked_by: string | null
}

export async function runs(ctx: Context, limit: number): Promise<RunRow[]> {
  return ctx.rows<RunRow>`select run.id, run.kind, run.state, asker.name as asked_by, run.started_at, run.finished_at
    from integrity_run run left join app_user asker on asker.id = run.asked_by order by run.id desc limit ${limit}`
}

export async function isFullCheckRunning(ctx: Context): Promise<boolean> {
  const row = await ctx.db.selectFrom('integrity_run').select('id').where('kind', '=', 'whole').where('state', 'in', ['asked', 'running']).executeTakeFirst()
  return row !== undefined
}

export async function findings(ctx: Context, runId: number): Promise<RunFinding[]> {
  const rows = await ctx.db
    .selectFrom('integrity_finding')
    .select(['name', 'result', 'offenders', 'milliseconds'])
    .where('run_id', '=', runId)
    .orderBy('name')
    .execute()
  return rows as RunFinding[]
}

export async function lastSignatureAt(ctx: Context): Promise<Date | null> {
  const row = await ctx.db.selectFrom('audit_signature').select('at').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.at ?? null
}

/** Returns the platform users with the integrity key, who are notified. */
export async function administratorIds(ctx: Context): Promise<number[]> {
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select id from app_user where usertype = ${userType.platform} and status = ${accountStatus.active}
    and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission in ('integrity', ${superKey})) order by id`
  return rows.map((row) => row.id)
}

/** Returns the results of the last checks, for monitoring. */
export async function integrityState(db: Db): Promise<{ stopped: number; broken: number; unchecked: number; held_at: Date | null }> {
  const result = await sql<{ stopped: number; broken: number; unchecked: number; held_at: Date | null }>`
    select app.all_payouts_stopped()::int as stopped, coalesce(sum(coalesce((finding.result = 'broken')::int, 0)), 0)::int as broken,
      coalesce(sum(coalesce((finding.result = 'unchecked')::int, 0)), 0)::int as unchecked,
      (select max(started_at) from integrity_run where state = 'holds') as held_at
    from (select id from integrity_run where finished_at is not null order by id desc limit 1) run left join integrity_finding finding on finding.run_id = run.id`.execute(
    db,
  )
  return result.rows[0] ?? { stopped: 0, broken: 0, unchecked: 0, held_at: null }
}

/**
 * Returns when PostgreSQL last archived a segment of its log: the start of its statistics if it never did, null if it
 * does not archive. A failing or hanging `archive_command` leaves the time as it is.
 */
export async function lastLogArchivedAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ archived_at: Date | null }>`select coalesce(last_archived_time, stats_reset) as archived_at from pg_stat_archiver
    where current_setting('archive_mode') <> 'off'`.execute(db)
  return rows[0]?.archived_at ?? null
}
