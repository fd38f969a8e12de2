import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { stateAfterAcceptance } from '#/domain/agreements/order.ts'
import { lockForUpdate, orderResponse, recordOrderStep, requireOrder, withLockedOrder } from '#/server/agreements/orders/locking.ts'
import { orderStateOf } from '#/server/agreements/orders/presentation.ts'
import * as store from '#/server/agreements/orders/store.ts'
import * as people from '#/server/agreements/orders/store-people.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { accountsOfOperators, holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

const pathOf = (row: store.OrderRow) => `${pages.ordersListms.path}?open=${row.id}`

async function notifyUnit(ctx: Context, row: store.OrderRow, accept: boolean, reason: string): Promise<void> {
  const values = { no: row.no, title: row.title, name: ctx.actor.name, answer: accept ? 'accepted' : 'declined', reason: reason || '—' } as const
  const recipients = await holdersInUnit(ctx, row.unit_id, 'orders:make')
  await sendNotification(ctx, { to: recipients, kind: 'orderAnswered', values, path: pathOf(row), refType: 'order', refId: row.id })
}

/** Assignments of operators and their answers. */
export const assignmentOperations: Pick<Implementation<Modules['orders']>, 'people' | 'assign' | 'withdraw' | 'answer'> = {
  async people(ctx, { id, ...page }) {
    await requireOrder(ctx, id)
    const { rows, count } = await store.withOperatorScope(ctx, () => people.list(ctx, id, page))
    return {
      rows: rows.map((row) => ({
        ...fieldsOf(row, 'operator_id', 'name', 'code', 'state'),
        assignedBy: row.assigned_name,
        ...fieldsOf(row, 'assigned_at', 'answered_at', 'reason'),
      })),
      count,
    }
  },

  async assign(ctx, { operatorIds, ...target }) {
    const row = await lockForUpdate(ctx, target, 'assign')
    const ids = [...new Set(operatorIds)]
    if ((await people.countWorkingWith(ctx, row, ids)) !== ids.length) refuse(orderRefusals, 'notOperator')
    const assignedIds = await people.assignOperators(ctx, row, ids)
    await store.update(ctx, row.id, {})
    recordOrderStep(ctx, row, { detail: { operatorIds: assignedIds } })
    const recipients = await accountsOfOperators(ctx, assignedIds)
    const values = { no: row.no, title: row.title, unit: row.unit_name }
    await sendNotification(ctx, { to: recipients, kind: 'orderOffered', values, path: pathOf(row), refType: 'order', refId: row.id })
    return orderResponse(ctx, row.id)
  },

  async withdraw(ctx, { operatorId, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'withdraw')
    if (!(await people.changeAssignmentState(ctx, { orderId: row.id, operatorId, from: ['offered', 'accepted'], to: 'withdrawn', reason })))
      refuse(orderRefusals, 'notAsked')
    await store.update(ctx, row.id, {})
    recordOrderStep(ctx, row, { detail: { operatorId, reason } })
    return orderResponse(ctx, row.id)
  },

  async answer(ctx, { accept, reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'answer')
    const { operatorId } = ctx.actor
    if (operatorId === null) refuse(orderRefusals, 'noRight')
    if (accept && row.people_wanted > 0 && row.taken >= row.people_wanted) refuse(orderRefusals, 'enough')
    const state = accept ? stateAfterAcceptance(orderStateOf(row), row.people_wanted, row.taken + 1) : row.state
    await withLockedOrder(ctx, async () => {
      await people.changeAssignmentState(ctx, { orderId: row.id, operatorId, from: ['offered'], to: accept ? 'accepted' : 'declined', reason })
      await store.update(ctx, row.id, { state })
    })
    recordOrderStep(ctx, row, { before: { state: row.state }, after: { state }, detail: { operatorId, accept, reason } })
    await notifyUnit(ctx, row, accept, reason)
    return orderResponse(ctx, row.id)
  },
}
