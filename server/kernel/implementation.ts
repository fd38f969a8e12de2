import type { z } from 'zod'
import type { Module, Upload } from '#/api/operation.ts'
import type { Context } from '#/server/kernel/context.ts'

/** An input before its files were read. */
export type WithoutFiles<Input> = { readonly [Name in keyof Input as Upload extends Input[Name] ? never : Name]: Input[Name] }

/** The final transaction of a staged write, which stores what was prepared. It may run more than once. */
export type Finish<Output> = (context: Context) => Promise<Output>

/**
 * A write around work that takes seconds and needs no database: no transaction is open meanwhile, and with the embedded database nobody else waits for it.
 * `admit` is a transaction of its own that refuses and counts, before anything of a stranger's file is read; what `prepare` answers is the transaction that keeps
 * the result. Slow work that needs nothing counted first is asked for with `ctx.outside`.
 */
export interface Staged<Input, Output> {
  admit(context: Context, input: WithoutFiles<Input>): Promise<void>
  prepare(input: Input, facts: { readonly now: Date }): Promise<Finish<Output>>
}

/** One function per operation of a module: load, decide, save, answer. A missing or misspelt one does not compile. */
export type Implementation<M extends Module> = {
  readonly [K in keyof M]:
    | ((context: Context, input: z.output<M[K]['input']>) => Promise<z.input<M[K]['output']>>)
    | Staged<z.output<M[K]['input']>, z.input<M[K]['output']>>
}
