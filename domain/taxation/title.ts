import { creditCodeProblem } from '#/domain/base/identity.ts'
import { isSameName } from '#/domain/base/names.ts'

/** States of a title. A title other than the unit's own name needs the centre's approval. */
export const titleStates = ['pending', 'approved', 'rejected'] as const
export type TitleState = (typeof titleStates)[number]

export type TaxNoProblem = 'length' | 'letters' | 'check'

/**
 * Returns why a tax number is invalid, or null. 18 characters are a unified social credit code; 15 a registration
 * before 2015; 17 and 20 an ID number with two characters of the tax office.
 */
export function taxNoProblem(text: string): TaxNoProblem | null {
  if (![15, 17, 18, 20].includes(text.length)) return 'length'
  if (!/^[0-9A-Z]+$/.test(text)) return 'letters'
  if (text.length === 18) return creditCodeProblem(text) === null ? null : 'check'
  if (text.length === 17) return /^\d{15}/.test(text) ? null : 'letters'
  if (text.length === 20) return /^\d{17}[\dX]/.test(text) ? null : 'letters'
  return null
}

/** Buyer details of a special invoice besides name and tax number. */
export const specialFields = ['address', 'telephone', 'bank', 'accountNo'] as const
export type SpecialField = (typeof specialFields)[number]

/** Returns the missing buyer details of a special invoice. */
export function missingForSpecial(title: Readonly<Record<SpecialField, string>>): SpecialField[] {
  return specialFields.filter((field) => title[field] === '')
}

/**
 * Returns whether the title names the unit itself, so that contract, payment and invoice agree (三流一致). Spelling
 * variants count as equal.
 */
export function isOwnName(title: string, unit: string): boolean {
  return isSameName(title, unit)
}

/** A copy of the title at the time of application. */
export interface TitleSnapshot {
  readonly name: string
  readonly taxNo: string
  readonly address: string
  readonly telephone: string
  readonly bank: string
  readonly accountNo: string
  readonly version: number
}
