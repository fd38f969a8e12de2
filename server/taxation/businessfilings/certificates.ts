import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Id, type Upload } from '#/api/operation.ts'
import { filingRefusals } from '#/api/taxation/businessfilings.texts.ts'
import { filingKinds } from '#/domain/taxation/business-filing.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { recordFilingStep } from '#/server/taxation/businessfilings/filing.ts'
import type { FilingPeriod } from '#/server/taxation/businessfilings/generating.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import * as papers from '#/server/taxation/businessfilings/store-certificates.ts'
import {
  addMatchingTask,
  type CertificateName,
  type CertificatePaper,
  maskedPath,
  matchArchive,
  matchingTask,
  storeCertificates,
  storeCertificateZip,
  withOwners,
} from '#/server/taxation/periods/public.ts'

/** Matches the certificates of a ZIP to businesses. */
export const certificatesJob = job(
  'businessfilings.certificates',
  z.object({ centreId: Id, kind: z.enum(filingKinds), period: z.string(), archiveId: z.uuid(), userId: Id, task: matchingTask }),
)

/** Stores a ZIP of certificates and queues the matching job. Returns the number of files and the task of the matching. */
export async function storeAndQueueArchive(ctx: Context, place: FilingPeriod, file: Upload): Promise<{ files: number; taskId: number }> {
  const { archiveId, files } = await storeCertificateZip(ctx, file, { purpose: 'business_filing_certificates', centreId: place.centreId })
  const task = await addMatchingTask(ctx, certificatesJob, { period: place.period, files })
  await ctx.enqueue(certificatesJob, { ...place, archiveId, userId: ctx.actor.userId, task })
  return { files, taskId: task.taskId }
}

/** Parses a file name `信用代码_所属期.pdf` into credit code and period; returns null for any other name. */
export function paperNameOf(path: string): CertificateName | null {
  const name = path.split('/').at(-1) ?? ''
  const match = /^([0-9A-Z]{18})_(20\d{2})(?:-?(Q[1-4]))?\.pdf$/i.exec(name)
  return match ? { number: (match[1] ?? '').toUpperCase(), period: match[3] ? `${match[2]}-${match[3].toUpperCase()}` : (match[2] ?? '') } : null
}

async function matchPapers(ctx: Context, place: FilingPeriod, read: readonly CertificatePaper[], userId: number): Promise<papers.NewCertificate[]> {
  const filings = await papers.filingsByCode(
    ctx,
    place,
    read.flatMap((each) => (each.named ? [each.named.number] : [])),
  )
  const papersWithOwners = withOwners(read, place.period, (code) => filings.get(code))
  const fileOptions = { name: `${place.period}.pdf`, purpose: 'business_filing_certificate', centreId: place.centreId }
  const fileIdByPaper = await storeCertificates(ctx, papersWithOwners, (owner) => ({ ...fileOptions, operatorId: owner?.operator_id ?? null }))
  return papersWithOwners.map(({ paper, owner, problem }) => ({
    filing_id: owner?.id ?? null,
    operator_id: owner?.operator_id ?? null,
    path: (owner ? paper.path : maskedPath(paper.path)).slice(-300),
    problem,
    file_id: fileIdByPaper.get(paper) ?? null,
    sha256: paper.sha256,
    by_id: userId,
  }))
}

/** Marks paid filings with a certificate as certified. */
async function certifyReadyFilings(ctx: Context, place: FilingPeriod): Promise<void> {
  const readyFilings = await papers.lockCertifiedFilings(ctx, place)
  await store.update(
    ctx,
    readyFilings.map((row) => row.id),
    { state: 'certified' },
  )
  await store.addStep(ctx, readyFilings, { kind: 'certified' })
}

/** Reads a ZIP of certificates. A restarted job skips certificates that are already stored. */
export async function matchCertificates(work: JobContext, { archiveId, userId, task, ...place }: DataOf<typeof certificatesJob>): Promise<void> {
  await matchArchive(work, {
    action: certificatesJob.name,
    archiveId,
    task,
    nameOf: paperNameOf,
    async onChunk(ctx, read) {
      const digestsInStore = await papers.storedDigests(
        ctx,
        place,
        read.map((each) => each.sha256),
      )
      const newPapers = read.filter((each) => !digestsInStore.has(each.sha256))
      await papers.insert(ctx, place, await matchPapers(ctx, place, newPapers, userId))
    },
    onEnd: (ctx) => certifyReadyFilings(ctx, place),
  })
}

export async function attachCertificate(ctx: Context, row: store.FilingRow, file: Upload): Promise<void> {
  const filingPeriod = { centreId: row.centre_id, kind: row.kind, period: row.period }
  const storedFile = await storeDocument(ctx, {
    upload: file,
    kinds: ['pdf', 'ofd'],
    pictures: true,
    purpose: 'business_filing_certificate',
    centreId: row.centre_id,
    operatorId: row.operator_id,
  })
  const sha256 = createHash('sha256').update(file.bytes).digest('hex')
  const paper = {
    filing_id: row.id,
    operator_id: row.operator_id,
    path: file.filename.slice(-300),
    problem: '' as const,
    file_id: storedFile.fileId,
    sha256,
    by_id: ctx.actor.userId,
  }
  await papers.insert(ctx, filingPeriod, [paper])
  await store.update(ctx, [row.id], { state: 'certified' })
  await store.addStep(ctx, [row], { kind: 'certified', reason: file.filename })
  recordFilingStep(ctx, row, { step: 'certified', sha256 })
}

/** Assigns an unmatched certificate to this filing's business, whose operator may then see the file. */
export async function assignCertificate(ctx: Context, row: store.FilingRow, certificateId: number): Promise<void> {
  const paper = (await papers.remove(ctx, certificateId)) ?? refuse(filingRefusals, 'certificateGone')
  if (paper.centre_id !== row.centre_id) refuse(filingRefusals, 'certificateGone')
  if (paper.file_id === null) refuse(filingRefusals, 'unreadable', { path: paper.path })
  const file = (await ctx.files.open(paper.file_id)) ?? refuse(filingRefusals, 'certificateGone')
  const fileOwner = { purpose: 'business_filing_certificate', centreId: row.centre_id, operatorId: row.operator_id }
  const { id: file_id } = await ctx.files.save({ name: `${row.period}.pdf`, mediaType: file.mediaType, bytes: file.bytes, ...fileOwner })
  const periodOfFiling = { centreId: row.centre_id, kind: row.kind, period: row.period }
  const { path, sha256 } = paper
  await papers.insert(ctx, periodOfFiling, [{ filing_id: row.id, operator_id: row.operator_id, path, problem: '', file_id, sha256, by_id: ctx.actor.userId }])
  await store.update(ctx, [row.id], { state: 'certified' })
  await store.addStep(ctx, [row], { kind: 'certified', reason: path })
  recordFilingStep(ctx, row, { step: 'certified', sha256, path })
}
