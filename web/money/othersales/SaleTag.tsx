import { otherSaleStateNames } from '#/api/money/othersales.texts.ts'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export const SaleTag = stateTag(otherSaleStateNames, { pending: 'gold', confirmed: 'green', rejected: 'red', replaced: 'grey' })
