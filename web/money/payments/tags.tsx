import type { api, OutputOf } from '#/web/kernel/api.ts'

export type Batch = OutputOf<typeof api.payments.get>
