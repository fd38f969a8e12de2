import type { Text } from '#/domain/base/text.ts'

/** A setting of an external service (payout channel, e-invoice channel, gateway): its address, number or key. */
export interface ChannelField {
  readonly name: Text
  /** Secrets are write-only: the interface shows only whether one is stored. */
  readonly isSecret: boolean
  /** The default value; empty where the user has to enter one. */
  readonly initial: string
  readonly pattern: RegExp
  /** The expected format, as shown to the user. */
  readonly rule: Text
  readonly isOptional?: boolean
  /** Shown as a multi-line field, for keys. */
  readonly isLong?: boolean
  /** A URL that this server will call; it is checked against internal networks before it is saved. */
  readonly isAddress?: boolean
  /** The setting names the provider, or our account there. Another provider or account does not know earlier orders. */
  readonly isProvider?: boolean
  readonly choices?: Readonly<Record<string, Text>>
}

export type ChannelSettings = Readonly<Record<string, string>>

/** The settings that a kind of service has, and the rule between them. */
export interface SettingRules {
  readonly fields: Readonly<Record<string, ChannelField>>
  /** Returns the key of a setting that conflicts with the others, or null. */
  readonly faultOf?: (settings: ChannelSettings) => string | null
}

/** The settings after a change, or the field that makes the change invalid. */
export type ChangedSettings =
  | { readonly settings: ChannelSettings; readonly fault: null }
  | { readonly settings: null; readonly fault: { readonly key: string; readonly problem: 'unknown' | 'missing' | 'form' } }

/**
 * Applies a change to the settings of a service and validates the result. A field missing from the change keeps its
 * value; an empty text resets it to its default.
 */
export function changedSettings({ fields, faultOf }: SettingRules, before: ChannelSettings, change: ChannelSettings): ChangedSettings {
  const refused = (key: string, problem: 'unknown' | 'missing' | 'form') => ({ settings: null, fault: { key, problem } }) as const
  const unknown = Object.keys(change).find((key) => !Object.hasOwn(fields, key))
  if (unknown !== undefined) return refused(unknown, 'unknown')
  const after: Record<string, string> = {}
  for (const [key, { initial, pattern, isOptional }] of Object.entries(fields)) {
    const value = (change[key] ?? before[key] ?? '').trim() || initial
    if (value === '' && !isOptional) return refused(key, 'missing')
    if (value !== '' && !pattern.test(value)) return refused(key, 'form')
    after[key] = value
  }
  const unfit = faultOf?.(after) ?? null
  if (unfit !== null) return refused(unfit, after[unfit] === '' ? 'missing' : 'form')
  return { settings: after, fault: null }
}
