import { inputDigest } from '#/server/kernel/request/input-digest.ts'

/** Thrown to roll back a transaction that needs slow work first. The transaction restarts with the result. */
class TransactionPause extends Error {
  constructor(what: string) {
    super(`${what} has to be done outside of the transaction first`)
    this.name = 'Pause'
  }
}

/**
 * Runs slow work that needs no database, such as a password hash, the file store or a verifier. The first call rolls
 * back the transaction, runs the work and restarts the operation. All checks then run again, and this call returns the
 * result or throws the error. `of` must cover all that the result depends on, because a different `of` means different
 * work. `read` queries the database once and passes the result to `work`.
 */
export type ExternalCall = <T, R = undefined>(what: string, of: unknown, work: (read: R) => Promise<T>, read?: () => Promise<R>) => Promise<T>

/** Runs work directly inside the transaction, for times when no other user exists (`isAlone` of the transaction). */
export const callDirectly: ExternalCall = async <T, R>(_what: string, _of: unknown, work: (read: R) => Promise<T>, read?: () => Promise<R>) =>
  work((await read?.()) as R)

type CallResult = { readonly value: unknown } | { readonly error: unknown }

// Each restart adds one result. Without this limit, an operation that requests different work every time would never
// end.
const maxRounds = 200

/** Slow work of one operation: finished results and pending requests. */
class CallRounds {
  readonly #done = new Map<string, CallResult>()
  readonly #asked = new Map<string, () => Promise<unknown>>()

  readonly outside: ExternalCall = async <T, R>(what: string, of: unknown, work: (read: R) => Promise<T>, read?: () => Promise<R>): Promise<T> => {
    const key = `${what} ${inputDigest(of).toString('base64')}`
    const result = this.#done.get(key)
    if (!result) {
      const readResult = (await read?.()) as R
      this.#asked.set(key, () => work(readResult))
      throw new TransactionPause(what)
    }
    if ('error' in result) throw result.error
    return result.value as T
  }

  get isPaused(): boolean {
    return this.#asked.size > 0
  }

  /**
   * Runs the body of the transaction. Rethrows a pause that the body caught, so that nothing is committed without the
   * result.
   */
  async attempt<T>(work: (outside: ExternalCall) => Promise<T>): Promise<T> {
    this.#asked.clear()
    try {
      const result = await work(this.outside)
      if (this.isPaused) throw new TransactionPause([...this.#asked.keys()].join())
      return result
    } catch (error) {
      throw this.isPaused && !(error instanceof TransactionPause) ? new TransactionPause(String(error)) : error
    }
  }

  async work(): Promise<void> {
    const requestedCalls = [...this.#asked]
    this.#asked.clear()
    for (const [key, work] of requestedCalls) {
      const result = await work().then(
        (value): CallResult => ({ value }),
        (error: unknown): CallResult => ({ error }),
      )
      this.#done.set(key, result)
    }
  }
}

/** Runs the body of a transaction once for each start. */
export type ExternalCallAttempt = <T>(work: (outside: ExternalCall) => Promise<T>) => Promise<T>

/**
 * Runs a transaction that may request slow work. `transact` opens a transaction and passes its body to `attempt`. The
 * transaction restarts for each request, none is open during the work, and it commits once.
 */
export async function withExternalCalls<T>(transact: (attempt: ExternalCallAttempt) => Promise<T>): Promise<T> {
  const rounds = new CallRounds()
  for (let round = 1; round <= maxRounds; round++) {
    try {
      return await transact((work) => rounds.attempt(work))
    } catch (error) {
      if (!(error instanceof TransactionPause)) throw error
    }
    await rounds.work()
  }
  throw new Error('an operation asks for other slow work each time it begins: `of` must name what the work depends on')
}
