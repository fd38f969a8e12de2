import type { Text } from '#/domain/base/text.ts'

/** A setting of an external service (payout channel, e-invoice channel, gateway): its address, number or key. */
export interface ChannelField {
  readonly name: Text
  /** Secrets are write-only: the interface shows only whether one is stored. */
  readonly isSecret: boolean
  /** The default value; empty when the user must enter a value. */
  readonly initial: string
  readonly pattern: RegExp
  /** The required format, as shown to the user. */
  readonly rule: Text
  readonly isOptional?: boolean
  /** Whether the form shows a field of several lines, as for keys. */
  readonly isLong?: boolean
  /** Whether the setting is a URL that this server will call. Saving checks the URL against internal networks. */
  readonly isAddress?: boolean
  /**
   * Whether the setting identifies the provider or our account there. A different provider or account does not know
   * earlier orders.
   */
  readonly isProvider?: boolean
  readonly choices?: Readonly<Record<string, Text>>
}

export type ChannelSettings = Readonly<Record<string, string>>

/** The settings of a kind of service, and the rule that combines them. */
export interface SettingRules {
  readonly fields: Readonly<Record<string, ChannelField>>
  /** Returns the key of a setting that conflicts with the others, or null. */
  readonly faultOf?: (settings: ChannelSettings) => string | null
}

/** The settings after a change, or the field that makes the change invalid. */
export type SettingsChangeResult =
  | { readonly settings: ChannelSettings; readonly fault: null }
  | { readonly settings: null; readonly fault: { readonly key: string; readonly problem: 'unknown' | 'missing' | 'form' } }

/**
 * Applies a change to the settings of a service and validates the result. Fields missing from the change keep their
 * value. An empty text restores the default.
 */
export function applySettingsChange({ fields, faultOf }: SettingRules, before: ChannelSettings, change: ChannelSettings): SettingsChangeResult {
  const refusalOf = (key: string, problem: 'unknown' | 'missing' | 'form') => ({ settings: null, fault: { key, problem } }) as const
  const unknownKey = Object.keys(change).find((key) => !Object.hasOwn(fields, key))
  if (unknownKey !== undefined) return refusalOf(unknownKey, 'unknown')
  const newSettings: Record<string, string> = {}
  for (const [key, { initial, pattern, isOptional }] of Object.entries(fields)) {
    const value = (change[key] ?? before[key] ?? '').trim() || initial
    if (value === '' && !isOptional) return refusalOf(key, 'missing')
    if (value !== '' && !pattern.test(value)) return refusalOf(key, 'form')
    newSettings[key] = value
  }
  const conflictingKey = faultOf?.(newSettings) ?? null
  if (conflictingKey !== null) return refusalOf(conflictingKey, newSettings[conflictingKey] === '' ? 'missing' : 'form')
  return { settings: newSettings, fault: null }
}
