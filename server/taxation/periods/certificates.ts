import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Id, type Upload } from '#/api/operation.ts'
import { periodRefusals } from '#/api/taxation/periods.texts.ts'
import { fileBytesMost } from '#/domain/upload.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/job.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { BrokenEntry, type OpenedZip, shownPath } from '#/server/lib/unzip.ts'
import { checkDocument, openArchive } from '#/server/services/files/public.ts'
import { settleCertificates } from '#/server/taxation/periods/settling.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as papers from '#/server/taxation/periods/store-certificates.ts'

/** Gives the certificates of a ZIP to their people. */
export const certificatesJob = job('periods.certificates', z.object({ declarationId: Id, archiveId: z.uuid(), userId: Id }))

const most = 10_000
const zipDays = 7
const portion = 50

/** Takes a ZIP of certificates in: what it holds is looked at here, its files are read by a job. */
export async function takeArchive(ctx: Context, row: store.PeriodRow, file: Upload): Promise<number> {
  const items = await ctx.outside('look into a ZIP', file.bytes, async () => (await openArchive(file.bytes, most)).items)
  const place = { purpose: 'tax_certificates', centreId: row.centre_id, keepDays: zipDays }
  const { id: archiveId } = await ctx.files.save({ name: file.filename, mediaType: 'application/zip', bytes: file.bytes, ...place })
  await ctx.enqueue(certificatesJob, { declarationId: row.id, archiveId, userId: ctx.actor.userId })
  return items.length
}

/** `证件号_所属期.pdf`: whose certificate it is and of which month, as it is named; null for another name. */
export function readName(path: string): { readonly number: string; readonly month: string } | null {
  const name = path.split('/').at(-1) ?? ''
  const match = /^([0-9A-Za-z]{5,30})_(20\d{2})-?(0[1-9]|1[0-2])\.pdf$/i.exec(name)
  return match ? { number: (match[1] ?? '').toUpperCase(), month: `${match[2]}-${match[3]}` } : null
}

const masked = (path: string) =>
  shownPath(path).replace(/[0-9A-Za-z]{8,}(?=_)/g, (number) => `${number.slice(0, 4)}${'*'.repeat(number.length - 8)}${number.slice(-4)}`)

interface Read {
  readonly path: string
  readonly bytes: Buffer | null
  readonly sha256: string
  readonly problem: papers.CertificateProblem | null
  readonly named: ReturnType<typeof readName>
}

async function readOne(zip: OpenedZip, position: number): Promise<Read> {
  const { path, size } = zip.items[position] ?? { path: '', size: 0 }
  const named = readName(path)
  const without = (problem: papers.CertificateProblem) => ({
    path,
    bytes: null,
    sha256: createHash('sha256').update(`${path} ${size}`).digest('hex'),
    problem,
    named,
  })
  if (size > fileBytesMost) return without('tooLarge')
  try {
    const bytes = await zip.read(position)
    await checkDocument(bytes, ['pdf'])
    return { path, bytes, sha256: createHash('sha256').update(bytes).digest('hex'), problem: named ? null : 'name', named }
  } catch (error) {
    if (error instanceof Refusal || error instanceof BrokenEntry) return without('notPdf')
    throw error
  }
}

/** Whose each of these is: by its number among the lines of the period; a second one of somebody stays without. */
async function matched(ctx: Context, row: store.PeriodRow, read: readonly Read[], userId: number): Promise<papers.NewCertificate[]> {
  const indexes = read.flatMap((each) => (each.named ? [ctx.vault.index('id_number', each.named.number)] : []))
  const people = await papers.peopleByNumbers(ctx, row, indexes)
  const taken = new Set<number>()
  const kept: papers.NewCertificate[] = []
  for (const each of read) {
    const person = each.named ? people.get(ctx.vault.index('id_number', each.named.number)) : undefined
    const isTwice = person !== undefined && (person.has || taken.has(person.id))
    const problem = each.problem ?? (each.named?.month !== row.month ? 'period' : !person ? 'nobody' : isTwice ? 'twice' : '')
    const owner = problem === '' ? (person?.id ?? null) : null
    if (owner !== null) taken.add(owner)
    const name = `${row.month}.pdf`
    const file = each.bytes && { name, mediaType: 'application/pdf', bytes: each.bytes, purpose: 'tax_certificate', centreId: row.centre_id, operatorId: owner }
    const saved = file && (await ctx.files.save(file))
    kept.push({ operator_id: owner, path: masked(each.path), problem, file_id: saved?.id ?? null, sha256: each.sha256, by_id: userId })
  }
  return kept
}

/** Reads a ZIP of certificates, fifty at a time; begun anew it passes over what is there. */
export async function matchCertificates(work: JobContext, { declarationId, archiveId, userId }: DataOf<typeof certificatesJob>): Promise<void> {
  const zip = await openArchive(await work.store.read(archiveId), most)
  for (let from = 0; from < zip.items.length; from += portion) {
    if (work.isStopping()) throw new Error('the server is stopping')
    const read: Read[] = []
    for (let at = from; at < Math.min(from + portion, zip.items.length); at++) read.push(await readOne(zip, at))
    await work.run(certificatesJob.name, async (ctx) => {
      const row = await store.find(ctx, declarationId, true)
      if (!row) return
      const known = await papers.knownDigests(
        ctx,
        row.id,
        read.map((each) => each.sha256),
      )
      const fresh = read.filter((each) => !known.has(each.sha256))
      await papers.add(ctx, row, await matched(ctx, row, fresh, userId))
    })
  }
  await work.run(certificatesJob.name, async (ctx) => {
    const row = await store.find(ctx, declarationId, true)
    if (row) await settleCertificates(ctx, row, null)
  })
}

/** Gives a certificate that found nobody to somebody with a line in the period. */
export async function attachCertificate(
  ctx: Context,
  row: store.PeriodRow,
  { taxCertificateId, operatorId }: { taxCertificateId: number; operatorId: number },
) {
  const paper = (await papers.unmatched(ctx, row.id, taxCertificateId)) ?? refuse(periodRefusals, 'certificateNotFound')
  if (paper.file_id === null) return refuse(periodRefusals, 'notAPdf', { path: paper.path })
  const person = (await papers.personIn(ctx, row, operatorId)) ?? refuse(periodRefusals, 'notInPeriod', { month: row.month })
  if (person.has) refuse(periodRefusals, 'hasCertificate', { name: person.name, month: row.month })
  const file = (await ctx.files.open(paper.file_id)) ?? refuse(periodRefusals, 'certificateNotFound')
  const place = { purpose: 'tax_certificate', centreId: row.centre_id, operatorId }
  const { id: fileId } = await ctx.files.save({ name: file.name, mediaType: file.mediaType, bytes: file.bytes, ...place })
  await papers.attach(ctx, paper.id, { operatorId, fileId })
  return settleCertificates(ctx, row, ctx.actor.userId)
}
