import { personal as auth } from '#/server/access/auth/personal.ts'
import { personal as contracts } from '#/server/agreements/contracts/personal.ts'
import { personal as orders } from '#/server/agreements/orders/personal.ts'
import { personal as audit } from '#/server/desk/audit/personal.ts'
import { personal as closings } from '#/server/desk/closings/personal.ts'
import { personal as gateways } from '#/server/desk/gateways/personal.ts'
import type { PersonalPart } from '#/server/kernel/personal.ts'
import { personal as kernel } from '#/server/kernel/personal-tables.ts'
import { personal as clearings } from '#/server/money/clearings/personal.ts'
import { personal as collections } from '#/server/money/collections/personal.ts'
import { personal as lines } from '#/server/money/lines/personal.ts'
import { personal as othersales } from '#/server/money/othersales/personal.ts'
import { personal as residences } from '#/server/money/residences/personal.ts'
import { personal as tax } from '#/server/money/tax/personal.ts'
import { personal as vouchers } from '#/server/money/vouchers/personal.ts'
import { personal as applications } from '#/server/onboarding/applications/personal.ts'
import { personal as imports } from '#/server/onboarding/imports/personal.ts'
import { personal as relations } from '#/server/organisations/relations/personal.ts'
import { personal as disputes } from '#/server/people/disputes/personal.ts'
import { personal as entities } from '#/server/people/entities/personal.ts'
import { personal as operators } from '#/server/people/operators/personal.ts'
import { personal as papers } from '#/server/people/papers/personal.ts'
import { personal as verifications } from '#/server/people/verifications/personal.ts'
import { personal as messages } from '#/server/services/messages/personal.ts'
import { personal as businessfilings } from '#/server/taxation/businessfilings/personal.ts'
import { personal as businessinvoices } from '#/server/taxation/businessinvoices/personal.ts'
import { personal as invoices } from '#/server/taxation/invoices/personal.ts'
import { personal as periods } from '#/server/taxation/periods/personal.ts'
import { personal as platformreports } from '#/server/taxation/platformreports/personal.ts'

/** The personal data of operators that each module stores, in the order of an operator's copy. */
export const personal: readonly PersonalPart[] = [
  ...operators,
  ...papers,
  ...verifications,
  ...disputes,
  ...applications,
  ...imports,
  ...contracts,
  ...orders,
  ...collections,
  ...lines,
  ...vouchers,
  ...tax,
  ...othersales,
  ...clearings,
  ...residences,
  ...periods,
  ...platformreports,
  ...invoices,
  ...businessinvoices,
  ...entities,
  ...businessfilings,
  ...relations,
  ...auth,
  ...messages,
  ...gateways,
  ...closings,
  ...audit,
  ...kernel,
]
