/** One event of a stream of server-sent events. */
interface StreamEvent {
  readonly name: string
  readonly text: string
}

/** Reads server-sent events piece by piece, wherever the pieces were cut; comments are signs of life without an event. */
export function readEvents(onEvent: (event: StreamEvent) => void): (piece: string) => void {
  let rest = ''
  let name = ''
  let lines: string[] = []
  const line = (text: string) => {
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
    for (const part of parts) line(part)
  }
}

const FIRST_MS = 1000
const MOST_MS = 60_000

/** How long to wait before the next try: longer with every failure, and by chance so that a crowd does not return at once. */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(MOST_MS, FIRST_MS * 2 ** failures) * (0.5 + chance / 2)
}
