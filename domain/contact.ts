import { isForeignMobile, isMobile, maskMobile } from './identity.ts'
import { cut, type Text } from './text.ts'
import { mobileProblem, validationTexts } from './validation.ts'

/** Where a person can be written to. */
export interface Contact {
  readonly way: 'mail' | 'sms'
  /** As it is compared: a mail address in small letters, a mobile number as eleven digits, one of another country as `+14155550101`. */
  readonly value: string
}

/** Reads a mail address or a mobile number as people type them; null when it is neither. */
export function contactOf(typed: string): Contact | null {
  const bare = typed.replace(/\s/g, '')
  const number = bare
    .replace(/[-().]/g, '')
    .replace(/^00/, '+')
    .replace(/^\+86/, '')
  if (isMobile(number) || isForeignMobile(number)) return { way: 'sms', value: number }
  const isMail = bare.length <= 254 && /^[^@<>"',;:\\()[\]]{1,64}@[^@<>"',;:\\()[\]]+\.[^@.<>"',;:\\()[\]]+$/.test(bare)
  return isMail ? { way: 'mail', value: bare.toLowerCase() } : null
}

/**
 * The mobile number that was typed, in its one spelling; null when it is none. A number of another country is one of people with a document of another country
 * alone: everybody else's begins with 1 and has eleven digits (specification §5).
 */
export function mobileFrom(typed: string, isInternational: boolean): string | null {
  const contact = contactOf(typed)
  if (contact?.way !== 'sms') return null
  return isInternational || isMobile(contact.value) ? contact.value : null
}

/** The rule of a mobile number that may be of another country; null when it is fine. */
export function anyMobileProblem(typed: string): Text | null {
  return mobileFrom(typed, true) === null && mobileProblem(typed) !== null
    ? typed.trim() === ''
      ? validationTexts.mobileEmpty
      : validationTexts.mobileFormat
    : null
}

/** A contact with its middle hidden. */
export function maskContact({ way, value }: Contact): string {
  if (way === 'sms') return maskMobile(value)
  const at = value.lastIndexOf('@')
  return `${cut(value, Math.min(2, Math.max(1, at - 1)))}***${value.slice(at)}`
}
