import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { activities, copyTexts, legalBasisNames } from '#/api/desk/personal.texts.ts'
import { personalColumnNames } from '#/api/desk/personal-columns.texts.ts'
import { personalPartNames } from '#/api/desk/personal-parts.texts.ts'
import { stampTexts } from '#/api/filters.texts.ts'
import { validityTexts } from '#/api/people/particulars.texts.ts'
import { countryName } from '#/domain/base/countries.ts'
import { fen, plainYuan } from '#/domain/base/money.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import { joinWords, type Language, type Text } from '#/domain/base/text.ts'
import { processingRegister } from '#/server/desk/personal/register.ts'
import type { CopySubject, PersonalDataRow } from '#/server/desk/personal/store.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { logName } from '#/server/kernel/request/log-names.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { DocumentModel } from '#/server/lib/pdf/document.ts'

/** Everything that a copy contains. */
export interface PersonalCopy {
  readonly person: CopySubject
  readonly sections: readonly { readonly part: PersonalPart; readonly rows: readonly PersonalDataRow[] }[]
  readonly isOwn: boolean
  readonly maker: string
  readonly at: Date
  readonly language: Language
}

type Blocks = DocumentModel['blocks'][number][]

/** Tables with more columns are printed as lists, one per row. */
const maxTableColumns = 8
/** Columns whose text needs as much width as several others. */
const wideColumns = /(name|_at$|^at$|number|no$|title|reason|statement|service|unit|centre)/

const partName = (part: PersonalPart, language: Language) => textOrKey(personalPartNames, part.name, language)
const columnName = (column: string, language: Language) => textOrKey(personalColumnNames, column, language)

function textOrKey(names: Readonly<Record<string, Text>>, key: string, language: Language): string {
  const name = names[key]
  return name ? translate(name, language) : key
}

/** Returns structured entries as one line: `name: value; …`. */
function flattenValue(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(flattenValue).filter(Boolean).join(', ')
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, each]) => [key, flattenValue(each)] as const)
    .filter(([, text]) => text !== '')
    .map(([key, text]) => `${key}: ${text}`)
    .join('; ')
}

const percentOf = (ppm: number) => `${ppm / 10_000}%`

/** Formats a value: money in yuan, rates in percent, codes by name. */
function formatValue({ words }: PersonalPart, column: string, value: unknown, language: Language): string {
  if (value === null || value === undefined || value === '') return ''
  const name = words[column]?.[String(value)]
  if (name) return translate(name, language)
  if (column === 'mode' && typeof value === 'number') return textOrKey(contractModeNames, String(value), language)
  if (column === 'action') return logName(String(value), language)
  if (column === 'nationality') return countryName(String(value), language)
  if (column === 'month') return String(value).slice(0, 7)
  if (value === 'infinity') return translate(validityTexts.forEver, language)
  if (value instanceof Date) return dateTimeOf(value)
  if (typeof value === 'boolean') return translate(value ? stampTexts.yes : stampTexts.no, language)
  if (typeof value === 'number' && column.endsWith('_fen')) return plainYuan(fen(value))
  if (typeof value === 'number' && column.endsWith('_ppm')) return percentOf(value)
  return presetName(flattenValue(value), language)
}

const columnsOf = (part: PersonalPart) => [...part.shows, ...part.opens, ...Object.keys(part.adds)]

