import { z } from 'zod'
import type { ChannelField, ChannelSettings } from '#/domain/payout-channel.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

// What somebody else's service is told once (address, keys, limits), kept as one sealed text. Which fields there are is said by its kind.

type Fields = Readonly<Record<string, ChannelField>>

const Kept = z.record(z.string(), z.string())

/** What is on file, secrets too; what the kind asks for since then has its initial value. Throws where the sealed text cannot be opened. */
export function openSettings(vault: Vault, fields: Fields, sealed: string): ChannelSettings {
  const kept = sealed === '' ? {} : Kept.parse(JSON.parse(vault.open('settings', sealed)))
  return Object.fromEntries(Object.entries(fields).map(([key, { initial }]) => [key, kept[key] ?? initial]))
}

/** What of settings may be shown and logged: secrets by name alone. */
export function openly(fields: Fields, settings: ChannelSettings): { settings: Record<string, string>; secrets: string[] } {
  const shown = Object.entries(settings).filter(([key]) => fields[key]?.isSecret === false)
  return { settings: Object.fromEntries(shown), secrets: Object.keys(settings).filter((key) => fields[key]?.isSecret === true && settings[key] !== '') }
}

/** What a change was, for the log: what may be shown of it before and after, and the names of the secrets that are new. */
export function loggedChange(fields: Fields, before: ChannelSettings, after: ChannelSettings) {
  const changed = Object.keys(after).filter((key) => after[key] !== before[key])
  const only = (of: ChannelSettings) => Object.fromEntries(Object.entries(openly(fields, of).settings).filter(([key]) => changed.includes(key)))
  return { before: only(before), after: only(after), secrets: changed.filter((key) => fields[key]?.isSecret === true) }
}
