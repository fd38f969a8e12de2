/** Time limits of the database, in milliseconds. */
export interface DatabaseLimits {
  readonly statementMs: number
  /** Maximum pause within a transaction. */
  readonly idleMs: number
  /**
   * Additional wait beyond a statement's limit. The server should have cancelled the statement by then, so it is
   * presumed unreachable.
   */
  readonly silentMs: number
  /** Maximum time to open a connection, and to wait for a free one. After that the caller has probably given up. */
  readonly connectMs: number
  /** Interval at which a listener checks that the server still responds. */
  readonly beatMs: number
}

export const defaultDatabaseLimits: DatabaseLimits = { statementMs: 30_000, idleMs: 60_000, silentMs: 5000, connectMs: 10_000, beatMs: 15_000 }
