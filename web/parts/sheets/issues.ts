import type { Text } from '#/domain/text.ts'
import type { Values } from '#/web/kernel/i18n.ts'
import { checkTexts } from './check.texts.ts'

type Say = (text: Text, values?: Values) => string

/** One issue of a cell, as the server returns it. */
export interface ToldIssue {
  readonly code: string
  readonly level: 'error' | 'warning' | 'fixed'
  readonly values: Values
}

/** What the codes of a kind of list say, and what to do about them. */
export interface IssueWords {
  readonly messages: Readonly<Record<string, Text>>
  readonly suggestions: Readonly<Record<string, Text>>
}

/** A phrase filled with the values of an issue; null when the values do not fit it, because a stored issue can be older than its phrase. */
function filled(say: Say, text: Text | undefined, values: Values): string | null {
  if (!text) return null
  try {
    return say(text, values)
  } catch {
    return null
  }
}

/** The message of an issue, with the suggestion. */
export function issueText(say: Say, issue: ToldIssue, words: IssueWords): string {
  const message = filled(say, words.messages[issue.code], issue.values)
  const advice = issue.level === 'fixed' ? null : filled(say, words.suggestions[issue.code], issue.values)
  return [[issue.code, message].filter(Boolean).join(' '), advice].filter(Boolean).join(' → ')
}

/** All that is wrong with a row, in one line: what stops it first. What was put right by itself is no problem. */
export function reasonsOf(say: Say, issues: readonly ToldIssue[], words: IssueWords): string {
  const level = (wanted: ToldIssue['level']) => issues.filter((issue) => issue.level === wanted)
  const said = [...level('error'), ...level('warning')].map((issue) => filled(say, words.messages[issue.code], issue.values) ?? issue.code)
  return [...new Set(said)].join(say(checkTexts.between))
}

/** A code with its first words, for choosing among codes: a phrase with choices inside cannot be said without a row; its code then stands alone. */
export function codeName(say: Say, code: string, words: IssueWords): string {
  const text = words.messages[code]
  const phrase = text ? say(text) : ''
  return phrase === '' || phrase.includes('{') ? code : `${code} ${phrase}`
}
