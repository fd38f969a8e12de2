import type { ContractRuleKind } from '#/domain/agreements/contract.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { idKindOf, idNumberProblem } from '#/domain/base/id-paper.ts'
import { creditCodeProblem, maskName } from '#/domain/base/identity.ts'
import { type Fen, parseYuan } from '#/domain/base/money.ts'
import { isSameName } from '#/domain/base/names.ts'
import { isDay } from '#/domain/base/validation.ts'
import { firstSeqOfDuplicates, type ImportIssue, importIssue } from '#/domain/onboarding/import.ts'
import type { ContractCells, ImportCell } from '#/domain/onboarding/import-cells.ts'
import { unitChoiceWords } from '#/domain/onboarding/unit-import.ts'
import { parseDay } from '#/domain/people/particulars.ts'

/** Kinds of contract that can be imported from an older system. */
export type ImportedContractKind = Extract<ContractRuleKind, 'unit_service' | 'general_contract' | 'operator_agreement' | 'tax_authorisation'>

/** The names of the kinds in lists. The mode decides which contract a unit signs. */
export const importedContractTypes = ['单位服务合同', '经营者协议', '涉税代办授权书'] as const
type ImportedContractType = (typeof importedContractTypes)[number]
const kindsByType: Readonly<Record<ImportedContractType, Readonly<Record<Mode, ImportedContractKind>>>> = {
  单位服务合同: { 1: 'unit_service', 2: 'general_contract' },
  经营者协议: { 1: 'operator_agreement', 2: 'operator_agreement' },
  涉税代办授权书: { 1: 'tax_authorisation', 2: 'tax_authorisation' },
}
const isContractType = (text: string): text is ImportedContractType => Object.hasOwn(kindsByType, text)

/** Returns the settlement mode in a cell, or null. */
function modeOf(text: string): Mode | null {
  const at = (unitChoiceWords.mode as readonly string[]).indexOf(text)
  return at === 0 ? 1 : at === 1 ? 2 : null
}

/** Returns whether the contract is with a unit. Returns null while its kind cannot be read. */
export function isUnitContract(cells: ContractCells): boolean | null {
  return isContractType(cells.contractKind) ? cells.contractKind === '单位服务合同' : null
}

/** The contract read from a row. */
export interface ImportedContract {
  readonly kind: ImportedContractKind
  readonly mode: Mode
  readonly no: string
  readonly from: string
  readonly to: string
  readonly signedOn: string
  /** The amount that can still be paid under the contract, in fen; null for no limit. */
  readonly cap: Fen | null
}

function capOf(text: string): Fen | null | undefined {
  if (text === '') return null
  const amount = parseYuan(text)
  return amount === null || amount <= 0 ? undefined : amount
}

const parseCellDay = (text: string) => {
  const day = parseDay(text)
  return isDay(day) ? day : null
}

const maxNumberLength = 60

/** Reads the contract of a row. Returns null while a part cannot be read. */
export function readContract(cells: ContractCells): ImportedContract | null {
  const mode = modeOf(cells.mode)
  const [from, to, signedOn, cap] = [parseCellDay(cells.firstDay), parseCellDay(cells.lastDay), parseCellDay(cells.signedOn), capOf(cells.capLeft)]
  if (!isContractType(cells.contractKind) || mode === null || from === null || to === null || signedOn === null || cap === undefined) return null
  return { kind: kindsByType[cells.contractKind][mode], mode, no: cells.contractNo, from, to, signedOn, cap }
}

/** Returns the key that matches rows with files: the name without folders and extension, in lower case and NFKC. */
export function scanKey(path: string): string {
  const name = path.normalize('NFKC').replaceAll('\\', '/').split('/').at(-1) ?? ''
  return name
    .trim()
    .replace(/\.pdf$/i, '')
    .trim()
    .toLowerCase()
}

/** Defects of a file in a ZIP. */
export const scanProblems = ['notPdf', 'tooLarge', 'encrypted', 'script', 'pages', 'broken'] as const
export type ScanProblem = (typeof scanProblems)[number]

