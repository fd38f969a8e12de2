import type { Modules } from '#/api/modules.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { planOperations } from '#/server/organisations/fees/plans.ts'
import { splitRuleOperations } from '#/server/organisations/fees/splits.ts'
import { trialOperations } from '#/server/organisations/fees/trial.ts'

export const fees: Implementation<Modules['fees']> = { ...planOperations, ...splitRuleOperations, ...trialOperations }
