import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { creditCodeProblem, isMobile, readIdNumber } from '#/domain/base/identity.ts'
import { firstSeqOfDuplicates, type ImportIssue, importIssue } from '#/domain/onboarding/import.ts'
import type { ImportCell, UnitCell, UnitCells } from '#/domain/onboarding/import-cells.ts'
import { personNameProblem } from '#/domain/people/person-check.ts'

interface NamedChoice {
  readonly id: number
  readonly name: string
}

/** The centres, plans, staff and partners that a row may name. */
export interface UnitImportChoices {
  readonly centres: readonly (NamedChoice & {
    readonly modes: readonly Mode[] /** The highest floor rate at the centre in ppm, by mode; null for none. */
    readonly floors: Readonly<Record<Mode, number | null>>
  })[]
  readonly plans: readonly (NamedChoice & { readonly mode: Mode; readonly lowestPpm: number })[]
  readonly marketers: readonly (NamedChoice & { readonly centreId: number })[]
  readonly salesmen: readonly (NamedChoice & { readonly centreId: number })[]
  readonly partners: readonly NamedChoice[]
}

/** The unit read from a row. */
export interface ParsedUnit {
  readonly bizKind: 'ordinary' | 'platform'
  readonly taxpayerKind: 'general' | 'small'
  readonly centreId: number
  readonly mode: Mode
  readonly feePlanId: number
  readonly marketerId: number | null
  readonly salesmanId: number | null
  readonly partnerId: number | null
}

const bizKindByWord: Readonly<Record<string, ParsedUnit['bizKind']>> = { '': 'ordinary', 普通: 'ordinary', 平台型: 'platform' }
const taxpayerKindByWord: Readonly<Record<string, ParsedUnit['taxpayerKind']>> = { '': 'general', 一般纳税人: 'general', 小规模纳税人: 'small' }
/** New places have dual control. Two people switch it off later. */
const dualControlByWord: Readonly<Record<string, true>> = { '': true, 是: true }
const { individualBusiness, generalContract } = settlementMode
const modeByWord: Readonly<Record<string, Mode>> = {
  个体工商户: individualBusiness,
  个体工商户模式: individualBusiness,
  模式1: individualBusiness,
  '1': individualBusiness,
  总包分包: generalContract,
  总包分包模式: generalContract,
  模式2: generalContract,
  '2': generalContract,
}

/** The words for each choice in the template. */
export const unitChoiceWords = {
  bizKind: ['普通', '平台型'],
  taxpayerKind: ['一般纳税人', '小规模纳税人'],
  dualControl: ['是'],
  mode: ['个体工商户', '总包分包'],
} as const

const requiredCells: readonly UnitCell[] = ['unitName', 'creditCode', 'legalPerson', 'idNumber', 'industry', 'contactName', 'mobile', 'centre', 'mode', 'plan']
const maxLengths: Readonly<Partial<Record<UnitCell, number>>> = { unitName: 100, industry: 60, email: 100, titleBank: 100, titleAccountNo: 40 }
const emailPattern = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

