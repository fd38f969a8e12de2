import { inputDigest } from '#/server/kernel/input-digest.ts'

/** Ends a transaction that needs slow work done first: it is rolled back, and begins anew with the result at hand. */
class Pause extends Error {
  constructor(what: string) {
    super(`${what} has to be done outside of the transaction first`)
    this.name = 'Pause'
  }
}

/**
 * Slow work that needs no database (a password's hash, the file store, a picture, a workbook, a verifier), asked for in the middle of a transaction. `of` is all
 * that its result depends on. The first time the transaction ends here and is rolled back, the work is done with none open, and the operation begins anew: all
 * that was checked is checked again, and at this place it gets the result, or the error. Another `of` than before is other work, and is done anew. What `read`
 * finds in the database is handed to the work; it is read once.
 */
export type Outside = <T, R = undefined>(what: string, of: unknown, work: (read: R) => Promise<T>, read?: () => Promise<R>) => Promise<T>

/** For work while no other user exists (`isAlone` of the transaction): done at once. */
export const atOnce: Outside = async <T, R>(_what: string, _of: unknown, work: (read: R) => Promise<T>, read?: () => Promise<R>) => work((await read?.()) as R)

type Result = { readonly value: unknown } | { readonly error: unknown }

// Each begins anew with one more result; an operation that wants other work every time would never end.
const roundsMost = 200

/** The slow work of one operation: results so far, and what is still to be done. */
class Rounds {
  readonly #done = new Map<string, Result>()
  readonly #asked = new Map<string, () => Promise<unknown>>()

  readonly outside: Outside = async <T, R>(what: string, of: unknown, work: (read: R) => Promise<T>, read?: () => Promise<R>): Promise<T> => {
    const key = `${what} ${inputDigest(of).toString('base64')}`
    const result = this.#done.get(key)
    if (!result) {
      const found = (await read?.()) as R
      this.#asked.set(key, () => work(found))
      throw new Pause(what)
    }
    if ('error' in result) throw result.error
    return result.value as T
  }

  get isPaused(): boolean {
    return this.#asked.size > 0
  }

  /** Runs what stands inside the transaction. Whoever caught the pause for a fault of the work has not seen its result: nothing of that is kept. */
  async attempt<T>(work: (outside: Outside) => Promise<T>): Promise<T> {
    this.#asked.clear()
    try {
      const result = await work(this.outside)
      if (this.isPaused) throw new Pause([...this.#asked.keys()].join())
      return result
    } catch (error) {
      throw this.isPaused && !(error instanceof Pause) ? new Pause(String(error)) : error
    }
  }

  async work(): Promise<void> {
    const asked = [...this.#asked]
    this.#asked.clear()
    for (const [key, work] of asked) {
      const result = await work().then(
        (value): Result => ({ value }),
        (error: unknown): Result => ({ error }),
      )
      this.#done.set(key, result)
    }
  }
}

/** Runs the body of a transaction, each time it starts. */
export type Attempt = <T>(work: (outside: Outside) => Promise<T>) => Promise<T>

/**
 * Runs a transaction that may ask for slow work: `transact` opens one and hands what stands in it to `attempt`. Begun as often as it asks, with none open in
 * between, and committed once.
 */
export async function withOutside<T>(transact: (attempt: Attempt) => Promise<T>): Promise<T> {
  const rounds = new Rounds()
  for (let round = 1; round <= roundsMost; round++) {
    try {
      return await transact((work) => rounds.attempt(work))
    } catch (error) {
      if (!(error instanceof Pause)) throw error
    }
    await rounds.work()
  }
  throw new Error('an operation asks for other slow work each time it begins: `of` must name what the work depends on')
}
