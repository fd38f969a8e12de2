import { creditCodeProblem } from './identity.ts'
import { isSameName } from './names.ts'

/** Where a title stands: one that is not the name of the unit waits for the centre. */
export const titleStates = ['pending', 'approved', 'rejected'] as const
export type TitleState = (typeof titleStates)[number]

export type TaxNoProblem = 'length' | 'letters' | 'check'

/** Why a tax number is none: 18 letters are a unified social credit code with its check letter; 15 are a registration of before 2015, 17 and 20 identity papers with two letters of the tax office. */
export function taxNoProblem(text: string): TaxNoProblem | null {
  if (![15, 17, 18, 20].includes(text.length)) return 'length'
  if (!/^[0-9A-Z]+$/.test(text)) return 'letters'
  if (text.length === 18) return creditCodeProblem(text) === null ? null : 'check'
  if (text.length === 17) return /^\d{15}/.test(text) ? null : 'letters'
  if (text.length === 20) return /^\d{17}[\dX]/.test(text) ? null : 'letters'
  return null
}

/** What a special invoice shows of its buyer besides name and tax number. */
export const specialFields = ['address', 'telephone', 'bank', 'accountNo'] as const
export type SpecialField = (typeof specialFields)[number]

/** What of it is missing. */
export function missingForSpecial(title: Readonly<Record<SpecialField, string>>): SpecialField[] {
  return specialFields.filter((field) => title[field] === '')
}

/** Whether a title is the unit itself: contract, money and invoice then name the same (三流一致). How either is written does not matter. */
export function isOwnName(title: string, unit: string): boolean {
  return isSameName(title, unit)
}

/** A title as it was when it was applied. */
export interface TitleSnapshot {
  readonly name: string
  readonly taxNo: string
  readonly address: string
  readonly telephone: string
  readonly bank: string
  readonly accountNo: string
  readonly version: number
}
