import { accountStatus, type OperatorType, operatorType } from '#/domain/base/codes.ts'
import { countryOf } from '#/domain/base/countries.ts'
import { type IdKind, idKindOf, idNumberProblem } from '#/domain/base/id-paper.ts'
import { ageOn, creditCodeProblem, isCardNumber, maskName } from '#/domain/base/identity.ts'
import { isSameName } from '#/domain/base/names.ts'
import { isDay } from '#/domain/base/validation.ts'
import { firstSeqOfDuplicates, type ImportIssue, importIssue } from '#/domain/onboarding/import.ts'
import type { OperatorCells } from '#/domain/onboarding/import-cells.ts'
import {
  completeParticulars,
  isIdExpired,
  type ParticularField,
  type Particulars,
  parseDay,
  particularFields,
  particularProblems,
} from '#/domain/people/particulars.ts'
import { checkPerson, isAcceptableRemark } from '#/domain/people/person-check.ts'

/** Facts about the registered person with the ID number of a row. */
export interface RegisteredPerson {
  readonly name: string
  readonly idKind: IdKind
  readonly status: number
  /**
   * Whether the person already works with the unit. A unit without this link only learns that the name does not match.
   */
  readonly isLinked: boolean
  /** The person's identity dispute against the unit. */
  readonly dispute: 'open' | 'ended' | null
}

/** The rules of the centre on the current day. */
export interface PersonRules {
  readonly today: string
  readonly ageMin: number
  readonly ageMax: number
}

const { naturalPerson, individualBusiness, soleProprietorship } = operatorType
const typeByWord: Readonly<Record<string, OperatorType>> = {
  自然人: naturalPerson,
  个人: naturalPerson,
  个体工商户: individualBusiness,
  个体户: individualBusiness,
  个人独资企业: soleProprietorship,
  个独: soleProprietorship,
}

/** Returns the operator type named in a row, or null for an unknown word. */
export function yztypeOf(text: string): OperatorType | null {
  return Object.hasOwn(typeByWord, text) ? (typeByWord[text] ?? null) : null
}

const sexByWord: Readonly<Record<string, string>> = { 男: 'M', 女: 'F', M: 'M', F: 'F' }

/** Returns the particulars of a row, without name and numbers. Unknown words stay unchanged. */
export function particularsOfCells(cells: OperatorCells): Particulars {
  const { sex, birth, nationality, idAddress, validFrom, validTo } = cells
  return {
    sex: sexByWord[sex.toUpperCase()] ?? sex,
    birth: parseDay(birth),
    nationality: nationality === '' ? '' : (countryOf(nationality) ?? nationality),
    address: idAddress,
    validFrom: parseDay(validFrom),
    validTo: parseDay(validTo),
  }
}

const cellOf = (field: ParticularField) => (field === 'address' ? 'idAddress' : field)

/** Checks the particulars of a row: E510, and W511 for an expired ID. */
function particularIssues(cells: OperatorCells, kind: IdKind, today: string): ImportIssue[] {
  const particulars = particularsOfCells(cells)
  const problems = particularProblems(particulars, { kind, number: cells.idNumber }, today)
  const fieldIssues = particularFields.flatMap((field) => {
    const problem = problems[field]
    return problem === undefined ? [] : [importIssue('E510', cellOf(field), { problem })]
  })
  return isIdExpired(particulars.validTo, today) ? [...fieldIssues, importIssue('W511', 'validTo', { day: particulars.validTo })] : fieldIssues
}

/** Checks the format of a single row. */
export function checkOperatorFormat(cells: OperatorCells, today: string): ImportIssue[] {
  const kind = idKindOf(cells.idKind)
  const issues: ImportIssue[] = checkPerson(cells, kind)
  // Particulars cannot be compared with an invalid ID number.
  if (kind !== null && !issues.some((each) => each.code === 'E102')) issues.push(...particularIssues(cells, kind, today))
  if (yztypeOf(cells.yztype) === null) issues.push(importIssue('E507', 'yztype', { text: cells.yztype || '-' }))
  if (!isAcceptableRemark(cells.remark)) issues.push(importIssue('E107', 'remark'))
  if (cells.entityCreditCode !== '' && creditCodeProblem(cells.entityCreditCode) !== null)
    issues.push(importIssue('E211', 'entityCreditCode', { problem: 'code' }))
  return issues
}

