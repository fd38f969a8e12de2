import { createDecipheriv, createHash, createHmac, createPrivateKey, createPublicKey, pbkdf2Sync, timingSafeEqual, X509Certificate } from 'node:crypto'
import { type AsnType, fromBER, Integer, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type { CertificateFault } from '#/domain/organisations/certificate.ts'

/** The reason why a PKCS #12 file is refused. */
export class Pkcs12Fault extends Error {
  readonly fault: CertificateFault

  constructor(fault: CertificateFault) {
    super(`the PKCS #12 file was not taken: ${fault}`)
    this.fault = fault
  }
}

/** A key with its certificate chain, leaf first; all in DER. */
export interface KeyStore {
  readonly certificates: readonly Buffer[]
  readonly key: Buffer
}

const oids = {
  data: '1.2.840.113549.1.7.1',
  encrypted: '1.2.840.113549.1.7.6',
  keyBag: '1.2.840.113549.1.12.10.1.1',
  shroudedKeyBag: '1.2.840.113549.1.12.10.1.2',
  certificateBag: '1.2.840.113549.1.12.10.1.3',
  x509: '1.2.840.113549.1.9.22.1',
  pbes2: '1.2.840.113549.1.5.13',
  pbmac1: '1.2.840.113549.1.5.14',
  pbkdf2: '1.2.840.113549.1.5.12',
  tripleDes: '1.2.840.113549.1.12.1.3',
}
const ciphersByOid: Readonly<Record<string, readonly [name: string, keyBytes: number]>> = {
  '2.16.840.1.101.3.4.1.2': ['aes-128-cbc', 16],
  '2.16.840.1.101.3.4.1.22': ['aes-192-cbc', 24],
  '2.16.840.1.101.3.4.1.42': ['aes-256-cbc', 32],
  '1.2.840.113549.3.7': ['des-ede3-cbc', 24],
}
const digestsByOid: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
}
/** More than any program uses. A higher count is an attempt to keep the server busy. */
const maxRounds = 1_000_000
/** Length of SHA-512. A longer MAC would repeat the derivation for each block. */
const maxMacBytes = 64

const fail = (fault: CertificateFault): never => {
  throw new Pkcs12Fault(fault)
}

function parseAsn1(bytes: Uint8Array): AsnType {
  const { offset, result } = fromBER(new Uint8Array(bytes))
  return offset === -1 ? fail('damaged') : result
}

/** Returns the elements of a sequence or of an explicit tag. */
function childNodesOf(node: AsnType | undefined): AsnType[] {
  const childNodes: unknown = node?.valueBlock && 'value' in node.valueBlock ? node.valueBlock.value : undefined
  return Array.isArray(childNodes) ? (childNodes as AsnType[]) : fail('damaged')
}

const sequenceElementsOf = (node: AsnType | undefined) => (node instanceof Sequence ? childNodesOf(node) : fail('damaged'))
const oidOf = (node: AsnType | undefined) => (node instanceof ObjectIdentifier ? node.valueBlock.toString() : fail('damaged'))
const bytesOf = (node: AsnType | undefined) => (node instanceof OctetString ? Buffer.from(node.getValue()) : fail('damaged'))
const numberOf = (node: AsnType | undefined) => (node instanceof Integer ? node.valueBlock.valueDec : fail('damaged'))

function roundCountOf(node: AsnType | undefined): number {
  const rounds = numberOf(node)
  return rounds >= 1 && rounds <= maxRounds ? rounds : fail('damaged')
}

/** Returns the bytes under an implicit tag, in primitive or constructed form. */
function taggedBytes(node: AsnType | undefined): Buffer {
  const block = node?.valueBlock
  if (block && 'valueHexView' in block && block.valueHexView instanceof Uint8Array) return Buffer.from(block.valueHexView)
  return Buffer.concat(childNodesOf(node).map(bytesOf))
}

