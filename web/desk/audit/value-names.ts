import { accountStateNames, userStatusNames } from '#/api/access/users.texts.ts'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { consentNames, contractKindNames, partyNames, signStateNames, sourceNames } from '#/api/agreements/contracts.texts.ts'
import { templateStateNames } from '#/api/agreements/templates.texts.ts'
import { clearingStateNames } from '#/api/money/clearings.texts.ts'
import { custodyStateNames } from '#/api/money/custody.texts.ts'
import { lineStateNames } from '#/api/money/lines.texts.ts'
import { otherSaleStateNames } from '#/api/money/othersales.texts.ts'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import { exceptionKindNames, exceptionStateNames as payoutExceptionStateNames } from '#/api/money/payout-exceptions.texts.ts'
import { topupStateNames } from '#/api/money/prepayments.texts.ts'
import { residenceStateNames } from '#/api/money/residences.texts.ts'
import { appealStateNames, applicationKindNames, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { importStateNames } from '#/api/onboarding/import-states.texts.ts'
import { partnerKindNames } from '#/api/organisations/partners.texts.ts'
import { exceptionStateNames } from '#/api/organisations/relations.texts.ts'
import { unitStatusNames, versionStateNames } from '#/api/organisations/units.texts.ts'
import { disputeStateNames } from '#/api/people/disputes.texts.ts'
import { entityStateNames, levyNames, obligationKindNames, obligationStateNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { candidateStateNames, operatorStatusNames } from '#/api/people/operators.texts.ts'
import type { Text } from '#/domain/base/text.ts'

type Names = Readonly<Record<string, Text>>

/** The state names by kind of record. */
const states: Readonly<Record<string, Names>> = {
  appeal: appealStateNames,
  application: applicationStateNames,
  batch: batchStateNames,
  candidate: candidateStateNames,
  contract: signStateNames,
  dispute: disputeStateNames,
  // An entity's obligations are logged under the entity.
  entity: { ...obligationStateNames, ...entityStateNames },
  import: importStateNames,
  line: lineStateNames,
  custody_proof: custodyStateNames,
  residence: residenceStateNames,
  other_sale: otherSaleStateNames,
  tax_clearing: clearingStateNames,
  operator: operatorStatusNames,
  payout_exception: payoutExceptionStateNames,
  relation_exception: exceptionStateNames,
  template: templateStateNames,
  topup: topupStateNames,
  unit: unitStatusNames,
  unit_setting: versionStateNames,
  user: { ...accountStateNames, ...userStatusNames },
}

const kinds: Readonly<Record<string, Names>> = {
  application: applicationKindNames,
  contract: contractKindNames,
  entity: obligationKindNames,
  partner: partnerKindNames,
  payout_exception: exceptionKindNames,
  template: contractKindNames,
}

/** Fields whose values mean the same for every kind of record. */
const valuesByField: Readonly<Record<string, Names>> = {
  consents: consentNames,
  levy: levyNames,
  mode: contractModeNames,
  party: partyNames,
  source: sourceNames,
  taxKind: taxKindNames,
}

const stateFields: ReadonlySet<string> = new Set(['state', 'status', 'from', 'to'])

/** Returns the name of a stored value, by its field and kind of record; undefined if it has none. */
export function storedValueName(refType: string | null, field: string, value: string | number): Text | undefined {
  const names = stateFields.has(field) ? states[refType ?? ''] : field === 'kind' ? kinds[refType ?? ''] : valuesByField[field]
  return names && Object.hasOwn(names, String(value)) ? names[String(value)] : undefined
}
