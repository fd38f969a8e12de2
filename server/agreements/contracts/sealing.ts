import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { noSealFault, sealPlaceOf, waitForSeal } from '#/server/agreements/contracts/awaiting-seal.ts'
import { storeContractFile } from '#/server/agreements/contracts/drawing.ts'
import { notifyParties, notifySignersJob } from '#/server/agreements/contracts/notifications.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { addConsents, moveOrdersAndTermsToRenewal, revokeConsentsOf } from '#/server/agreements/contracts/store-effects.ts'
import { addRevision, markTaskSealed, openTask, signBySeal, type TaskRow, tasksOf } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { signPdf } from '#/server/lib/pdf/signature.ts'
import { drawStamp } from '#/server/lib/pdf/stamp.ts'
import { type CertificateSealer, identityOfSealer, sealerOf } from '#/server/organisations/certificates/public.ts'
import { activateImportedOperator, recheckBatches } from '#/server/people/operators/public.ts'

export const sealJob = job('contracts.seal', z.object({ contractId: Id }))

/** A contract with the signatures to embed next, or with the seals once all signers have signed. */
interface SealingWork {
  readonly row: store.ContractRow
  readonly pdf: Uint8Array
  readonly signingSteps: readonly { readonly task: TaskRow; readonly picture: Uint8Array | null; readonly at: Date }[]
  readonly isLast: boolean
  readonly sealer: CertificateSealer
}

interface SignedEdition {
  readonly task: TaskRow
  readonly bytes: Buffer
  readonly at: Date
}

const shanghaiTime = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

async function sealingWorkOf(ctx: Context, id: number): Promise<SealingWork | null> {
  const row = await store.findOutsideScope(ctx, id)
  if (row?.sign_state !== 'signing' || row.file_id === null) return null
  const tasks = await tasksOf(ctx.db, id)
  const signedTasks = tasks.filter((task) => task.way === 'hand' && task.state === 'signed' && task.sealed_at === null)
  const isLast = tasks.every((task) => task.way === 'seal' || task.state === 'signed')
  if (signedTasks.length === 0 && !isLast) return null
  const sealer = await sealerOf(ctx, sealPlaceOf(row))
  if (typeof sealer === 'string') {
    await waitForSeal(ctx, row, sealer)
    return null
  }
  const file = await ctx.files.open(row.file_id)
  if (file?.sha256 !== row.sha256) throw new Error(`the file of contract ${row.no} is not the one that was drawn up`)
  const signingSteps: { task: TaskRow; picture: Uint8Array | null; at: Date }[] = []
  for (const task of signedTasks) {
    const image = task.image_file_id === null ? null : await ctx.files.open(task.image_file_id)
    signingSteps.push({ task, picture: image?.bytes ?? null, at: task.signed_at ?? ctx.now })
  }
  const sealTasks = isLast ? tasks.filter((task) => task.way === 'seal' && task.state !== 'signed') : []
  return { row, pdf: file.bytes, signingSteps: [...signingSteps, ...sealTasks.map((task) => ({ task, picture: sealer.picture, at: ctx.now }))], isLast, sealer }
}

/** Embeds the signatures one by one, without holding a database connection. */
async function embedSignatures(job: JobContext, { row, pdf, signingSteps: steps, sealer }: SealingWork): Promise<SignedEdition[]> {
  const identity = await identityOfSealer(sealer, job.identity)
  const editions: SignedEdition[] = []
  let bytes: Uint8Array = pdf
  for (const { task, picture, at } of steps) {
    const signPlace = row.places.find((each) => each.party === task.party)
    if (!signPlace) throw new Error(`contract ${row.no} has no place for party ${task.party}`)
    const { width, height } = signPlace
    const appearance = picture ? { picture } : { seal: task.signer_name }
    const stamp = await drawStamp({ width, height, createdAt: at, ...appearance, lines: [task.signer_name, shanghaiTime(at)] })
    const reason = `${task.way === 'seal' ? '盖章' : '签署'} ${row.name} ${row.no}`
    // A signature given before the certificate's validity is dated with its first day.
    const signedAt = at < identity.from ? identity.from : at
    const signedBytes = await signPdf(bytes, identity, { place: signPlace, stamp, name: task.signer_name, reason, location: '中国', at: signedAt })
    editions.push({ task, bytes: signedBytes, at })
    bytes = signedBytes
  }
  return editions
}

