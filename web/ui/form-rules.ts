/** A rule of a form field. Rules other than `required` and `validator` accept an empty value. */
export interface FormRule {
  readonly required?: boolean
  readonly pattern?: RegExp
  /** The minimum length: items of a list, or characters of a text. White space around it is not stored or counted. */
  readonly min?: number
  /** Refuses a text that consists of white space. */
  readonly whitespace?: boolean
  readonly type?: 'email'
  /** The error message; without one the field shows a general message. */
  readonly message?: string
  /** Rejects with the message when the value is wrong. */
  readonly validator?: (rule: FormRule, value: never) => unknown
}

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const trimmedLength = (text: string) => [...text.trim()].length

function isBroken(rule: FormRule, value: unknown): boolean {
  if (isEmpty(value)) return rule.required === true
  const text = String(value)
  return (
    (rule.whitespace === true && text.trim() === '') ||
    (rule.min !== undefined && (Array.isArray(value) ? value.length : trimmedLength(text)) < rule.min) ||
    (rule.pattern !== undefined && !rule.pattern.test(text)) ||
    (rule.type === 'email' && !emailPattern.test(text))
  )
}

/** The general kinds of problems that a message names. */
type GeneralProblem = 'missing' | 'tooShort' | 'emailWrong' | 'invalid'

/** Returns the general problem of a value that breaks a rule without a message, and the minimum length of that rule. */
export function generalProblemOf(rules: readonly FormRule[], value: unknown): { readonly problem: GeneralProblem; readonly min: number } {
  const rule = rules.find((each) => isBroken(each, value))
  const min = rule?.min ?? 0
  if (isEmpty(value) || ((rule?.whitespace || min > 0) && String(value).trim() === '')) return { problem: 'missing', min }
  if (typeof value === 'string' && trimmedLength(value) < min) return { problem: 'tooShort', min }
  return { problem: rule?.type === 'email' ? 'emailWrong' : 'invalid', min }
}

/** Returns the message of the first broken rule; '' if that rule has none, undefined if all pass. */
export async function brokenRuleMessage(rules: readonly FormRule[], value: unknown): Promise<string | undefined> {
  for (const rule of rules) {
    if (isBroken(rule, value)) return rule.message ?? ''
    try {
      await rule.validator?.(rule, value as never)
    } catch (problem) {
      return problem instanceof Error ? problem.message : String(problem ?? '')
    }
  }
  return undefined
}
