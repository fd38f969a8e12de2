import type { z } from 'zod'
import type { Module } from '#/api/operation.ts'
import type { Context } from '#/server/kernel/context.ts'

/** One function per operation of a module: load, decide, save, answer. A missing or misspelt one does not compile. */
export type Implementation<M extends Module> = {
  readonly [K in keyof M]: (context: Context, input: z.output<M[K]['input']>) => Promise<z.input<M[K]['output']>>
}
