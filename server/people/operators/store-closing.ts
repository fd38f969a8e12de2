import { accountStatus } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { hasContract, hasPayment, isVerifiedByHand } from '#/server/people/operators/questions.ts'

/** Closes an operator and ends all links to units. */
export async function closeOperator(ctx: Context, operatorId: number): Promise<void> {
  await ctx.db.updateTable('operator').set({ status: accountStatus.closed, status_reason: '' }).where('id', '=', operatorId).execute()
  await ctx.db.updateTable('unit_operator').set({ is_active: false }).where('operator_id', '=', operatorId).where('is_active', '=', true).execute()
}

/** Returns a closed operator's number, possibly empty, or null for other states. */
export async function contactOf(ctx: Context, operatorId: number): Promise<string | null> {
  const row = await ctx.db.selectFrom('operator').select(['status', 'mobile_sealed']).where('id', '=', operatorId).executeTakeFirst()
  return row?.status === accountStatus.closed ? ctx.vault.open('mobile', row.mobile_sealed) : null
}

/**
 * Deletes number and cards of a closed operator, and the identity if no payment, consent or contract refers to it.
 */
export async function deleteIdentity(ctx: Context, operatorId: number): Promise<boolean> {
  const closedOperator = await ctx.rows<Row<'operator', 'id'>>`update operator set mobile_sealed = '', mobile_index = ''
    where id = ${operatorId} and status = ${accountStatus.closed} returning id`
  if (closedOperator.length === 0) return false
  // A manually verified card is part of that verification; its row stays without the number.
  await ctx.run`delete from operator_card card where operator_id = ${operatorId}
    and not ${ask(ctx, isVerifiedByHand)}`
  await ctx.run`update operator_card set card_no_sealed = '', card_no_index = 'closed ' || id, card_tail = '', is_default = false where operator_id = ${operatorId}`
  await ctx.run`update operator set name = '已注销', id_number_sealed = '', id_number_index = 'closed ' || id, region_code = '', is_identity_verified = false
    where id = ${operatorId} and not ${ask(ctx, hasPayment)} and not ${ask(ctx, hasContract)}`
  return true
}
