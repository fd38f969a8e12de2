import { invariants } from '#/server/app/invariants.ts'
import { allChecks, trailChecks } from '#/server/desk/integrity/public.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'

/** Runs the checks of the books, prints each result, and returns the name of the first failed check. */
export async function firstFailedCheck(database: Database, { secretKeys }: Settings, which: 'all' | 'trail' = 'all'): Promise<string | null> {
  let first: string | null = null
  const signer = signerWith(secretKeys)
  for (const { name, title, broken } of which === 'all' ? allChecks({ invariants, signer }) : trailChecks(signer)) {
    const offenders = await broken(database.kysely, null, new Date())
    const isUnbroken = offenders.length === 0
    process.stdout.write(isUnbroken ? `${name} ok — ${title}\n` : `${name} BROKEN — ${title}\n  ${offenders.join('\n  ')}\n`)
    if (!isUnbroken) first ??= name
  }
  return first
}
