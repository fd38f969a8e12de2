import { clauseVersion } from '#/domain/onboarding/application.ts'
import type { Context } from '#/server/kernel/context.ts'
import { termsInForce } from '#/server/services/news/public.ts'

/** Returns the versions of the terms: those published in any language, otherwise the built-in one. */
export async function currentClauseVersions(ctx: Context): Promise<readonly string[]> {
  const publishedVersions = Object.values(await termsInForce(ctx))
  return publishedVersions.length > 0 ? publishedVersions : [clauseVersion]
}

/** Returns the version for the reader's language. */
export async function currentClauseVersion(ctx: Context): Promise<string> {
  return (await termsInForce(ctx))[ctx.language] ?? clauseVersion
}
