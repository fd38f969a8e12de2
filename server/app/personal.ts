import { personalParts as auth } from '#/server/access/auth/personal.ts'
import { personalParts as contracts } from '#/server/agreements/contracts/personal.ts'
import { personalParts as orders } from '#/server/agreements/orders/personal.ts'
import { personalParts as audit } from '#/server/desk/audit/personal.ts'
import { personalParts as closings } from '#/server/desk/closings/personal.ts'
import { personalParts as gateways } from '#/server/desk/gateways/personal.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'
import { personalParts as kernel } from '#/server/kernel/declarations/personal-tables.ts'
import { personalParts as clearings } from '#/server/money/clearings/personal.ts'
import { personalParts as collections } from '#/server/money/collections/personal.ts'
import { personalParts as lines } from '#/server/money/lines/personal.ts'
import { personalParts as othersales } from '#/server/money/othersales/personal.ts'
import { personalParts as residences } from '#/server/money/residences/personal.ts'
import { personalParts as tax } from '#/server/money/tax/personal.ts'
import { personalParts as vouchers } from '#/server/money/vouchers/personal.ts'
import { personalParts as applications } from '#/server/onboarding/applications/personal.ts'
import { personalParts as imports } from '#/server/onboarding/imports/personal.ts'
import { personalParts as relations } from '#/server/organisations/relations/personal.ts'
import { personalParts as disputes } from '#/server/people/disputes/personal.ts'
import { personalParts as entities } from '#/server/people/entities/personal.ts'
import { personalParts as operators } from '#/server/people/operators/personal.ts'
import { personalParts as papers } from '#/server/people/papers/personal.ts'
import { personalParts as verifications } from '#/server/people/verifications/personal.ts'
import { personalParts as messages } from '#/server/services/messages/personal.ts'
import { personalParts as businessfilings } from '#/server/taxation/businessfilings/personal.ts'
import { personalParts as businessinvoices } from '#/server/taxation/businessinvoices/personal.ts'
import { personalParts as invoices } from '#/server/taxation/invoices/personal.ts'
import { personalParts as periods } from '#/server/taxation/periods/personal.ts'
import { personalParts as platformreports } from '#/server/taxation/platformreports/personal.ts'

/** The personal data of operators that each module stores, in the order of an operator's copy. */
export const personalParts: readonly PersonalPart[] = [
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
