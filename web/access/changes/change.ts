import { changeStateNames } from '#/api/access/changes.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export type Change = OutputOf<typeof api.changes.list>['rows'][number]

export const ChangeTag = stateTag(changeStateNames, { waiting: 'gold', approved: 'blue', effective: 'green', rejected: 'red', withdrawn: 'grey' })
