import { isMobile, maskMobile } from './identity.ts'
import { cut } from './text.ts'

/** Where a person can be written to. */
export interface Contact {
  readonly way: 'mail' | 'sms'
  /** As it is compared: a mail address in small letters, a mobile number as eleven digits. */
  readonly value: string
}

/** Reads a mail address or a mainland mobile number as people type them; null when it is neither. */
export function contactOf(typed: string): Contact | null {
  const bare = typed.replace(/\s/g, '')
  const digits = bare.replace(/-/g, '').replace(/^(\+|00)86/, '')
  if (isMobile(digits)) return { way: 'sms', value: digits }
  const isMail = bare.length <= 254 && /^[^@<>"',;:\\()[\]]{1,64}@[^@<>"',;:\\()[\]]+\.[^@.<>"',;:\\()[\]]+$/.test(bare)
  return isMail ? { way: 'mail', value: bare.toLowerCase() } : null
}

/** A contact with its middle hidden. */
export function maskContact({ way, value }: Contact): string {
  if (way === 'sms') return maskMobile(value)
  const at = value.lastIndexOf('@')
  return `${cut(value, Math.min(2, Math.max(1, at - 1)))}***${value.slice(at)}`
}
