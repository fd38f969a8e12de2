import { createHash, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Integer, OctetString, PrintableString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  type ICryptoEngine,
  type RelativeDistinguishedNames,
} from 'pkijs'

// Cast, because the engine's type lacks the latest WebCrypto additions, which signatures do not use.
const engine = new CryptoEngine({ name: 'node', crypto: webcrypto as unknown as Crypto }) as unknown as ICryptoEngine
const rsaAlgorithm = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }
const yearMs = 365 * 86_400_000

/** Certificates, leaf first, with the WebCrypto key that signs. */
export interface SigningIdentity {
  readonly certificates: readonly Certificate[]
  readonly key: webcrypto.CryptoKey
  /** The hex fingerprint of the signing certificate. */
  readonly fingerprint: string
  /** The subject of the certificate as text. */
  readonly subject: string
  readonly issuer: string
  readonly serial: string
  /** The individual values of the subject. */
  readonly names: readonly string[]
  readonly from: Date
  readonly to: Date
}

export function signatureEngine(): ICryptoEngine {
  return engine
}

function decodePem(pem: string, label: string): Buffer[] {
  const pattern = new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]+)-----END ${label}-----`, 'g')
  return [...pem.matchAll(pattern)].map(([, body = '']) => Buffer.from(body, 'base64'))
}

function encodePem(label: string, der: ArrayBuffer): string {
  const body = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN ${label}-----\n${body.trimEnd()}\n-----END ${label}-----\n`
}

const toSingleLine = (name: string) => name.split('\n').reverse().join(', ')

// NIST SP 800-57 allows 2,048 bits (112 bits of security) until the end of 2030.
const shortKeysUntil = Date.parse('2031-01-01T00:00:00+08:00')
const longKeyBits = 3072

/**
 * Returns whether a certificate can sign documents here: RSA with at least 2,048 bits, or 3,072 if valid beyond 2030.
 */
export function isUsableKey(certificate: Uint8Array): boolean {
  const { publicKey, validTo } = new X509Certificate(certificate)
  const bits = publicKey.asymmetricKeyType === 'rsa' ? (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) : 0
  return bits >= (Date.parse(validTo) > shortKeysUntil ? longKeyBits : rsaAlgorithm.modulusLength)
}

/** Reads certificates and key in PEM (PKCS #8, RSA). Throws an Error with the reason. */
export async function readSigningIdentity(certificatePem: string, keyPem: string): Promise<SigningIdentity> {
  const ders = decodePem(certificatePem, 'CERTIFICATE')
  const [first] = ders
  const [keyDer] = decodePem(keyPem, 'PRIVATE KEY')
  if (!first) throw new Error('SIGN_CERT_FILE holds no certificate in PEM')
  if (!keyDer) throw new Error('SIGN_KEY_FILE holds no private key in PEM (PKCS #8: openssl pkcs8 -topk8 -nocrypt)')
  const x509 = new X509Certificate(first)
  if (x509.publicKey.asymmetricKeyType !== 'rsa') throw new Error('SIGN_CERT_FILE must name an RSA key')
  return buildIdentity([first, ...ders.slice(1)], keyDer)
}

/** Builds an identity from certificates, leaf first, and a PKCS #8 key, all in DER. */
export async function buildIdentity(ders: readonly [Uint8Array, ...Uint8Array[]], keyDer: Uint8Array): Promise<SigningIdentity> {
  const [first] = ders
  const x509 = new X509Certificate(first)
  const key = await webcrypto.subtle.importKey('pkcs8', new Uint8Array(keyDer), rsaAlgorithm, false, ['sign'])
  const sampleBytes = randomBytes(32)
  const signature = await webcrypto.subtle.sign(rsaAlgorithm.name, key, sampleBytes)
  const verifyKey = await webcrypto.subtle.importKey('spki', new Uint8Array(x509.publicKey.export({ type: 'spki', format: 'der' })), rsaAlgorithm, false, [
    'verify',
  ])
  if (!(await webcrypto.subtle.verify(rsaAlgorithm.name, verifyKey, signature, sampleBytes)))
    throw new Error('the key is not that of the certificate (SIGN_KEY_FILE and SIGN_CERT_FILE)')
  return {
    certificates: ders.map((der) => Certificate.fromBER(new Uint8Array(der))),
    key,
    fingerprint: createHash('sha256').update(first).digest('hex'),
    subject: toSingleLine(x509.subject),
    issuer: toSingleLine(x509.issuer),
    serial: x509.serialNumber,
    names: x509.subject.split('\n').map((line) => line.slice(line.indexOf('=') + 1)),
    from: x509.validFromDate,
    to: x509.validToDate,
  }
}

