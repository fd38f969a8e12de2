/** The server's clock minus this machine's clock, in milliseconds. The server's clock is virtual in demo mode. */
let serverOffsetMs = 0

/** Returns the server's current time, in milliseconds since 1970. */
export function nowMs(): number {
  return Date.now() + serverOffsetMs
}

/** Returns today's day in Shanghai by the server's clock, yyyy-MM-dd. */
export function today(): string {
  return new Date(nowMs() + 8 * 3_600_000).toISOString().slice(0, 10)
}

/**
 * Returns this machine's time, in milliseconds since 1970, for durations that the demo's virtual clock must not change.
 */
export function deviceMs(): number {
  return Date.now()
}

/** Converts a time of this machine's clock, in milliseconds since 1970, to the server's clock. */
export function serverMs(browserMs: number): number {
  return browserMs + serverOffsetMs
}

/** Sets the current time to the server's clock. Ignores an invalid timestamp. */
export function setServerNow(moment: string): void {
  const timestampMs = Date.parse(moment)
  if (Number.isFinite(timestampMs)) serverOffsetMs = timestampMs - Date.now()
}

/** Returns a random key, e.g. for `Idempotency-Key`. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  // randomUUID needs a secure context, which plain http on a company network is not.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
