import type { Row, TableName } from '#/db/demo/insert.ts'
import type { Mode } from '#/domain/codes.ts'
import { type Fen, fen } from '#/domain/money.ts'
import { dayOf, monthOf, monthStart } from '#/domain/period.ts'
import type { AccountKind, Posting } from '#/domain/posting.ts'
import type { PersonStanding } from '#/domain/settlement.ts'

/** Whose money. */
export interface Owner {
  readonly centreId: number
  readonly mode: Mode
  readonly unitId: number
}

export interface Journal {
  readonly kind: 'topup' | 'freeze' | 'unfreeze' | 'payment' | 'return'
  readonly owner: Owner
  readonly refType: 'topup' | 'batch' | 'line'
  readonly refId: number
  readonly refNo: string
  readonly idemKey: string
  readonly postings: readonly Posting[]
  readonly at: Date
  readonly memo?: string
  readonly reversesKey?: string
}

type Sheets = { readonly [N in TableName]?: Row<N>[] }

/** All that history leaves behind, kept in memory until it is written table by table. */
export interface Books {
  readonly sheets: Sheets
  add<N extends TableName>(table: N, ...rows: readonly Row<N>[]): void
  /** The next number of a series. */
  next(series: string): number
  /** The next business number of a centre on a day, as the server would give it. */
  number(prefix: 'PC' | 'CZ', centreId: number, at: Date): string
  /** Posts a journal; journals must come in the order of time. */
  post(journal: Journal): void
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

interface Account {
  readonly id: number
  balance: number
}

/** Empty books. */
export function openBooks(): Books {
  const sheets: { [table: string]: Row<TableName>[] } = {}
  const series = new Map<string, number>()
  const numbers = new Map<string, number>()
  const accounts = new Map<string, Account>()
  const journals = new Map<string, number>()

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
  const keyOf = (owner: Owner, kind: AccountKind) => {
    const unitId = kind === 'unit_available' || kind === 'unit_frozen' ? owner.unitId : null
    return { unitId, key: `${owner.centreId}:${owner.mode}:${kind}:${unitId ?? ''}` }
  }
  const accountOf = (owner: Owner, kind: AccountKind): Account => {
    const { unitId, key } = keyOf(owner, kind)
    const known = accounts.get(key)
    if (known) return known
    const account: Account = { id: next('account'), balance: 0 }
    accounts.set(key, account)
    add('account', { id: account.id, centre_id: owner.centreId, mode: owner.mode, kind, unit_id: unitId, balance_fen: 0 })
    return account
  }
  const post: Books['post'] = ({ owner, postings, at, reversesKey, ...journal }) => {
    const id = next('journal')
    journals.set(journal.idemKey, id)
    add('ledger_journal', {
      id,
      kind: journal.kind,
      ref_type: journal.refType,
      ref_id: journal.refId,
      ref_no: journal.refNo,
      idem_key: journal.idemKey,
      centre_id: owner.centreId,
      mode: owner.mode,
      unit_id: owner.unitId,
      entries: postings.length,
      reverses: reversesKey === undefined ? null : (journals.get(reversesKey) ?? null),
      memo: journal.memo ?? '',
      at,
    })
    for (const [index, { account: kind, amount }] of postings.entries()) {
      const account = accountOf(owner, kind)
      account.balance += amount
      add('ledger_entry', {
        month: monthStart(monthOf(at)),
        journal_id: id,
        line: index + 1,
        centre_id: owner.centreId,
        unit_id: keyOf(owner, kind).unitId,
        account_id: account.id,
        amount_fen: amount,
        balance_after_fen: account.balance,
      })
    }
  }
  return {
    sheets: sheets as Sheets,
    add,
    next,
    post,
    number: (prefix, centreId, at) => {
      const stem = `${prefix}${dayOf(at).replaceAll('-', '')}${String(centreId).padStart(2, '0')}`
      const value = (numbers.get(stem) ?? 0) + 1
      numbers.set(stem, value)
      return `${stem}${String(value).padStart(6, '0')}`
    },
    numbers,
    available: (owner) => fen(accounts.get(keyOf(owner, 'unit_available').key)?.balance ?? 0),
    standings: new Map(),
    monthBase: new Map(),
    paidBy: new Map(),
  }
}
