/** How far the server's (in demo mode virtual) clock is ahead of this machine's, in milliseconds. */
let aheadMs = 0

/** The server's present moment, in milliseconds since 1970. */
export function nowMs(): number {
  return Date.now() + aheadMs
}

/** Uses the server's clock as the current time. */
export function setServerNow(moment: string): void {
  const at = Date.parse(moment)
  if (Number.isFinite(at)) aheadMs = at - Date.now()
}

/** A random key, e.g. for `Idempotency-Key`. */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  // randomUUID exists in secure contexts only; a plain-http address on a company network is not one.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
