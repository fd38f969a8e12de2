import { type ImportCell, type ImportKind, importCellKinds } from '#/domain/onboarding/import-cells.ts'

/** States of an import: in correction, awaiting a second person, running, done, cancelled, undone. */
export const importStates = ['open', 'prepared', 'running', 'done', 'cancelled', 'undone'] as const

export type ImportState = (typeof importStates)[number]

/**
 * Actions on an import. `settle` ends a run in which all rows were accepted, `reopen` a run with refused rows. An
 * import that needs a second person is submitted, then confirmed or sent back.
 */
export type ImportAction = 'edit' | 'commit' | 'submit' | 'confirm' | 'sendBack' | 'cancel' | 'settle' | 'reopen' | 'undo'

const moves: Readonly<Record<ImportAction, { readonly from: readonly ImportState[]; readonly to: ImportState }>> = {
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

/** Returns the state after the action, or null when the action is not allowed. */
export function nextImportState(state: ImportState, action: ImportAction): ImportState | null {
  const move = moves[action]
  return move.from.includes(state) ? move.to : null
}

export const importRowStates = ['invalid', 'warned', 'ready', 'excluded', 'done'] as const

export type ImportRowState = (typeof importRowStates)[number]

/** Result of a row: a new record, a known person now linked to the unit, a link that existed, or a month of income. */
export const importResults = ['created', 'linked', 'known', 'counted'] as const

export type ImportResult = (typeof importResults)[number]

/** The maximum number of rows per file. */
export const maxImportRows: Readonly<Record<ImportKind, number>> = { operators: 5000, units: 500, orders: 1000, income: 5000, contracts: 1000 }

/**
 * Issue codes of a row. E1xx and W1xx concern the format, as for payments. The others concern the person, unit, earlier
 * income, order or contract.
 */
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
  'E222',
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
  'W812',
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

/** A problem of a row: an error, a warning, or an automatic correction (`fixed`). `field` is null for the whole row. */
export interface ImportIssue {
  readonly code: ImportIssueCode
  readonly level: 'error' | 'warning' | 'fixed'
  readonly field: ImportCell | null
  readonly values: Readonly<Record<string, string | number>>
}

/** Returns an issue with the level that its code implies. */
export function importIssue(code: ImportIssueCode, field: ImportCell | null, values: ImportIssue['values'] = {}): ImportIssue {
  return { code, level: code === 'E103' ? 'fixed' : code.startsWith('E') ? 'error' : 'warning', field, values }
}

/**
 * Returns the issues found while cleaning cells: corrections (E103) and long numbers that may have lost digits (W108).
 * Spaces removed from words and prose are not reported.
 */
export function importCleaningIssues(kind: ImportKind, fixed: readonly ImportCell[], doubtful: readonly ImportCell[]): ImportIssue[] {
  const isReported = (cell: ImportCell) => !['words', 'prose'].includes(importCellKinds[kind][cell] ?? 'words')
  return [
    ...fixed.filter(isReported).map((cell) => importIssue('E103', cell, { field: cell })),
    ...doubtful.map((cell) => importIssue('W108', cell, { field: cell })),
  ]
}

const bankCheckedCells: readonly ImportCell[] = ['name', 'idNumber', 'mobile', 'cardNo']

/**
 * Returns the issues that a new check of the cells would not find. E103 and W108 remain until their cell changes. A
 * refusal by the bank (E204) remains until one of the cells sent to the bank changes.
 */
export function persistentIssues(issues: readonly ImportIssue[], touched: ReadonlySet<ImportCell>): ImportIssue[] {
  return issues.filter(({ code, field }) => {
    if (code === 'E204') return !bankCheckedCells.some((cell) => touched.has(cell))
    return (code === 'E103' || code === 'W108') && (field === null || !touched.has(field))
  })
}

/** Maps each row to the first row with the same text in this cell. Ignores empty cells. */
export function firstSeqOfDuplicates<R extends { readonly seq: number }>(rows: readonly R[], textOf: (row: R) => string): Map<number, number> {
  const firstSeqByText = new Map<string, number>()
  const firstSeqByRepeat = new Map<number, number>()
  for (const row of rows) {
    const text = textOf(row)
    if (text === '') continue
    const firstSeq = firstSeqByText.get(text)
    if (firstSeq === undefined) firstSeqByText.set(text, row.seq)
    else firstSeqByRepeat.set(row.seq, firstSeq)
  }
  return firstSeqByRepeat
}
