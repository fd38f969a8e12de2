import type { JobContext } from '#/server/kernel/context.ts'

/** A call from an external server. The body is raw, because the signature covers its exact bytes. */
export interface IncomingCall {
  /** Value of `:id` in the path. */
  readonly id: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
}

/** The response in the format that the external server expects. */
export interface CallbackResponse {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * An address for calls from external servers, such as bank notices or delivery reports, outside the request pipeline.
 * No user is signed in, so the handler must verify the sender first. The handler responds immediately and leaves slow
 * work to a job.
 */
export interface Callback {
  readonly path: `/callbacks/${string}/:id`
  readonly maxBytes: number
  readonly handle: (job: JobContext, call: IncomingCall) => Promise<CallbackResponse>
}
