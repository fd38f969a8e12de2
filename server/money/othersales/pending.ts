import { sql } from 'kysely'
import { isAboveUnits, type PendingKind, sumsByPlace, sumWithoutPlace } from '#/server/kernel/declarations/pending.ts'
import { salesMonths } from '#/server/money/othersales/months.ts'
import { isForCaller } from '#/server/money/othersales/store.ts'

const page = 'otherSales'

/**
 * Pending work: months whose sales an operator must declare, and declarations of others that the centre must decide.
 */
export const pendingKinds: readonly PendingKind[] = [
  {
    kind: 'otherSalesToDeclare',
    page,
    query: '',
    isFor: ({ actor }) => actor.operatorId !== null,
    sums: async (ctx) => sumWithoutPlace((await salesMonths(ctx, ctx.actor.operatorId ?? 0)).filter((month) => month.isRequested).length),
  },
  {
    kind: 'otherSalesToDecide',
    page,
    query: 'isForMe=1',
    rights: ['tax:check'],
    isFor: isAboveUnits,
    sums: (ctx, scope) =>
      sumsByPlace(ctx, scope, {
        table: sql`other_sale sale`,
        as: 'sale',
        where: isForCaller(ctx),
        amount: sql`sale.gross_fen`,
        since: sql`sale.created_at`,
      }),
  },
]
