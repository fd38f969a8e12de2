const codeOf = (error: unknown) => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '')

// Class 08: connection errors. 57P0: a server that stops, starts or ended the session. 53300: no free connection.
// 25006: the server became a standby.
const connectionErrorCodes = /^(08|57P0|53300$|25006$|ECONN|EPIPE$|ETIMEDOUT$|ENOTFOUND$|EHOSTUNREACH$|ENETUNREACH$|EAI_AGAIN$)/
// The driver's own errors have no code, so this matches their messages.
const connectionErrorMessages = /^(Connection terminated|Query read timeout|Client has encountered a connection error)/

/** Returns whether a driver's error means that the server is unreachable or currently refuses writes. */
export function isConnectionError(error: unknown): boolean {
  return connectionErrorCodes.test(codeOf(error)) || (error instanceof Error && connectionErrorMessages.test(error.message))
}

interface Log {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Restores an error that a library copied into a plain object, as the job queue does. */
function errorOf(value: unknown): unknown {
  const isCopy = typeof value === 'object' && value !== null && 'message' in value && !(value instanceof Error)
  return isCopy ? Object.assign(new Error(String(value.message)), value) : value
}

/** Logs an error. An unreachable or busy database is logged as a warning, because the work is repeated. */
export function logDatabaseError(log: Log, reported: unknown, fields: object, message: string): void {
  const error = errorOf(reported)
  const isRetriedLater = isConnectionError(error) || (error instanceof Error && ['DatabaseLost', 'DatabaseBusy'].includes(error.name))
  log[isRetriedLater ? 'warn' : 'error']({ ...fields, error: String(error) }, message)
}

/** The database is unreachable or currently refuses writes. The caller should answer 503 with Retry-After. */
export class DatabaseLost extends Error {
  readonly retryAfterSeconds = 2
  /** Whether the connection broke during a commit, which may have succeeded. */
  readonly isCommitUnknown: boolean

  constructor(cause: unknown, isCommitUnknown: boolean) {
    super(`the database was lost: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.name = 'DatabaseLost'
    this.isCommitUnknown = isCommitUnknown
  }
}
