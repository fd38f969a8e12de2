import { Worker } from 'node:worker_threads'
import type { Reply, Task } from '#/server/lib/threads/serving.ts'

const megabyte = 1024 * 1024
const memoryCheckMs = 50

export interface PoolLimits {
  /** Maximum number of threads. */
  readonly threads: number
  /** Time limit of a task, including the start of its thread. */
  readonly taskMs: number
  /** Memory limit of a thread in megabytes, for objects and buffers together. */
  readonly megabytes: number
  /** Maximum time a task waits for a thread. */
  readonly waitMs: number
  /** The maximum number of queued tasks. */
  readonly waiting: number
  /** Time after which an idle thread ends. */
  readonly idleMs: number
  /** Number of tasks after which a thread is replaced. */
  readonly tasks: number
}

const defaultLimits = { waitMs: 45_000, waiting: 24, idleMs: 120_000, tasks: 10_000 } as const satisfies Partial<PoolLimits>

/** Why a task has no result: no free thread in time, too much time or memory, or a failed thread. */
export type PoolFailure = 'busy' | 'late' | 'large' | 'broken'

/** The result of a task, or why there is none. */
export type PoolOutcome<A> = { readonly answer: A } | { readonly answer: null; readonly why: PoolFailure; readonly detail: string }

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

interface Job<Q, A> {
  readonly question: Q
  readonly taskMs: number
  readonly done: (outcome: PoolOutcome<A>) => void
  readonly timer: NodeJS.Timeout
}

interface Thread<Q, A> {
  readonly worker: Worker
  job: Job<Q, A> | null
  timer: NodeJS.Timeout | null
  memoryTimer: NodeJS.Timeout | null
  tasks: number
}

/**
 * Threads for uploaded files, because a file's content decides how much time and memory it needs. The event loop stays
 * free, and a task over its limits ends with its thread. Threads start when first needed, stay alive between tasks and
 * are replaced when one hangs.
 */
export class ThreadPool<Q, A> {
  readonly #script: URL
  readonly #limits: PoolLimits
  readonly #isSpent: (answer: A) => boolean
  readonly #threads = new Set<Thread<Q, A>>()
  readonly #queue: Job<Q, A>[] = []
  readonly #ended: Record<PoolFailure, number> = { busy: 0, late: 0, large: 0, broken: 0 }
  #answered = 0
  #lastId = 0

  /** `isSpent` returns whether a thread must be replaced after an answer. */
  constructor(script: URL, limits: Pick<PoolLimits, 'threads' | 'taskMs' | 'megabytes'> & Partial<PoolLimits>, isSpent: (answer: A) => boolean = () => false) {
    this.#script = script
    this.#limits = { ...defaultLimits, ...limits }
    this.#isSpent = isSpent
  }