function addNameAttributes(of: RelativeDistinguishedNames, values: { country: string; organisation: string; common: string }): void {
  of.typesAndValues.push(
    new AttributeTypeAndValue({ type: '2.5.4.6', value: new PrintableString({ value: values.country }) }),
    new AttributeTypeAndValue({ type: '2.5.4.10', value: new Utf8String({ value: values.organisation }) }),
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: values.common }) }),
  )
}

interface CertificateRequest {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: webcrypto.CryptoKey
  readonly issuerKey: webcrypto.CryptoKey
  readonly isAuthority: boolean
  readonly from: Date
  readonly years: number
}

const organisation = '云创客平台（演示，自签）'

async function issueCertificate({ subject, issuer, publicKey, issuerKey, isAuthority, from, years }: CertificateRequest): Promise<Certificate> {
  const certificate = new Certificate()
  certificate.version = 2
  const serial = randomBytes(16)
  // The serial number must be positive and have no redundant leading zero, as DER requires.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array(serial).buffer })
  addNameAttributes(certificate.subject, { country: 'CN', organisation, common: subject })
  addNameAttributes(certificate.issuer, { country: 'CN', organisation, common: issuer })
  certificate.notBefore.value = new Date(from.getTime() - 86_400_000)
  certificate.notAfter.value = new Date(from.getTime() + years * yearMs)
  // keyCertSign and cRLSign for the issuer; digitalSignature and nonRepudiation for the signer.
  const keyUsageBytes = new Uint8Array([3, 2, isAuthority ? 1 : 6, isAuthority ? 0x06 : 0xc0])
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.19', critical: true, extnValue: new BasicConstraints({ cA: isAuthority }).toSchema().toBER(false) }),
    new Extension({ extnID: '2.5.29.15', critical: true, extnValue: keyUsageBytes.buffer }),
    ...(isAuthority
      ? []
      : [
          new Extension({
            extnID: '2.5.29.37',
            critical: false,
            extnValue: new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36'] }).toSchema().toBER(false),
          }),
        ]),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey as unknown as CryptoKey, engine)
  await certificate.sign(issuerKey as unknown as CryptoKey, 'SHA-256', engine)
  return certificate
}

/**
 * Creates an authority and a certificate issued by it, for installations without a purchased one. Returns certificates
 * and key in PEM, the authority last.
 */
export async function makeIdentity(from: Date): Promise<{ certificates: string; key: string; authority: string }> {
  const generateKeyPair = () => webcrypto.subtle.generateKey(rsaAlgorithm, true, ['sign', 'verify'])
  const [authority, own] = [await generateKeyPair(), await generateKeyPair()]
  const rootName = '云创客平台演示根证书'
  const issuerOptions = { issuer: rootName, issuerKey: authority.privateKey, from }
  const ca = await issueCertificate({ ...issuerOptions, subject: rootName, publicKey: authority.publicKey, isAuthority: true, years: 20 })
  const leaf = await issueCertificate({ ...issuerOptions, subject: '云创客平台电子签章', publicKey: own.publicKey, isAuthority: false, years: 10 })
  const caPem = encodePem('CERTIFICATE', ca.toSchema(true).toBER(false))
  return {
    certificates: encodePem('CERTIFICATE', leaf.toSchema(true).toBER(false)) + caPem,
    key: encodePem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', own.privateKey)),
    authority: caPem,
  }
}

/** Returns the identity stored in a folder. Creates it if missing. */
export async function loadOrCreateIdentity(folder: string, from: Date): Promise<SigningIdentity> {
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')]
  if (!existsSync(certificateFile) || !existsSync(keyFile)) {
    const newIdentity = await makeIdentity(from)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(`${keyFile}.tmp`, newIdentity.key, { mode: 0o600 })
    renameSync(`${keyFile}.tmp`, keyFile)
    writeFileSync(join(folder, 'authority.pem'), newIdentity.authority)
    writeFileSync(`${certificateFile}.tmp`, newIdentity.certificates)
    renameSync(`${certificateFile}.tmp`, certificateFile)
  }
  return readSigningIdentity(readFileSync(certificateFile, 'utf8'), readFileSync(keyFile, 'utf8'))
}

/**
 * Returns a certificate's hash for the attribute signing-certificate-v2. The default algorithm of the attribute is
 * SHA-256.
 */
export function certificateHash(certificate: Certificate): OctetString {
  const digest = createHash('sha256')
    .update(Buffer.from(certificate.toSchema(false).toBER(false)))
    .digest()
  return new OctetString({ valueHex: new Uint8Array(digest).buffer })
}
