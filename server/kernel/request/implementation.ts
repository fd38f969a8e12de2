import type { z } from 'zod'
import type { LongListPaging, Module, SumsOption, Upload } from '#/api/operation.ts'
import type { Context } from '#/server/kernel/context.ts'

/** An operation's input before its files are read. */
export type WithoutFiles<Input> = { readonly [Name in keyof Input as Upload extends Input[Name] ? never : Name]: Input[Name] }

type ReadonlyField<Field> = Field extends readonly (infer Each)[] ? readonly Each[] : Field

/** The filter of a list operation: its input without paging and without the request for sums. */
export type FilterOf<O extends { readonly input: z.ZodType }> = {
  readonly [Name in keyof z.output<O['input']> as Exclude<Name, keyof typeof LongListPaging | keyof typeof SumsOption>]: ReadonlyField<
    z.output<O['input']>[Name]
  >
}

/**
 * The final transaction of a staged write, which stores the prepared result. The transaction may run more than once.
 */
export type FinishWrite<Output> = (context: Context) => Promise<Output>

/**
 * A write with slow work that needs no database, so that no transaction is open during the work. On the embedded
 * database, an open transaction would block all others. `admit` is a separate transaction: it checks and counts the
 * call before an anonymous caller's file is read. `prepare` returns the transaction that stores the result. Slow work
 * that needs no such count uses `ctx.outside` instead.
 */
export interface StagedOperation<Input, Output> {
  admit(context: Context, input: WithoutFiles<Input>): Promise<void>
  prepare(input: Input, facts: { readonly now: Date }): Promise<FinishWrite<Output>>
}

/**
 * A write that its operation declares as confirmed by a password. `ready` takes no lock and refuses calls that cannot
 * succeed anyway, so that no password attempt is counted. Then the kernel checks the password, and `run` repeats the
 * decision under its locks.
 */
export interface ConfirmedOperation<Input, Output> {
  ready(context: Context, input: Input): Promise<unknown>
  run(context: Context, input: Input): Promise<Output>
}

type OrdinaryOperation<Input, Output> = ((context: Context, input: Input) => Promise<Output>) | StagedOperation<Input, Output>

/** One function for each operation of a module. A missing or misspelt one does not compile. */
export type Implementation<M extends Module> = {
  readonly [K in keyof M]: M[K] extends { readonly confirm: { readonly field: infer Field extends string } }
    ? ConfirmedOperation<Omit<z.output<M[K]['input']>, Field>, z.input<M[K]['output']>>
    : OrdinaryOperation<z.output<M[K]['input']>, z.input<M[K]['output']>>
}
