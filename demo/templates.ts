import { starterTemplates } from '#/db/base/templates.ts'
import type { Row } from '#/demo/insert.ts'
import type { ContractKind } from '#/domain/agreements/contract.ts'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'

export function templateIdOfKind(kind: ContractKind): number {
  return starterTemplates.findIndex((template) => template.kind === kind) + 1
}

export const partnerTemplateId = templateIdOfKind('partner')

/** Returns the id of the template of unit contracts in a mode. */
export function templateIdOfMode(mode: Mode): number {
  return templateIdOfKind(mode === settlementMode.generalContract ? 'general_contract' : 'unit_service')
}

/** Returns the templates of the demo. There is one of each kind, enabled and set as the default. */
export function templateRows(at: string, effectiveFrom: string): Row<'contract_template'>[] {
  return starterTemplates.map(({ validDays, ...template }, index) => ({
    ...template,
    id: index + 1,
    edition: 1,
    format: 'text',
    places: [],
    valid_days: validDays,
    sign_days: 7,
    state: 'enabled',
    is_default: true,
    effective_from: effectiveFrom,
    created_by: 1,
    created_at: at,
    updated_by: 1,
    updated_at: at,
  }))
}