async function storeSealedEditions(ctx: Context, work: SealingWork, editions: readonly SignedEdition[]): Promise<boolean> {
  const { row, isLast } = work
  await changes.lock(ctx.db, row.id)
  const storedEditions: { task: TaskRow; id: string; sha256: string; at: Date }[] = []
  for (const { task, bytes, at } of editions) storedEditions.push({ task, at, ...(await storeContractFile(ctx, `${row.name}_${row.no}`, bytes, row)) })
  const lastEdition = storedEditions.at(-1)
  const file = lastEdition ? { file_id: lastEdition.id, sha256: lastEdition.sha256 } : {}
  // If the contract changed meanwhile (revoked, signed or sealed elsewhere), the caller tries again from its current
  // state.
  if (!(await changes.update(ctx.db, row, { ...file, ...noSealFault, ...(isLast && { sign_state: 'done', done_at: ctx.now }) }))) return false
  for (const { task, id, sha256, at } of storedEditions) {
    await addRevision(ctx.db, { contract_id: row.id, file_id: id, sha256, task_id: task.id, made_at: ctx.now })
    if (task.way === 'seal') await signBySeal(ctx.db, task.id, at, { way: 'seal', ...(row.sent_by !== null && { sentBy: String(row.sent_by) }) })
    else await markTaskSealed(ctx.db, task.id, ctx.now)
    ctx.note({
      refType: 'contract',
      refId: row.id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      detail: { no: row.no, step: task.way, party: task.party, sha256 },
    })
  }
  if (isLast) await completeContract(ctx, row, lastEdition?.sha256 ?? row.sha256 ?? '')
  else await openNextTask(ctx, row)
  return true
}

async function openNextTask(ctx: Context, row: store.ContractRow): Promise<void> {
  const next = (await tasksOf(ctx.db, row.id)).find((task) => task.way === 'hand' && task.state === 'waiting')
  if (!next) return
  await openTask(ctx.db, next.id, ctx.now)
  await ctx.enqueue(notifySignersJob, { signTaskId: next.id, why: 'open', language: 'zh' })
}

/** Applies the effects of a fully signed contract. */
export async function completeContract(ctx: Context, row: store.ContractRow, sha256: string): Promise<void> {
  const signedTask = (await tasksOf(ctx.db, row.id)).find((task) => task.signer_type === 'operator' && task.state === 'signed')
  const evidence = signedTask?.evidence ?? { way: row.source }
  await addConsents(
    ctx.db,
    row,
    sha256,
    row.consents.map((kind) => ({ kind, evidence, givenAt: signedTask?.signed_at ?? ctx.now })),
  )
  if (row.operator_id !== null && row.consents.includes('agreement')) await activateImportedOperator(ctx, row.operator_id)
  // Rechecks draft batches that lacked these documents.
  if (row.operator_id !== null && (row.consents.length > 0 || row.entity_id !== null)) await recheckBatches(ctx, row.operator_id, null)
  if (row.relation === 'renewal') await moveOrdersAndTermsToRenewal(ctx.db, row)
  if (row.relation === 'termination' && row.previous_id !== null) await endContract(ctx, row.previous_id, '')
  await notifyParties(ctx, row, 'contractDone')
  await ctx.enqueue(notifySignersJob, { contractId: row.id, why: 'done', language: 'zh' })
  ctx.note({
    refType: 'contract',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    before: { state: row.sign_state },
    after: { state: 'done' },
    detail: { no: row.no, sha256, consents: row.consents },
  })
}

/**
 * Ends a contract early together with its consents. An empty reason is replaced by that of the termination agreement,
 * or else by the name of the contract.
 */
export async function endContract(ctx: Context, id: number, statedReason: string): Promise<void> {
  const row = await store.findOutsideScope(ctx, id)
  if (row?.sign_state !== 'terminating' && row?.sign_state !== 'done') return
  const reason = statedReason || row.end_reason || row.name
  await changes.update(ctx.db, row, { sign_state: 'terminated', ended_at: ctx.now, end_reason: reason })
  await revokeConsentsOf(ctx.db, id, { userId: ctx.actor.userId, at: ctx.now, reason })
  if (row.kind === 'business_contract' && row.operator_id !== null) await recheckBatches(ctx, row.operator_id, row.unit_id)
  ctx.note({
    refType: 'contract',
    refId: id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    before: { state: row.sign_state },
    after: { state: 'terminated' },
    detail: { no: row.no, reason },
  })
}

const maxRounds = 4

/**
 * Embeds signatures into the file, and seals it once everyone has signed. Safe to repeat and to run on several
 * servers.
 */
export async function sealContract(job: JobContext, { contractId: id }: DataOf<typeof sealJob>): Promise<void> {
  for (let round = 0; round < maxRounds; round++) {
    const sealingWork = await job.runAsOwner('contracts.seal', (ctx) => sealingWorkOf(ctx, id))
    if (!sealingWork) return
    const editions = await embedSignatures(job, sealingWork)
    if (await job.runAsOwner('contracts.seal', (ctx) => storeSealedEditions(ctx, sealingWork, editions))) return
  }
  throw new Error(`contract ${id} changes faster than it can be sealed`)
}
