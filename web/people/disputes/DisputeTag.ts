import { disputeStateNames } from '#/api/people/disputes.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export const DisputeTag = stateTag(disputeStateNames, { open: 'gold', kept: 'green', ended: 'red', withdrawn: 'grey' })
