import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import { cardsOf } from '#/server/money/lines/store-facts.ts'
import { businessesWithIds } from '#/server/people/entities/public.ts'

export interface Claimant {
  readonly name: string
  readonly idKind: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
  readonly bankName: string
  readonly businesses: readonly { readonly id: number; readonly name: string; readonly creditCode: string }[]
}

/** Returns the people of these claims with the cards on which the unit pays them, in three statements. */
export async function claimantsById(
  ctx: Context,
  unitId: number,
  claims: readonly { readonly operatorId: number; readonly entityId: number | null }[],
): Promise<Map<number, Claimant>> {
  const ids = [...new Set(claims.map((claim) => claim.operatorId))]
  const people = await ctx.rows<
    Row<'operator', 'id' | 'name' | 'id_kind' | 'id_number_sealed' | 'id_number_index' | 'mobile_sealed' | 'mobile_index'>
  >`select id, name, id_kind, id_number_sealed, id_number_index, mobile_sealed, mobile_index from operator where id = any(${ids}::bigint[])`
  const businesses = await ctx.rows<
    Row<'operator_entity', 'id' | 'operator_id' | 'name'> & { credit: string }
  >`select id, operator_id, name, coalesce(credit_code, '') as credit 
    from ${businessesWithIds(claims.flatMap((claim) => claim.entityId ?? []))} business`
  const cardByOperator = new Map((await cardsOf(ctx, unitId, ids)).filter((card) => card.is_default).map((card) => [card.operator_id, card]))
  const { open } = cachedVaultOf(ctx)
  return new Map(
    people.map((row) => [
      row.id,
      {
        name: row.name,
        idKind: row.id_kind,
        idNumber: open('id_number', row.id_number_sealed, row.id_number_index),
        mobile: open('mobile', row.mobile_sealed, row.mobile_index),
        cardNo: cardByOperator.get(row.id)?.card_no ?? '',
        bankName: cardByOperator.get(row.id)?.bank_name ?? '',
        businesses: businesses.filter((each) => each.operator_id === row.id).map(({ id, name, credit: creditCode }) => ({ id, name, creditCode })),
      },
    ]),
  )
}