/** A file that matches a row. */
export interface ContractScan {
  readonly state: 'waiting' | 'ready' | 'refused'
  readonly problem: ScanProblem | null
  readonly sha256: string | null
}

/** Another contract of the same kind with the same party. */
export interface ExistingContract {
  readonly no: string
  readonly from: string
  readonly to: string
}

/** The facts with which a row is compared. */
export interface ContractFacts {
  readonly today: string
  readonly modes: readonly Mode[]
  /** The stored party; null when unknown. */
  readonly party: { readonly name: string } | null
  readonly held: readonly ExistingContract[]
  /** Whether a contract of this kind with this number was already imported. */
  readonly isTaken: boolean
  readonly scans: readonly ContractScan[]
  /** Whether another stored contract has the same scan. */
  readonly isKnownScan: boolean
}

const singleIssue = (code: ImportIssue['code'], field: ImportCell, values: ImportIssue['values'] = {}) => [importIssue(code, field, values)]

function checkKind({ contractKind, mode }: ContractCells, { modes }: ContractFacts): ImportIssue[] {
  const kindIssues = isContractType(contractKind) ? [] : singleIssue('E951', 'contractKind', { choices: importedContractTypes.join(' / ') })
  const parsedMode = modeOf(mode)
  if (parsedMode === null) return [...kindIssues, ...singleIssue('E951', 'mode', { choices: unitChoiceWords.mode.join(' / ') })]
  return modes.includes(parsedMode) ? kindIssues : [...kindIssues, ...singleIssue('E609', 'mode')]
}

function checkParty(cells: ContractCells, { party }: ContractFacts): ImportIssue[] {
  const unitContract = isUnitContract(cells)
  if (unitContract === null) return []
  if (unitContract) {
    if (cells.creditCode === '' || creditCodeProblem(cells.creditCode) !== null) return singleIssue('E602', 'creditCode')
    if (party === null) return singleIssue('E952', 'creditCode', { what: 'unit' })
    return isSameName(party.name, cells.name) ? [] : singleIssue('E953', 'name', { known: party.name })
  }
  const idKind = idKindOf(cells.idKind)
  const problem = cells.idNumber === '' ? 'empty' : idKind === null ? 'kind' : idNumberProblem(idKind, cells.idNumber)
  if (problem !== null) return singleIssue('E102', 'idNumber', { problem })
  if (party === null) return singleIssue('E952', 'idNumber', { what: 'operator' })
  return isSameName(party.name, cells.name) ? [] : singleIssue('E202', 'name', { known: maskName(party.name) })
}

function checkDays(cells: ContractCells, { today }: ContractFacts): ImportIssue[] {
  const dayByCell = (['firstDay', 'lastDay', 'signedOn'] as const).map((cell) => [cell, parseCellDay(cells[cell])] as const)
  const formatIssues = dayByCell.flatMap(([cell, day]) => (day === null ? singleIssue('E956', cell, { problem: 'form' }) : []))
  const [from, to, signedOn] = dayByCell.map(([, day]) => day)
  if (from == null || to == null || signedOn == null) return formatIssues
  const dayIssues = to < from ? singleIssue('E956', 'lastDay', { problem: 'order' }) : []
  if (signedOn > today) dayIssues.push(...singleIssue('E957', 'signedOn', { problem: 'ahead' }))
  else if (signedOn > to) dayIssues.push(...singleIssue('E957', 'signedOn', { problem: 'after' }))
  // Consents take effect at once, so a future agreement would allow payments before its first day.
  if (isUnitContract(cells) === false && from > today) dayIssues.push(...singleIssue('E959', 'firstDay', { day: from }))
  if (to < today && to >= from) dayIssues.push(...singleIssue('W951', 'lastDay', { day: to }))
  return dayIssues
}

function checkNumber({ contractNo }: ContractCells, { isTaken }: ContractFacts): ImportIssue[] {
  if (contractNo === '' || contractNo.length > maxNumberLength) return singleIssue('E954', 'contractNo', { limit: maxNumberLength })
  return isTaken ? singleIssue('E955', 'contractNo', { seq: 0 }) : []
}

