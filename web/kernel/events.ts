interface StreamEvent {
  readonly name: string
  readonly text: string
}

/**
 * Returns a parser for server-sent events that accepts chunks split anywhere. Ignores comments, which only keep the
 * connection alive.
 */
export function createEventReader(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = ''
  let name = ''
  let lines: string[] = []
  const processLine = (text: string) => {
    if (text === '') {
      if (name !== '' || lines.length > 0) onEvent({ name: name || 'message', text: lines.join('\n') })
      name = ''
      lines = []
    } else if (text.startsWith('event:')) name = text.slice(6).trim()
    else if (text.startsWith('data:')) lines.push(text.slice(5).replace(/^ /, ''))
  }
  return (piece) => {
    const parts = (rest + piece).split(/\r?\n/)
    rest = parts.pop() ?? ''
    for (const part of parts) processLine(part)
  }
}

const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 60_000

/**
 * Returns the delay before the next attempt, in milliseconds. The delay doubles with every failure and is random, so
 * that clients do not reconnect at once.
 */
export function reconnectDelayMs(failures: number, chance: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures) * (0.5 + chance / 2)
}

/** Longest silence of a stream in milliseconds, after which it is reopened. The server sends a heartbeat every 20 s. */
export const maxSilenceMs = 50_000
