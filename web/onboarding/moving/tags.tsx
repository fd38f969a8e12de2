import { openingStateNames } from '#/api/onboarding/moving.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

/** A sheet of opening balances with its rows. */
export type OpeningDetail = OutputOf<typeof api.moving.get>

export const OpeningTag = stateTag(openingStateNames, {
  draft: 'red',
  prepared: 'gold',
  booked: 'green',
  undoing: 'gold',
  undone: 'grey',
  cancelled: 'grey',
})
