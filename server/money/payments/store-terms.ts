import { type SqlBool, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { ordersWithContract } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { usableChannel } from '#/server/organisations/centres/public.ts'

export interface OrderRow
  extends Row<'service_order', 'id' | 'no' | 'title' | 'mode' | 'centre_id' | 'unit_id' | 'valid_from' | 'valid_to' | 'state' | 'paused_at'>,
    Row<'contract', 'sign_state'> {
  mode: Mode
  unit_name: string
  centre_name: string
  contract_no: string
  contract_from: string
  contract_to: string
  setting_active: boolean
}

/** Returns the orders of the caller's unit, newest first. */
export async function ordersOf(ctx: Context, id?: number): Promise<OrderRow[]> {
  const orderCondition = id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`orders.id = ${id}`
  return ctx.rows<OrderRow>`
    select orders.id, orders.no, orders.title, orders.mode, orders.centre_id, centre.name as centre_name, orders.unit_id, unit.name as unit_name, orders.contract_no,
      orders.valid_from, orders.valid_to, orders.state, orders.paused_at, orders.contract_from, orders.contract_to, orders.sign_state,
      coalesce(setting.is_active and unit.status = ${accountStatus.active} and centre.is_active, false) as setting_active
    from ${ordersWithContract} orders join centre on centre.id = orders.centre_id join unit on unit.id = orders.unit_id
      left join unit_setting setting on setting.unit_id = orders.unit_id and setting.centre_id = orders.centre_id and setting.mode = orders.mode
    where ${orderCondition} and ${inScope(ctx.scope, 'orders', { mode: true })} order by orders.id desc limit 200`
}

// Steps of a batch lock its order with its terms.
export { lockOrder } from '#/server/agreements/orders/public.ts'

/** The channels of a unit at a centre in a mode: the agreed ones in their order, otherwise all of the centre. */
export interface UsableChannel {
  /** The first active channel, locked as active until the transaction ends; null if there is none. */
  readonly id: number | null
  /** Whether specific channels were agreed. */
  readonly isAgreed: boolean
}

/** Returns the channel through which a unit pays now. */
export async function findUsableChannel(ctx: Context, at: { unit_id: number; centre_id: number; mode: Mode }): Promise<UsableChannel> {
  const [row] = await ctx.rows<Partial<Row<'channel', 'id'>> & { is_agreed: boolean }>`
    with agreed as materialized (select coalesce((select channel_ids from app.unit_terms(${ctx.now}::timestamptz) terms
      where terms.unit_id = ${at.unit_id} and terms.centre_id = ${at.centre_id} and terms.mode = ${at.mode}), '{}') as ids)
    select usable.id, cardinality(agreed.ids) > 0 as is_agreed
    from agreed left join lateral (${usableChannel({ centreId: sql`${at.centre_id}`, agreedIds: sql`agreed.ids` })} for share) usable on true`
  return { id: row?.id ?? null, isAgreed: row?.is_agreed ?? false }
}

/** Returns whether an unresolved bank exception stops payments of the unit or this channel. */
export const arePayoutsStopped = async (ctx: Context, batch: { unit_id: number; centre_id: number }, channelId: number): Promise<boolean> =>
  (await ctx.row<{ stopped: boolean }>`select app.payouts_stopped(${batch.unit_id}, ${batch.centre_id}, ${channelId}) as stopped`)?.stopped ?? false
