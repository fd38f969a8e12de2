/** Time limits of the database, in milliseconds. */
export interface Limits {
  readonly statementMs: number
  /** A pause within a transaction. */
  readonly idleMs: number
  /** How much longer than its limit a statement waits for the server, which cancels it; then the server is gone. */
  readonly silentMs: number
  /** Opening a connection, and the wait for a free one; then the caller is probably gone. */
  readonly connectMs: number
  /** The interval at which a listener asks the server for a sign of life. */
  readonly beatMs: number
}

export const usualLimits: Limits = { statementMs: 30_000, idleMs: 60_000, silentMs: 5000, connectMs: 10_000, beatMs: 15_000 }
