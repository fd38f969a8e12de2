import { truncateUnits } from '#/domain/base/text.ts'
import {
  MAX_STORED_CHARACTERS,
  type RawRow,
  type SheetCell,
  type SheetColumn,
  SheetError,
  type SheetProblem,
  type SheetReadOptions,
  type SheetRow,
  tooLargeError,
} from '#/server/lib/spreadsheet/sheet.ts'

/** Up to this many rows of notes may precede the heading row, as in bank statements. */
const MAX_NOTE_ROWS = 30
const MAX_HEADING_LENGTH = 100
const MAX_LISTED_ITEMS = 20

const EMPTY_CELL: SheetCell = { text: '' }

/** Normalizes a heading, so that width, case, spaces and "required" marks do not matter. */
export function normalizeHeading(heading: string): string {
  return truncateUnits(heading, MAX_HEADING_LENGTH)
    .normalize('NFKC')
    .replace(/[\s*★☆✱]+/g, '')
    .toLowerCase()
}

/** Normalizes a heading and removes bracketed notes: 应发金额(元) becomes 应发金额. */
export function withoutNotes(heading: string): string {
  const headingWithoutNotes = normalizeHeading(heading).replace(/\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|〔[^〔〕]*〕/g, '')
  return headingWithoutNotes === '' ? normalizeHeading(heading) : headingWithoutNotes
}

/** Positions of the requested columns if a row is used as the headings. */
interface HeadingFit<K extends string> {
  readonly line: number
  readonly places: readonly (readonly [key: K, column: number])[]
  readonly absent: readonly K[]
  readonly missing: readonly string[]
  readonly unexpected: readonly string[]
  readonly moved: readonly string[]
}

function createMatcher<K extends string>(columns: readonly SheetColumn<K>[]) {
  const columnsByHeading = new Map<string, SheetColumn<K>>()
  const columnsByBareHeading = new Map<string, SheetColumn<K>>()
  for (const column of columns) {
    for (const heading of column.headings) {
      columnsByHeading.set(normalizeHeading(heading), column)
      if (!columnsByBareHeading.has(withoutNotes(heading))) columnsByBareHeading.set(withoutNotes(heading), column)
    }
  }
  return (heading: string) => columnsByHeading.get(normalizeHeading(heading)) ?? columnsByBareHeading.get(withoutNotes(heading))
}

/** Returns the rank of a heading among the accepted headings of its column. The product's own heading comes first. */
function rankOf<K extends string>(column: SheetColumn<K>, heading: string): number {
  const rank = column.headings.findIndex((each) => normalizeHeading(each) === normalizeHeading(heading))
  return rank < 0 ? column.headings.findIndex((each) => withoutNotes(each) === withoutNotes(heading)) : rank
}

function fitOf<K extends string>(row: RawRow, options: SheetReadOptions<K>, match: ReturnType<typeof createMatcher<K>>): HeadingFit<K> {
  const positions = new Map<K, number>()
  const ranks = new Map<K, number>()
  const unexpectedHeadings: string[] = []
  const keysInOrder: string[] = []
  for (const [at, cell] of [...row.cells].sort(([a], [b]) => a - b)) {
    const column = match(cell.text)
    const rank = column ? rankOf(column, cell.text) : 0
    const earlierRank = column && ranks.get(column.key)
    if (column && earlierRank === undefined) {
      positions.set(column.key, at)
      ranks.set(column.key, rank)
      keysInOrder.push(column.key)
    } else if (column && earlierRank !== undefined && earlierRank !== rank && options.unknownColumns === 'ignore') {
      // If two headings match the same field, the one earlier in `headings` is used.
      if (rank < earlierRank) {
        positions.set(column.key, at)
        ranks.set(column.key, rank)
      }
    } else if (column || options.unknownColumns !== 'ignore') {
      unexpectedHeadings.push(truncateUnits(cell.text, MAX_HEADING_LENGTH).trim())
    }
  }
  const presentColumns = options.columns.filter((column) => positions.has(column.key))
  const movedColumns = options.order === 'fixed' ? presentColumns.filter((column, at) => column.key !== keysInOrder[at]) : []
  const [first = [], ...others] = options.alternatives ?? []
  const hasWholeGroup = [first, ...others].some((group) => group.every((key) => positions.has(key)))
  const missingColumns = options.columns.filter(({ key, required }) => (required || (!hasWholeGroup && first.includes(key))) && !positions.has(key))
  const headingOfColumn = (column: SheetColumn<K>) => column.headings[0] ?? column.key
  const absentKeys = options.columns.filter(({ key }) => !positions.has(key)).map(({ key }) => key)
  return {
    line: row.line,
    places: [...positions],
    absent: absentKeys,
    missing: missingColumns.map(headingOfColumn),
    unexpected: unexpectedHeadings.slice(0, MAX_LISTED_ITEMS),
    moved: movedColumns.map(headingOfColumn),
  }
}

