import { certificateRefusals } from '#/api/organisations/certificates.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type CertificateFault, certificateState, namesCompany } from '#/domain/organisations/certificate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { ThreadPool } from '#/server/lib/threads/pool.ts'
import type { CertificateData, CertificateQuestion } from '#/server/organisations/certificates/reading-worker.ts'

/** Larger than any real chain with its key. */
const maxBytes = 200 * 1024

const readers = new ThreadPool<CertificateQuestion, CertificateData | CertificateFault>(new URL('./reading-worker.ts', import.meta.url), {
  threads: 1,
  taskMs: 10_000,
  megabytes: 200,
})

/** Opens a certificate in a worker. No real file exceeds its limits, so a file that does is damaged. */
async function readFile(bytes: Uint8Array, password: string): Promise<CertificateData | CertificateFault> {
  if (bytes.byteLength > maxBytes) return 'damaged'
  return (await readers.ask({ bytes, password })).answer ?? 'damaged'
}

/**
 * Reads an uploaded certificate for a company, or refuses it with the fault. A null company is the platform, whose
 * company is not configured.
 */
export async function readCertificate(
  ctx: Context,
  { bytes, password }: { bytes: Uint8Array; password: string },
  company: { readonly legalName: string; readonly creditCode: string } | null,
): Promise<CertificateData> {
  const read = await ctx.outside('certificate', [bytes, password], () => readFile(bytes, password))
  if (typeof read === 'string') return refuse(certificateRefusals, read)
  // Dates arrive as text when the result of the work before the transaction was serialized.
  const [from, to] = [new Date(read.from), new Date(read.to)]
  const state = certificateState({ from, to }, ctx.now)
  if (state === 'early') refuse(certificateRefusals, 'early', { day: dayOf(from) })
  if (state === 'expired') refuse(certificateRefusals, 'expired', { day: dayOf(to) })
  if (company && !namesCompany(read.names, company)) refuse(certificateRefusals, 'subject', { subject: read.subject, company: company.legalName })
  return { ...read, from, to }
}
