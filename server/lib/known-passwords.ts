import { dictionary } from '@zxcvbn-ts/language-common'

/** The passwords that people choose most and thieves try first: 49,000, from published leaks. */
const known: ReadonlySet<string> = new Set(dictionary['passwords-common'])

// Shorter words also occur in good passwords.
const shortestWord = 6

const letters: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '0': 'o', '3': 'e', '5': 's', '7': 't' }

/** Undoes the usual replacements of letters; a 1 replaces an i or an l. */
const unmasked = (text: string, one: 'i' | 'l') => [...text].map((sign) => (sign === '1' ? one : (letters[sign] ?? sign))).join('')

/**
 * Returns whether a password is on the list, also without its special characters, or with up to four digits and signs at
 * its end. Undoes the usual replacements of letters.
 */
export function isKnownPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const word = lower.replace(/[^a-z]{0,4}$/, '')
  const forms = [lower, word, unmasked(word, 'i'), unmasked(word, 'l')].map((form) => form.replace(/[^a-z0-9]/g, ''))
  return known.has(lower) || forms.some((form) => form.length >= shortestWord && known.has(form))
}
