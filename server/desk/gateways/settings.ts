import { z } from 'zod'
import { type GatewayKind, type GatewayKindName, gatewayKinds } from '#/domain/gateway.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** What a gateway is told, by the keys of its kind's fields. */
export type GatewaySettings = Readonly<Record<string, string>>

const Kept = z.record(z.string(), z.string())

export const fieldsOf = (kind: GatewayKindName): GatewayKind['fields'] => gatewayKinds[kind].fields

/** A kind that this version knows. */
export function isKind(kind: string): kind is GatewayKindName {
  return Object.hasOwn(gatewayKinds, kind)
}

/** What a gateway was told, secrets too; what its kind asks for since then has its initial value. */
export function openSettings(vault: Vault, kind: GatewayKindName, sealed: string): GatewaySettings {
  const kept = sealed === '' ? {} : Kept.parse(JSON.parse(vault.open('settings', sealed)))
  return Object.fromEntries(Object.entries(fieldsOf(kind)).map(([key, { initial }]) => [key, kept[key] ?? initial]))
}

/** What of settings may be shown and logged: secrets by name alone. */
export function openly(kind: GatewayKindName, settings: GatewaySettings): { settings: Record<string, string>; secrets: string[] } {
  const fields = fieldsOf(kind)
  const shown = Object.entries(settings).filter(([key]) => fields[key]?.isSecret === false)
  return { settings: Object.fromEntries(shown), secrets: Object.keys(settings).filter((key) => fields[key]?.isSecret === true && settings[key] !== '') }
}
