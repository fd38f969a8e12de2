import { createHash, webcrypto } from 'node:crypto'
import { OctetString } from 'asn1js'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib'
import { type Certificate, ContentInfo, SignedData } from 'pkijs'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'

/** A signature in a file, with the result of its check. */
export interface CheckedSignature {
  readonly name: string
  readonly at: Date | null
  /** Whether the signature is valid for the covered bytes and the certificate's key. */
  readonly isValid: boolean
  /** Whether the signature covers the file to its end. */
  readonly isWhole: boolean
  readonly certificate: string
}

const messageDigestOid = '1.2.840.113549.1.9.4'
const commonNameOid = '2.5.4.3'
const rsaAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

async function isSignatureValid(signed: SignedData, certificate: Certificate, content: Buffer): Promise<boolean> {
  const [info] = signed.signerInfos
  if (!info?.signedAttrs) return false
  const attribute = info.signedAttrs.attributes.find((each) => each.type === messageDigestOid)?.values[0]
  const digest = attribute instanceof OctetString ? Buffer.from(attribute.valueBlock.valueHexView) : Buffer.alloc(0)
  if (!createHash('sha256').update(content).digest().equals(digest)) return false
  const spki = new Uint8Array(certificate.subjectPublicKeyInfo.toSchema().toBER(false))
  const key = await webcrypto.subtle.importKey('spki', spki, rsaAlgorithm, false, ['verify'])
  // The signature covers the attributes as a SET, although they are stored under a different tag.
  const attributes = Buffer.from(info.signedAttrs.toSchema().toBER(false))
  attributes[0] = 0x31
  return webcrypto.subtle.verify(rsaAlgorithm.name, key, new Uint8Array(info.signature.valueBlock.valueHexView), attributes)
}

function textOf(value: unknown): string {
  return value instanceof PDFHexString || value instanceof PDFString ? value.decodeText() : ''
}

function dateOf(value: unknown): Date | null {
  try {
    return value instanceof PDFString || value instanceof PDFHexString ? value.decodeDate() : null
  } catch {
    return null
  }
}

async function checkSignature(pdf: Buffer, dict: PDFDict): Promise<CheckedSignature> {
  const range = dict
    .lookup(PDFName.of('ByteRange'), PDFArray)
    .asArray()
    .map((each) => (each instanceof PDFNumber ? each.asNumber() : -1))
  const [start = -1, length = -1, second = -1, rest = -1] = range
  const name = textOf(dict.get(PDFName.of('Name')))
  const at = dateOf(dict.get(PDFName.of('M')))
  const invalidResult = { name, at, isValid: false, isWhole: second + rest === pdf.byteLength, certificate: '' }
  // The gap may contain only the signature itself. Anything else in it would be unsigned.
  const signatureHex = pdf.subarray(length, second).toString('latin1')
  if (start !== 0 || length < 0 || second < length || rest < 0 || second + rest > pdf.byteLength || !/^<[0-9a-fA-F]*>$/.test(signatureHex)) return invalidResult
  try {
    const content = Buffer.concat([pdf.subarray(0, length), pdf.subarray(second, second + rest)])
    const signedData = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(Buffer.from(signatureHex.slice(1, -1), 'hex'))).content })
    const certificate = (signedData.certificates ?? [])[0] as Certificate | undefined
    if (!certificate) return invalidResult
    const subject = certificate.subject.typesAndValues.find((each) => each.type === commonNameOid)
    return { ...invalidResult, isValid: await isSignatureValid(signedData, certificate, content), certificate: String(subject?.value.valueBlock.value ?? '') }
  } catch {
    return invalidResult
  }
}

/** Checks every signature of a file, in signing order. Returns an empty list for an unsigned file. */
export async function checkSignatures(bytes: Uint8Array): Promise<CheckedSignature[]> {
  refuseInTransaction('reading a document')
  const pdf = Buffer.from(bytes)
  const doc = await PDFDocument.load(pdf, { updateMetadata: false, throwOnInvalidObject: false })
  const fields = doc.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict)?.lookupMaybe(PDFName.of('Fields'), PDFArray)
  const signatures: CheckedSignature[] = []
  for (let at = 0; at < (fields?.size() ?? 0); at++) {
    const signature = fields?.lookupMaybe(at, PDFDict)?.lookupMaybe(PDFName.of('V'), PDFDict)
    if (signature?.has(PDFName.of('ByteRange'))) signatures.push(await checkSignature(pdf, signature))
  }
  return signatures
}
