import { type IdKind, idNumberProblem } from '#/domain/base/id-paper.ts'
import { isCardNumber, isForeignMobile, isMobile, passesLuhn } from '#/domain/base/identity.ts'

/** The cells that identify a person, typed or imported. */
export interface PersonCells {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
}

/** A format problem of a cell (E101, E102, E104, E105), or a warning (W104). */
export interface PersonIssue {
  readonly code: 'E101' | 'E102' | 'E104' | 'W104' | 'E105'
  readonly level: 'error' | 'warning'
  readonly field: keyof PersonCells
  readonly values: Readonly<Record<string, string>>
}

const nameLimits = [2, 30] as const

/** Returns the reason why a person's name is invalid, or null. */
export function personNameProblem(name: string): 'empty' | 'length' | null {
  if (name === '') return 'empty'
  const length = name.length > nameLimits[1] ? Array.from(name).length : name.length
  return length < nameLimits[0] || length > nameLimits[1] ? 'length' : null
}

function idProblemOf(idNumber: string, kind: IdKind | null): string | null {
  if (idNumber === '') return 'empty'
  return kind === null ? 'kind' : idNumberProblem(kind, idNumber)
}

/**
 * Checks the format of the cells of a person. `kind` is null for an unknown kind of ID. Mobile numbers are from the
 * mainland (specification §5). Holders of other IDs may also use foreign numbers.
 */
export function checkPerson(cells: PersonCells, kind: IdKind | null): PersonIssue[] {
  const issues: PersonIssue[] = []
  const addError = (code: 'E101' | 'E102' | 'E104', field: keyof PersonCells, problem: string) =>
    issues.push({ code, level: 'error', field, values: { problem } })
  const nameFault = personNameProblem(cells.name)
  if (nameFault !== null) addError('E101', 'name', nameFault)
  const idFault = idProblemOf(cells.idNumber, kind)
  if (idFault !== null) addError('E102', 'idNumber', idFault)
  if (!isCardNumber(cells.cardNo)) addError('E104', 'cardNo', cells.cardNo === '' ? 'empty' : 'form')
  else if (!passesLuhn(cells.cardNo)) issues.push({ code: 'W104', level: 'warning', field: 'cardNo', values: {} })
  if (!isMobile(cells.mobile) && !(kind !== 'id_card' && isForeignMobile(cells.mobile)))
    issues.push({ code: 'E105', level: 'error', field: 'mobile', values: {} })
  return issues
}

const remarkLimit = 40
// Characters that banks refuse in a remark, and the start of spreadsheet formulas.
const forbiddenInRemark = /[<>"'`\\|^{}$%&*#~\p{Cc}\p{Extended_Pictographic}]|^[=+@-]/u

/** Returns whether banks accept this remark: at most 40 characters, without special characters. */
export function isAcceptableRemark(text: string): boolean {
  return text.length <= remarkLimit && !forbiddenInRemark.test(text)
}
