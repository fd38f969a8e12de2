/**
 * The only clock of the server. Business time may differ from real time in demos and tests. Sessions and rate limits
 * use real time.
 */
export interface Clock {
  /** Business time. */
  now(): Date
  /** The machine's time. */
  real(): Date
  /** Moves business time forward. */
  advance(milliseconds: number): void
  offset(): number
  /** Calls the listener whenever business time is advanced. */
  onAdvance(listener: () => void): void
}

/** Creates a clock that starts `offsetMs` ahead of real time, or behind if negative. */
export function startClock(offsetMs = 0, real: () => number = Date.now): Clock {
  let currentOffsetMs = offsetMs
  const listeners: (() => void)[] = []
  return {
    now: () => new Date(real() + currentOffsetMs),
    real: () => new Date(real()),
    advance: (milliseconds) => {
      currentOffsetMs += milliseconds
      for (const listener of listeners) listener()
    },
    offset: () => currentOffsetMs,
    onAdvance: (listener) => listeners.push(listener),
  }
}
