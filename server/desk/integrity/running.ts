import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { pages } from '#/api/pages.ts'
import { allChecks, type IntegrityCheck } from '#/server/desk/integrity/checks.ts'
import * as store from '#/server/desk/integrity/store.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import type { CheckedUntil } from '#/server/kernel/declarations/invariant.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const action = 'integrity.check'
const minuteMs = 60_000
const dayMs = 86_400_000
/**
 * Time limit per check in milliseconds, by kind of run. The embedded database blocks all other queries during a check.
 */
const timeLimitMs: Readonly<Record<store.RunKind, number>> = { recent: minuteMs, whole: 15 * minuteMs }
// 03:00 in China, as milliseconds of the UTC day.
const nightlyRunMs = 19 * 3_600_000
const abandonAfterMs = 6 * 3_600_000

/** Runs one check in its own transaction. One long transaction for all checks would prevent vacuuming. */
async function runCheck(job: JobContext, check: IntegrityCheck, since: CheckedUntil | null, limit: number): Promise<store.RunFinding> {
  const startTime = performance.now()
  const findingOf = (result: store.RunFinding['result'], offenders: readonly string[]) => ({
    name: check.name,
    result,
    offenders,
    milliseconds: Math.round(performance.now() - startTime),
  })
  try {
    const offenders = await job.runAsOwner(action, async (ctx) => {
      await store.startSnapshot(ctx.db, limit)
      return check.broken(ctx.db, since, ctx.real)
    })
    return findingOf(offenders.length === 0 ? 'holds' : 'broken', offenders)
  } catch (error) {
    job.log.error({ check: check.name, error: String(error) }, 'a check of the books could not be made')
    return findingOf('unchecked', [])
  }
}

/** Stops all payouts at the first failure and notifies the administrators. */
async function stopPayoutsFor(job: JobContext, runId: number, broken: readonly store.RunFinding[]): Promise<void> {
  const names = broken.map(({ name }) => name)
  for (const { name, offenders } of broken) job.log.error({ invariant: name, offenders, runId }, 'an invariant of the books is broken: payouts are stopped')
  await job.run(action, async (ctx) => {
    const stop = await store.stopPayouts(ctx, runId, names)
    if (stop === null) return
    ctx.note({ refType: 'payout_stop', refId: stop.id, detail: { checks: names, offenders: broken.flatMap(({ offenders }) => offenders).slice(0, 20) } })
    await sendNotification(ctx, {
      to: await store.administratorIds(ctx),
      kind: 'payoutsStopped',
      values: { checks: names },
      path: `${pages.syslog.path}?pane=checks`,
      refType: 'payout_stop',
      refId: stop.id,
    })
  })
}

/**
 * Runs all checks of a run in sequence. A failure stops payouts at once, unless it concerns only a copy; the remaining
 * checks still run.
 */
async function executeRun(job: JobContext, runId: number, kind: store.RunKind): Promise<void> {
  const since = kind === 'whole' ? null : await job.run(action, store.checkedUntil)
  const results = new Set<store.RunFinding['result']>()
  for (const check of allChecks(job)) {
    if (job.isStopping()) return
    const finding = await runCheck(job, check, since, timeLimitMs[kind])
    results.add(finding.result)
    await job.run(action, (ctx) => store.addFinding(ctx, runId, finding))
    if (finding.result === 'broken' && !check.isCopy) await stopPayoutsFor(job, runId, [finding])
  }
  const state = (['broken', 'unchecked'] as const).find((result) => results.has(result)) ?? 'holds'
  await job.run(action, (ctx) => store.endRun(ctx, runId, state))
}

/** Returns the start of the current night and of the current interval. */
function dueTimes(real: Date, everyMinutes: number): Readonly<Record<store.RunKind, Date>> {
  const intervalMs = everyMinutes * minuteMs
  const at = real.getTime()
  return { whole: new Date(Math.floor((at - nightlyRunMs) / dayMs) * dayMs + nightlyRunMs), recent: new Date(Math.floor(at / intervalMs) * intervalMs) }
}

/** Runs a full check once a night and recent checks during the day. The first server that claims a check runs it. */
export async function runDueChecks(job: JobContext): Promise<void> {
  const claimedRun = await job.run(action, async (ctx) => {
    const { real } = ctx
    await store.failStaleRuns(ctx, new Date(real.getTime() - abandonAfterMs))
    const dueAt = dueTimes(real, job.checkMinutes)
    for (const kind of ['whole', 'recent'] as const) {
      const id = await store.claimRun(ctx, kind, dueAt[kind])
      if (id !== null) return { id, kind }
    }
    return null
  })
  if (claimedRun) await executeRun(job, claimedRun.id, claimedRun.kind)
}

export const runJob = job('integrity.run', z.object({ runId: Id }))

export async function runRequestedCheck(job: JobContext, { runId }: DataOf<typeof runJob>): Promise<void> {
  if (await job.run(action, (ctx) => store.beginRun(ctx, runId))) await executeRun(job, runId, 'whole')
}
