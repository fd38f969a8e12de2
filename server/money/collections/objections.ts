import type { Modules } from '#/api/modules.ts'
import { collectionRefusals, objectionStateNames } from '#/api/money/collections.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { addWorkingDays } from '#/domain/base/working-days.ts'
import { canMoveObjection, type ObjectionMove } from '#/domain/money/collection.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { notifyOfDecision, notifyOfObjection, notifyOfReply } from '#/server/money/collections/notifications.ts'
import * as store from '#/server/money/collections/store-objections.ts'
import { lockPayeeLine } from '#/server/money/collections/store-received.ts'
import { dropDispute, openDispute } from '#/server/people/disputes/public.ts'

/** Returns why the caller cannot make this move now. The page and the operations use the same reason. */
function blocker({ actor, language }: Context, row: store.ObjectionRow, move: ObjectionMove): BlockerOf<typeof collectionRefusals> {
  const hasRight =
    move === 'withdrawObjection' ? actor.operatorId !== null : move === 'answer' ? actor.unitId !== null && actor.may('sk:confirm') : actor.may('sk:decide')
  if (!hasRight) return 'objectionNoRight'
  if (!canMoveObjection({ state: row.state, isLate: row.is_late }, move)) {
    if (move === 'decide' && row.state === 'open') return ['answerFirst', { day: row.due_day }]
    return ['objectionWrongState', { state: translate(objectionStateNames[row.state], language) }]
  }
  return move === 'decide' && row.dispute_open ? 'disputeFirst' : null
}

const isoText = (at: Date | null) => at?.toISOString() ?? null

/** Converts an objection to its API shape. Operators do not see the names of staff. */
export function presentObjection(ctx: Context, row: store.ObjectionRow) {
  const isOwn = ctx.actor.operatorId !== null
  const refusalText = (move: ObjectionMove) => blockerText(ctx, collectionRefusals, blocker(ctx, row, move))
  return {
    ...fieldsOf(row, 'id', 'kind', 'state', 'statement', 'operator_name', 'unit_name', 'centre_name', 'mode'),
    ...fieldsOf(row, 'line_no', 'net_fen'),
    arrivedAt: isoText(row.arrived_at),
    cameBack: row.came_back_at && { at: row.came_back_at.toISOString(), claimNo: row.claim_no ?? '', claimState: row.claim_state },
    batch: isOwn ? null : { id: row.batch_id, no: row.batch_no },
    exceptionNo: ctx.actor.may('zfycList') ? (row.exception_no ?? '') : '',
    hasDispute: row.dispute_id !== null,
    dueOn: row.due_day,
    ...fieldsOf(row, 'is_late', 'created_at', 'answer'),
    answeredBy: isOwn ? '' : (row.answered_name ?? ''),
    answeredAt: isoText(row.answered_at),
    decision: row.decision,
    decidedBy: isOwn || ctx.actor.unitId !== null ? '' : (row.decided_name ?? ''),
    decidedAt: isoText(row.decided_at),
    version: row.version,
    may: { answer: refusalText('answer'), decide: refusalText('decide'), withdrawObjection: refusalText('withdrawObjection') },
  }
}

async function lockForUpdate(ctx: Context, target: { objectionId: number; version: number }, move: ObjectionMove): Promise<store.ObjectionRow> {
  const row = (await store.find(ctx, target.objectionId, true)) ?? refuse(collectionRefusals, 'objectionNotFound')
  refuseIf(collectionRefusals, blocker(ctx, row, move))
  if (row.version !== target.version) refuse(collectionRefusals, 'objectionChanged')
  return row
}

async function reloadObjection(ctx: Context, id: number) {
  return presentObjection(ctx, (await store.find(ctx, id)) ?? refuse(collectionRefusals, 'objectionNotFound'))
}

function noteObjection(ctx: Context, row: store.ObjectionRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'objection', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.line_no, ...detail } })
}

export const objectionOperations = {
  async objections(ctx, { objectionId, states, late, toDecide, keyword, ...turn }) {
    const { rows, ...rest } = await store.list(ctx, { objectionId, states, late, toDecide, keyword }, turn)
    return { rows: rows.map((row) => presentObjection(ctx, row)), ...rest }
  },

  async raise(ctx, { lineId, kind, statement }) {
    const line = (await lockPayeeLine(ctx, lineId)) ?? refuse(collectionRefusals, 'paymentNotFound')
    if (line.state !== 'success') refuse(collectionRefusals, 'objectionUnpaid')
    if ((await store.objectionsOfLine(ctx, lineId)).some((objection) => objection.state === 'open' || objection.state === 'answered'))
      refuse(collectionRefusals, 'objectionOpen')
    const dispute_id = kind === 'notMine' ? await openDispute(ctx, { unitId: line.unit_id, statement }) : null
    const due_on = addWorkingDays(dayOf(ctx.now), await store.answerDays(ctx, line.centre_id), workingCalendar)
    const { month, batch_id, centre_id, unit_id, mode, operator_id } = line
    const objectionFields = { month, line_id: lineId, batch_id, centre_id, unit_id, mode, operator_id }
    const id = (await store.insert(ctx, { ...objectionFields, kind, statement, dispute_id, due_on })) ?? refuse(collectionRefusals, 'objectionOpen')
    const row = (await store.find(ctx, id)) ?? refuse(collectionRefusals, 'objectionNotFound')
    await notifyOfObjection(ctx, row)
    noteObjection(ctx, row, { kind, reason: statement })
    return presentObjection(ctx, row)
  },

  async answer(ctx, { answer, ...target }) {
    const row = await lockForUpdate(ctx, target, 'answer')
    await store.update(ctx, row.id, { state: 'answered', answer, answered_by: ctx.actor.userId, answered_at: ctx.now })
    await notifyOfReply(ctx, row, answer)
    noteObjection(ctx, row, { reason: answer })
    return reloadObjection(ctx, row.id)
  },

  async decide(ctx, { uphold, decision, ...target }) {
    const row = await lockForUpdate(ctx, target, 'decide')
    const state = uphold ? 'upheld' : 'rejected'
    await store.update(ctx, row.id, { state, decision, decided_by: ctx.actor.userId, decided_at: ctx.now })
    await notifyOfDecision(ctx, row, state, decision)
    noteObjection(ctx, row, { to: state, reason: decision })
    return reloadObjection(ctx, row.id)
  },

  async withdrawObjection(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'withdrawObjection')
    await store.update(ctx, row.id, { state: 'withdrawn' })
    if (row.dispute_id !== null && (await store.endsDispute(ctx, row))) await dropDispute(ctx, row.dispute_id)
    noteObjection(ctx, row, { to: 'withdrawn' })
    return reloadObjection(ctx, row.id)
  },
} satisfies Pick<Implementation<Modules['collections']>, 'objections' | 'raise' | 'answer' | 'decide' | 'withdrawObjection'>
