import { authRefusals } from '#/api/access/auth.texts.ts'
import { recoveryRefusals } from '#/api/access/recovery.texts.ts'
import { trailReasons } from '#/api/desk/audit.texts.ts'
import { profileRefusals } from '#/api/desk/profile.texts.ts'
import type { ModuleName } from '#/api/modules.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { permissionNames } from '#/server/access/roles/public.ts'
import type { TrailRow } from '#/server/desk/audit/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { translate } from '#/server/kernel/request/translate.ts'

type RefusalTexts = Readonly<Record<string, Text>>

// The trail records a refusal only when it counted an attempt: at a password, code or ticket.
const moduleRefusals: Partial<Record<ModuleName, RefusalTexts>> = { profile: profileRefusals, recovery: recoveryRefusals }
const sharedRefusals: readonly RefusalTexts[] = [authRefusals, kernelRefusals]

const refusalKey = (outcome: string) => outcome.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function valuesOf(detail: unknown): Values {
  if (typeof detail !== 'object' || detail === null) return {}
  return Object.fromEntries(Object.entries(detail).filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1])))
}

/**
 * Returns the message of a recorded refusal in this language, or the outcome's key when its message or values are
 * missing.
 */
export function refusalMessage(action: string, outcome: string, language: Language, statedReason?: unknown): string {
  const module = action.split('.')[0] as ModuleName
  const name = refusalKey(outcome)
  const phrase = [moduleRefusals[module] ?? {}, ...sharedRefusals].find((phrases) => name in phrases)?.[name]
  if (phrase === undefined) return outcome
  try {
    return translate(phrase, language, valuesOf(statedReason))
  } catch {
    return outcome
  }
}

type OutcomeRow = Pick<TrailRow, 'action' | 'outcome' | 'detail'>

/** Returns the keys that a denied call lacked; empty for other outcomes. */
function missingKeys({ outcome, detail }: OutcomeRow): string[] {
  const { key } = valuesOf(detail.said)
  return outcome === 'denied' && typeof key === 'string' ? key.split(', ') : []
}

/**
 * Returns why each row ended as it did, in the reader's language; empty for completed actions. A missing right
 * appears by name and key.
 */
export async function loadReasons(ctx: Context, rows: readonly OutcomeRow[]): Promise<(row: OutcomeRow, language: Language) => string> {
  const nameOf = await permissionNames(ctx, [...new Set(rows.flatMap(missingKeys))])
  return (row, language) => {
    if (row.outcome === 'done') return ''
    if (row.outcome !== 'denied') return refusalMessage(row.action, row.outcome, language, row.detail.said)
    const missingNames = missingKeys(row).map((key) => {
      const name = translate(nameOf(key), language)
      return name === key ? key : translate(trailReasons.key, language, { name, key })
    })
    return missingNames.length === 0 ? '' : translate(trailReasons.lacks, language, { keys: missingNames.join(' / ') })
  }
}
