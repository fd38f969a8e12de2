import type { ChannelField } from '#/domain/base/connection-settings.ts'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import { einvoiceKinds } from '#/domain/taxation/einvoice.ts'

interface ProviderKind {
  readonly fields: Readonly<Record<string, ChannelField>>
}

const providerSettings: ReadonlySet<string> = new Set(
  [channelKinds, einvoiceKinds]
    .flatMap((kinds) => Object.values<ProviderKind>(kinds))
    .flatMap(({ fields }) => Object.entries(fields).flatMap(([key, { isProvider }]) => (isProvider ? [`settings.${key}`] : []))),
)

/**
 * Returns whether a change switches to another provider, or to another account at the same one. The new provider does
 * not know earlier orders.
 */
export function changesProvider(differences: readonly { readonly field: string }[]): boolean {
  return differences.some(({ field }) => field === 'kind' || providerSettings.has(field))
}
