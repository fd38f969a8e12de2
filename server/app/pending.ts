import { pendingKinds as changes } from '#/server/access/changes/pending.ts'
import { pendingKinds as users } from '#/server/access/users/pending.ts'
import { pendingKinds as contracts } from '#/server/agreements/contracts/pending.ts'
import { pendingKinds as orders } from '#/server/agreements/orders/pending.ts'
import { pendingKinds as assessments } from '#/server/desk/assessments/pending.ts'
import { pendingKinds as closings } from '#/server/desk/closings/pending.ts'
import { pendingKinds as integrity } from '#/server/desk/integrity/pending.ts'
import type { PendingKind } from '#/server/kernel/declarations/pending.ts'
import { pendingKinds as clearings } from '#/server/money/clearings/pending.ts'
import { pendingKinds as collections } from '#/server/money/collections/pending.ts'
import { pendingKinds as commissions } from '#/server/money/commissions/pending.ts'
import { pendingKinds as custody } from '#/server/money/custody/pending.ts'
import { pendingKinds as othersales } from '#/server/money/othersales/pending.ts'
import { pendingKinds as payments } from '#/server/money/payments/pending.ts'
import { pendingKinds as payouts } from '#/server/money/payouts/pending.ts'
import { pendingKinds as prepayments } from '#/server/money/prepayments/pending.ts'
import { pendingKinds as reconciliation } from '#/server/money/reconciliation/pending.ts'
import { pendingKinds as residences } from '#/server/money/residences/pending.ts'
import { pendingKinds as applications } from '#/server/onboarding/applications/pending.ts'
import { pendingKinds as imports } from '#/server/onboarding/imports/pending.ts'
import { pendingKinds as moving } from '#/server/onboarding/moving/pending.ts'
import { pendingKinds as fees } from '#/server/organisations/fees/pending.ts'
import { pendingKinds as partners } from '#/server/organisations/partners/pending.ts'
import { pendingKinds as relations } from '#/server/organisations/relations/pending.ts'
import { pendingKinds as staff } from '#/server/organisations/staff/pending.ts'
import { pendingKinds as units } from '#/server/organisations/units/pending.ts'
import { pendingKinds as disputes } from '#/server/people/disputes/pending.ts'
import { pendingKinds as entities } from '#/server/people/entities/pending.ts'
import { pendingKinds as operators } from '#/server/people/operators/pending.ts'
import { pendingKinds as verifications } from '#/server/people/verifications/pending.ts'
import { pendingKinds as businessFilings } from '#/server/taxation/businessfilings/pending.ts'
import { pendingKinds as invoices } from '#/server/taxation/invoices/pending.ts'
import { pendingKinds as periods } from '#/server/taxation/periods/pending.ts'
import { pendingKinds as platform } from '#/server/taxation/platformreports/pending.ts'
import { pendingKinds as policies } from '#/server/taxation/policies/pending.ts'
import { pendingKinds as titles } from '#/server/taxation/titles/pending.ts'

/** All kinds of pending work, in display order. */
export const pendingKinds: readonly PendingKind[] = [
  ...payments,
  ...prepayments,
  ...operators,
  ...relations,
  ...verifications,
  ...disputes,
  ...closings,
  ...applications,
  ...imports,
  ...moving,
  ...users,
  ...fees,
  ...units,
  ...staff,
  ...changes,
  ...integrity,
  ...payouts,
  ...reconciliation,
  ...collections,
  ...commissions,
  ...assessments,
  ...custody,
  ...othersales,
  ...clearings,
  ...residences,
  ...periods,
  ...platform,
  ...businessFilings,
  ...entities,
  ...policies,
  ...titles,
  ...invoices,
  ...contracts,
  ...partners,
  ...orders,
]
