import { truncateUnits } from '#/domain/base/text.ts'
import type { Archive } from '#/server/lib/spreadsheet/archive.ts'
import { decodeEscapes, isDateFormatCode, isDateFormatId } from '#/server/lib/spreadsheet/cells.ts'
import { damagedError, MAX_TEXT_LENGTH, SheetError, tooLargeError } from '#/server/lib/spreadsheet/sheet.ts'
import { type Attributes, readXml, type XmlListener } from '#/server/lib/spreadsheet/xml.ts'

/**
 * Maximum number of elements in a shared part: two for each of thirty texts in 5,000 rows. More would only keep the
 * server busy.
 */
const MAX_ELEMENTS = 310_000

export interface WorkbookSheet {
  readonly name: string
  readonly visible: boolean
  readonly part: string
}

/** Maximum length of one text before unescaping: an escape such as “_x0000_” has seven characters. */
const MAX_ESCAPED_LENGTH = 7 * MAX_TEXT_LENGTH

/** The shared parts of a workbook. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly from1904: boolean
  readonly strings: readonly string[]
  /** Whether numbers in a style are dates, by style number. */
  readonly dateStyles: readonly boolean[]
}

const WORKBOOK_TYPE_PATTERN = /(?:spreadsheetml|ms-excel)\.(?:sheet|template)(?:\.binary)?(?:\.macroEnabled)?\.main/i

/** Reads a shared part. Refuses it if it exceeds the limits of a list. */
async function readSharedPart(archive: Archive, part: string, listener: XmlListener): Promise<void> {
  let elementCount = 0
  await readXml(archive.read(part), {
    ...listener,
    open(name, attributes) {
      elementCount += 1
      if (elementCount > MAX_ELEMENTS) throw tooLargeError()
      listener.open(name, attributes)
    },
  })
}

/** Finds the workbook part by its declared type. Refuses binary workbooks, and macros whether declared or contained. */
async function findWorkbookPart(archive: Archive): Promise<string> {
  if (!archive.has('[content_types].xml')) {
    throw new SheetError({ code: archive.has('xl/workbook.xml') ? 'damaged' : 'not_a_spreadsheet' })
  }
  if (archive.names.some((name) => name.endsWith('vbaproject.bin'))) throw new SheetError({ code: 'macro' })
  let workbookOverride: { part: string; type: string } | undefined
  await readSharedPart(archive, '[content_types].xml', {
    open(name, attributes) {
      if (name !== 'Override' && name !== 'Default') return
      const { PartName = 'xl/workbook.xml', ContentType = '' } = attributes()
      if (WORKBOOK_TYPE_PATTERN.test(ContentType)) workbookOverride = { part: PartName.replace(/^\//, ''), type: ContentType }
    },
  })
  if (!workbookOverride) throw new SheetError({ code: archive.has('xl/workbook.xml') ? 'damaged' : 'not_a_spreadsheet' })
  if (/binary/i.test(workbookOverride.type)) throw new SheetError({ code: 'legacy_xls' })
  if (/macroEnabled/i.test(workbookOverride.type)) throw new SheetError({ code: 'macro' })
  return workbookOverride.part
}

/** Resolves a target: relative to the workbook's folder unless it starts with a slash. */
function resolveTarget(folder: string, target: string): string {
  const path: string[] = []
  for (const step of (target.startsWith('/') ? target : `${folder}/${target}`).split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}

interface Relation {
  readonly type: string
  readonly part: string
}

async function readRelations(archive: Archive, workbook: string): Promise<Map<string, Relation>> {
  const slashIndex = workbook.lastIndexOf('/')
  const folder = slashIndex < 0 ? '' : workbook.slice(0, slashIndex)
  const relationsById = new Map<string, Relation>()
  await readSharedPart(archive, `${folder}/_rels/${workbook.slice(slashIndex + 1)}.rels`.replace(/^\//, ''), {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id, Type = '', Target = '', TargetMode } = attributes()
      if (Id !== undefined && TargetMode !== 'External')
        relationsById.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), part: resolveTarget(folder, Target) })
    },
  })
  return relationsById
}

async function readStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined || !archive.has(part)) return strings
  let text = ''
  let isInText = false
  let isPhonetic = false
  await readSharedPart(archive, part, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isInText = true
      else if (name === 'rPh') isPhonetic = true
    },
    close(name) {
      if (name === 'si') strings.push(truncateUnits(decodeEscapes(text), MAX_TEXT_LENGTH))
      else if (name === 't') isInText = false
      else if (name === 'rPh') isPhonetic = false
    },
    text(value) {
      if (isInText && !isPhonetic && text.length < MAX_TEXT_LENGTH) text += truncateUnits(value, MAX_ESCAPED_LENGTH)
    },
  })
  return strings
}

async function readDateStyles(archive: Archive, part: string | undefined): Promise<boolean[]> {
  const styles: boolean[] = []
  if (part === undefined || !archive.has(part)) return styles
  const isDateById = new Map<number, boolean>()
  let isInCellFormats = false
  await readSharedPart(archive, part, {
    open(name, attributes) {
      if (name === 'numFmt') {
        const { numFmtId, formatCode = '' } = attributes()
        isDateById.set(Number(numFmtId), isDateFormatCode(formatCode))
      } else if (name === 'cellXfs') isInCellFormats = true
      else if (name === 'xf' && isInCellFormats) {
        const id = Number(attributes().numFmtId ?? 0)
        styles.push(isDateById.get(id) ?? isDateFormatId(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isInCellFormats = false
    },
  })
  return styles
}

const isTruthy = (value: string | undefined) => value === '1' || value === 'true'

/** Reads the shared parts. Throws `damagedError` for missing and unreadable parts. */
export async function openWorkbook(archive: Archive): Promise<Workbook> {
  const workbookPath = await findWorkbookPart(archive)
  const relatedParts = await readRelations(archive, workbookPath)
  const sheetAttributes: Attributes[] = []
  let from1904 = false
  await readSharedPart(archive, workbookPath, {
    open(name, attributes) {
      if (name === 'sheet') sheetAttributes.push(attributes())
      else if (name === 'workbookPr') from1904 ||= isTruthy(attributes().date1904)
    },
  })
  const sheets = sheetAttributes.flatMap(({ name = '', state, id = '' }): WorkbookSheet[] => {
    const relation = relatedParts.get(id)
    if (relation?.type !== 'worksheet') return []
    return [{ name: decodeEscapes(name), visible: state === undefined || state === 'visible', part: relation.part }]
  })
  if (sheets.length === 0) throw damagedError('no sheets')
  const partOfType = (type: string) => [...relatedParts.values()].find((relation) => relation.type === type)?.part
  return { sheets, from1904, strings: await readStrings(archive, partOfType('sharedStrings')), dateStyles: await readDateStyles(archive, partOfType('styles')) }
}
