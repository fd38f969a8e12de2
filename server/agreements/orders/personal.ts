import { sql } from 'kysely'
import { assignmentStateNames, orderPaperKindNames } from '#/api/agreements/orders.texts.ts'
import { type PersonalPart, personalPart, placeNameColumns } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('order_operator', {
    category: 'work',
    shows: ['state', 'assigned_at', 'answered_at', 'reason'],
    adds: { ...placeNameColumns, order: sql`(select orders.no from service_order orders where orders.id = row.order_id)` },
    words: { state: assignmentStateNames },
  }),
  personalPart('order_paper', {
    category: 'work',
    shows: ['kind', 'no', 'period', 'amount_fen', 'note', 'explanation', 'created_at', 'removed_at', 'remove_reason'],
    adds: placeNameColumns,
    words: { kind: orderPaperKindNames },
  }),
]