function repeatBytes(bytes: Buffer, size: number): Buffer {
  if (bytes.byteLength === 0) return Buffer.alloc(0)
  const length = size * Math.ceil(bytes.byteLength / size)
  return Buffer.concat(Array.from({ length: Math.ceil(length / bytes.byteLength) }, () => bytes)).subarray(0, length)
}

/** Derives a key as PKCS #12 requires (RFC 7292, appendix B). */
function deriveKey(hash: string, password: string, { id, salt, rounds, length }: { id: 1 | 2 | 3; salt: Buffer; rounds: number; length: number }): Buffer {
  const blockBytes = hash === 'sha384' || hash === 'sha512' ? 128 : 64
  const text = Buffer.concat([Buffer.from(password, 'utf16le').swap16(), Buffer.alloc(2)])
  const input = Buffer.concat([repeatBytes(salt, blockBytes), repeatBytes(text, blockBytes)])
  const bytes: Buffer[] = []
  let size = 0
  while (size < length) {
    let digest = createHash(hash).update(Buffer.alloc(blockBytes, id)).update(input).digest()
    for (let round = 1; round < rounds; round++) digest = createHash(hash).update(digest).digest()
    bytes.push(digest)
    size += digest.byteLength
    const addend = repeatBytes(digest, blockBytes).subarray(0, blockBytes)
    for (let at = 0; at < input.byteLength; at += blockBytes) {
      let carry = 1
      for (let byte = blockBytes - 1; byte >= 0; byte--) {
        carry += (input[at + byte] ?? 0) + (addend[byte] ?? 0)
        input[at + byte] = carry & 0xff
        carry >>= 8
      }
    }
  }
  return Buffer.concat(bytes).subarray(0, length)
}

function decrypt(cipher: string, key: Buffer, iv: Buffer, content: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv)
  try {
    return Buffer.concat([decipher.update(content), decipher.final()])
  } catch {
    // Wrong padding means a wrong password.
    return fail('password')
  }
}

function decryptContent(algorithm: AsnType | undefined, content: Buffer, password: string): Buffer {
  const [kind, parameters] = sequenceElementsOf(algorithm)
  if (oidOf(kind) === oids.tripleDes) {
    const [salt, rounds] = sequenceElementsOf(parameters)
    const keyInput = { salt: bytesOf(salt), rounds: roundCountOf(rounds) }
    return decrypt(
      'des-ede3-cbc',
      deriveKey('sha1', password, { ...keyInput, id: 1, length: 24 }),
      deriveKey('sha1', password, { ...keyInput, id: 2, length: 8 }),
      content,
    )
  }
  if (oidOf(kind) !== oids.pbes2) return fail('cipher')
  const [derivation, encryption] = sequenceElementsOf(parameters)
  const [derivationKind, derivationParameters] = sequenceElementsOf(derivation)
  const [encryptionKind, iv] = sequenceElementsOf(encryption)
  const cipher = ciphersByOid[oidOf(encryptionKind)]
  if (oidOf(derivationKind) !== oids.pbkdf2 || !cipher) return fail('cipher')
  const [salt, rounds, ...rest] = sequenceElementsOf(derivationParameters)
  const prf = rest.find((each) => each instanceof Sequence)
  const hash = prf ? digestsByOid[oidOf(sequenceElementsOf(prf)[0])] : 'sha1'
  if (hash === undefined) return fail('cipher')
  const [name, length] = cipher
  return decrypt(name, pbkdf2Sync(Buffer.from(password, 'utf8'), bytesOf(salt), roundCountOf(rounds), length, hash), bytesOf(iv), content)
}

