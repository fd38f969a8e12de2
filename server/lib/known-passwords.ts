import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 passwords that people use most and attackers try first, from published leaks. */
const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])

// Shorter words also occur in good passwords.
const minWordLength = 6

const letterBySign: Readonly<Record<string, string>> = { '@': 'a', $: 's', '!': 'i', '0': 'o', '3': 'e', '5': 's', '7': 't' }

/** Reverses the usual replacements of letters. A 1 may stand for i or l. */
const restoreLetters = (text: string, one: 'i' | 'l') => [...text].map((sign) => (sign === '1' ? one : (letterBySign[sign] ?? sign))).join('')

/**
 * Returns whether a password is on the list, ignoring case, special characters, the usual replacements of letters, and
 * up to four digits and signs at its end.
 */
export function isKnownPassword(password: string): boolean {
  const lowerCasePassword = password.toLowerCase()
  const word = lowerCasePassword.replace(/[^a-z]{0,4}$/, '')
  const forms = [lowerCasePassword, word, restoreLetters(word, 'i'), restoreLetters(word, 'l')].map((form) => form.replace(/[^a-z0-9]/g, ''))
  return commonPasswords.has(lowerCasePassword) || forms.some((form) => form.length >= minWordLength && commonPasswords.has(form))
}
