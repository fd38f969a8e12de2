import type { JobContext } from '#/server/kernel/context.ts'

/** A call of somebody else's server, as it came: the body untouched, as its signature is over just these bytes. */
export interface IncomingCall {
  /** What stands at the place of `:id`. */
  readonly id: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** What the other side is told, in the form it expects. */
export interface CallbackAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * An address that others call by themselves (a bank's notice, a delivery report), beside the request pipeline: nobody is signed in, and whoever handles it
 * verifies first who calls. It answers before anything slow is done; what follows is a job.
 */
export interface Callback {
  /** `/callbacks/<name>/:id` */
  readonly path: `/callbacks/${string}/:id`
  readonly mostBytes: number
  readonly handle: (job: JobContext, call: IncomingCall) => Promise<CallbackAnswer>
}
