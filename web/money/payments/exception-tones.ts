import type { ExceptionState, StopScope } from '#/domain/money/payout-exception.ts'
import type { StatusTone } from '#/web/ui/StatusTag.tsx'

export const exceptionTones: Readonly<Record<ExceptionState, StatusTone>> = { open: 'red', proposed: 'gold', resolved: 'green' }
export const stopScopeTones: Readonly<Record<StopScope, StatusTone>> = { none: 'grey', unit: 'red', channel: 'red' }
