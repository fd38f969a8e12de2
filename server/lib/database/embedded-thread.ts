import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { ThreadOptions, WorkerRequest, WorkerResponse } from '#/server/lib/database/embedded-worker.ts'

interface Waiting {
  resolve(answer: WorkerResponse): void
  reject(error: Error): void
}

type RequestBody = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** Passes messages to and from the worker of one embedded database, until the worker ends or is lost. */
export class EmbeddedThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #lost: Error | null = null

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (answer: WorkerResponse) => this.#settle(answer))
    worker.on('error', (error) => this.#lose(error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#lose(new Error('the thread of the embedded database has ended')))
  }

  /** Starts the worker and waits until its database is open. */
  static async start(options: ThreadOptions): Promise<EmbeddedThread> {
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: options })
    const thread = new EmbeddedThread(worker)
    try {
      await thread.ask({ kind: 'open' })
      return thread
    } catch (error) {
      await thread.end()
      throw error
    }
  }

  ask(ask: RequestBody): Promise<WorkerResponse> {
    if (this.#lost) return Promise.reject(this.#lost)
    const id = ++this.#lastId
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      // A pending request keeps the process alive; an idle database does not.
      this.#worker.ref()
      this.#worker.postMessage({ ...ask, id })
    })
  }

  /** Terminates the worker, even during work. */
  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle(answer: WorkerResponse): void {
    const pendingRequest = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    if (answer.failure === undefined) pendingRequest?.resolve(answer)
    else pendingRequest?.reject(new Error(answer.failure))
  }

  #lose(error: Error): void {
    this.#lost ??= error
    for (const pendingRequest of this.#waiting.values()) pendingRequest.reject(this.#lost)
    this.#waiting.clear()
  }
}

type FlushCallback = (error?: Error | null) => void

/** The stream between node-postgres and the worker, in place of a socket. */
export class ThreadWire extends Duplex {
  readonly #thread: EmbeddedThread

  constructor(thread: EmbeddedThread) {
    super()
    this.#thread = thread
  }

  connect(): void {
    process.nextTick(() => this.emit('connect'))
  }

  // node-postgres calls these methods on sockets. The worker does not need them.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: FlushCallback): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: FlushCallback): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: FlushCallback): void {
    this.push(null)
    done()
  }

  #send(bytes: Buffer, done: FlushCallback): void {
    this.#thread.ask({ kind: 'wire', bytes }).then(
      ({ bytes: answer }) => {
        done()
        if (answer && answer.length > 0) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.length))
      },
      (error: Error) => {
        done(error)
      },
    )
  }
}
