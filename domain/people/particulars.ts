import { isCountry } from '#/domain/base/countries.ts'
import { factsOfNumber, type IdKind } from '#/domain/base/id-paper.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { isDay } from '#/domain/base/validation.ts'

/** Particulars that a declaration needs besides name and number, as printed on the ID. Unknown ones are empty. */
export interface Particulars {
  readonly sex: string
  /** The day of birth, yyyy-MM-dd. */
  readonly birth: string
  /** The code of a country or region. */
  readonly nationality: string
  readonly address: string
  readonly validFrom: string
  /** The last day of the ID: yyyy-MM-dd, or `noExpiry`. */
  readonly validTo: string
}
export const particularFields = ['sex', 'birth', 'nationality', 'address', 'validFrom', 'validTo'] as const satisfies readonly (keyof Particulars)[]
export type ParticularField = (typeof particularFields)[number]

export const noParticulars: Particulars = { sex: '', birth: '', nationality: '', address: '', validFrom: '', validTo: '' }

/** The text on IDs without an expiry date. */
export const noExpiry = '长期'

/**
 * The reason why a particular is refused: missing, malformed, different from the number, in the future, or ending
 * before it begins.
 */
export type ParticularProblem = 'needed' | 'form' | 'differs' | 'future' | 'order'

/** Notifications start this number of days before an ID expires. */
export const paperNoticeDays = 30

/** Returns whether an ID has expired. `infinity` and `noExpiry` never expire. Null and empty mean unknown. */
export function isIdExpired(validTo: string | null, today: string): boolean {
  return validTo !== null && isDay(validTo) && validTo < today
}

export const paperStates = ['fine', 'soon', 'over', 'unknown'] as const
export type PaperState = (typeof paperStates)[number]

/** Returns the validity state of an ID with this last day. */
export function paperState(validTo: string | null, today: string): PaperState {
  if (validTo === null || validTo === '') return 'unknown'
  if (isIdExpired(validTo, today)) return 'over'
  return isDay(validTo) && validTo <= shiftDay(today, paperNoticeDays) ? 'soon' : 'fine'
}

const writtenDatePattern = /^((?:19|20|21)\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/
const digitDatePattern = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/

/** Parses a date in the forms used in lists to yyyy-MM-dd or `noExpiry`. Returns other text unchanged. */
export function parseDay(text: string): string {
  if (/^(长期|长期有效|永久)$/.test(text)) return noExpiry
  const [, year = '', month = '', day = ''] = writtenDatePattern.exec(text) ?? digitDatePattern.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

type Problems = Partial<Record<ParticularField, ParticularProblem>>

function dayProblem(day: string, today: string): ParticularProblem | null {
  if (!isDay(day)) return 'form'
  return day > today ? 'future' : null
}

const minAddressLength = 5
const maxAddressLength = 120

/**
 * Checks the particulars against the ID number. A fact in the number may be omitted, but must not differ. Sex, birth
 * and nationality are required if the number does not contain them.
 */
export function particularProblems(particulars: Particulars, paper: { readonly kind: IdKind; readonly number: string }, today: string): Problems {
  const numberFacts = factsOfNumber(paper.kind, paper.number)
  const problems: Problems = {}
  const reportProblem = (field: ParticularField, problem: ParticularProblem | null) => {
    if (problem !== null) problems[field] = problem
  }
  if (particulars.sex === '') reportProblem('sex', numberFacts.sex === '' ? 'needed' : null)
  else if (particulars.sex !== 'M' && particulars.sex !== 'F') reportProblem('sex', 'form')
  else reportProblem('sex', numberFacts.sex !== '' && numberFacts.sex !== particulars.sex ? 'differs' : null)
  if (particulars.birth === '') reportProblem('birth', numberFacts.birth === '' ? 'needed' : null)
  else reportProblem('birth', dayProblem(particulars.birth, today) ?? (numberFacts.birth !== '' && numberFacts.birth !== particulars.birth ? 'differs' : null))
  if (particulars.nationality === '') reportProblem('nationality', numberFacts.nationality === '' ? 'needed' : null)
  else if (!isCountry(particulars.nationality)) reportProblem('nationality', 'form')
  else reportProblem('nationality', numberFacts.isNationalityFixed && numberFacts.nationality !== particulars.nationality ? 'differs' : null)
  const length = [...particulars.address].length
  if (particulars.address !== '' && (length < minAddressLength || length > maxAddressLength)) reportProblem('address', 'form')
  if (particulars.validFrom !== '') reportProblem('validFrom', dayProblem(particulars.validFrom, today))
  if (particulars.validTo !== '' && particulars.validTo !== noExpiry)
    reportProblem(
      'validTo',
      isDay(particulars.validTo) ? (particulars.validFrom !== '' && particulars.validTo <= particulars.validFrom ? 'order' : null) : 'form',
    )
  return problems
}

/** Completes sex, birth and nationality from the ID number. Entered values take precedence. */
export function completeParticulars(particulars: Particulars, paper: { readonly kind: IdKind; readonly number: string }): Particulars {
  const numberFacts = factsOfNumber(paper.kind, paper.number)
  return {
    ...particulars,
    sex: particulars.sex || numberFacts.sex,
    birth: particulars.birth || numberFacts.birth,
    nationality: particulars.nationality || numberFacts.nationality,
  }
}

/** The tax residence declared by a person without a resident ID card. */
export const taxResidences = ['resident', 'non_resident'] as const
export type TaxResidence = (typeof taxResidences)[number]

/**
 * Returns the tax residence of a natural person. A resident ID card implies residence unless the person declared
 * otherwise. Other IDs imply nothing. Non-residents have a withholding table that tax-policy.ts lacks, so only
 * residents can be paid as natural persons.
 */
export function taxedAs(kind: IdKind, declared: TaxResidence | null): TaxResidence | 'undeclared' {
  return declared ?? (kind === 'id_card' ? 'resident' : 'undeclared')
}
