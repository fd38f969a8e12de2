import type { Mode } from '#/domain/codes.ts'
import type { Text } from '#/domain/text.ts'

/** Values a message is filled with; several words are a list of the reader's language. */
export type Values = Readonly<Record<string, string | number | readonly string[]>>

/** A field error that belongs to a refusal. */
export interface InputIssue {
  readonly path: string
  readonly message: Text
  readonly values?: Values
}

interface RefusalOptions {
  /** The wire code; 0 unless the session itself is at fault. */
  readonly code?: number
  readonly issues?: readonly InputIssue[]
  /** What was written so far stays (a counted failure); everything else is rolled back. */
  readonly keeps?: boolean
  /** Where the thing lies that was asked for, when the caller only has to choose that place. */
  readonly place?: { readonly centreId: number; readonly mode: Mode | null }
}

/** A business error: answered in the caller's language, never logged as a defect. */
export class Refusal extends Error {
  readonly error: string
  readonly text: Text
  readonly values: Values
  readonly code: number
  readonly issues: readonly InputIssue[]
  readonly keeps: boolean
  readonly place: RefusalOptions['place']

  constructor(error: string, text: Text, values: Values = {}, options: RefusalOptions = {}) {
    super(error)
    this.error = error
    this.text = text
    this.values = values
    this.code = options.code ?? 0
    this.issues = options.issues ?? []
    this.keeps = options.keeps ?? false
    this.place = options.place
  }
}

/** Refuses by the name of a phrase in the module's refusals. */
export function refuse<R extends Readonly<Record<string, Text>>>(refusals: R, name: keyof R & string, values: Values = {}): never {
  throw new Refusal(name, refusals[name] as Text, values)
}
