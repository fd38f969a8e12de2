import type { Row, TableName } from '#/db/demo/insert.ts'
import { type Fen, add as plus, ZERO } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import type { PersonStanding } from '#/domain/settlement.ts'
import type { Journal, Owner } from '#/server/money/ledger/public.ts'

type Sheets = { readonly [N in TableName]?: Row<N>[] }

/** All that history leaves behind, kept in memory until it is written table by table. */
export interface Books {
  readonly sheets: Sheets
  add<N extends TableName>(table: N, ...rows: readonly Row<N>[]): void
  /** The next number of a series. */
  next(series: string): number
  /** The next business number of a centre on a day, as the server would give it. */
  number(prefix: 'PC' | 'CZ', centreId: number, at: Date): string
  /** The journals to post, in the order of time. */
  readonly journals: readonly (Journal & { readonly at: Date })[]
  /** Notes a journal; journals must come in the order of time. */
  post(at: Date, journal: Journal): void
  available(owner: Owner): Fen
  /** How far the numbers of each centre and day have gone. */
  readonly numbers: ReadonlyMap<string, number>
  /** What each payer has paid each person so far, by centre, mode and person. */
  readonly standings: Map<string, PersonStanding>
  /** The gross of each unit's month that steps of fees are counted by. */
  readonly monthBase: Map<string, Fen>
  /** Who pays a person at a payer: by unit, the gross of the last month it paid in. */
  readonly paidBy: Map<string, Map<number, { readonly month: string; readonly gross: Fen }>>
}

/** Empty books. */
export function openBooks(): Books {
  const sheets: { [table: string]: Row<TableName>[] } = {}
  const series = new Map<string, number>()
  const numbers = new Map<string, number>()
  const journals: (Journal & { readonly at: Date })[] = []
  const available = new Map<string, Fen>()

  const next = (name: string) => {
    const value = (series.get(name) ?? 0) + 1
    series.set(name, value)
    return value
  }
  const add: Books['add'] = (table, ...rows) => {
    const sheet = sheets[table]
    if (sheet) sheet.push(...(rows as Row<TableName>[]))
    else sheets[table] = [...rows] as Row<TableName>[]
  }
  const whose = ({ centreId, mode, unitId }: Journal['owner']) => `${centreId}:${mode}:${unitId}`
  return {
    sheets: sheets as Sheets,
    add,
    next,
    journals,
    post: (at, journal) => {
      journals.push({ ...journal, at })
      const key = whose(journal.owner)
      for (const { account, amount } of journal.postings) if (account === 'unit_available') available.set(key, plus(available.get(key) ?? ZERO, amount))
    },
    number: (prefix, centreId, at) => {
      const stem = `${prefix}${dayOf(at).replaceAll('-', '')}${String(centreId).padStart(2, '0')}`
      const value = (numbers.get(stem) ?? 0) + 1
      numbers.set(stem, value)
      return `${stem}${String(value).padStart(6, '0')}`
    },
    numbers,
    available: (owner) => available.get(whose(owner)) ?? ZERO,
    standings: new Map(),
    monthBase: new Map(),
    paidBy: new Map(),
  }
}
