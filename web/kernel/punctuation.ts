import { labelled, listed, noted } from '#/domain/text.ts'
import { language } from './language.ts'

/** Words as a list of the present language: 甲、乙 or A, B. */
export function list(words: readonly (string | number)[]): string {
  return listed(words, language.get())
}

/** A word with a note behind it: 甲（2） or A (2). */
export function note(word: string, behind: string | number): string {
  return noted(word, behind, language.get())
}

/** A value under its label: 原因：空 or Reason: empty. */
export function label(name: string, value: string | number): string {
  return labelled(name, value, language.get())
}
