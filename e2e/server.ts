import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { base } from '#/e2e/people.ts'

/** Starts a server with its own copy of the demo at this worker's address. Returns a function that stops it. */
export async function startServer(): Promise<() => Promise<void>> {
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  if (await isReady()) throw new Error(`another server runs at ${base}`)
  const { port, hostname } = new URL(base)
  const child = fork(join(import.meta.dirname, 'serve.ts'), [process.env.E2E_DATA ?? ''], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, PORT: port, HOST: hostname, MODE: 'demo', OUTBOUND_INTERNAL: '127.0.0.0/8' },
  })
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    await pause(100)
  }
  return async () => {
    child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}
