import { sql } from 'kysely'
import { payableOrderStates } from '#/domain/agreements/order.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { hasConsentOn } from '#/server/agreements/contracts/public.ts'
import { hasAcceptedOrder, lockOrderBudget, ordersWithContract } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchHeads } from '#/server/money/payments/public.ts'
import { operatingBusinesses } from '#/server/people/entities/public.ts'
import { worksWith } from '#/server/people/operators/public.ts'

/** An order that an operator accepted, or a framework order of one of their units. */
export interface ClaimableOrder
  extends Row<
      'service_order',
      'id' | 'no' | 'title' | 'unit_id' | 'centre_id' | 'mode' | 'kind' | 'state' | 'paused_at' | 'budget_fen' | 'valid_from' | 'valid_to'
    >,
    Row<'contract', 'sign_state'> {
  mode: Mode
  unit_name: string
  contract_from: string
  contract_to: string
  setting_active: boolean
  /** The budget used by batches, and the amount claimed but not in a submitted batch. */
  used: number
  claimed: number
  /** Whether an agreement covers this order: with the centre, or between business and unit. */
  has_agreement: boolean
  entity_id: Row<'collection'>['entity_id']
  business_name: Row<'operator_entity'>['name'] | null
}

interface OrderQuery {
  readonly operatorId: number
  /** Restricts to one order and locks it, so that only one claim at a time uses its remaining budget. */
  readonly orderId?: number
  readonly butClaimId?: number
}

/**
 * Returns the orders that an operator may claim for. With `orderId`, also returns an ended order, so that the refusal
 * can give the reason.
 */
export function claimableOrders(ctx: Context, { operatorId, orderId, butClaimId = 0 }: OrderQuery): Promise<ClaimableOrder[]> {
  const today = dayOf(ctx.now)
  const orderCondition =
    orderId === undefined ? sql`orders.state = any(${[...payableOrderStates]}::text[]) and orders.paused_at is null` : sql`orders.id = ${orderId}`
  // Callers other than the operator see only orders in their scope.
  const scopeCondition = ctx.actor.operatorId === operatorId ? sql`true` : inScope(ctx.scope, 'orders', { mode: true })
  return ctx.widen('orders that an operator claims for', async () => {
    if (orderId !== undefined) await lockOrderBudget(ctx, orderId)
    return ctx.rows<ClaimableOrder>`
      select orders.id, orders.no, orders.title, orders.unit_id, unit.name as unit_name, orders.centre_id, orders.mode, orders.kind, orders.state, orders.paused_at, orders.budget_fen,
        orders.valid_from::text as valid_from, orders.valid_to::text as valid_to, orders.sign_state, orders.contract_from::text as contract_from, orders.contract_to::text as contract_to,
        coalesce(setting.is_active and unit.status = ${accountStatus.active} and centre.is_active, false) as setting_active,
        used.settled + used.underway as used, waiting.fen as claimed, business.id as entity_id, business.name as business_name,
        case orders.mode when 1 then coalesce(app.business_contract_until(orders.unit_id, orders.centre_id, business.id, ${today}::date) >= ${today}::date, false)
          else ${hasConsentOn({ operator: sql`${operatorId}`, centre: sql`orders.centre_id`, kind: 'agreement', day: sql`${today}::date` })} end as has_agreement
      from ${ordersWithContract} orders join unit on unit.id = orders.unit_id join centre on centre.id = orders.centre_id
        left join unit_setting setting on setting.unit_id = orders.unit_id and setting.centre_id = orders.centre_id and setting.mode = orders.mode
        left join lateral (select entity.id, entity.name from ${operatingBusinesses} entity where orders.mode = 1 and entity.operator_id = ${operatorId}
          and entity.centre_id = orders.centre_id order by entity.id desc limit 1) business on true
        cross join lateral app.order_use(orders.id) used
        cross join lateral (select coalesce(sum(other.amount_fen), 0)::bigint as fen from collection other where other.order_id = orders.id and other.id <> ${butClaimId}
          and (other.state in ('pending', 'confirmed') or (other.state = 'paying' and exists (select from payment_line line join ${batchHeads} batch on batch.id = line.batch_id
            where line.month = other.line_month and line.id = other.line_id and batch.state in ('draft', 'fixing', 'ready'))))) waiting
      where ${orderCondition} and ${scopeCondition} and (${hasAcceptedOrder(sql`orders.id`, operatorId)}
        or (orders.kind = 'framework' and ${worksWith(sql`${operatorId}`, sql`orders.unit_id`)}))
      order by orders.id desc limit 200`
  })
}

interface OverlappingClaim extends Row<'collection', 'no'> {
  from_day: string
  to_day: string
}

/** Returns an open claim of the operator for the same order that covers one of these days. */
export async function overlappingClaim(
  ctx: Context,
  of: { operatorId: number; orderId: number; claimId: number; from: string; to: string },
): Promise<OverlappingClaim | undefined> {
  return ctx.widen(
    'orders that an operator claims for',
    () =>
      ctx.row<OverlappingClaim>`select no, period_from::text as from_day, period_to::text as to_day from collection
      where order_id = ${of.orderId} and operator_id = ${of.operatorId} and id <> ${of.claimId} and state in ('pending', 'confirmed', 'paying', 'paid')
        and period_from <= ${of.to}::date and period_to >= ${of.from}::date order by id limit 1`,
  )
}

/** Returns whether the operator belongs to the caller's centre, for staff who enter a claim. */
export async function isOperatorOfCentre(ctx: Context, operatorId: number): Promise<boolean> {
  const row = await ctx.row<{
    has: boolean
  }>`select exists (select from operator where id = ${operatorId} and centre_id = ${ctx.scope.centreId ?? 0}) as has`
  return row?.has ?? false
}