  /** Counts of tasks since the start: answered, and failed by reason. */
  get counts(): Readonly<Record<PoolFailure | 'answered', number>> {
    return { ...this.#ended, answered: this.#answered }
  }

  /** Sends a question to a thread and returns the outcome. Never throws. */
  ask(question: Q, taskMs = this.#limits.taskMs): Promise<PoolOutcome<A>> {
    return new Promise((done) => {
      if (this.#queue.length >= this.#limits.waiting) return void done(this.#failed('busy', 'too many tasks wait'))
      const timer = setTimeout(() => this.#giveUp(job), this.#limits.waitMs)
      const job: Job<Q, A> = { question, taskMs, done, timer }
      this.#queue.push(job)
      this.#next()
    })
  }

  /** Starts a thread before the first task. */
  startThread(): void {
    if (this.#threads.size === 0) this.#rest(this.#begin())
  }

  /** Ends all threads. Running and queued tasks fail. */
  async close(): Promise<void> {
    for (const job of this.#queue.splice(0)) this.#settle(job, this.#failed('broken', 'the server is stopping'))
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'broken', 'the server is stopping')))
  }

  #next(): void {
    const job = this.#queue[0]
    if (!job) return
    const freeThread = [...this.#threads].find((thread) => thread.job === null) ?? (this.#threads.size < this.#limits.threads ? this.#begin() : null)
    if (!freeThread) return
    this.#queue.shift()
    this.#give(freeThread, job)
  }

  #begin(): Thread<Q, A> {
    const worker = new Worker(this.#script, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.megabytes } })
    const thread: Thread<Q, A> = { worker, job: null, timer: null, memoryTimer: null, tasks: 0 }
    worker.unref()
    worker.on('message', (reply: Reply<A>) => this.#take(thread, reply))
    worker.on('error', (error) => void this.#end(thread, isOutOfMemory(error) ? 'large' : 'broken', String(error)))
    worker.on('exit', () => void this.#end(thread, 'broken', 'the thread has ended'))
    this.#threads.add(thread)
    return thread
  }

  #give(thread: Thread<Q, A>, job: Job<Q, A>): void {
    this.#clear(thread)
    clearTimeout(job.timer)
    thread.job = job
    thread.worker.ref()
    thread.timer = setTimeout(() => void this.#end(thread, 'late', 'too slow'), job.taskMs)
    thread.memoryTimer = setInterval(() => void this.#weigh(thread), memoryCheckMs)
    thread.worker.postMessage({ id: ++this.#lastId, question: job.question } satisfies Task<Q>)
  }

  // Measures the memory of a thread, because the engine limits objects but neither buffers nor wasm memory.
  async #weigh(thread: Thread<Q, A>): Promise<void> {
    const { job } = thread
    const heapStatistics = await thread.worker.getHeapStatistics().catch(() => null)
    if (!heapStatistics || job === null || thread.job !== job) return
    if (heapStatistics.used_heap_size + heapStatistics.external_memory > this.#limits.megabytes * megabyte) await this.#end(thread, 'large', 'too much memory')
  }

  #take(thread: Thread<Q, A>, reply: Reply<A>): void {
    const { job } = thread
    this.#clear(thread)
    thread.job = null
    thread.tasks++
    const isSpent = 'failure' in reply || this.#isSpent(reply.answer) || thread.tasks >= this.#limits.tasks
    if ('failure' in reply) {
      if (job) this.#settle(job, this.#failed('broken', reply.failure))
    } else {
      this.#answered++
      if (job) this.#settle(job, { answer: reply.answer })
    }
    if (isSpent) void this.#end(thread, 'broken', 'spent')
    else this.#rest(thread)
    this.#next()
  }

  #rest(thread: Thread<Q, A>): void {
    thread.worker.unref()
    thread.timer = setTimeout(() => void this.#end(thread, 'broken', 'idle'), this.#limits.idleMs).unref()
  }

  #clear(thread: Thread<Q, A>): void {
    if (thread.timer) clearTimeout(thread.timer)
    if (thread.memoryTimer) clearInterval(thread.memoryTimer)
    thread.timer = null
    thread.memoryTimer = null
  }

  #giveUp(job: Job<Q, A>): void {
    const at = this.#queue.indexOf(job)
    if (at === -1) return
    this.#queue.splice(at, 1)
    this.#settle(job, this.#failed('busy', 'waited too long'))
  }

  #failed(why: PoolFailure, detail: string): PoolOutcome<A> {
    this.#ended[why]++
    return { answer: null, why, detail }
  }

  #settle(job: Job<Q, A>, outcome: PoolOutcome<A>): void {
    clearTimeout(job.timer)
    job.done(outcome)
  }

  async #end(thread: Thread<Q, A>, why: PoolFailure, detail: string): Promise<void> {
    if (!this.#threads.delete(thread)) return
    this.#clear(thread)
    const { job } = thread
    thread.job = null
    if (job) this.#settle(job, this.#failed(why, detail))
    await thread.worker.terminate()
    this.#next()
  }
}
