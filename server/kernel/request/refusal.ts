import type { Mode } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** Values of a message. An array becomes a list in the reader's language. */
export type Values = Readonly<Record<string, string | number | readonly string[]>>

/** Why an action is not possible: the name of a refusal, if needed with its values. Null when it is possible. */
export type BlockerOf<R extends Readonly<Record<string, Text>>> = (keyof R & string) | readonly [name: keyof R & string, values: Values] | null

/** An error of one field within a refusal. */
export interface InputIssue {
  readonly path: string
  readonly message: Text
  readonly values?: Values
}

interface RefusalOptions {
  /** The code on the wire: 0, unless the session itself is refused. */
  readonly code?: number
  readonly issues?: readonly InputIssue[]
  /**
   * Whether the refusal commits the preceding writes, such as a counted failure. Otherwise everything is rolled back.
   */
  readonly keepsWrites?: boolean
  /** Place of the requested row, when the caller only has to switch to that place. */
  readonly place?: { readonly centreId: number; readonly mode: Mode | null }
}

/** A business error, answered in the caller's language and never logged as a defect. */
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
    this.keeps = options.keepsWrites ?? false
    this.place = options.place
  }
}

/** Throws the module's refusal of this name. */
export function refuse<R extends Readonly<Record<string, Text>>>(refusals: R, name: keyof R & string, values: Values = {}): never {
  throw new Refusal(name, refusals[name] as Text, values)
}

const nameAndValues = <N extends string>(blocker: N | readonly [N, Values]) => (typeof blocker === 'string' ? ([blocker, {}] as const) : blocker)

/** Throws the blocker as the module's refusal, unless the action is possible. */
export function refuseIf<R extends Readonly<Record<string, Text>>>(refusals: R, blocker: BlockerOf<R> | undefined): void {
  if (blocker) refuse(refusals, ...nameAndValues(blocker))
}

/** Returns the blocker in the caller's language. The text is empty when the action is possible. */
export function blockerText<R extends Readonly<Record<string, Text>>>(ctx: Pick<Context, 'language'>, refusals: R, blocker: BlockerOf<R>): string {
  if (!blocker) return ''
  const [name, values] = nameAndValues(blocker)
  return translate(refusals[name] as Text, ctx.language, values)
}
