import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a server. */
export interface TestProxy {
  readonly url: (target: string) => string
  /** Drops all data but leaves the connections open, like a cut cable. */
  stop(): void
  /** Breaks all connections and refuses new ones, as a restarting server does. */
  cut(): void
  /** Accepts and forwards new connections again. */
  resume(): void
  close(): void
}

/** Opens a TCP proxy in front of a server. */
export async function proxyTo(target: URL): Promise<TestProxy> {
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  const proxyServer = createServer((near) => {
    sockets.add(near)
    if (state === 'cut') return void near.resetAndDestroy()
    const farSocket = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, farSocket],
      [farSocket, near],
    ] as const) {
      sockets.add(from)
      let isSilent = state === 'silent'
      from.on('data', (bytes: Buffer) => {
        // Dropped data must not arrive later.
        isSilent ||= state === 'silent'
        if (!isSilent) to.write(bytes)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => proxyServer.listen(0, '127.0.0.1', resolve))
  const { port } = proxyServer.address() as AddressInfo
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    url: (of) => Object.assign(new URL(of), { hostname: '127.0.0.1', port: String(port) }).href,
    stop: () => {
      state = 'silent'
    },
    cut: () => {
      state = 'cut'
      dropConnections()
    },
    resume: () => {
      state = 'open'
    },
    close: () => {
      dropConnections()
      proxyServer.close()
    },
  }
}
