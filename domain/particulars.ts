import { isCountry } from '#/domain/countries.ts'
import { type IdKind, saidByNumber } from '#/domain/id-paper.ts'
import { shiftDay } from '#/domain/period.ts'
import { isDay } from '#/domain/validation.ts'

/** What a declaration asks of a person beside name and number, as the paper has it; empty where nobody said. */
export interface Particulars {
  readonly sex: string
  /** yyyy-MM-dd. */
  readonly birth: string
  /** The code of a country or region. */
  readonly nationality: string
  readonly address: string
  readonly validFrom: string
  /** yyyy-MM-dd, or `forEver`. */
  readonly validTo: string
}
export const particularFields = ['sex', 'birth', 'nationality', 'address', 'validFrom', 'validTo'] as const satisfies readonly (keyof Particulars)[]
export type ParticularField = (typeof particularFields)[number]

export const noParticulars: Particulars = { sex: '', birth: '', nationality: '', address: '', validFrom: '', validTo: '' }

/** What a paper without an end says. */
export const forEver = '长期'

/** Why a particular is refused: not there, no such thing, not what the number says, a day to come, an end before the beginning. */
export type ParticularProblem = 'needed' | 'form' | 'differs' | 'future' | 'order'

/** How many days before its end people are told of a paper. */
export const paperNoticeDays = 30

/** Whether a paper that is good until a day (`infinity` or `forEver` for always, null or nothing where nobody said) is over on another. */
export function isPaperOver(validTo: string | null, today: string): boolean {
  return validTo !== null && isDay(validTo) && validTo < today
}

/** How it stands with the end of a paper. */
export const paperStates = ['fine', 'soon', 'over', 'unknown'] as const
export type PaperState = (typeof paperStates)[number]

/** How it stands with a paper that is good until this day. */
export function paperState(validTo: string | null, today: string): PaperState {
  if (validTo === null || validTo === '') return 'unknown'
  if (isPaperOver(validTo, today)) return 'over'
  return isDay(validTo) && validTo <= shiftDay(today, paperNoticeDays) ? 'soon' : 'fine'
}

const inWords = /^((?:19|20|21)\d{2})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/
const inDigits = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/

/** A day as lists write it, as yyyy-MM-dd; what is none stays as it is, and what never ends is `forEver`. */
export function dayWritten(text: string): string {
  if (/^(长期|长期有效|永久)$/.test(text)) return forEver
  const [, year = '', month = '', day = ''] = inWords.exec(text) ?? inDigits.exec(text) ?? []
  return year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

type Problems = Partial<Record<ParticularField, ParticularProblem>>

function dayProblem(day: string, today: string): ParticularProblem | null {
  if (!isDay(day)) return 'form'
  return day > today ? 'future' : null
}

const shortestAddress = 5
const longestAddress = 120

/**
 * What is wrong with the particulars of the owner of a paper. Sex, birth and nationality that the number says need not be given, and must not say otherwise;
 * where it says nothing, declarations need them.
 */
export function particularProblems(given: Particulars, paper: { readonly kind: IdKind; readonly number: string }, today: string): Problems {
  const said = saidByNumber(paper.kind, paper.number)
  const problems: Problems = {}
  const note = (field: ParticularField, problem: ParticularProblem | null) => {
    if (problem !== null) problems[field] = problem
  }
  if (given.sex === '') note('sex', said.sex === '' ? 'needed' : null)
  else if (given.sex !== 'M' && given.sex !== 'F') note('sex', 'form')
  else note('sex', said.sex !== '' && said.sex !== given.sex ? 'differs' : null)
  if (given.birth === '') note('birth', said.birth === '' ? 'needed' : null)
  else note('birth', dayProblem(given.birth, today) ?? (said.birth !== '' && said.birth !== given.birth ? 'differs' : null))
  if (given.nationality === '') note('nationality', said.nationality === '' ? 'needed' : null)
  else if (!isCountry(given.nationality)) note('nationality', 'form')
  else note('nationality', said.isNationalityFixed && said.nationality !== given.nationality ? 'differs' : null)
  const length = [...given.address].length
  if (given.address !== '' && (length < shortestAddress || length > longestAddress)) note('address', 'form')
  if (given.validFrom !== '') note('validFrom', dayProblem(given.validFrom, today))
  if (given.validTo !== '' && given.validTo !== forEver)
    note('validTo', isDay(given.validTo) ? (given.validFrom !== '' && given.validTo <= given.validFrom ? 'order' : null) : 'form')
  return problems
}

/** The particulars with what the number says put in where nothing was given. */
export function completed(given: Particulars, paper: { readonly kind: IdKind; readonly number: string }): Particulars {
  const said = saidByNumber(paper.kind, paper.number)
  return { ...given, sex: given.sex || said.sex, birth: given.birth || said.birth, nationality: given.nationality || said.nationality }
}

/** Where a person pays tax on everything: what was declared of somebody without a card of mainland residents. */
export const taxResidences = ['resident', 'non_resident'] as const
export type TaxResidence = (typeof taxResidences)[number]

/**
 * As what a natural person is taxed. Who holds a card of mainland residents is a resident unless declared otherwise; of everybody else nothing is supposed.
 * The law withholds from non-residents by another table (tax-policy.ts has none), so that only residents can be paid as natural persons.
 */
export function taxedAs(kind: IdKind, declared: TaxResidence | null): TaxResidence | 'undeclared' {
  return declared ?? (kind === 'id_card' ? 'resident' : 'undeclared')
}
