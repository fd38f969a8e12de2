import { certificateRefusals } from '#/api/organisations/certificates.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type CertificateFault, certificateState, subjectNamesCompany } from '#/domain/organisations/certificate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { ThreadPool } from '#/server/lib/threads/pool.ts'
import type { CertificateData, CertificateFile } from '#/server/organisations/certificates/reading-worker.ts'

/** Larger than any real certificate chain with its key. */
const maxBytes = 200 * 1024

const certificateTimeoutMs = 10_000
const certificateReaders = new ThreadPool<CertificateFile, CertificateData | CertificateFault>(new URL('./reading-worker.ts', import.meta.url), {
  threads: 1,
  taskMs: certificateTimeoutMs,
  megabytes: 200,
})

/**
 * Opens a certificate in a worker thread. A file that exceeds the memory limit counts as damaged, because no real one
 * needs that much. A timeout counts as slow, because the machine may only be busy. Throws if the worker itself failed.
 */
export async function openCertificate(
  question: CertificateFile,
  withinMs = certificateTimeoutMs,
): Promise<CertificateData | CertificateFault | 'certificateSlow'> {
  if (question.bytes.byteLength > maxBytes) return 'damaged'
  const outcome = await certificateReaders.ask(question, withinMs)
  if (outcome.answer !== null) return outcome.answer
  if (outcome.why === 'broken') throw new Error(`reading a certificate failed: ${outcome.detail}`)
  return outcome.why === 'large' ? 'damaged' : 'certificateSlow'
}

/**
 * Reads an uploaded certificate of a company, or refuses it with its fault. Null is the platform, whose company name is
 * not configured.
 */
export async function readCertificate(
  ctx: Context,
  { bytes, password }: { bytes: Uint8Array; password: string },
  company: { readonly legalName: string; readonly creditCode: string } | null,
): Promise<CertificateData> {
  const certificateData = await ctx.outside('certificate', [bytes, password], () => openCertificate({ bytes, password }))
  if (typeof certificateData === 'string') return refuse(certificateRefusals, certificateData)
  // Dates are text when the earlier result was stored as JSON.
  const [from, to] = [new Date(certificateData.from), new Date(certificateData.to)]
  const state = certificateState({ from, to }, ctx.now)
  if (state === 'early') refuse(certificateRefusals, 'early', { day: dayOf(from) })
  if (state === 'expired') refuse(certificateRefusals, 'expired', { day: dayOf(to) })
  if (company && !subjectNamesCompany(certificateData.names, company))
    refuse(certificateRefusals, 'subject', { subject: certificateData.subject, company: company.legalName })
  return { ...certificateData, from, to }
}
