import { createHash } from 'node:crypto'
import { Signer, SignPdf } from '@signpdf/signpdf'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, type PDFObject, type PDFPage, PDFRef } from 'pdf-lib'
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { addPlaceholder } from '#/server/lib/pdf/placeholder.ts'
import { certificateHash, type SigningIdentity, signatureEngine } from '#/server/lib/pdf/signing-identity.ts'

const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
}
const subFilter = 'ETSI.CAdES.detached'
/** Bytes reserved for a signature. RSA with two or three certificates needs about 2.5 KB. */
const reservedBytes = 12_000

/**
 * Creates a detached CMS signature as PAdES requires: it signs content type, digest and signing certificate. The PDF
 * itself contains the time.
 */
async function signBytes(identity: SigningIdentity, bytes: Uint8Array): Promise<Buffer> {
  const [certificate] = identity.certificates
  if (!certificate) throw new Error('an identity without a certificate')
  const digest = createHash('sha256').update(bytes).digest()
  const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })
  const certificateId = new Sequence({ value: [certificateHash(certificate)] })
  const signedBytes = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oids.data }),
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oids.sha256 })],
    certificates: [...identity.certificates],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256 }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(oids.contentType, new ObjectIdentifier({ value: oids.data })),
            attribute(oids.messageDigest, new OctetString({ valueHex: new Uint8Array(digest).buffer })),
            attribute(oids.signingCertificateV2, new Sequence({ value: [new Sequence({ value: [certificateId] })] })),
          ],
        }),
      }),
    ],
  })
  await signedBytes.sign(identity.key as unknown as CryptoKey, 0, 'SHA-256', new Uint8Array(bytes).buffer, signatureEngine())
  const content = new ContentInfo({ contentType: oids.signedData, content: signedBytes.toSchema(true) })
  return Buffer.from(content.toSchema().toBER(false))
}

class CmsSigner extends Signer {
  readonly #identity: SigningIdentity

  constructor(identity: SigningIdentity) {
    super()
    this.#identity = identity
  }

  override sign(pdf: Buffer): Promise<Buffer> {
    return signBytes(this.#identity, pdf)
  }
}

/** A page (from 0) and a position on it, in points from the lower left corner. */
export interface SignaturePosition {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A signature to add. */
export interface NewSignature {
  readonly place: SignaturePosition
  /** The visible stamp, as a one-page PDF of the same size. */
  readonly stamp: Uint8Array
  readonly name: string
  readonly reason: string
  readonly location: string
  readonly at: Date
}

/** Encodes Chinese text for a literal string of a PDF, as UTF-16 in octal escapes. */
function escapeText(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}

const nameOf = (name: string) => PDFName.of(name)

function xrefOffset(pdf: Buffer): number {
  const at = pdf.lastIndexOf('startxref')
  const match = /^startxref\s+(\d+)/.exec(pdf.subarray(at, at + 40).toString('latin1'))
  if (at === -1 || !match) throw new Error('a PDF without its table of objects')
  return Number(match[1])
}

function serializeObject(ref: PDFRef, object: PDFObject): Buffer {
  const body = new Uint8Array(object.sizeInBytes())
  object.copyBytesInto(body, 0)
  return Buffer.concat([Buffer.from(`${ref.objectNumber} ${ref.generationNumber} obj\n`), body, Buffer.from('\nendobj\n')])
}

/** Appends objects to the file and leaves the signed bytes unchanged. */
function appendObjects(pdf: Buffer, doc: PDFDocument, refs: readonly PDFRef[]): Buffer {
  const { context } = doc
  const parts: Buffer[] = [pdf, Buffer.from('\n')]
  let offset = pdf.byteLength + 1
  const rows: string[] = []
  for (const ref of [...refs].sort((a, b) => a.objectNumber - b.objectNumber)) {
    const object = context.lookup(ref)
    if (!object) continue
    const bytes = serializeObject(ref, object)
    rows.push(`${ref.objectNumber} 1\n${String(offset).padStart(10, '0')} ${String(ref.generationNumber).padStart(5, '0')} n \n`)
    parts.push(bytes)
    offset += bytes.byteLength
  }
  const { Root, Info, ID } = context.trailerInfo
  const firstFileId = ID instanceof PDFArray ? ID.get(0) : undefined
  const contentId = createHash('sha256').update(pdf).digest('hex').slice(0, 32)
  const trailer = context.obj({ Size: context.largestObjectNumber + 1, Prev: xrefOffset(pdf) })
  if (Root) trailer.set(nameOf('Root'), Root)
  if (Info) trailer.set(nameOf('Info'), Info)
  if (firstFileId) trailer.set(nameOf('ID'), context.obj([firstFileId, PDFHexString.of(contentId)]))
  parts.push(Buffer.from(`xref\n${rows.join('')}trailer\n${trailer.toString()}\nstartxref\n${offset}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** Returns the separate objects of page and document that a signature changes. */
function changedObjects(doc: PDFDocument, page: PDFPage): PDFRef[] {
  const refs: unknown[] = [page.ref, doc.context.trailerInfo.Root, page.node.get(nameOf('Annots')), doc.catalog.get(nameOf('AcroForm'))]
  const form = doc.catalog.lookupMaybe(nameOf('AcroForm'), PDFDict)
  refs.push(form?.get(nameOf('Fields')))
  return refs.filter((ref): ref is PDFRef => ref instanceof PDFRef)
}

/** Registers the stamp as the appearance of a field of the same size. */
async function registerAppearance(doc: PDFDocument, { stamp, place }: NewSignature): Promise<PDFRef> {
  const [look] = await doc.embedPdf(stamp, [0])
  await doc.flush()
  const resources = { XObject: { Look: look?.ref ?? null } }
  const appearance = doc.context.stream('q /Look Do Q', {
    Type: 'XObject',
    Subtype: 'Form',
    FormType: 1,
    BBox: [0, 0, place.width, place.height],
    Resources: resources,
  })
  return doc.context.register(appearance)
}

/**
 * Signs a PDF at a position with PAdES (ETSI.CAdES.detached). The update is incremental, so that earlier signatures
 * stay valid.
 */
export async function signPdf(pdf: Uint8Array, identity: SigningIdentity, signature: NewSignature): Promise<Buffer> {
  refuseInTransaction('sealing a document')
  const original = Buffer.from(pdf)
  const doc = await PDFDocument.load(original, { updateMetadata: false })
  const largestNumberBefore = doc.context.largestObjectNumber
  const page = doc.getPages()[signature.place.page]
  if (!page) throw new Error(`a place on page ${signature.place.page}, which is not there`)
  const { x, y, width, height } = signature.place
  const count = doc.catalog.lookupMaybe(nameOf('AcroForm'), PDFDict)?.lookupMaybe(nameOf('Fields'), PDFArray)?.size() ?? 0
  const field = {
    reason: escapeText(signature.reason),
    name: escapeText(signature.name),
    location: escapeText(signature.location),
    at: signature.at,
    field: `Signature${count + 1}`,
    subFilter,
    reservedBytes,
    rect: [x, y, x + width, y + height],
  } as const
  addPlaceholder(doc, page, field, await registerAppearance(doc, signature))
  const allRefs = doc.context.enumerateIndirectObjects().map(([ref]) => ref)
  const refs = new Map([...allRefs.filter((ref) => ref.objectNumber > largestNumberBefore), ...changedObjects(doc, page)].map((ref) => [ref.objectNumber, ref]))
  return new SignPdf().sign(appendObjects(original, doc, [...refs.values()]), new CmsSigner(identity))
}
