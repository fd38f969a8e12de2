import type { CellKind } from '#/domain/cells.ts'

/** What can be imported by a list: operators (template T1), units (T10), orders (T12), what operators were paid in an older system (T13), and contracts of such a system (T15). */
export const importKinds = ['operators', 'units', 'orders', 'income', 'contracts'] as const
export type ImportKind = (typeof importKinds)[number]

/** Where an import stands: being put right, waiting for somebody else to confirm it, being carried out, carried out, given up, taken back as a whole. */
export const importStates = ['open', 'prepared', 'running', 'done', 'cancelled', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/**
 * What can be done with an import; `settle` and `reopen` are how its work ends, with everybody in or with rows that were refused. What somebody else has to confirm
 * is handed over (`submit`), and confirmed or sent back.
 */
export type ImportVerb = 'edit' | 'commit' | 'submit' | 'confirm' | 'sendBack' | 'cancel' | 'settle' | 'reopen' | 'undo'

const moves: Readonly<Record<ImportVerb, { readonly from: readonly ImportState[]; readonly to: ImportState }>> = {
  edit: { from: ['open'], to: 'open' },
  commit: { from: ['open'], to: 'running' },
  submit: { from: ['open'], to: 'prepared' },
  confirm: { from: ['prepared'], to: 'running' },
  sendBack: { from: ['prepared'], to: 'open' },
  cancel: { from: ['open'], to: 'cancelled' },
  settle: { from: ['running'], to: 'done' },
  reopen: { from: ['running'], to: 'open' },
  undo: { from: ['done', 'open', 'cancelled'], to: 'undone' },
}

/** Where the verb leads from this state; null when it is not for this state. */
export function nextImportState(state: ImportState, verb: ImportVerb): ImportState | null {
  const move = moves[verb]
  return move.from.includes(state) ? move.to : null
}

/** The states of a row of an import. */
export const importRowStates = ['invalid', 'warned', 'ready', 'excluded', 'done'] as const
export type ImportRowState = (typeof importRowStates)[number]

/** What became of a row: somebody new, somebody the system knew who is now tied to the unit, somebody who was there already, or a month that counts. */
export const importResults = ['created', 'linked', 'known', 'counted'] as const
export type ImportResult = (typeof importResults)[number]

/** The most rows of one file, by what is imported. */
export const mostRows: Readonly<Record<ImportKind, number>> = { operators: 5000, units: 500, orders: 1000, income: 5000, contracts: 1000 }

/** The cells of an operator to be (template T1, domain.md §9), in the order of the template, each with how it is made clean. */
export const operatorCellKinds = {
  name: 'name',
  idKind: 'words',
  idNumber: 'long',
  mobile: 'number',
  bankName: 'words',
  cardNo: 'long',
  yztype: 'words',
  entityName: 'name',
  entityCreditCode: 'long',
  sex: 'words',
  birth: 'words',
  nationality: 'words',
  /** As the paper has it. */
  idAddress: 'words',
  validFrom: 'words',
  validTo: 'words',
  remark: 'words',
} as const satisfies Record<string, CellKind>
export type OperatorCell = keyof typeof operatorCellKinds
export type OperatorCells = Readonly<Record<OperatorCell, string>>

/** The cells of a unit to be (template T10), in the order of the template. */
export const unitCellKinds = {
  unitName: 'name',
  creditCode: 'long',
  legalPerson: 'name',
  /** The legal person's. */
  idNumber: 'long',
  bizKind: 'words',
  industry: 'words',
  contactName: 'name',
  mobile: 'number',
  email: 'words',
  address: 'words',
  taxpayerKind: 'words',
  centre: 'words',
  mode: 'words',
  plan: 'words',
  dualControl: 'words',
  marketer: 'words',
  salesman: 'words',
  partner: 'words',
  titleBank: 'words',
  titleAccountNo: 'number',
} as const satisfies Record<string, CellKind>
export type UnitCell = keyof typeof unitCellKinds
export type UnitCells = Readonly<Record<UnitCell, string>>

/** The cells of a month that somebody was paid in an older system (template T13), in the order of the template. */
export const incomeCellKinds = {
  name: 'name',
  idKind: 'words',
  idNumber: 'long',
  incomeMonth: 'words',
  payerCode: 'long',
  gross: 'amount',
  vat: 'amount',
  city: 'amount',
  education: 'amount',
  localEducation: 'amount',
  withheld: 'amount',
  remark: 'words',
} as const satisfies Record<string, CellKind>
export type IncomeCell = keyof typeof incomeCellKinds
export type IncomeCells = Readonly<Record<IncomeCell, string>>

/** The cells of a contract of an older system (template T15), in the order of the template. */
export const contractCellKinds = {
  contractKind: 'words',
  mode: 'words',
  name: 'name',
  creditCode: 'long',
  idKind: 'words',
  idNumber: 'long',
  contractNo: 'words',
  firstDay: 'words',
  lastDay: 'words',
  signedOn: 'words',
  capLeft: 'amount',
  scan: 'words',
} as const satisfies Record<string, CellKind>
export type ContractCell = keyof typeof contractCellKinds
export type ContractCells = Readonly<Record<ContractCell, string>>

/** The cells of an order to be (template T12), in the order of the template: what the form of a new order asks for. */
export const orderCellKinds = {
  title: 'prose',
  contractNo: 'words',
  orderKind: 'words',
  category: 'words',
  description: 'prose',
  criteria: 'prose',
  priceMode: 'words',
  unitPrice: 'amount',
  highestPrice: 'amount',
  quantity: 'amount',
  budget: 'amount',
  from: 'words',
  to: 'words',
  province: 'words',
  place: 'prose',
  wanted: 'number',
} as const satisfies Record<string, CellKind>
export type OrderCell = keyof typeof orderCellKinds
export type OrderCells = Readonly<Record<OrderCell, string>>

/** A cell of any import. */
export type ImportCell = OperatorCell | UnitCell | OrderCell | IncomeCell | ContractCell
export const importCellKinds: Readonly<Record<ImportKind, Readonly<Partial<Record<ImportCell, CellKind>>>>> = {
  operators: operatorCellKinds,
  units: unitCellKinds,
  orders: orderCellKinds,
  income: incomeCellKinds,
  contracts: contractCellKinds,
}
/** The cells of any import, for those that do not know yet which. */
export const importCells = [...new Set(Object.values(importCellKinds).flatMap((kinds) => Object.keys(kinds)))] as ImportCell[]

/** Cells that are people's numbers and addresses: kept sealed, and shown whole only to whoever repairs them. */
export const sealedCells = { idNumber: 'id_number', mobile: 'mobile', cardNo: 'card_no', idAddress: 'id_address' } as const
export type SealedCell = keyof typeof sealedCells

/** Everything that can be said of a row: of the form (E101…E107, as of payments), of a person, of a unit, of earlier income, and of an order. */
export const importIssueCodes = [
  'E101',
  'E102',
  'E103',
  'E104',
  'W104',
  'E105',
  'E107',
  'W108',
  'E202',
  'E204',
  'E208',
  'E209',
  'E211',
  'E501',
  'W502',
  'E503',
  'W504',
  'W505',
  'W506',
  'E507',
  'E508',
  'W509',
  'E510',
  'W511',
  'E601',
  'E602',
  'E603',
  'E604',
  'E605',
  'E606',
  'E607',
  'E608',
  'E609',
  'E610',
  'E611',
  'E612',
  'E801',
  'E802',
  'E803',
  'E804',
  'E805',
  'E806',
  'E807',
  'E808',
  'E809',
  'E810',
  'E811',
  'E901',
  'E902',
  'E903',
  'E904',
  'E905',
  'E906',
  'W907',
  'W908',
  'W909',
  'E910',
  'E911',
  'E912',
  'E913',
  'E914',
  'E915',
  'E916',
  'E917',
  'E918',
  'E919',
  'E920',
  'E921',
  'E922',
  'E923',
  'E924',
  'E925',
  'E926',
  'E927',
  'E928',
  'E951',
  'E952',
  'E953',
  'E954',
  'E955',
  'E956',
  'E957',
  'E958',
  'E959',
  'E960',
  'E961',
  'E962',
  'E963',
  'E964',
  'W951',
  'W952',
] as const
export type ImportIssueCode = (typeof importIssueCodes)[number]

/** One thing that is wrong with a row (error), worth a look (warning) or was repaired by itself (fixed), on its cell; null for the row as a whole. */
export interface ImportIssue {
  readonly code: ImportIssueCode
  readonly level: 'error' | 'warning' | 'fixed'
  readonly field: ImportCell | null
  readonly values: Readonly<Record<string, string | number>>
}

/** An issue; its level is in its code. */
export function importIssue(code: ImportIssueCode, field: ImportCell | null, values: ImportIssue['values'] = {}): ImportIssue {
  return { code, level: code === 'E103' ? 'fixed' : code.startsWith('E') ? 'error' : 'warning', field, values }
}

/** What cleaning the cells brought up: repaired cells (E103), and long numbers that may have lost digits (W108). Nobody minds a space in an address. */
export function importCleaningIssues(kind: ImportKind, fixed: readonly ImportCell[], doubtful: readonly ImportCell[]): ImportIssue[] {
  const noted = (cell: ImportCell) => !['words', 'prose'].includes(importCellKinds[kind][cell] ?? 'words')
  return [
    ...fixed.filter(noted).map((cell) => importIssue('E103', cell, { field: cell })),
    ...doubtful.map((cell) => importIssue('W108', cell, { field: cell })),
  ]
}

const asked: readonly ImportCell[] = ['name', 'idNumber', 'mobile', 'cardNo']

/**
 * What cannot be found out again from the cells: notes on how a file was read stay until somebody touches their cell, and a bank's no until any cell is touched that
 * it was asked about.
 */
export function importNotes(issues: readonly ImportIssue[], touched: ReadonlySet<ImportCell>): ImportIssue[] {
  return issues.filter(({ code, field }) => {
    if (code === 'E204') return !asked.some((cell) => touched.has(cell))
    return (code === 'E103' || code === 'W108') && (field === null || !touched.has(field))
  })
}

/** For each row, the number of the first row with the same text in this cell; rows without one are absent. */
export function firstWithSame<R extends { readonly seq: number }>(rows: readonly R[], textOf: (row: R) => string): Map<number, number> {
  const first = new Map<string, number>()
  const again = new Map<number, number>()
  for (const row of rows) {
    const text = textOf(row)
    if (text === '') continue
    const earlier = first.get(text)
    if (earlier === undefined) first.set(text, row.seq)
    else again.set(row.seq, earlier)
  }
  return again
}