const statusNames: Readonly<Record<number, string>> = { [accountStatus.frozen]: 'frozen', [accountStatus.closed]: 'closed' }

function registrationIssues(cells: OperatorCells, person: RegisteredPerson): ImportIssue[] {
  if (person.dispute !== null) return [importIssue('E209', 'name', { status: person.dispute === 'open' ? 'disputed' : 'ended', reason: 'none' })]
  if (person.idKind !== idKindOf(cells.idKind)) return [importIssue('E510', 'idKind', { problem: 'kind' })]
  const issues: ImportIssue[] = []
  if (person.status !== accountStatus.active && person.status !== accountStatus.signing)
    issues.push(importIssue('E209', 'name', { status: statusNames[person.status] ?? 'disabled', reason: 'none' }))
  if (!isSameName(person.name, cells.name))
    issues.push(person.isLinked ? importIssue('E202', 'name', { known: maskName(person.name) }) : importIssue('E508', 'name'))
  if (issues.length === 0) issues.push(importIssue(person.isLinked ? 'W504' : 'W505', 'idNumber'))
  return issues
}

/**
 * Checks whether the person of a row may become an operator of this unit. `person` is null for an ID number that is not
 * registered. `entityOwner` is the owner of the row's credit code: this person, another person, or no one.
 */
export function checkOperatorPerson(
  cells: OperatorCells,
  person: RegisteredPerson | null,
  entityOwner: 'own' | 'other' | null,
  rules: PersonRules,
): ImportIssue[] {
  const issues: ImportIssue[] = person === null ? [] : registrationIssues(cells, person)
  const { birth } = completeParticulars(particularsOfCells(cells), { kind: idKindOf(cells.idKind) ?? 'id_card', number: cells.idNumber })
  if (isDay(birth)) {
    const age = ageOn(birth, rules.today)
    if (age < rules.ageMin || age > rules.ageMax) issues.push(importIssue('E208', 'idNumber', { age, min: rules.ageMin, max: rules.ageMax }))
  }
  if (entityOwner === 'other') issues.push(importIssue('E211', 'entityCreditCode', { problem: 'owner' }))
  const type = yztypeOf(cells.yztype)
  const isRegistered = entityOwner === 'own'
  // The law requires each person to apply for a business registration, so a list cannot do it.
  if (!isRegistered && person === null && type !== null && type !== naturalPerson) issues.push(importIssue('W509', 'yztype'))
  else if (!isRegistered && entityOwner === null && (cells.entityName !== '' || cells.entityCreditCode !== '')) issues.push(importIssue('W506', 'entityName'))
  return issues
}

/**
 * Finds repetitions inside the file: the same person (E501), the mobile number of another person (W502), or the card of
 * another person (E503).
 */
export function operatorDuplicates(rows: readonly { readonly seq: number; readonly cells: OperatorCells }[]): Map<number, ImportIssue[]> {
  const firstSeqByPerson = firstSeqOfDuplicates(rows, ({ cells }) =>
    idNumberProblem(idKindOf(cells.idKind) ?? 'id_card', cells.idNumber) === null ? cells.idNumber : '',
  )
  const firstSeqByMobile = firstSeqOfDuplicates(rows, ({ cells }) => cells.mobile)
  const firstSeqByCard = firstSeqOfDuplicates(rows, ({ cells }) => (isCardNumber(cells.cardNo) ? cells.cardNo : ''))
  const issuesByLine = new Map<number, ImportIssue[]>()
  for (const { seq } of rows) {
    const [person, mobile, card] = [firstSeqByPerson.get(seq), firstSeqByMobile.get(seq), firstSeqByCard.get(seq)]
    const rowIssues: ImportIssue[] = []
    if (person !== undefined) rowIssues.push(importIssue('E501', 'idNumber', { seq: person }))
    else {
      if (mobile !== undefined) rowIssues.push(importIssue('W502', 'mobile', { seq: mobile }))
      if (card !== undefined) rowIssues.push(importIssue('E503', 'cardNo', { seq: card }))
    }
    if (rowIssues.length > 0) issuesByLine.set(seq, rowIssues)
  }
  return issuesByLine
}
