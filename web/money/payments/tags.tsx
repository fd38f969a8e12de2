import type { api, OutputOf } from '#/web/kernel/api.ts'

/** A batch as the server returns it. */
export type Batch = OutputOf<typeof api.payments.get>
