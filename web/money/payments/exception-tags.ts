import { exceptionStateNames } from '#/api/money/payout-exceptions.texts.ts'
import type { StopScope } from '#/domain/money/payout-exception.ts'
import { type StatusTone, stateTag } from '#/web/ui/StatusTag.tsx'

export const ExceptionTag = stateTag(exceptionStateNames, { open: 'red', proposed: 'gold', resolved: 'green' })
export const stopScopeTones: Readonly<Record<StopScope, StatusTone>> = { none: 'grey', unit: 'red', channel: 'red' }
