import type { Text } from '#/domain/base/text.ts'
import type { TextValues, Translate } from '#/web/kernel/i18n.ts'
import { checkTexts } from './check.texts.ts'
import { issueNames } from './issue-names.texts.ts'

/** One issue of a cell, as the server returns it. */
export interface ReportedIssue {
  readonly code: string
  readonly level: 'error' | 'warning' | 'fixed'
  readonly values: TextValues
}

/** Messages and suggestions by issue code, for one kind of list. */
export interface IssueTexts {
  readonly messages: Readonly<Record<string, Text>>
  readonly suggestions: Readonly<Record<string, Text>>
}

/**
 * Returns a phrase filled with the values of an issue; null when they do not fit, because the stored issue may be older
 * than the phrase.
 */
function fillText(t: Translate, text: Text | undefined, values: TextValues): string | null {
  if (!text) return null
  try {
    return t(text, values)
  } catch {
    return null
  }
}

/** Returns the code and message of an issue, and the suggestion unless the issue was corrected automatically. */
export function issueText(t: Translate, issue: ReportedIssue, words: IssueTexts): string {
  const message = fillText(t, words.messages[issue.code], issue.values)
  const advice = issue.level === 'fixed' ? null : fillText(t, words.suggestions[issue.code], issue.values)
  return [[issue.code, message].filter(Boolean).join(' '), advice].filter(Boolean).join(' → ')
}

/** Returns all problems of a row in one line, errors first. Automatic corrections are not problems. */
export function reasonsOf(t: Translate, issues: readonly ReportedIssue[], words: IssueTexts): string {
  const issuesOfLevel = (requested: ReportedIssue['level']) => issues.filter((issue) => issue.level === requested)
  const sentences = [...issuesOfLevel('error'), ...issuesOfLevel('warning')].map((issue) => fillText(t, words.messages[issue.code], issue.values) ?? issue.code)
  return [...new Set(sentences)].join(t(checkTexts.between))
}

/** Returns a code with its short name, for a filter. An ellipsis replaces the values of single rows. */
export function codeName(t: Translate, code: string, words: IssueTexts): string {
  const name = issueNames[code]
  const text = words.messages[code]
  if (name) return `${code} ${t(name)}`
  return text ? `${code} ${t(text).replace(/\{\w+(, number)?\}/g, '…')}` : code
}
