import { createPrivateKey } from 'node:crypto'
import type { CertificateFault } from '#/domain/organisations/certificate.ts'
import { openPkcs12, Pkcs12Fault } from '#/server/lib/pdf/pkcs12.ts'
import { buildIdentity, isUsableKey } from '#/server/lib/pdf/signing-identity.ts'
import { serveTasks } from '#/server/lib/threads/serving.ts'

// Opens an uploaded certificate in a worker thread, because the file determines how long the key derivation takes.

/** A certificate file and its password. */
export interface CertificateFile {
  readonly bytes: Uint8Array
  readonly password: string
}

/** The contents of a certificate file, with its key. */
export interface CertificateData {
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

async function readCertificateFile({ bytes, password }: CertificateFile): Promise<CertificateData | CertificateFault> {
  try {
    const { key, certificates } = openPkcs12(bytes, password)
    const [own, ...issuers] = certificates
    if (!own) return 'noCertificate'
    if (!isUsableKey(own)) return 'kind'
    // Exports the key as plain PKCS #8, which leaves out the attributes of the file.
    const plainKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'der', type: 'pkcs8' })
    const { subject, issuer, serial, fingerprint, names, from, to } = await buildIdentity([own, ...issuers], plainKey)
    return {
      subject,
      issuer,
      serial,
      fingerprint,
      names,
      from,
      to,
      certificates: certificates.map((certificate) => certificate.toString('base64')),
      key: plainKey.toString('base64'),
    }
  } catch (error) {
    return error instanceof Pkcs12Fault ? error.fault : 'damaged'
  }
}

serveTasks(readCertificateFile)