/** Prints a part: few columns as a table, many as a list of facts per row. Omits empty columns. */
function blocksOf({ part, rows }: PersonalCopy['sections'][number], language: Language): Blocks {
  const textRows = rows.map((row) => new Map(columnsOf(part).map((column) => [column, formatValue(part, column, row[column], language)])))
  const columns = columnsOf(part).filter((column) => textRows.some((row) => row.get(column) !== ''))
  const heading = { kind: 'heading', text: `${partName(part, language)} (${rows.length})` } as const
  if (columns.length <= maxTableColumns) {
    const tableColumns = columns.map((column) => ({
      heading: columnName(column, language),
      width: wideColumns.test(column) ? 2 : 1,
      ...(column.endsWith('_fen') && { align: 'right' as const }),
    }))
    return [heading, { kind: 'table', columns: tableColumns, rows: textRows.map((row) => columns.map((column) => row.get(column) ?? '')) }]
  }
  const fieldBlocks = textRows.flatMap((row): Blocks => {
    const filledFields = columns.flatMap((column): (readonly [string, string])[] => {
      const value = row.get(column) ?? ''
      return value === '' ? [] : [[columnName(column, language), value]]
    })
    return [{ kind: 'fields', columns: 2, rows: filledFields }, { kind: 'rule' }]
  })
  return [heading, ...fieldBlocks]
}

function registerBlocks({ sections, language }: PersonalCopy): Blocks {
  const rows = processingRegister(sections.map(({ part }) => part))
    .filter(({ parts }) => parts.length > 0)
    .map(({ category, bases }) => {
      const { name, purpose, ground, recipients } = activities[category]
      const laws = bases.map((basis) => translate(legalBasisNames[basis], language)).join('\n')
      return [translate(name, language), translate(purpose, language), translate(ground, language), laws, translate(recipients, language)]
    })
  const columns = (['category', 'purpose', 'ground', 'period', 'recipients'] as const).map((key, at) => ({
    heading: translate(copyTexts[key], language),
    width: at === 0 ? 1 : 2,
  }))
  return [
    { kind: 'heading', text: translate(copyTexts.register, language) },
    { kind: 'table', columns, rows },
  ]
}

/** Returns the copy as a document for readers. */
export function copyDocument(copy: PersonalCopy): DocumentModel {
  const { person, sections, language, maker, at, isOwn } = copy
  const filledSections = sections.filter(({ rows }) => rows.length > 0)
  const emptyPartNames = sections.filter(({ rows }) => rows.length === 0).map(({ part }) => partName(part, language))
  const formattedTime = dateTimeOf(at)
  return {
    title: translate(copyTexts.title, language),
    subtitle: translate(copyTexts.of, language, { name: person.name, code: person.code, at: formattedTime }),
    createdAt: at,
    landscape: true,
    blocks: [
      { kind: 'paragraph', text: translate(isOwn ? copyTexts.whole : copyTexts.partial, language) },
      ...filledSections.flatMap((section) => blocksOf(section, language)),
      ...(emptyPartNames.length > 0
        ? ([
            { kind: 'heading', text: translate(copyTexts.nothing, language) },
            { kind: 'paragraph', text: joinWords(emptyPartNames, language) },
          ] as const)
        : []),
      ...registerBlocks(copy),
    ],
    footer: translate(copyTexts.footer, language, { maker, at: formattedTime }),
  }
}

/** Returns the copy as JSON for programs. Amounts are in fen, times in UTC; `columns` names the fields. */
export function copyJson({ person, sections, isOwn, at, language }: PersonalCopy): Buffer {
  const columns = new Set(sections.flatMap(({ part }) => columnsOf(part)))
  const copy = {
    format: 'personal-data-1',
    person: { code: person.code, name: person.name },
    madeAt: at,
    isComplete: isOwn,
    sections: Object.fromEntries(
      sections.map(({ part, rows }) => [part.name, { title: partName(part, language), activity: translate(activities[part.category].name, language), rows }]),
    ),
    columns: Object.fromEntries([...columns].map((column) => [column, columnName(column, language)])),
    register: processingRegister(sections.map(({ part }) => part)).map(({ category, parts, bases }) => {
      const { name, purpose, ground, recipients } = activities[category]
      return {
        activity: translate(name, language),
        parts,
        purpose: translate(purpose, language),
        ground: translate(ground, language),
        retention: bases.map((basis) => translate(legalBasisNames[basis], language)),
        recipients: translate(recipients, language),
      }
    }),
  }
  return Buffer.from(`${JSON.stringify(copy, null, 2)}\n`)
}
