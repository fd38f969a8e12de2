import { type ExternalService, type GatewayKindName, sandboxVerifier } from '#/domain/services/gateway.ts'
import { type GatewayCall, pingGateway } from '#/server/desk/gateways/adapters.ts'
import { createVerifiers } from '#/server/desk/gateways/requests.ts'
import { type GatewaySettings, isGatewayKind, openSettings } from '#/server/desk/gateways/settings.ts'
import * as store from '#/server/desk/gateways/store.ts'
import { createTextMessages } from '#/server/desk/gateways/texting.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Gateways } from '#/server/kernel/external/gateways.ts'
import { callSigned, faultMessage } from '#/server/kernel/external/signed-call.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import type { Clock } from '#/server/lib/clock.ts'
import { logDatabaseError } from '#/server/lib/database/connection-errors.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

/** A configured service. */
export interface GatewayConnection {
  readonly kind: GatewayKindName
  readonly settings: GatewaySettings
  readonly call: GatewayCall
}

/** The server services that questions and text messages use: settings, database, clock and log. */
export interface GatewayRuntime {
  readonly isDemo: boolean
  readonly now: () => Date
  readonly vault: Vault
  readonly log: Context['log']
  readonly connectionOf: (service: ExternalService) => GatewayConnection | null
  /** Runs a short separate transaction. */
  readonly write: <T>(work: (db: Db) => Promise<T>) => Promise<T>
}

interface GatewayContext {
  readonly settings: Settings
  readonly database: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Context['log']
}

// Change notices can be lost, and behind a connection pooler none arrive.
const reloadMs = 30_000

/** Opens the configured gateways. Reloads their settings at each change notice, and at regular intervals. */
export async function openGateways({ settings, database, vault, clock, log }: GatewayContext): Promise<Gateways> {
  const isDemo = settings.mode === 'demo'
  let connections = new Map<string, GatewayConnection>()
  const open = ({ kind, settings_sealed: sealed }: store.GatewayRow): GatewayConnection | null => {
    if (!isGatewayKind(kind)) return null
    const gatewaySettings = openSettings(vault, kind, sealed)
    const { address = '', app = '', secret = '' } = gatewaySettings
    const endpoint = { address, app, secret, timeoutMs: Number(gatewaySettings.timeoutSeconds) * 1000, own: settings.ownNetworks }
    // Requests are signed with the real time, because providers do not know the demo's clock.
    return { kind, settings: gatewaySettings, call: (path, input) => callSigned(endpoint, path, input, clock.real()) }
  }
  const refresh = async () => {
    const newConnections = new Map<string, GatewayConnection>()
    for (const row of await asOwner(database, (trx) => store.gateways(trx))) {
      const gateway = row.is_active ? open(row) : null
      if (gateway) newConnections.set(row.service, gateway)
      else if (row.is_active) log.error({ service: row.service, kind: row.kind }, 'a gateway is of a kind that this version does not know')
    }
    connections = newConnections
  }
  await refresh()
  const reload = () => void refresh().catch((error: unknown) => logDatabaseError(log, error, {}, 'the settings of gateways could not be read'))
  const unsubscribe = await database.listen('gateways', reload, reload)
  const timer = setInterval(reload, reloadMs).unref()
  const runtime: GatewayRuntime = {
    isDemo,
    now: clock.now,
    vault,
    log,
    connectionOf: (service) => connections.get(service) ?? null,
    write: (work) => asOwner(database, work),
  }
  return {
    source: (service) => connections.get(service)?.kind ?? (isDemo ? sandboxVerifier : null),
    refresh,
    ...createVerifiers(runtime),
    ...createTextMessages(runtime, clock.real),
    async test(service) {
      await refresh()
      const gateway = connections.get(service)
      if (!gateway) return 'notSetUp'
      return pingGateway(gateway.call, service).then(
        () => '',
        (error: unknown) => faultMessage(error),
      )
    },
    stop: async () => {
      clearInterval(timer)
      await unsubscribe()
    },
  }
}
