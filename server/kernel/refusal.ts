import type { Text } from '#/domain/text.ts'

/** Values a message is filled with. */
export type Values = Readonly<Record<string, string | number>>

/** A field-level remark that goes with a refusal. */
export interface InputIssue {
  readonly path: string
  readonly message: Text
  readonly values?: Values
}

/** A "no" that belongs to the business: rolled back, answered in the caller's language, never logged as a defect. */
export class Refusal extends Error {
  readonly error: string
  readonly text: Text
  readonly values: Values
  readonly code: number
  readonly issues: readonly InputIssue[]

  constructor(error: string, text: Text, values: Values = {}, options: { code?: number; issues?: readonly InputIssue[] } = {}) {
    super(error)
    this.error = error
    this.text = text
    this.values = values
    this.code = options.code ?? 0
    this.issues = options.issues ?? []
  }
}

/** Refuses by the name of a phrase in the module's refusals. */
export function refuse<R extends Readonly<Record<string, Text>>>(refusals: R, name: keyof R & string, values: Values = {}): never {
  throw new Refusal(name, refusals[name] as Text, values)
}
