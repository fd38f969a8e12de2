import { pages } from '#/api/pages.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { BillRow } from '#/server/money/commissions/store.ts'
import { accountsOf } from '#/server/money/commissions/store-bills.ts'
import { holdersAt } from '#/server/services/messages/public.ts'

export function billReference(row: BillRow) {
  return { path: `${pages.hzhbBjbusiness.path}?open=${row.id}`, refType: 'commission_bill', refId: row.id } as const
}

/** Returns the accounts of the payee. */
export async function accountsOfPayee(ctx: Context, row: BillRow): Promise<number[]> {
  return (await accountsOf(ctx, [{ party_type: row.party_type, party_id: row.party_id }])).get(`${row.party_type} ${row.party_id}`) ?? []
}

/** Returns the staff who edit or check bills of this centre. */
export function usersWithPermission(ctx: Context, row: BillRow, right: 'commission:edit' | 'commission:check'): Promise<number[]> {
  return holdersAt(ctx, row.centre_id, right, { mode: row.mode })
}
