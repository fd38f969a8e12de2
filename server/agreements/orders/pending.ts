import { sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { countWithoutPlace, type PendingKind, sumsByPlace } from '#/server/kernel/declarations/pending.ts'

/** Orders offered to an operator and not answered. */
const offeredOrders: PendingKind['sums'] = (ctx) =>
  countWithoutPlace(
    ctx,
    sql`from order_operator asked join service_order orders on orders.id = asked.order_id
      where asked.operator_id = ${ctx.actor.operatorId ?? 0} and asked.state = 'offered' and orders.state in ('published', 'accepted', 'doing')
        and orders.paused_at is null`,
    { since: sql`asked.assigned_at` },
  )

/** Delivered orders waiting for acceptance. */
const deliveredOrders: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`orders.state = 'delivered' and orders.paused_at is null`
  return sumsByPlace(ctx, scope, { table: sql`service_order orders`, as: 'orders', where, hasMode: true })
}

/** Unit contracts in force without an order. */
const contractsWithoutOrder: PendingKind['sums'] = (ctx, scope) => {
  const where = sql`contract.kind in ('unit_service', 'general_contract') and contract.sign_state = 'done' and ${dayOf(ctx.now)}::date between contract.valid_from and contract.valid_to
    and not exists (select from service_order orders where orders.contract_id = contract.id and orders.state <> 'cancelled')`
  return sumsByPlace(ctx, scope, { table: sql`contract`, as: 'contract', where, hasMode: true })
}

const page = 'ordersListms'
const isOperatorAccount = ({ actor }: Context) => actor.operatorId !== null
// The platform sees every contract, but only units and centres create orders.
const makesOrders = (ctx: Context, scope: Scope) => !isOperatorAccount(ctx) && !scope.all && ctx.actor.may(page)
const canSeeContracts = ({ actor }: Context) => actor.may('htList')
const unorderedContracts = { kind: 'orderContracts', rights: ['orders:make'], sums: contractsWithoutOrder } as const

/** Pending work: orders to answer or accept, and contracts without an order. */
export const pendingKinds: readonly PendingKind[] = [
  { kind: 'orderOffers', page, query: 'isOffered=1', isFor: isOperatorAccount, sums: offeredOrders },
  { kind: 'orderAcceptances', page, query: 'states=delivered', rights: ['orders:check'], isFor: (ctx) => !isOperatorAccount(ctx), sums: deliveredOrders },
  { ...unorderedContracts, page: 'htList', query: 'isUnordered=1', isFor: makesOrders },
  { ...unorderedContracts, page, query: 'create=framework&isUnordered=1', isFor: (ctx, scope) => makesOrders(ctx, scope) && !canSeeContracts(ctx) },
]
