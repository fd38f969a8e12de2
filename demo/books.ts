import type { Row, TableName } from '#/demo/insert.ts'
import { type Fen, add as plus, ZERO } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { PersonMonth } from '#/domain/money/settlement.ts'
import type { Journal, JournalOwner } from '#/server/money/ledger/public.ts'

type TableRows = { readonly [N in TableName]?: Row<N>[] }

/** The rows of the generated history, in memory until each table is written at once. */
export interface DemoBooks {
  readonly rowsByTable: TableRows
  add<N extends TableName>(table: N, ...rows: readonly Row<N>[]): void
  next(series: string): number
  /** Returns the next business number of a centre on a day, in the server's format. */
  number(prefix: 'PC' | 'CZ', centreId: number, at: Date): string
  /** The journals to post, in chronological order. */
  readonly journals: readonly (Journal & { readonly at: Date })[]
  /** Adds a journal. Journals must be added in chronological order. */
  post(at: Date, journal: Journal): void
  available(owner: JournalOwner): Fen
  /** The last number per centre and day. */
  readonly numbers: ReadonlyMap<string, number>
  /** Withholding state per payer and person. Keys are centre, mode and person. */
  readonly personMonths: Map<string, PersonMonth>
  /** The monthly gross per unit that decides fee tiers. */
  readonly monthBase: Map<string, Fen>
  /** The units that pay a person at one payer, each with the gross amount of its last month with a payment. */
  readonly paidBy: Map<string, Map<number, { readonly month: string; readonly gross: Fen }>>
}

export function openDemoBooks(): DemoBooks {
  const rowsByTable: { [table: string]: Row<TableName>[] } = {}
  const series = new Map<string, number>()
  const numbers = new Map<string, number>()
  const journals: (Journal & { readonly at: Date })[] = []
  const availableByOwner = new Map<string, Fen>()

  const next = (name: string) => {
    const value = (series.get(name) ?? 0) + 1
    series.set(name, value)
    return value
  }
  const add: DemoBooks['add'] = (table, ...rows) => {
    const tableRows = rowsByTable[table]
    if (tableRows) tableRows.push(...(rows as Row<TableName>[]))
    else rowsByTable[table] = [...rows] as Row<TableName>[]
  }
  const ownerKey = ({ centreId, mode, unitId }: Journal['owner']) => `${centreId}:${mode}:${unitId}`
  return {
    rowsByTable: rowsByTable as TableRows,
    add,
    next,
    journals,
    post: (at, journal) => {
      journals.push({ ...journal, at })
      const key = ownerKey(journal.owner)
      for (const { account, amount } of journal.postings)
        if (account === 'unit_available') availableByOwner.set(key, plus(availableByOwner.get(key) ?? ZERO, amount))
    },
    number: (prefix, centreId, at) => {
      const stem = `${prefix}${dayOf(at).replaceAll('-', '')}${String(centreId).padStart(2, '0')}`
      const value = (numbers.get(stem) ?? 0) + 1
      numbers.set(stem, value)
      return `${stem}${String(value).padStart(6, '0')}`
    },
    numbers,
    available: (owner) => availableByOwner.get(ownerKey(owner)) ?? ZERO,
    personMonths: new Map(),
    monthBase: new Map(),
    paidBy: new Map(),
  }
}
