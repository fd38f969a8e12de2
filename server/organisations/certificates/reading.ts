import { createPrivateKey } from 'node:crypto'
import { certificateRefusals } from '#/api/organisations/certificates.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type CertificateFault, certificateState, namesCompany } from '#/domain/organisations/certificate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { openPkcs12, Pkcs12Fault } from '#/server/lib/pdf/pkcs12.ts'
import { identityOf, isUsableKey } from '#/server/lib/pdf/signing-identity.ts'

/** Larger than any real chain with its key. */
const maxBytes = 200 * 1024

interface CertificateData {
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  readonly fingerprint: string
  readonly names: readonly string[]
  readonly from: Date
  readonly to: Date
  /** Base64 of each certificate, the leaf first. */
  readonly certificates: readonly string[]
  readonly key: string
}

async function readFile(bytes: Uint8Array, password: string): Promise<CertificateData | CertificateFault> {
  try {
    if (bytes.byteLength > maxBytes) return 'damaged'
    const { key, certificates } = openPkcs12(bytes, password)
    const [own, ...issuers] = certificates
    if (!own) return 'noCertificate'
    if (!isUsableKey(own)) return 'kind'
    // Re-exports the key as plain PKCS #8, without the bag's attributes.
    const plain = createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'der', type: 'pkcs8' })
    const { subject, issuer, serial, fingerprint, names, from, to } = await identityOf([own, ...issuers], plain)
    return {
      subject,
      issuer,
      serial,
      fingerprint,
      names,
      from,
      to,
      certificates: certificates.map((each) => each.toString('base64')),
      key: plain.toString('base64'),
    }
  } catch (error) {
    return error instanceof Pkcs12Fault ? error.fault : 'damaged'
  }
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
