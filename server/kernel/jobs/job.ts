import { z } from 'zod'
import type { Context, JobContext } from '#/server/kernel/context.ts'

/** Work to run after the commit: queue name and payload schema. */
export interface Job<T extends object> {
  readonly name: string
  readonly dataSchema: z.ZodType<T>
  /** Whether the job is retried for more than a week, for messages that must survive a long outage of a server. */
  readonly isPatient?: boolean
  /** One worker takes up to this many jobs at once. If it dies, those that it completed run again. */
  readonly batchSize?: number
}

export type DataOf<J> = J extends Job<infer T> ? T : never

/** An event that higher modules react to. The publisher does not know them. */
export interface Event<T extends object> {
  readonly name: string
  readonly dataSchema: z.ZodType<T>
}

export interface Handler {
  readonly name: string
  readonly batchSize: number
  /** Throws when the queued payload is invalid, so that the queue marks the job as failed. */
  readonly run: (context: JobContext, queued: unknown) => Promise<void>
}

/** A job queued for every published event, in the publisher's transaction. */
export interface Subscription {
  readonly event: string
  readonly queue: (enqueue: Context['enqueue'], happened: unknown) => Promise<void>
}

/** The payload of a job without parameters; fields of earlier versions are dropped. */
export const noPayload = z.object({})

export function job<T extends object>(name: string, carries: z.ZodType<T>, { isPatient = false, batchSize = 1 } = {}): Job<T> {
  return { name, dataSchema: carries, isPatient, batchSize }
}

export function event<T extends object>(name: string, carries: z.ZodType<T>): Event<T> {
  return { name, dataSchema: carries }
}

export function handleJob<T extends object>(
  { name, dataSchema: carries, batchSize = 1 }: Job<T>,
  handler: (context: JobContext, data: NoInfer<T>) => Promise<void>,
): Handler {
  return {
    name,
    batchSize,
    run: async (context, queued) => {
      const parsed = carries.safeParse(queued)
      if (parsed.success) return handler(context, parsed.data)
      // Logs only paths and error codes, because values may be personal data.
      const issues = parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`)
      context.log.error({ job: name, issues }, 'a job was refused: it does not carry what was agreed')
      throw new Error(`${name} was refused: ${issues.join('; ')}`)
    },
  }
}

/** Subscribes a job to an event. `as` converts the event to the job's payload. */
export function subscribe<E extends object, T extends object>(
  { name, dataSchema: carries }: Event<E>,
  next: Job<T>,
  as: (happened: NoInfer<E>) => NoInfer<T>,
): Subscription {
  return { event: name, queue: async (enqueue, happened) => enqueue(next, as(carries.parse(happened))) }
}
