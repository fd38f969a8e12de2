import { type PasswordRule, stripped } from '#/domain/base/password-rule.ts'

const marks: DOMStringMap = typeof document === 'undefined' ? {} : document.documentElement.dataset

/** Settings of the installation that the server writes into the document. Tests change them. */
export const installation: { wire: 'body' | 'specification'; passwords: PasswordRule; hasWatermark: boolean } = {
  /** On the customer's wire, secrets go in the query too, as the specification lists them. */
  wire: marks.wire === 'specification' ? 'specification' : 'body',
  /** The rule for new passwords. */
  passwords: marks.passwords === 'long' ? 'long' : 'specification',
  /** Whether pages show the name of their viewer across them. */
  hasWatermark: marks.watermark !== undefined,
}

/** Returns a password as it is sent and compared: without white space where the specification's rule holds. */
export function sentPassword(typed: string): string {
  return stripped(typed, installation.passwords)
}
