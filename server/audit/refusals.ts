import { authRefusals } from '#/api/auth.texts.ts'
import type { ModuleName } from '#/api/modules.ts'
import { profileRefusals } from '#/api/profile.texts.ts'
import { recoveryRefusals } from '#/api/recovery.texts.ts'
import type { Language, Text } from '#/domain/text.ts'
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
