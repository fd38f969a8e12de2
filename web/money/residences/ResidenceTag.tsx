import { residenceStateNames } from '#/api/money/residences.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export const ResidenceTag = stateTag(residenceStateNames, { pending: 'gold', confirmed: 'green', rejected: 'red', replaced: 'grey' })
