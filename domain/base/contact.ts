import { isForeignMobile, isMobile, maskMobile } from './identity.ts'
import { type Text, truncateUnits } from './text.ts'
import { mobileProblem, validationTexts } from './validation.ts'

/** A person's e-mail address or mobile number. */
export interface Contact {
  readonly way: 'mail' | 'sms'
  /**
   * The canonical form: an e-mail address in lower case, a mobile number of eleven digits, or a foreign number such as
   * `+14155550101`.
   */
  readonly value: string
}

/** Parses an e-mail address or mobile number as typed. Returns null for any other text. */
export function parseContact(typed: string): Contact | null {
  const compactText = typed.replace(/\s/g, '')
  const number = compactText
    .replace(/[-().]/g, '')
    .replace(/^00/, '+')
    .replace(/^\+86/, '')
  if (isMobile(number) || isForeignMobile(number)) return { way: 'sms', value: number }
  const isMail = compactText.length <= 254 && /^[^@<>"',;:\\()[\]]{1,64}@[^@<>"',;:\\()[\]]+\.[^@.<>"',;:\\()[\]]+$/.test(compactText)
  return isMail ? { way: 'mail', value: compactText.toLowerCase() } : null
}

/**
 * Returns the typed mobile number in canonical form, or null. Only people with a foreign ID may use a foreign number.
 * All others need eleven digits starting with 1 (specification §5).
 */
export function parseMobile(typed: string, isInternational: boolean): string | null {
  const contact = parseContact(typed)
  if (contact?.way !== 'sms') return null
  return isInternational || isMobile(contact.value) ? contact.value : null
}

/** Validates a mobile number that may be foreign; null when valid. */
export function anyMobileProblem(typed: string): Text | null {
  return parseMobile(typed, true) === null && mobileProblem(typed) !== null
    ? typed.trim() === ''
      ? validationTexts.mobileEmpty
      : validationTexts.mobileFormat
    : null
}

/** Masks the middle of an e-mail address or mobile number. */
export function maskContact({ way, value }: Contact): string {
  if (way === 'sms') return maskMobile(value)
  const at = value.lastIndexOf('@')
  return `${truncateUnits(value, Math.min(2, Math.max(1, at - 1)))}***${value.slice(at)}`
}
