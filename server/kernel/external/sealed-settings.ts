import { z } from 'zod'
import type { ChannelField, ChannelSettings } from '#/domain/base/connection-settings.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

// Settings of an external service (address, keys, limits), stored as one sealed text. The kind of service defines the
// fields.

type ChannelFields = Readonly<Record<string, ChannelField>>

const StoredSettings = z.record(z.string(), z.string())

/**
 * Returns the stored settings including secrets. Fields added later get their initial value. Throws when the text
 * cannot be opened.
 */
export function openSealedSettings(vault: Vault, fields: ChannelFields, sealed: string): ChannelSettings {
  const storedSettings = sealed === '' ? {} : StoredSettings.parse(JSON.parse(vault.open('settings', sealed)))
  return Object.fromEntries(Object.entries(fields).map(([key, { initial }]) => [key, storedSettings[key] ?? initial]))
}

/** Returns the settings that may be shown and logged, and the names of the secrets. */
export function visibleSettings(fields: ChannelFields, settings: ChannelSettings): { settings: Record<string, string>; secrets: string[] } {
  const visibleFields = Object.entries(settings).filter(([key]) => fields[key]?.isSecret === false)
  return { settings: Object.fromEntries(visibleFields), secrets: Object.keys(settings).filter((key) => fields[key]?.isSecret === true && settings[key] !== '') }
}

/** Returns a change for the log: visible fields before and after, and the names of changed secrets. */
export function loggedChange(fields: ChannelFields, before: ChannelSettings, after: ChannelSettings) {
  const changedKeys = Object.keys(after).filter((key) => after[key] !== before[key])
  const changedValues = (of: ChannelSettings) =>
    Object.fromEntries(Object.entries(visibleSettings(fields, of).settings).filter(([key]) => changedKeys.includes(key)))
  return { before: changedValues(before), after: changedValues(after), secrets: changedKeys.filter((key) => fields[key]?.isSecret === true) }
}
