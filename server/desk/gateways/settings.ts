import { type GatewayKind, type GatewayKindName, gatewayKinds } from '#/domain/services/gateway.ts'
import * as sealed from '#/server/kernel/external/sealed-settings.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** A gateway's settings by field key of its kind. */
export type GatewaySettings = Readonly<Record<string, string>>

export const settingFieldsOf = (kind: GatewayKindName): GatewayKind['fields'] => gatewayKinds[kind].fields

/** Returns whether this version of the program supports the kind. */
export function isGatewayKind(kind: string): kind is GatewayKindName {
  return Object.hasOwn(gatewayKinds, kind)
}

/** Returns a gateway's settings including secrets. */
export function openSettings(vault: Vault, kind: GatewayKindName, text: string): GatewaySettings {
  return sealed.openSealedSettings(vault, settingFieldsOf(kind), text)
}

/** Returns the settings that may be shown and logged. */
export function visibleSettings(kind: GatewayKindName, settings: GatewaySettings) {
  return sealed.visibleSettings(settingFieldsOf(kind), settings)
}
