import { z } from 'zod'
import { Id, type Upload } from '#/api/operation.ts'
import { periodRefusals } from '#/api/taxation/periods.texts.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
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
} from '#/server/taxation/periods/papers.ts'
import { certifyIfComplete } from '#/server/taxation/periods/settling.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as papers from '#/server/taxation/periods/store-certificates.ts'

/** Matches the certificates of a ZIP to payees. */
export const certificatesJob = job('periods.certificates', z.object({ declarationId: Id, archiveId: z.uuid(), userId: Id, task: matchingTask }))

/** Stores a ZIP of certificates and queues the matching job. Returns the number of files and the task of the matching. */
export async function storeAndQueueArchive(ctx: Context, row: store.PeriodRow, file: Upload): Promise<{ files: number; taskId: number }> {
  const { archiveId, files } = await storeCertificateZip(ctx, file, { purpose: 'tax_certificates', centreId: row.centre_id })
  const task = await addMatchingTask(ctx, certificatesJob, { period: row.month, files })
  await ctx.enqueue(certificatesJob, { declarationId: row.id, archiveId, userId: ctx.actor.userId, task })
  return { files, taskId: task.taskId }
}

/** Parses a file name `证件号_所属期.pdf` into ID number and month; returns null for any other name. */
export function paperNameOf(path: string): CertificateName | null {
  const name = path.split('/').at(-1) ?? ''
  const match = /^([0-9A-Za-z]{5,30})_(20\d{2})-?(0[1-9]|1[0-2])\.pdf$/i.exec(name)
  return match ? { number: (match[1] ?? '').toUpperCase(), period: `${match[2]}-${match[3]}` } : null
}

/** Matches certificates to payees by the ID number among the lines of the period. */
async function matchPapers(ctx: Context, row: store.LockedPeriod, read: readonly CertificatePaper[], userId: number): Promise<papers.NewCertificate[]> {
  const indexes = read.flatMap((each) => (each.named ? [ctx.vault.index('id_number', each.named.number)] : []))
  const people = await papers.peopleByNumbers(ctx, row, indexes)
  const papersWithOwners = withOwners(read, row.month, (number) => people.get(ctx.vault.index('id_number', number)))
  const fileOptions = { name: `${row.month}.pdf`, purpose: 'tax_certificate', centreId: row.centre_id }
  const fileIdByPaper = await storeCertificates(ctx, papersWithOwners, (owner) => ({ ...fileOptions, operatorId: owner?.id ?? null }))
  return papersWithOwners.map(({ paper, owner, problem }) => ({
    operator_id: owner?.id ?? null,
    path: maskedPath(paper.path),
    problem,
    file_id: fileIdByPaper.get(paper) ?? null,
    sha256: paper.sha256,
    by_id: userId,
  }))
}

/** Reads a ZIP of certificates. A restarted job skips certificates that are already stored. */
export async function matchCertificates(work: JobContext, { declarationId, archiveId, userId, task }: DataOf<typeof certificatesJob>): Promise<void> {
  await matchArchive(work, {
    action: certificatesJob.name,
    archiveId,
    task,
    nameOf: paperNameOf,
    async onChunk(ctx, read) {
      const row = await store.lockPeriodForComputing(ctx, declarationId)
      if (!row) return
      const digestsInStore = await papers.storedDigests(
        ctx,
        row.id,
        read.map((each) => each.sha256),
      )
      const newPapers = read.filter((each) => !digestsInStore.has(each.sha256))
      await papers.insert(ctx, row, await matchPapers(ctx, row, newPapers, userId))
    },
    async onEnd(ctx) {
      const row = await store.find(ctx, declarationId, true)
      if (row) await certifyIfComplete(ctx, row, null)
    },
  })
}

/** Assigns an unmatched certificate to a payee with a line in the period. */
export async function attachCertificate(
  ctx: Context,
  row: store.PeriodRow,
  { taxCertificateId, operatorId }: { taxCertificateId: number; operatorId: number },
) {
  const paper = (await papers.lockUnmatched(ctx, row.id, taxCertificateId)) ?? refuse(periodRefusals, 'certificateNotFound')
  if (paper.file_id === null) return refuse(periodRefusals, 'notAPdf', { path: paper.path })
  const person = (await papers.findPayee(ctx, row, operatorId)) ?? refuse(periodRefusals, 'notInPeriod', { month: row.month })
  if (person.has) refuse(periodRefusals, 'hasCertificate', { name: person.name, month: row.month })
  const file = (await ctx.files.open(paper.file_id)) ?? refuse(periodRefusals, 'certificateNotFound')
  const fileOwner = { purpose: 'tax_certificate', centreId: row.centre_id, operatorId }
  const { id: fileId } = await ctx.files.save({ name: file.name, mediaType: file.mediaType, bytes: file.bytes, ...fileOwner })
  await papers.attachCertificate(ctx, paper.id, { operatorId, fileId })
  return certifyIfComplete(ctx, row, ctx.actor.userId)
}
