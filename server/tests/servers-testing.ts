import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The server program, running as a process. */
export interface ServerProcess {
  readonly base: string
  readonly isReady: () => Promise<boolean>
  /** Asks the process to stop and waits until it has ended. */
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
}

/** Starts the program in a folder (by default this repository) on a local port and waits until it is ready. */
export async function startServer(port: number, env: NodeJS.ProcessEnv, root = join(import.meta.dirname, '../..')): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: env.LOG_LEVEL ?? 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const base = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const processEnd = once(child, 'exit')
    child.kill(signal)
    await processEnd
  }
  for (let tries = 0; !(await isReady()); tries++) {
    if (tries === 3000 || child.exitCode !== null) {
      await end('SIGKILL')
      throw new Error(`the server on port ${port} did not start`)
    }
    await sleep(100)
  }
  return { base, isReady, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Sends requests in turn to the servers that recently reported that they are ready, as a load balancer does. */
export function loadBalancer(servers: () => readonly ServerProcess[], everyMs = 200) {
  let readyServers = servers()
  let checkCount = 0
  let isOver = false
  const checks = (async () => {
    while (!isOver) {
      const now = servers()
      const answers = await Promise.all(now.map((server) => server.isReady()))
      readyServers = now.filter((_, at) => answers[at])
      await sleep(everyMs)
    }
  })()
  return {
    route: () => readyServers[checkCount++ % readyServers.length]?.base ?? '',
    close: async () => {
      isOver = true
      await checks
    },
  }
}
