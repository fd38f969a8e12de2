import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ExternalService, GatewayKindName } from '#/domain/services/gateway.ts'
import { gatewayKinds } from '#/domain/services/gateway.ts'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Test helpers: runs the service simulator as a separate process and configures the platform for it.

export const simulatorKey = { app: 'simulator', secret: 'simulator-secret-0001' }
/** Allows a server under test to call a simulator on this machine. */
export const simulatorEnv = { OUTBOUND_INTERNAL: '127.0.0.1' }

/** Starts the simulator; tests set its behaviour and read the requests it received. */
export async function runSimulator() {
  const root = join(import.meta.dirname, '../../..')
  const env = { ...process.env, PORT: '0', SIMULATOR_APP: simulatorKey.app, SIMULATOR_SECRET: simulatorKey.secret }
  const child = spawn(process.execPath, ['tools/service-simulator/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  const address = /http:\/\/\S+/.exec(first.toString())?.[0] ?? ''
  const sendControl = async (what: string, body: object = {}): Promise<unknown> =>
    (await fetch(`${address}/control/${what}`, { method: 'POST', body: JSON.stringify(body) })).json()
  return {
    address,
    recipe: (path: string, behaviour: string, times = 1) => sendControl('recipe', { path, behaviour, times }),
    seen: async (path: string) =>
      ((await sendControl('seen')) as { path: string; body: Record<string, unknown> }[]).filter((each) => each.path === path).map((each) => each.body),
    report: (report: object, how: { as?: string; at?: number; url: string }) =>
      sendControl('report', { report, ...how }) as Promise<{ status: number; body: { error?: string; isRepeated?: boolean } }>,
    close: async () => {
      const processEnd = once(child, 'exit')
      child.kill('SIGTERM')
      await processEnd
    },
  }
}

/**
 * Sets up a service at this address as the platform's administrator, has another person approve it, and reloads the
 * settings in every part of the server.
 */
export async function setUpGateway(
  server: TestServer,
  service: ExternalService,
  address: string,
  more: Readonly<Record<string, string>> = {},
  who = 'platform',
): Promise<void> {
  const kind = (Object.keys(gatewayKinds) as GatewayKindName[]).find((name) => gatewayKinds[name].service === service) as GatewayKindName
  const state = await server.must(who, 'gateways.state', {})
  const version = state.services.find((each) => each.service === service)?.version ?? 0
  const settings = { address, ...simulatorKey, timeoutSeconds: '1', ...(service === 'sms' && { signName: '云创客' }), ...more }
  await proveAs(server, who)
  await server.must(who, 'gateways.set', { service, kind, version, isActive: true, settings, why: '测试设置' })
  await approveChanges(server)
  await server.running.kernel.gateways.refresh()
}
