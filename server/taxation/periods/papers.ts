import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { type certificateProblems, matchingTaskTexts } from '#/api/taxation/periods.texts.ts'
import { languages, trimmedEnd } from '#/domain/base/text.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import type { Context, JobContext, NewFile, Upload } from '#/server/kernel/context.ts'
import type { Job } from '#/server/kernel/jobs/job.ts'
import { addTask, setTaskState } from '#/server/kernel/jobs/task-work.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { BrokenEntry, cleanPath, type ZipArchive } from '#/server/lib/unzip.ts'
import { checkDocument, openArchive } from '#/server/services/files/public.ts'

/** The reason why a certificate of an archive has no owner. */
export type CertificateProblem = keyof typeof certificateProblems

const maxFiles = 10_000
const zipRetentionDays = 7
const chunkSize = 50

/** The ID number and period in a certificate's file name. */
export interface CertificateName {
  readonly number: string
  readonly period: string
}

export interface CertificatePaper {
  readonly path: string
  readonly bytes: Buffer | null
  readonly sha256: string
  readonly problem: CertificateProblem | null
  readonly named: CertificateName | null
}

/** Stores a ZIP of certificates. Reads only its directory. A background job reads the files. */
export async function storeCertificateZip(ctx: Context, file: Upload, place: { readonly purpose: string; readonly centreId: number }) {
  const items = await ctx.outside('look into a ZIP', file.bytes, async () => (await openArchive(file.bytes, maxFiles)).items)
  const zipFile = { name: file.filename, mediaType: 'application/zip', bytes: file.bytes, keepDays: zipRetentionDays }
  const { id: archiveId } = await ctx.files.save({ ...zipFile, ...place })
  return { archiveId, files: items.length }
}

export const maskedPath = (path: string) =>
  cleanPath(path).replace(/[0-9A-Za-z]{8,}_?/g, (idText) => {
    const number = trimmedEnd(idText, /_/)
    return number === idText ? idText : `${number.slice(0, 4)}${'*'.repeat(number.length - 8)}${number.slice(-4)}_`
  })

async function readPaper(zip: ZipArchive, position: number, nameOf: (path: string) => CertificateName | null): Promise<CertificatePaper> {
  const { path, size } = zip.items[position] ?? { path: '', size: 0 }
  const paperName = nameOf(path)
  const invalidPaper = (problem: CertificateProblem) => ({
    path,
    bytes: null,
    sha256: createHash('sha256').update(`${path} ${size}`).digest('hex'),
    problem,
    named: paperName,
  })
  if (size > maxFileBytes) return invalidPaper('tooLarge')
  try {
    const bytes = await zip.read(position)
    await checkDocument(bytes, ['pdf'])
    return { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), problem: paperName ? null : 'name', named: paperName }
  } catch (error) {
    if (error instanceof Refusal || error instanceof BrokenEntry) return invalidPaper('notPdf')
    throw error
  }
}

/** The task that shows its requester the progress of matching. Jobs queued by an older program have none. */
export const matchingTask = z.object({ taskId: Id, language: z.enum(languages) }).optional()

/** Adds the task of an uploaded archive to the caller's list. */
export async function addMatchingTask<T extends object>(ctx: Context, job: Job<T>, { period, files }: { readonly period: string; readonly files: number }) {
  const taskId = await addTask(ctx, job, { title: translate(matchingTaskTexts.title, ctx.language, { period }), total: files })
  return { taskId, language: ctx.language }
}

interface Matching {
  readonly action: string
  readonly archiveId: string
  readonly task: z.output<typeof matchingTask>
  readonly nameOf: (path: string) => CertificateName | null
  /** Matches and stores some certificates, in a transaction that also stores the progress. */
  readonly onChunk: (ctx: Context, read: readonly CertificatePaper[]) => Promise<void>
  /** Runs after the last certificate. */
  readonly onEnd: (ctx: Context) => Promise<unknown>
}

/** Matches the certificates of an archive, 50 at a time, and reports progress, end and failure to the requester. */
export async function matchArchive(work: JobContext, { action, archiveId, task, nameOf, onChunk, onEnd }: Matching): Promise<void> {
  const report = async (ctx: Context, change: Parameters<typeof setTaskState>[2]) => {
    if (task) await setTaskState(ctx, task.taskId, change)
  }
  try {
    const files = await readPapers(work, archiveId, nameOf, (read, done) =>
      work.run(action, async (ctx) => {
        await onChunk(ctx, read)
        await report(ctx, { state: 'running', done_count: done })
      }),
    )
    await work.run(action, async (ctx) => {
      await onEnd(ctx)
      await report(ctx, { state: 'done', done_count: files, message: task ? translate(matchingTaskTexts.done, task.language, { files }) : '' })
    })
  } catch (error) {
    if (task && !work.isStopping())
      await work.run(action, (ctx) => report(ctx, { state: 'failed', message: translate(matchingTaskTexts.failed, task.language) }))
    throw error
  }
}

/** Reads the certificates of an archive, 50 at a time. `done` counts those read so far. Returns their number. */
async function readPapers(
  work: JobContext,
  archiveId: string,
  nameOf: (path: string) => CertificateName | null,
  handleChunk: (read: readonly CertificatePaper[], done: number) => Promise<void>,
): Promise<number> {
  const zip = await openArchive(await work.store.read(archiveId), maxFiles)
  for (let from = 0; from < zip.items.length; from += chunkSize) {
    if (work.isStopping()) throw new Error('the server is stopping')
    const chunkOfPapers: CertificatePaper[] = []
    for (let at = from; at < Math.min(from + chunkSize, zip.items.length); at++) chunkOfPapers.push(await readPaper(zip, at, nameOf))
    await handleChunk(chunkOfPapers, from + chunkOfPapers.length)
  }
  return zip.items.length
}

/** Matches certificates to owners. Leaves duplicates and certificates of another period unmatched. */
export function withOwners<Owner extends { readonly id: number; readonly has: boolean }>(
  read: readonly CertificatePaper[],
  period: string,
  ownerOf: (number: string) => Owner | undefined,
): { readonly paper: CertificatePaper; readonly owner: Owner | null; readonly problem: CertificateProblem | '' }[] {
  const takenOwners = new Set<number>()
  return read.map((paper) => {
    const owner = paper.named ? ownerOf(paper.named.number) : undefined
    const isDuplicate = owner !== undefined && (owner.has || takenOwners.has(owner.id))
    const problem = paper.problem ?? (paper.named?.period !== period ? 'period' : !owner ? 'nobody' : isDuplicate ? 'twice' : '')
    if (problem !== '' || !owner) return { paper, owner: null, problem: problem === '' ? 'nobody' : problem }
    takenOwners.add(owner.id)
    return { paper, owner, problem }
  })
}

/** Stores the certificates as files of their owners. Returns the file id of each. */
export async function storeCertificates<Owner>(
  ctx: Context,
  papers: readonly { readonly paper: CertificatePaper; readonly owner: Owner | null }[],
  fileOf: (owner: Owner | null) => Omit<NewFile, 'bytes' | 'mediaType'>,
): Promise<Map<CertificatePaper, string>> {
  const paperFiles = papers.flatMap(({ paper, owner }) =>
    paper.bytes ? [{ paper, file: { ...fileOf(owner), mediaType: 'application/pdf', bytes: paper.bytes } }] : [],
  )
  const savedFiles = await ctx.files.saveAll(paperFiles.map(({ file }) => file))
  return new Map(paperFiles.flatMap(({ paper }, at) => (savedFiles[at] ? [[paper, savedFiles[at].id] as const] : [])))
}
