import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFInvalidObject, PDFName, PDFNumber, type PDFPage, type PDFRef, PDFString } from 'pdf-lib'

/** Texts of a signature, encoded for literal strings of a PDF, and the position of its field. */
export interface SignatureField {
  readonly reason: string
  readonly name: string
  readonly location: string
  readonly at: Date
  /** Name of the field, unique in the document. */
  readonly field: string
  readonly subFilter: string
  /** Number of bytes reserved for the signature. */
  readonly reservedBytes: number
  /** Lower left and upper right corner, in points. */
  readonly rect: readonly [number, number, number, number]
}

/** Text that `@signpdf/signpdf` replaces by the range of the signed bytes. */
const rangePlaceholder = '**********'
const printFlag = 4
const lockedFlag = 128
const signaturesExistFlag = 1
const appendOnlyFlag = 2

const nameOf = (name: string) => PDFName.of(name)

/** Registers the signature as raw bytes, so that no writer packs it into an object stream. */
function registerSignature(doc: PDFDocument, { reason, name, location, at, subFilter, reservedBytes }: SignatureField): PDFRef {
  const range = PDFArray.withContext(doc.context)
  range.push(PDFNumber.of(0))
  for (let times = 0; times < 3; times++) range.push(nameOf(rangePlaceholder))
  const signature = doc.context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: subFilter,
    ByteRange: range,
    Contents: PDFHexString.of('\0'.repeat(reservedBytes)),
    Reason: PDFString.of(reason),
    M: PDFString.fromDate(at),
    ContactInfo: PDFString.of(''),
    Name: PDFString.of(name),
    Location: PDFString.of(location),
    Prop_Build: { Filter: { Name: 'Adobe.PPKLite' }, App: { Name: 'Yunchuangke' } },
  })
  const bytes = new Uint8Array(signature.sizeInBytes())
  signature.copyBytesInto(bytes, 0)
  return doc.context.register(PDFInvalidObject.of(bytes))
}

/** Returns the document's form with the flags that signatures need. Creates it if there is none. */
function formOf(doc: PDFDocument): PDFDict {
  let form = doc.catalog.lookupMaybe(nameOf('AcroForm'), PDFDict)
  if (!form) {
    form = doc.context.obj({ Fields: [] })
    doc.catalog.set(nameOf('AcroForm'), doc.context.register(form))
  }
  const flags = form.lookupMaybe(nameOf('SigFlags'), PDFNumber)?.asNumber() ?? 0
  form.set(nameOf('SigFlags'), PDFNumber.of(flags | signaturesExistFlag | appendOnlyFlag))
  return form
}

/** Adds an entry to a list of the dictionary. Creates the list if it is missing. */
function pushEntry(dict: PDFDict, key: string, ref: PDFRef): void {
  const list = dict.lookupMaybe(nameOf(key), PDFArray) ?? dict.context.obj([])
  list.push(ref)
  if (!dict.has(nameOf(key))) dict.set(nameOf(key), list)
}

/** Adds a signature field to a page, reserves bytes for the signature, and shows the given appearance in the field. */
export function addPlaceholder(doc: PDFDocument, page: PDFPage, field: SignatureField, appearance: PDFRef): void {
  const widget = doc.context.register(
    doc.context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [...field.rect],
      V: registerSignature(doc, field),
      T: PDFString.of(field.field),
      F: printFlag + lockedFlag,
      P: page.ref,
      AP: { N: appearance },
    }),
  )
  pushEntry(page.node, 'Annots', widget)
  pushEntry(formOf(doc), 'Fields', widget)
}