function checkScan({ scan }: ContractCells, { scans, isKnownScan }: ContractFacts): ImportIssue[] {
  if (scan === '' || scans.length === 0) return singleIssue('E960', 'scan', { name: scan || '-' })
  if (scans.length > 1) return singleIssue('E961', 'scan', { count: scans.length })
  const [only] = scans
  if (only?.state === 'waiting') return singleIssue('E964', 'scan')
  if (only?.state === 'refused') return singleIssue('E963', 'scan', { problem: only.problem ?? 'broken' })
  return isKnownScan ? singleIssue('W952', 'scan', { seq: 0 }) : []
}

const overlaps = (a: ExistingContract, b: { readonly from: string; readonly to: string }) => a.from <= b.to && b.from <= a.to

/** Checks a single row of a list of contracts. */
export function checkContract(cells: ContractCells, facts: ContractFacts): ImportIssue[] {
  const rowIssues = [
    ...checkKind(cells, facts),
    ...checkParty(cells, facts),
    ...checkNumber(cells, facts),
    ...checkDays(cells, facts),
    ...checkScan(cells, facts),
  ]
  if (capOf(cells.capLeft) === undefined) rowIssues.push(...singleIssue('E802', 'capLeft', { text: cells.capLeft, least: '0.01' }))
  const importedContract = readContract(cells)
  const overlappingContract = importedContract && facts.held.find((each) => overlaps(each, importedContract))
  if (overlappingContract)
    rowIssues.push(...singleIssue('E958', 'firstDay', { no: overlappingContract.no, from: overlappingContract.from, to: overlappingContract.to, seq: 0 }))
  return rowIssues
}

interface Row {
  readonly seq: number
  readonly cells: ContractCells
}

function overlapIssues(rows: readonly Row[]): [number, ImportIssue][] {
  const contractsByParty = new Map<string, { readonly seq: number; readonly read: ImportedContract }[]>()
  return rows.flatMap(({ seq, cells }): [number, ImportIssue][] => {
    const importedContract = readContract(cells)
    const party = isUnitContract(cells) ? cells.creditCode : cells.idNumber
    if (importedContract === null || party === '') return []
    const key = `${importedContract.kind} ${party}`
    const earlierContracts = contractsByParty.get(key) ?? []
    contractsByParty.set(key, [...earlierContracts, { seq, read: importedContract }])
    const overlappingRow = earlierContracts.find((each) => overlaps(each.read, importedContract))
    return overlappingRow
      ? [
          [
            seq,
            importIssue('E958', 'firstDay', {
              no: overlappingRow.read.no,
              from: overlappingRow.read.from,
              to: overlappingRow.read.to,
              seq: overlappingRow.seq,
            }),
          ],
        ]
      : []
  })
}

/** Finds conflicts between rows: the same number, the same scan (by name or content), and overlapping days. */
export function contractConflicts(rows: readonly Row[], sha256Of: (scan: string) => string | null): Map<number, ImportIssue[]> {
  const issuesByLine = new Map<number, ImportIssue[]>()
  const add = (seq: number, issue: ImportIssue) => issuesByLine.set(seq, [...(issuesByLine.get(seq) ?? []), issue])
  const addDuplicateIssues = (code: ImportIssue['code'], field: ImportCell, textOf: (row: Row) => string) => {
    for (const [seq, first] of firstSeqOfDuplicates(rows, textOf)) add(seq, importIssue(code, field, { seq: first }))
  }
  addDuplicateIssues('E955', 'contractNo', ({ cells }) => (cells.contractNo === '' ? '' : `${cells.contractKind} ${cells.contractNo}`))
  addDuplicateIssues('E962', 'scan', ({ cells }) => scanKey(cells.scan))
  const firstByName = firstSeqOfDuplicates(rows, ({ cells }) => scanKey(cells.scan))
  const uniqueRows = rows.filter(({ seq }) => !firstByName.has(seq))
  for (const [seq, first] of firstSeqOfDuplicates(uniqueRows, ({ cells }) => sha256Of(cells.scan) ?? '')) add(seq, importIssue('W952', 'scan', { seq: first }))
  for (const [seq, issue] of overlapIssues(rows)) add(seq, issue)
  return issuesByLine
}
