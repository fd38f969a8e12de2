import type { ChannelSettings } from '#/domain/base/connection-settings.ts'
import { type EinvoiceKindName, einvoiceKinds, isEinvoiceKind } from '#/domain/taxation/einvoice.ts'
import { openSealedSettings } from '#/server/kernel/external/sealed-settings.ts'
import { callSigned } from '#/server/kernel/external/signed-call.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'
import type { EinvoiceChannel } from '#/server/taxation/einvoices/channel.ts'
import { openHttp } from '#/server/taxation/einvoices/channel-http.ts'
import { openSandbox } from '#/server/taxation/einvoices/channel-sandbox.ts'

/** Makes a signed call to a path of the channel. Throws if no credible answer arrives. */
export type EinvoiceCall = (path: string, input: object) => Promise<unknown>

/** Opens a channel of one kind; `day` is the business day. */
export type OpenEinvoice = (settings: ChannelSettings, here: { readonly call: EinvoiceCall; readonly day: string }) => EinvoiceChannel

const openerByKind: Readonly<Record<Exclude<EinvoiceKindName, 'manual'>, OpenEinvoice>> = { http: openHttp, sandbox: openSandbox }

/** A channel's row in the database. */
export interface StoredChannel {
  readonly centre_id: number
  readonly kind: string
  readonly settings_sealed: string
}

interface ChannelEnvironment {
  readonly vault: Vault
  readonly isDemo: boolean
  readonly ownNetworks: readonly string[]
  /** The machine's real time, because external systems ignore a moved demo clock. */
  readonly real: () => Date
  readonly day: string
  /** Called with the digests of request and answer. */
  readonly onExchange: (requested: string, answered: string) => void
}

const maxFilesBytes = 32 * 1024 * 1024

/** Opens a channel. Throws for manual issuing, for a kind of a later version, and for a sandbox outside the demo. */
export function openEinvoice({ vault, isDemo, ownNetworks, real, day, onExchange }: ChannelEnvironment, ref: StoredChannel): EinvoiceChannel {
  const { kind } = ref
  if (!isEinvoiceKind(kind)) throw new Error(`centre ${ref.centre_id} issues in a way that this version does not know: ${kind}`)
  const { isSandbox, fields } = einvoiceKinds[kind]
  if (isSandbox && !isDemo) throw new Error(`centre ${ref.centre_id} issues in a sandbox, and this is not a demo`)
  const openKind = (openerByKind as Readonly<Record<string, OpenEinvoice>>)[kind]
  if (!openKind) throw new Error(`people of centre ${ref.centre_id} issue by hand`)
  const settings = openSealedSettings(vault, fields, ref.settings_sealed)
  const { address = '', app = '', secret = '', timeoutSeconds = '15' } = settings
  const endpoint = {
    address,
    app,
    secret,
    timeoutMs: Number(timeoutSeconds) * 1000,
    own: ownNetworks,
    maxBytes: maxFilesBytes,
    onExchange,
  }
  return openKind(settings, { call: (path, input) => callSigned(endpoint, path, input, real()), day })
}
