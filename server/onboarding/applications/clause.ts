import { clauseVersion } from '#/domain/application.ts'
import type { Context } from '#/server/kernel/context.ts'
import { termsInForce } from '#/server/services/news/public.ts'

/** The terms that applicants agree to, by name: those published in any language, else the text that comes with the program. */
export async function clausesShown(ctx: Context): Promise<readonly string[]> {
  const published = Object.values(await termsInForce(ctx))
  return published.length > 0 ? published : [clauseVersion]
}

/** The one that the reader of this language sees. */
export async function clauseShown(ctx: Context): Promise<string> {
  return (await termsInForce(ctx))[ctx.language] ?? clauseVersion
}
