import { sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { isAboveUnits, type PendingFigure, type PendingKind, type PlaceSum, sumsByPlace, totalOf } from '#/server/kernel/declarations/pending.ts'
import { isReturnForCaller } from '#/server/money/ledger/public.ts'

/** Returns the caller's commission bills waiting for confirmation. Staff get them at the place of the bill. */
async function ownBillSums(ctx: Context): Promise<PlaceSum[]> {
  const { partnerId, userId } = ctx.actor
  const ownBillCondition =
    partnerId === null ? sql`bill.party_type = 'staff' and bill.party_id = ${userId}` : sql`bill.party_type = 'partner' and bill.party_id = ${partnerId}`
  return ctx.rows<PlaceSum>`select bill.centre_id, bill.mode, count(*) as count, sum(bill.amount_fen)::bigint as amount from commission_bill bill
    where bill.state = 'generated' and ${ownBillCondition} group by bill.centre_id, bill.mode`
}

/** Returns commission bills to answer or pay, or with entries by others to check. */
function billSums(ctx: Context, scope: Scope, what: 'toPay' | 'toCheck'): Promise<PlaceSum[]> {
  const { userId } = ctx.actor
  const hasProposal = sql`exists (select from commission_adjustment waiting where waiting.bill_id = bill.id and waiting.state = 'proposed' and waiting.proposed_by <> ${userId})`
  const isPayable = sql`bill.prepared_by is null and (bill.state in ('disputed', 'invoiced') or (bill.state = 'confirmed' and bill.party_type = 'staff'))
    and (bill.party_type <> 'staff' or bill.party_id <> ${userId})`
  const stepCondition =
    what === 'toPay'
      ? isPayable
      : sql`((bill.state <> 'paid' and bill.prepared_by <> ${userId}) or ${hasProposal}
    or ${isReturnForCaller(ctx, 'commission_bill', sql`bill.id`)})`
  return sumsByPlace(ctx, scope, { table: sql`commission_bill bill`, as: 'bill', where: stepCondition, amount: sql`bill.amount_fen`, hasMode: true })
}

const page = 'hzhbBjbusiness'

/** The caller's own bills to confirm; for the centre, bills to answer, pay or check. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'commissionBills', page, query: 'waits=toConfirm', sums: ownBillSums },
  {
    kind: 'commissionToPay',
    page,
    query: 'waits=toPay',
    rights: ['commission:edit'],
    isFor: isAboveUnits,
    sums: (ctx, scope) => billSums(ctx, scope, 'toPay'),
  },
  {
    kind: 'commissionToCheck',
    page,
    query: 'waits=toCheck',
    rights: ['commission:check'],
    isFor: isAboveUnits,
    sums: (ctx, scope) => billSums(ctx, scope, 'toCheck'),
  },
]

/** Returns the caller's commission bills waiting for confirmation. */
export const billsToConfirm = async (ctx: Context): Promise<PendingFigure> => totalOf(await ownBillSums(ctx))
