import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { CardSide } from '#/domain/recognition.ts'
import type { Reading } from '#/server/people/identity/reading.ts'
import type { Question, Reply } from '#/server/people/identity/reading-worker.ts'

/** How recognition is bounded; tests set their own. */
export interface PoolLimits {
  /** Threads at most: each holds some 200 MB while it lives. */
  readonly threads: number
  /** How long one card may take. */
  readonly cardMs: number
  /** How long a card may wait for a thread. */
  readonly waitMs: number
  /** How many may wait. */
  readonly waiting: number
  /** A thread with nothing to do ends after this. */
  readonly idleMs: number
  /** After so many cards a thread makes room for a fresh one: its memory never shrinks. */
  readonly cards: number
}

const usual: PoolLimits = {
  threads: Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2))),
  cardMs: 30_000,
  waitMs: 45_000,
  waiting: 24,
  idleMs: 120_000,
  cards: 150,
}

/** What came of a picture: what was read, or why nothing was: too late, or nobody free. */
export type Outcome = { readonly reading: Reading } | { readonly reading: null; readonly why: 'late' | 'busy' | 'broken'; readonly detail: string }

interface Job {
  readonly question: Omit<Question, 'id'>
  readonly done: (outcome: Outcome) => void
  readonly timer: NodeJS.Timeout
}

interface Thread {
  readonly worker: Worker
  job: Job | null
  timer: NodeJS.Timeout | null
  cards: number
}

/** Threads that read cards, so that nobody else waits meanwhile: begun when first needed, ended when idle, replaced when one hangs. */
export class ReadingPool {
  readonly #limits: PoolLimits
  readonly #threads = new Set<Thread>()
  readonly #queue: Job[] = []
  #lastId = 0

  constructor(limits: Partial<PoolLimits> = {}) {
    this.#limits = { ...usual, ...limits }
  }

  /** Reads a card; never throws. */
  read(bytes: Uint8Array, side: CardSide, today: string): Promise<Outcome> {
    if (this.#queue.length >= this.#limits.waiting) return Promise.resolve({ reading: null, why: 'busy', detail: 'too many cards wait' })
    return new Promise((done) => {
      const timer = setTimeout(() => this.#giveUp(job), this.#limits.waitMs)
      const job: Job = { question: { bytes, side, today }, done, timer }
      this.#queue.push(job)
      this.#next()
    })
  }

  /** Ends every thread; what is under way is answered with nothing read. */
  async close(): Promise<void> {
    for (const job of this.#queue.splice(0)) this.#settle(job, { reading: null, why: 'broken', detail: 'the server is stopping' })
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'the server is stopping')))
  }

  #next(): void {
    const job = this.#queue[0]
    if (!job) return
    const free = [...this.#threads].find((thread) => thread.job === null) ?? (this.#threads.size < this.#limits.threads ? this.#begin() : null)
    if (!free) return
    this.#queue.shift()
    this.#give(free, job)
  }

  #begin(): Thread {
    // What the engine prints is for nobody.
    const worker = new Worker(new URL('./reading-worker.ts', import.meta.url), { stdout: true, stderr: true, resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.stdout.resume()
    worker.stderr.resume()
    const thread: Thread = { worker, job: null, timer: null, cards: 0 }
    worker.unref()
    worker.on('message', (reply: Reply) => this.#answered(thread, reply))
    worker.on('error', (error) => void this.#end(thread, String(error)))
    worker.on('exit', () => void this.#end(thread, 'the thread has ended'))
    this.#threads.add(thread)
    return thread
  }

  #give(thread: Thread, job: Job): void {
    if (thread.timer) clearTimeout(thread.timer)
    clearTimeout(job.timer)
    thread.job = job
    thread.worker.ref()
    thread.timer = setTimeout(() => void this.#end(thread, 'too slow', 'late'), this.#limits.cardMs)
    thread.worker.postMessage({ ...job.question, id: ++this.#lastId } satisfies Question)
  }

  #answered(thread: Thread, { reading, failure }: Reply): void {
    const { job } = thread
    if (thread.timer) clearTimeout(thread.timer)
    thread.job = null
    thread.cards++
    thread.worker.unref()
    if (job) this.#settle(job, reading ? { reading } : { reading: null, why: 'broken', detail: failure ?? '' })
    if (thread.cards >= this.#limits.cards) void this.#end(thread, 'worn out')
    else thread.timer = setTimeout(() => void this.#end(thread, 'idle'), this.#limits.idleMs).unref()
    this.#next()
  }

  #giveUp(job: Job): void {
    const at = this.#queue.indexOf(job)
    if (at !== -1) this.#queue.splice(at, 1)
    this.#settle(job, { reading: null, why: 'busy', detail: 'waited too long' })
  }

  #settle(job: Job, outcome: Outcome): void {
    clearTimeout(job.timer)
    job.done(outcome)
  }

  async #end(thread: Thread, detail: string, why: 'late' | 'broken' = 'broken'): Promise<void> {
    if (!this.#threads.delete(thread)) return
    if (thread.timer) clearTimeout(thread.timer)
    const { job } = thread
    thread.job = null
    if (job) this.#settle(job, { reading: null, why, detail })
    await thread.worker.terminate()
    this.#next()
  }
}
