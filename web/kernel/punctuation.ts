import { appendNote, joinWords, prependLabel } from '#/domain/base/text.ts'
import { language } from './language.ts'

/** Joins words as a list in the current language: 甲、乙 or A, B. */
export function joinList(words: readonly (string | number)[]): string {
  return joinWords(words, language.get())
}

/** Appends a note in parentheses: 甲（2） or A (2). */
export function withNote(word: string, behind: string | number): string {
  return appendNote(word, behind, language.get())
}

/** Puts a label before a value: 原因：空 or Reason: empty. */
export function withLabel(name: string, value: string | number): string {
  return prependLabel(name, value, language.get())
}
