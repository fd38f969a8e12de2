/** The only clock of the server. Business time may run ahead of the machine (demo mode and tests); sessions and limits use real time. */
export interface Clock {
  /** Business time. */
  now(): Date
  /** The machine's time. */
  real(): Date
  /** Moves business time forward. */
  advance(milliseconds: number): void
  offset(): number
  /** Calls this whenever business time was moved. */
  onAdvance(listener: () => void): void
}

/** A clock that starts this far ahead of the machine. */
export function startClock(offsetMs = 0, real: () => number = Date.now): Clock {
  let ahead = offsetMs
  const listeners: (() => void)[] = []
  return {
    now: () => new Date(real() + ahead),
    real: () => new Date(real()),
    advance: (milliseconds) => {
      ahead += milliseconds
      for (const listener of listeners) listener()
    },
    offset: () => ahead,
    onAdvance: (listener) => listeners.push(listener),
  }
}
