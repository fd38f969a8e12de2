import { z } from 'zod'
import type { Context, JobContext } from '#/server/kernel/context.ts'

/** Work to run after the commit: its name in the queue and its payload. */
export interface Job<T extends object> {
  readonly name: string
  readonly carries: z.ZodType<T>
  /** Tried again for days while it fails: what people must hear although a server of others is down. */
  readonly isPatient?: boolean
}

export type DataOf<J> = J extends Job<infer T> ? T : never

/** Something that happened, published for modules above, which the publisher does not know. */
export interface Event<T extends object> {
  readonly name: string
  readonly carries: z.ZodType<T>
}

/** A job with its handler. */
export interface Handler {
  readonly name: string
  /** Throws when what was queued is not what the job carries, so that the queue keeps it as failed. */
  readonly run: (context: JobContext, queued: unknown) => Promise<void>
}

/** A job that is queued whenever an event is published, in the publisher's transaction. */
export interface Subscription {
  readonly event: string
  readonly queue: (enqueue: Context['enqueue'], happened: unknown) => Promise<void>
}

/** The payload of a job without parameters; fields from earlier versions are dropped. */
export const nothing = z.object({})

export function job<T extends object>(name: string, carries: z.ZodType<T>, { isPatient = false } = {}): Job<T> {
  return { name, carries, isPatient }
}

export function event<T extends object>(name: string, carries: z.ZodType<T>): Event<T> {
  return { name, carries }
}

/** Binds a job to its handler. */
export function handle<T extends object>({ name, carries }: Job<T>, handler: (context: JobContext, data: NoInfer<T>) => Promise<void>): Handler {
  return {
    name,
    run: async (context, queued) => {
      const parsed = carries.safeParse(queued)
      if (parsed.success) return handler(context, parsed.data)
      // Where and what kind of fault, never the value: it may be somebody's.
      const issues = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`)
      context.log.error({ job: name, issues }, 'a job was refused: it does not carry what was agreed')
      throw new Error(`${name} was refused: ${issues.join('; ')}`)
    },
  }
}

/** Queues this job for every such event, with the payload that `as` makes of it. */
export function react<E extends object, T extends object>({ name, carries }: Event<E>, next: Job<T>, as: (happened: NoInfer<E>) => NoInfer<T>): Subscription {
  return { event: name, queue: async (enqueue, happened) => enqueue(next, as(carries.parse(happened))) }
}