const isUsableFit = <K extends string>(fit: HeadingFit<K>) => fit.missing.length + fit.unexpected.length + fit.moved.length === 0 && fit.places.length > 0

/** Returns the row with more known headings, which a refusal names. */
function closerFit<K extends string>(best: HeadingFit<K> | undefined, fit: HeadingFit<K>): HeadingFit<K> {
  return best && best.places.length >= fit.places.length ? best : fit
}

export interface CollectedSheet<K extends string> {
  readonly rows: readonly SheetRow<K>[]
  readonly headingLine: number
  readonly lastLine: number
  readonly columns: readonly number[]
}

/** Collects the rows of a sheet: finds the headings near the top and keeps the requested columns. */
export class SheetCollector<K extends string> {
  readonly #options: SheetReadOptions<K>
  readonly #match: ReturnType<typeof createMatcher<K>>
  readonly #rows: SheetRow<K>[] = []
  readonly #hidden: number[] = []
  #notes = 0
  #kept = 0
  #lastLine = 0
  #heading: HeadingFit<K> | undefined
  #closest: HeadingFit<K> | undefined
  #columns: ReadonlySet<number> | undefined

  constructor(options: SheetReadOptions<K>) {
    this.#options = options
    this.#match = createMatcher(options.columns)
  }

  /** Columns to read once the headings are found; undefined means all. */
  get columns(): ReadonlySet<number> | undefined {
    return this.#columns
  }

  /** Whether the top of the sheet has no matching headings, so that none will follow. */
  get isHopeless(): boolean {
    return !this.#heading && this.#notes > MAX_NOTE_ROWS
  }

  take(row: RawRow): void {
    if (row.cells.size === 0) return
    if (this.#heading) this.#keep(row, this.#heading)
    else if (this.#notes <= MAX_NOTE_ROWS) this.#tryHeading(row)
  }

  #tryHeading(row: RawRow): void {
    this.#notes += 1
    const fit = fitOf(row, this.#options, this.#match)
    if (!isUsableFit(fit)) {
      this.#closest = closerFit(this.#closest, fit)
      return
    }
    this.#heading = fit
    this.#columns = new Set(fit.places.map(([, column]) => column))
  }

  #keep(row: RawRow, heading: HeadingFit<K>): void {
    if (!heading.places.some(([, column]) => row.cells.has(column))) return
    const { maxRows } = this.#options
    if (this.#rows.length >= maxRows) throw new SheetError({ code: 'too_many_rows', max: maxRows })
    this.#lastLine = row.line
    if (row.isHidden) this.#hidden.push(row.line)
    const cells: Partial<Record<K, SheetCell>> = {}
    for (const [key, column] of heading.places) {
      const cell = row.cells.get(column) ?? EMPTY_CELL
      cells[key] = cell
      this.#kept += cell.text.length
    }
    if (this.#kept > MAX_STORED_CHARACTERS) throw tooLargeError()
    for (const key of heading.absent) cells[key] = EMPTY_CELL
    this.#rows.push({ line: row.line, cells: cells as Record<K, SheetCell> })
  }

  /** Returns the collected rows, or throws the problem of the sheet. */
  finish(): CollectedSheet<K> {
    const errorOf = (problem: SheetProblem) => new SheetError(problem)
    if (!this.#heading) {
      if (!this.#closest) throw errorOf({ code: 'empty' })
      const { missing, unexpected, moved } = this.#closest
      throw errorOf({ code: 'headings_mismatch', missing, unexpected, moved })
    }
    if (this.#rows.length === 0 && !this.#options.mayBeEmpty) throw errorOf({ code: 'empty' })
    if (this.#hidden.length > 0 && !this.#options.takesHidden)
      throw errorOf({ code: 'hidden_rows', lines: this.#hidden.slice(0, MAX_LISTED_ITEMS), count: this.#hidden.length })
    const columns = this.#heading.places.map(([, column]) => column)
    return { rows: this.#rows, headingLine: this.#heading.line, lastLine: this.#lastLine, columns }
  }
}
