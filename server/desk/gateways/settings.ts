import { type GatewayKind, type GatewayKindName, gatewayKinds } from '#/domain/gateway.ts'
import * as sealed from '#/server/kernel/sealed-settings.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** What a gateway is told, by the keys of its kind's fields. */
export type GatewaySettings = Readonly<Record<string, string>>

export const fieldsOf = (kind: GatewayKindName): GatewayKind['fields'] => gatewayKinds[kind].fields

/** A kind that this version knows. */
export function isKind(kind: string): kind is GatewayKindName {
  return Object.hasOwn(gatewayKinds, kind)
}

/** What a gateway was told, secrets too. */
export function openSettings(vault: Vault, kind: GatewayKindName, text: string): GatewaySettings {
  return sealed.openSettings(vault, fieldsOf(kind), text)
}

/** What of settings may be shown and logged. */
export function openly(kind: GatewayKindName, settings: GatewaySettings) {
  return sealed.openly(fieldsOf(kind), settings)
}
