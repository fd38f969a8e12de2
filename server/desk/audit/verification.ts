import { z } from 'zod'
import { trailTaskTexts } from '#/api/desk/audit.texts.ts'
import { Id } from '#/api/operation.ts'
import { languages } from '#/domain/base/text.ts'
import { type ChainFault, type ChainPart, chainLinks, chainParts, loadRequestedRange, reportProgress } from '#/server/desk/audit/store-chain.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { setTaskState } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const chunkSize = 2000
const action = 'audit.verify'

export const verifyJob = job(action, z.object({ verificationId: Id, taskId: Id, language: z.enum(languages) }))
type VerifyTask = DataOf<typeof verifyJob>

interface ChainCheck {
  readonly broken: ChainFault | null
  readonly checked: number
}

/** Checks a chain row by row: the number must follow, and both the previous and the recomputed hash must match. */
async function verifyChain(job: JobContext, chainPart: ChainPart, onChunk: (checked: number) => Promise<void>): Promise<ChainCheck> {
  const { chain } = chainPart
  let { seq, hash } = chainPart.before
  let checked = 0
  if (hash === null) return { broken: { id: null, chain, seq, problem: 'missing' }, checked }
  while (seq < chainPart.last) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const rows = await job.run(action, (ctx) => chainLinks(ctx, { chain, after: seq, last: chainPart.last, size: chunkSize }))
    if (rows.length === 0) return { broken: { id: null, chain, seq: seq + 1, problem: 'cut' }, checked }
    for (const row of rows) {
      if (row.seq !== seq + 1) return { broken: { id: null, chain, seq: seq + 1, problem: 'missing' }, checked }
      if (row.digest !== row.hash) return { broken: { id: row.id, chain, seq: row.seq, problem: 'altered' }, checked }
      if (row.previous !== hash) return { broken: { id: row.id, chain, seq: row.seq, problem: 'unlinked' }, checked }
      seq = row.seq
      hash = row.hash
      checked++
    }
    await onChunk(checked)
  }
  if (chainPart.head !== null && chainPart.head !== hash) return { broken: { id: null, chain, seq: seq + 1, problem: 'cut' }, checked }
  return { broken: null, checked }
}

async function verifyAll(job: JobContext, { verificationId, taskId, language }: VerifyTask): Promise<void> {
  const begunVerification = await job.run(action, async (ctx) => {
    const range = await loadRequestedRange(ctx, verificationId)
    if (range?.state !== 'running') return null
    const all = await chainParts(ctx, range)
    const total = all.reduce((sum, each) => sum + each.last - each.before.seq, 0)
    await reportProgress(ctx, verificationId, { state: 'running', checked_count: 0, total_count: total })
    await setTaskState(ctx, taskId, { state: 'running', done_count: 0, total_count: total })
    return { all, total }
  })
  if (begunVerification === null) return
  let doneCount = 0
  let firstFault: ChainFault | null = null
  for (const chainPart of begunVerification.all) {
    const chainCheck = await verifyChain(job, chainPart, (checked) =>
      job.run(action, async (ctx) => {
        await reportProgress(ctx, verificationId, { state: 'running', checked_count: doneCount + checked })
        await setTaskState(ctx, taskId, { state: 'running', done_count: doneCount + checked })
      }),
    )
    doneCount += chainCheck.checked
    firstFault = chainCheck.broken
    if (firstFault) break
  }
  await job.run(action, async (ctx) => {
    const state = firstFault ? 'broken' : 'intact'
    await reportProgress(ctx, verificationId, { state, checked_count: doneCount, ...(firstFault && { broken: firstFault }) })
    const message = firstFault
      ? translate(trailTaskTexts.broken, language, { seq: firstFault.seq })
      : translate(trailTaskTexts.intact, language, { count: doneCount })
    await setTaskState(ctx, taskId, { state: 'done', done_count: doneCount, message })
    ctx.note({ refType: 'trail', refId: verificationId, detail: { state, checked: doneCount, ...(firstFault && { broken: firstFault }) } })
  })
}

/** Runs a requested verification. After a crash it restarts from the beginning; a finished one keeps its result. */
export async function verifyChains(job: JobContext, task: VerifyTask): Promise<void> {
  try {
    await verifyAll(job, task)
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'a verification of the trail failed')
    await job.run(action, async (ctx) => {
      await reportProgress(ctx, task.verificationId, { state: 'failed' })
      await setTaskState(ctx, task.taskId, { state: 'failed', message: translate(trailTaskTexts.failed, task.language) })
    })
    throw error
  }
}
