import { pages } from '#/api/pages.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { ClaimRow } from '#/server/money/collections/store.ts'
import type { ObjectionRow } from '#/server/money/collections/store-objections.ts'
import { accountsOfOperator, holdersAt, holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

const unitReference = (row: ClaimRow) => ({ path: `${pages.zfSkList.path}?open=${row.id}`, refType: 'collection', refId: row.id })
const operatorReference = (row: ClaimRow) => ({ path: `${pages.zfSkYzList.path}?pane=claims&open=${row.id}`, refType: 'collection', refId: row.id })
const amountText = (row: ClaimRow) => formatYuan(fen(row.amount_fen))

/** Notifies the unit of a submitted claim, and the operator if the centre entered it. */
export async function notifyOfClaim(ctx: Context, row: ClaimRow): Promise<void> {
  const values = { no: row.no, name: row.operator_name, amount: amountText(row) }
  await sendNotification(ctx, { to: await holdersInUnit(ctx, row.unit_id, 'sk:confirm'), kind: 'claimSubmitted', values, ...unitReference(row) })
  if (!row.is_entered) return
  const claimValues = { no: row.no, unit: row.unit_name, amount: amountText(row) }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'claimEntered', values: claimValues, ...operatorReference(row) })
}

/** Notifies the operator of the unit's answer, and the centre's person who entered the claim. */
export async function notifyOfAnswer(ctx: Context, row: ClaimRow, reason: string | null): Promise<void> {
  const to = await accountsOfOperator(ctx, row.operator_id)
  const claimValues = { no: row.no, unit: row.unit_name }
  if (reason === null)
    return void (await sendNotification(ctx, { to, kind: 'claimConfirmed', values: { ...claimValues, amount: amountText(row) }, ...operatorReference(row) }))
  await sendNotification(ctx, { to, kind: 'claimReturned', values: { ...claimValues, reason }, ...operatorReference(row) })
  if (row.is_entered) await sendNotification(ctx, { to: [row.created_by], kind: 'claimReturned', values: { ...claimValues, reason }, ...unitReference(row) })
}

/** Notifies the person at the centre who entered a claim that the operator objects to it. */
export async function notifyOfClaimObjection(ctx: Context, row: ClaimRow, reason: string): Promise<void> {
  await sendNotification(ctx, { to: [row.created_by], kind: 'claimObjected', values: { no: row.no, name: row.operator_name, reason }, ...unitReference(row) })
}

const desk = (row: ObjectionRow) => ({ path: `${pages.zfSkList.path}?pane=objections&objection=${row.id}`, refType: 'objection', refId: row.id })
const objectionLink = (row: ObjectionRow) => ({ path: `${pages.zfSkYzList.path}?payment=${row.line_id}`, refType: 'objection', refId: row.id })
const deciders = (ctx: Context, row: ObjectionRow) => holdersAt(ctx, row.centre_id, 'sk:decide', { mode: row.mode })

/** Notifies unit and centre of an objection to a payment. */
export async function notifyOfObjection(ctx: Context, row: ObjectionRow): Promise<void> {
  const to = [...(await holdersInUnit(ctx, row.unit_id, 'sk:confirm')), ...(await deciders(ctx, row))]
  await sendNotification(ctx, {
    to,
    kind: 'objectionRaised',
    values: { no: row.line_no, name: row.operator_name, kind: row.kind, day: row.due_day },
    ...desk(row),
  })
}

/** Notifies operator and centre of the unit's answer. */
export async function notifyOfReply(ctx: Context, row: ObjectionRow, answer: string): Promise<void> {
  const values = { no: row.line_no, unit: row.unit_name, reason: answer }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'objectionAnswered', values, ...objectionLink(row) })
  await sendNotification(ctx, { to: await deciders(ctx, row), kind: 'objectionAnswered', values, ...desk(row) })
}

/** Notifies operator and unit of the centre's decision. */
export async function notifyOfDecision(ctx: Context, row: ObjectionRow, outcome: 'upheld' | 'rejected', reason: string): Promise<void> {
  const values = { no: row.line_no, outcome, reason }
  await sendNotification(ctx, { to: await accountsOfOperator(ctx, row.operator_id), kind: 'objectionDecided', values, ...objectionLink(row) })
  await sendNotification(ctx, { to: await holdersInUnit(ctx, row.unit_id, 'sk:confirm'), kind: 'objectionDecided', values, ...desk(row) })
}

/** Notifies centre and platform of an overdue objection. */
export async function notifyOfOverdueObjection(ctx: Context, row: ObjectionRow): Promise<void> {
  await sendNotification(ctx, {
    to: await deciders(ctx, row),
    kind: 'objectionLate',
    values: { no: row.line_no, unit: row.unit_name, day: row.due_day },
    ...desk(row),
  })
}
