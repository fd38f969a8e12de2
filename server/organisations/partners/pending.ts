import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import { countWithoutPlace, isPlatformScope, type PendingKind } from '#/server/kernel/declarations/pending.ts'

/** Active partners without an agreement, in effect or being signed. */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'agreements',
    page: 'partnerList',
    query: 'standing=lacking',
    rights: ['partner:edit'],
    isFor: isPlatformScope,
    sums: (ctx) =>
      countWithoutPlace(
        ctx,
        sql`from partner where is_active
          and coalesce((select stand from app.partner_agreement(partner.id, ${dayOf(ctx.now)}::date)), 'none') not in ('current', 'signing')`,
      ),
  },
]
