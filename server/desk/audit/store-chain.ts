import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Verification is a job that runs as the system. The head of a chain has its length and last hash, which the rows must
// match.

/** The part of a chain to verify, and the hashes expected before its first and at its last row. */
export interface ChainPart {
  readonly chain: number
  /** The row before the first checked row; 0 before row 1. */
  readonly before: { readonly seq: number; readonly hash: string | null }
  readonly last: number
  /** The expected hash of the last row; null when the chain continues after the period. */
  readonly head: string | null
}

const emptyHash = '00'.repeat(32)

interface ChainPartRow {
  chain: number
  first: number | null
  last_in: number | null
  newest: number
  head_seq: number | null
  head_hash: string | null
  before_hash: string | null
}

/** Returns the parts of this chain, or of all chains (null), that a period covers. */
export async function chainParts(ctx: Context, of: { chain: number | null; from: string | null; to: string | null }): Promise<ChainPart[]> {
  const fromCondition = of.from === null ? sql`true` : sql`log.at >= ${startOfDay(of.from)}`
  const toCondition = of.to === null ? sql`true` : sql`log.at < ${startOfDay(of.to)} + interval '1 day'`
  const rows = await ctx.rows<ChainPartRow>`
    with known as (select chain from app.audit_heads() union select distinct chain from audit_log),
      reach as (select known.chain,
          (select min(log.seq) from audit_log log where log.chain = known.chain and ${fromCondition} and ${toCondition}) as first,
          (select max(log.seq) from audit_log log where log.chain = known.chain and ${fromCondition} and ${toCondition}) as last_in,
          coalesce((select max(log.seq) from audit_log log where log.chain = known.chain), 0) as newest
        from known where ${of.chain}::bigint is null or known.chain = ${of.chain}::bigint)
    select reach.*, head.seq as head_seq, encode(head.hash, 'hex') as head_hash,
      (select encode(log.hash, 'hex') from audit_log log where log.chain = reach.chain and log.seq = coalesce(reach.first, reach.newest + 1) - 1) as before_hash
    from reach left join app.audit_heads() head on head.chain = reach.chain order by reach.chain`
  return rows.flatMap((row): ChainPart[] => {
    const isOpen = of.to === null
    if (row.first === null && !isOpen) return []
    // Without a lower bound the check starts at row number one.
    const first = of.from === null ? 1 : (row.first ?? row.newest + 1)
    const beforeHash = first === 1 ? emptyHash : row.before_hash
    return [
      {
        chain: row.chain,
        before: { seq: first - 1, hash: beforeHash },
        last: isOpen ? Math.max(row.head_seq ?? 0, row.newest) : (row.last_in ?? first - 1),
        head: isOpen ? (row.head_hash ?? '') : null,
      },
    ]
  })
}

export interface ChainLink extends Row<'audit_log', 'id' | 'seq'> {
  hash: string
  previous: string
  digest: string
}

/** Returns the next rows of a chain with recomputed digests. */
export async function chainLinks(ctx: Context, of: { chain: number; after: number; last: number; size: number }): Promise<ChainLink[]> {
  return ctx.rows<ChainLink>`select log.id, log.seq, encode(log.hash, 'hex') as hash, encode(log.previous, 'hex') as previous,
      encode(app.audit_digest(log), 'hex') as digest
    from audit_log log where log.chain = ${of.chain} and log.seq > ${of.after} and log.seq <= ${of.last} order by log.seq limit ${of.size}`
}

export interface ChainFault {
  readonly id: number | null
  readonly chain: number
  readonly seq: number
  readonly problem: 'altered' | 'missing' | 'unlinked' | 'cut'
}

export interface VerificationRow
  extends Row<'audit_verification', 'id' | 'state' | 'chain' | 'checked_count' | 'total_count' | 'broken' | 'asked_at' | 'finished_at'> {
  state: 'running' | 'intact' | 'broken' | 'failed'
  centre_name: string | null
  from_day: string | null
  to_day: string | null
  broken: ChainFault | null
  asker: string
}

const scopeCondition = (ctx: Context) => (ctx.scope.all ? sql`true` : sql`verification.chain = any(${[...ctx.scope.centreIds]}::bigint[])`)

/** Returns the latest verifications of the caller's chains. */
export async function verifications(ctx: Context, limit: number): Promise<VerificationRow[]> {
  return ctx.rows<VerificationRow>`select verification.id, verification.state, verification.chain, centre.name as centre_name, verification.from_day::text, verification.to_day::text,
      verification.checked_count, verification.total_count, verification.broken, asker.name as asker, verification.asked_at, verification.finished_at
    from audit_verification verification join app_user asker on asker.id = verification.asked_by left join centre on centre.id = verification.chain
    where ${scopeCondition(ctx)} order by verification.id desc limit ${limit}`
}

/** Returns whether a verification of the same chain started after `since` is still running. */
export async function isVerificationRunning(ctx: Context, chain: number | null, since: Date): Promise<boolean> {
  const rows = await ctx.rows`select from audit_verification verification where state = 'running' and chain is not distinct from ${chain}::bigint
    and asked_at > ${since} and ${scopeCondition(ctx)}`
  return rows.length > 0
}

export async function beginVerification(ctx: Context, of: { taskId: number; chain: number | null; from: string | null; to: string | null }): Promise<number> {
  const row = await ctx.db
    .insertInto('audit_verification')
    .values({
      task_id: of.taskId,
      chain: of.chain,
      from_day: of.from,
      to_day: of.to,
      state: 'running',
      asked_by: ctx.actor.userId,
      asked_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Returns the requested range of a verification, for its job. */
export async function loadRequestedRange(
  ctx: Context,
  id: number,
): Promise<{ chain: number | null; from: string | null; to: string | null; state: string } | undefined> {
  return ctx.row<Row<'audit_verification', 'chain'> & { from: string | null; to: string | null; state: string }>`
    select chain, from_day::text as from, to_day::text as to, state from audit_verification verification where id = ${id} and ${scopeCondition(ctx)}`
}

/** Updates the progress or result of a verification. */
export async function reportProgress(
  ctx: Context,
  id: number,
  change: { state: VerificationRow['state']; checked_count?: number; total_count?: number; broken?: ChainFault },
): Promise<void> {
  const { broken, ...rest } = change
  await ctx.db
    .updateTable('audit_verification')
    .set({ ...rest, ...(broken && { broken: JSON.stringify(broken) }), finished_at: change.state === 'running' ? null : ctx.now })
    .where('id', '=', id)
    .execute()
}