/** Verifies the file's MAC with the password. */
function checkMac(mac: AsnType | undefined, content: Buffer, password: string): void {
  if (mac === undefined) return
  const [info, salt, rounds] = sequenceElementsOf(mac)
  const [algorithm, digest] = sequenceElementsOf(info)
  const kind = oidOf(sequenceElementsOf(algorithm)[0])
  // This program cannot check PBMAC1. A wrong password then fails at decryption.
  if (kind === oids.pbmac1) return
  const hash = digestsByOid[kind] ?? fail('cipher')
  const expectedMac = bytesOf(digest)
  if (expectedMac.byteLength > maxMacBytes) fail('damaged')
  const keyInput = { salt: bytesOf(salt), rounds: rounds === undefined ? 1 : roundCountOf(rounds) }
  const key = deriveKey(hash, password, { ...keyInput, id: 3, length: expectedMac.byteLength })
  if (!timingSafeEqual(createHmac(hash, key).update(content).digest(), expectedMac)) fail('password')
}

interface SafeBags {
  readonly certificates: Buffer[]
  readonly keys: Buffer[]
}

function collectBags(content: Buffer, password: string, bags: SafeBags): void {
  for (const bag of sequenceElementsOf(parseAsn1(content))) {
    const [kind, tagged] = sequenceElementsOf(bag)
    const [value] = childNodesOf(tagged)
    const id = oidOf(kind)
    if (id === oids.keyBag && value) bags.keys.push(Buffer.from(value.toBER(false)))
    if (id === oids.shroudedKeyBag) {
      const [algorithm, sealed] = sequenceElementsOf(value)
      bags.keys.push(decryptContent(algorithm, bytesOf(sealed), password))
    }
    if (id === oids.certificateBag) {
      const [form, inside] = sequenceElementsOf(value)
      if (oidOf(form) === oids.x509) bags.certificates.push(bytesOf(childNodesOf(inside)[0]))
    }
  }
}

const spkiFormat = { type: 'spki', format: 'der' } as const

/** Orders a key's certificate and its issuers, leaf first. */
function chainOf(key: Buffer, certificates: readonly Buffer[]): Buffer[] {
  const publicKey = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' })).export(spkiFormat)
  const parsedCertificates = certificates.map((der) => ({ der, x509: new X509Certificate(der) }))
  const first = parsedCertificates.find(({ x509 }) => x509.publicKey.export(spkiFormat).equals(publicKey)) ?? fail('mismatch')
  const chain = [first]
  for (;;) {
    const last = chain.at(-1) ?? first
    const next = parsedCertificates.find((each) => !chain.includes(each) && last.x509.checkIssued(each.x509))
    if (!next) return chain.map(({ der }) => der)
    chain.push(next)
  }
}

function bagsOf(bytes: Uint8Array, password: string): SafeBags {
  const [, authSafe, mac] = sequenceElementsOf(parseAsn1(bytes))
  const [kind, tagged] = sequenceElementsOf(authSafe)
  if (oidOf(kind) !== oids.data) return fail('cipher')
  const content = bytesOf(childNodesOf(tagged)[0])
  checkMac(mac, content, password)
  const bags: SafeBags = { certificates: [], keys: [] }
  for (const part of sequenceElementsOf(parseAsn1(content))) {
    const [partKind, inside] = sequenceElementsOf(part)
    const id = oidOf(partKind)
    if (id === oids.data) collectBags(bytesOf(childNodesOf(inside)[0]), password, bags)
    else if (id === oids.encrypted) {
      const [, info] = sequenceElementsOf(childNodesOf(inside)[0])
      const [, algorithm, sealed] = sequenceElementsOf(info)
      collectBags(decryptContent(algorithm, taggedBytes(sealed), password), password, bags)
    } else fail('cipher')
  }
  return bags
}

/** Opens a PKCS #12 file (.pfx, .p12) with its password. Throws a `Pkcs12Fault` with the reason. */
export function openPkcs12(bytes: Uint8Array, password: string): KeyStore {
  const { certificates, keys } = bagsOf(bytes, password)
  const [key] = keys
  if (key === undefined) return fail('noKey')
  if (certificates.length === 0) return fail('noCertificate')
  try {
    return { key, certificates: chainOf(key, certificates) }
  } catch (error) {
    if (error instanceof Pkcs12Fault) throw error
    return fail('damaged')
  }
}
