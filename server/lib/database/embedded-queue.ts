import { DatabaseBusy } from '#/server/lib/database/dialect.ts'

interface QueuedCaller {
  enter(): void
}

/** Queue of callers for the only connection, in order of arrival. */
export class ConnectionQueue {
  readonly #waitMs: number
  readonly #queue: QueuedCaller[] = []
  #isTaken = false
  #isClosed = false

  /** `waitMs` is the maximum wait for the connection. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  get waiting(): number {
    return this.#queue.length
  }

  /**
   * Waits for the connection, which `leave` releases. Throws DatabaseBusy after the maximum wait, and an Error once
   * closed.
   */
  async enter(): Promise<void> {
    if (this.#isClosed) throw new Error('the database is closed')
    if (!this.#isTaken) {
      this.#isTaken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(caller), 1)
        reject(new DatabaseBusy(this.#queue.length))
      }, this.#waitMs)
      const caller: QueuedCaller = {
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      this.#queue.push(caller)
    })
  }

  leave(): void {
    const next = this.#queue.shift()
    if (next) next.enter()
    else this.#isTaken = false
  }

  /** Refuses new callers and waits until those already in the queue have finished. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#isTaken) await new Promise<void>((resolve) => this.#queue.push({ enter: resolve }))
  }
}
