import { normalizePassword, type PasswordRule } from '#/domain/base/password-rule.ts'

const dataset: DOMStringMap = typeof document === 'undefined' ? {} : document.documentElement.dataset

/** Settings of the installation that the server writes into the document. Tests change them. */
export const installation: { wire: 'body' | 'specification'; passwords: PasswordRule; hasWatermark: boolean } = {
  /**
   * The wire format. `specification` is the customer's: secrets are sent in the query, as the specification requires.
   */
  wire: dataset.wire === 'specification' ? 'specification' : 'body',
  /** The rule for new passwords. */
  passwords: dataset.passwords === 'long' ? 'long' : 'specification',
  /** Whether pages show a watermark with the user's name. */
  hasWatermark: dataset.watermark !== undefined,
}

/** Returns a password as it is sent and compared. The specification's rule removes white space. */
export function passwordToSend(typed: string): string {
  return normalizePassword(typed, installation.passwords)
}
