import { pending as changes } from '#/server/access/changes/pending.ts'
import { pending as users } from '#/server/access/users/pending.ts'
import { pending as contracts } from '#/server/agreements/contracts/pending.ts'
import { pending as orders } from '#/server/agreements/orders/pending.ts'
import { pending as assessments } from '#/server/desk/assessments/pending.ts'
import { pending as closings } from '#/server/desk/closings/pending.ts'
import { pending as integrity } from '#/server/desk/integrity/pending.ts'
import type { PendingKind } from '#/server/kernel/pending.ts'
import { pending as clearings } from '#/server/money/clearings/pending.ts'
import { pending as collections } from '#/server/money/collections/pending.ts'
import { pending as commissions } from '#/server/money/commissions/pending.ts'
import { pending as custody } from '#/server/money/custody/pending.ts'
import { pending as othersales } from '#/server/money/othersales/pending.ts'
import { pending as payments } from '#/server/money/payments/pending.ts'
import { pending as payouts } from '#/server/money/payouts/pending.ts'
import { pending as prepayments } from '#/server/money/prepayments/pending.ts'
import { pending as reconciliation } from '#/server/money/reconciliation/pending.ts'
import { pending as residences } from '#/server/money/residences/pending.ts'
import { pending as applications } from '#/server/onboarding/applications/pending.ts'
import { pending as fees } from '#/server/organisations/fees/pending.ts'
import { pending as partners } from '#/server/organisations/partners/pending.ts'
import { pending as relations } from '#/server/organisations/relations/pending.ts'
import { pending as disputes } from '#/server/people/disputes/pending.ts'
import { pending as entities } from '#/server/people/entities/pending.ts'
import { pending as operators } from '#/server/people/operators/pending.ts'
import { pending as verifications } from '#/server/people/verifications/pending.ts'
import { pending as businessFilings } from '#/server/taxation/businessfilings/pending.ts'
import { pending as invoices } from '#/server/taxation/invoices/pending.ts'
import { pending as periods } from '#/server/taxation/periods/pending.ts'
import { pending as platform } from '#/server/taxation/platformreports/pending.ts'
import { pending as policies } from '#/server/taxation/policies/pending.ts'
import { pending as titles } from '#/server/taxation/titles/pending.ts'

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
  ...users,
  ...fees,
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
