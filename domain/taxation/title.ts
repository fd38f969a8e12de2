import { creditCodeProblem } from '#/domain/base/identity.ts'
import { isSameName } from '#/domain/base/names.ts'

/** States of a title. A title without the unit's own name and tax number needs the approval of the centre. */
export const titleStates = ['pending', 'approved', 'rejected'] as const
export type TitleState = (typeof titleStates)[number]

export type TaxNoProblem = 'length' | 'letters' | 'check'

/**
 * Returns the reason why a tax number is invalid, or null. A number with 18 characters is a unified social credit code.
 * One with 15 is a registration before 2015. One with 17 or 20 is an ID number with two characters of the tax office.
 */
export function taxNoProblem(text: string): TaxNoProblem | null {
  if (![15, 17, 18, 20].includes(text.length)) return 'length'
  if (!/^[0-9A-Z]+$/.test(text)) return 'letters'
  if (text.length === 18) return creditCodeProblem(text) === null ? null : 'check'
  if (text.length === 17) return /^\d{15}/.test(text) ? null : 'letters'
  if (text.length === 20) return /^\d{17}[\dX]/.test(text) ? null : 'letters'
  return null
}

/** The buyer's details on a special invoice, other than name and tax number. */
export const specialInvoiceFields = ['address', 'telephone', 'bank', 'accountNo'] as const
export type SpecialInvoiceField = (typeof specialInvoiceFields)[number]

/** Returns the buyer's details that a special invoice requires and that are missing. */
export function missingInvoiceFields(title: Readonly<Record<SpecialInvoiceField, string>>): SpecialInvoiceField[] {
  return specialInvoiceFields.filter((field) => title[field] === '')
}

/** A party on an invoice: its name and tax number. */
export interface InvoiceParty {
  readonly name: string
  readonly taxNo: string
}

/**
 * Returns whether the title is the unit itself, so that contract, payment and invoice agree (三流一致). The tax number
 * must be the unit's. Spelling variants of the name count as equal.
 */
export function isUnitsOwnTitle(title: InvoiceParty, unit: InvoiceParty): boolean {
  return isSameName(title.name, unit.name) && title.taxNo === unit.taxNo
}

/** A copy of the title, made at the time of the application. */
export interface TitleSnapshot {
  readonly name: string
  readonly taxNo: string
  readonly address: string
  readonly telephone: string
  readonly bank: string
  readonly accountNo: string
  readonly version: number
}
