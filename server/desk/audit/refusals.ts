import { authRefusals } from '#/api/access/auth.texts.ts'
import { recoveryRefusals } from '#/api/access/recovery.texts.ts'
import { trailReasons } from '#/api/desk/audit.texts.ts'
import { profileRefusals } from '#/api/desk/profile.texts.ts'
import type { ModuleName } from '#/api/modules.ts'
import type { Language, Text } from '#/domain/text.ts'
import { permissionNames } from '#/server/access/roles/public.ts'
import type { TrailRow } from '#/server/desk/audit/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

type Phrases = Readonly<Record<string, Text>>

// A refusal is in the log only when something it counted had to stay: passwords, codes and tickets, wherever they are asked for.
const own: Partial<Record<ModuleName, Phrases>> = { profile: profileRefusals, recovery: recoveryRefusals }
const everywhere: readonly Phrases[] = [authRefusals, kernelRefusals]

const phraseName = (outcome: string) => outcome.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function valuesOf(detail: unknown): Values {
  if (typeof detail !== 'object' || detail === null) return {}
  return Object.fromEntries(Object.entries(detail).filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1])))
}

/** What the person was told when the log says `outcome`, in another language if need be; the outcome itself where the words or what fills them are lost. */
export function refusalWords(action: string, outcome: string, language: Language, said?: unknown): string {
  const module = action.split('.')[0] as ModuleName
  const name = phraseName(outcome)
  const phrase = [own[module] ?? {}, ...everywhere].find((phrases) => name in phrases)?.[name]
  if (phrase === undefined) return outcome
  try {
    return say(phrase, language, valuesOf(said))
  } catch {
    return outcome
  }
}

type Outcome = Pick<TrailRow, 'action' | 'outcome' | 'detail'>

/** The keys of which each would have opened what was denied; none where something else stood in the way. */
function lackedBy({ outcome, detail }: Outcome): string[] {
  const { key } = valuesOf(detail.said)
  return outcome === 'denied' && typeof key === 'string' ? key.split(', ') : []
}

/** Why each of these rows ended as it did, in the reader's language; empty for what was done. A right that was missing is told by its name and its key. */
export async function reasonsOf(ctx: Context, rows: readonly Outcome[]): Promise<(row: Outcome, language: Language) => string> {
  const nameOf = await permissionNames(ctx, [...new Set(rows.flatMap(lackedBy))])
  return (row, language) => {
    if (row.outcome === 'done') return ''
    if (row.outcome !== 'denied') return refusalWords(row.action, row.outcome, language, row.detail.said)
    const named = lackedBy(row).map((key) => {
      const name = say(nameOf(key), language)
      return name === key ? key : say(trailReasons.key, language, { name, key })
    })
    return named.length === 0 ? '' : say(trailReasons.lacks, language, { keys: named.join(' / ') })
  }
}
