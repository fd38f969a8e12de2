import type { api, OutputOf } from '#/web/kernel/api.ts'

export type Change = OutputOf<typeof api.changes.list>['rows'][number]

export const changeTones = { waiting: 'gold', approved: 'blue', effective: 'green', rejected: 'red', withdrawn: 'grey' } as const
