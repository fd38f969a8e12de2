import type { Context } from '#/server/kernel/context.ts'

// A module asks a question when it needs facts of a higher module. The module that has the facts answers in
// `answers.ts`, and `server/app/answers.ts` lists the answers. An answer is a value, or SQL for a statement of the
// asking module.

type Query = (...args: never[]) => unknown

export interface Question<A extends Query> {
  readonly name: string
  /** Never set. Carries the type of the question for the compiler. */
  readonly ask?: A
}

export interface Answer {
  readonly name: string
  /**
   * The function that answers. The type of the function is that of the question, with the context as first argument.
   */
  readonly give: unknown
}

export type Answers = ReadonlyMap<string, unknown>

export function question<A extends Query>(name: string): Question<A> {
  return { name }
}

export function answer<A extends Query>({ name }: Question<A>, give: (ctx: Context, ...callArgs: Parameters<NoInfer<A>>) => ReturnType<NoInfer<A>>): Answer {
  return { name, give }
}

/** Collects the answers of all modules. Throws when a question has two answers. */
export function collectAnswers(all: readonly Answer[]): Answers {
  const answers = new Map(all.map(({ name, give }) => [name, give]))
  if (answers.size < all.length) throw new Error('a question is answered twice')
  return answers
}

/** Asks the higher module that has the facts. */
export function ask<A extends Query>(ctx: Context, { name }: Question<A>, ...callArgs: Parameters<A>): ReturnType<A> {
  const answerFunction = ctx.answers.get(name)
  if (answerFunction === undefined) throw new Error(`no module answers ${name}`)
  return (answerFunction as (ctx: Context, ...given: Parameters<A>) => ReturnType<A>)(ctx, ...callArgs)
}