/** Returns the meaning of a word. Only own properties count, so that `constructor` is not a word. */
function valueOfWord<T>(words: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Checks the format of a single row. */
export function checkUnitFormat(cells: UnitCells): ImportIssue[] {
  const issues: ImportIssue[] = []
  for (const field of requiredCells) if (cells[field] === '') issues.push(importIssue('E601', field, { field }))
  for (const field of ['legalPerson', 'contactName'] as const)
    if (cells[field] !== '' && personNameProblem(cells[field])) issues.push(importIssue('E101', field, { problem: 'length' }))
  if (cells.creditCode !== '' && creditCodeProblem(cells.creditCode) !== null) issues.push(importIssue('E602', 'creditCode'))
  const idProblem = cells.idNumber === '' ? null : readIdNumber(cells.idNumber).problem
  if (idProblem !== null) issues.push(importIssue('E102', 'idNumber', { problem: idProblem }))
  if (cells.mobile !== '' && !isMobile(cells.mobile)) issues.push(importIssue('E105', 'mobile'))
  if (cells.email !== '' && !emailPattern.test(cells.email)) issues.push(importIssue('E605', 'email'))
  if (cells.unitName.length === 1) issues.push(importIssue('E606', 'unitName', { limit: 100 }))
  for (const [field, limit] of Object.entries(maxLengths) as [UnitCell, number][])
    if (cells[field].length > limit) issues.push(importIssue('E606', field, { limit }))
  const wordMaps = [
    ['bizKind', bizKindByWord],
    ['taxpayerKind', taxpayerKindByWord],
    ['dualControl', dualControlByWord],
  ] as const
  for (const [field, known] of wordMaps)
    if (valueOfWord<unknown>(known, cells[field]) === undefined) issues.push(importIssue('E607', field, { choices: unitChoiceWords[field].join(' / ') }))
  if (cells.mode !== '' && valueOfWord(modeByWord, cells.mode) === undefined)
    issues.push(importIssue('E607', 'mode', { choices: unitChoiceWords.mode.join(' / ') }))
  return issues
}

/** Finds a choice by name or id. Returns null for no match or several. */
function findChoice<T extends NamedChoice>(all: readonly T[], word: string): T | null {
  const [first, second] = all.filter((each) => each.name === word || String(each.id) === word)
  return first && !second ? first : null
}

const formatPercent = (ppm: number) => `${ppm / 10_000}%`

/** Replaces the words of a row by the choices that they name. `read` is null while there are issues. */
export function readUnit(cells: UnitCells, offer: UnitImportChoices): { readonly read: ParsedUnit | null; readonly issues: ImportIssue[] } {
  const issues: ImportIssue[] = []
  const addIssue = (code: ImportIssue['code'], field: ImportCell, values: ImportIssue['values'] = {}) => {
    issues.push(importIssue(code, field, values))
    return null
  }
  const bizKind = valueOfWord(bizKindByWord, cells.bizKind)
  const taxpayerKind = valueOfWord(taxpayerKindByWord, cells.taxpayerKind)
  const hasDualControl = valueOfWord(dualControlByWord, cells.dualControl) === true
  const mode = valueOfWord(modeByWord, cells.mode)
  const centre = cells.centre === '' ? null : (findChoice(offer.centres, cells.centre) ?? addIssue('E608', 'centre'))
  if (centre && mode && !centre.modes.includes(mode)) addIssue('E609', 'mode')
  const plan =
    cells.plan === '' || !mode
      ? null
      : (findChoice(
          offer.plans.filter((each) => each.mode === mode),
          cells.plan,
        ) ?? addIssue('E610', 'plan'))
  const floor = centre && mode ? centre.floors[mode] : null
  if (plan && floor !== null && plan.lowestPpm < floor) addIssue('E611', 'plan', { rate: formatPercent(plan.lowestPpm), floor: formatPercent(floor) })
  const findStaff = (field: 'marketer' | 'salesman', all: readonly (NamedChoice & { readonly centreId: number })[]) => {
    if (cells[field] === '' || !centre) return null
    return (
      findChoice(
        all.filter((each) => each.centreId === centre.id),
        cells[field],
      ) ?? addIssue('E612', field)
    )
  }
  const marketer = findStaff('marketer', offer.marketers)
  const salesman = findStaff('salesman', offer.salesmen)
  const partner = cells.partner === '' ? null : (findChoice(offer.partners, cells.partner) ?? addIssue('E612', 'partner'))
  if (issues.length > 0 || !bizKind || !taxpayerKind || !hasDualControl || !mode || !centre || !plan) return { read: null, issues }
  const assignees = { marketerId: marketer?.id ?? null, salesmanId: salesman?.id ?? null, partnerId: partner?.id ?? null }
  return { read: { bizKind, taxpayerKind, mode, centreId: centre.id, feePlanId: plan.id, ...assignees }, issues }
}

/** Returns the rows that repeat the credit code of an earlier row (E603). */
export function unitDuplicates(rows: readonly { readonly seq: number; readonly cells: UnitCells }[]): Map<number, ImportIssue[]> {
  const firstSeqByCode = firstSeqOfDuplicates(rows, ({ cells }) => cells.creditCode)
  return new Map([...firstSeqByCode].map(([seq, first]) => [seq, [importIssue('E603', 'creditCode', { seq: first })]]))
}
