import type { Writable } from 'node:stream'
import { connect, type TLSSocket } from 'node:tls'

/** A server that collects log lines over TLS. */
export interface LogCollector {
  readonly host: string
  readonly port: number
  /** Certificate authorities to trust, in PEM; null means those that Node trusts. */
  readonly authorities: string | null
}

interface ShippingOptions extends LogCollector {
  /** Maximum number of lines held in memory while the collector is unreachable. The oldest are dropped first. */
  readonly maxLines?: number
  readonly retryMs?: number
}

/** A copy of the log that is sent to another machine. */
export interface LogShipping extends Pick<Writable, 'write'> {
  /** Closes the connection once the waiting lines are sent, or after `withinMs`. */
  close(withinMs: number): Promise<void>
}

/**
 * Sends each line to a collector, for example Vector, Fluent Bit or Logstash with a TCP input. Never delays the
 * program: lines wait in memory while the collector is unreachable, and a log line reports how many were dropped.
 */
export function shipLog({ host, port, authorities, maxLines = 10_000, retryMs = 5000 }: ShippingOptions): LogShipping {
  let waitingLines: string[] = []
  let droppedLines = 0
  let socket: TLSSocket | null = null
  let isOpen = false
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  const flush = () => {
    if (!socket || !isOpen || socket.writableNeedDrain) return
    const lines =
      droppedLines > 0 ? [`${JSON.stringify({ level: 40, lostLines: droppedLines, msg: 'the log collector was away' })}\n`, ...waitingLines] : waitingLines
    waitingLines = []
    droppedLines = 0
    if (lines.length > 0) socket.write(lines.join(''))
  }
  const openConnection = () => {
    const connection = connect({ host, port, servername: host, ...(authorities !== null && { ca: authorities }) })
    socket = connection
    connection.setKeepAlive(true)
    connection.on('secureConnect', () => {
      isOpen = true
      flush()
    })
    connection.on('drain', flush)
    connection.on('error', () => connection.destroy())
    connection.on('close', () => {
      isOpen = false
      if (!isClosed) retry = setTimeout(openConnection, retryMs).unref()
    })
    connection.unref()
  }
  openConnection()
  return {
    write(line: string) {
      waitingLines.push(line)
      if (waitingLines.length > maxLines) droppedLines += waitingLines.splice(0, waitingLines.length - maxLines).length
      flush()
      return true
    },
    async close(withinMs) {
      isClosed = true
      clearTimeout(retry)
      const currentSocket = socket
      if (!currentSocket || currentSocket.destroyed) return
      if (!isOpen) return void currentSocket.destroy()
      flush()
      const closeTimer = setTimeout(() => currentSocket.destroy(), withinMs)
      await new Promise<void>((resolve) => {
        currentSocket.once('close', () => resolve())
        currentSocket.end()
      })
      clearTimeout(closeTimer)
    },
  }
}
