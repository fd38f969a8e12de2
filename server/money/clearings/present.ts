import { clearingRefusals, clearingStateNames } from '#/api/money/clearings.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { add, fen } from '#/domain/base/money.ts'
import { type ClearingVerb, isClearingMove } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fieldsOf } from '#/server/kernel/fields.ts'
import type { Values } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import type { ClearingRow } from '#/server/money/clearings/store.ts'

export const numberOf = (id: number) => `QS${String(id).padStart(6, '0')}`

const isStaff = (ctx: Context) => ctx.scope.all || ctx.actor.usertype === userType.centre

const rights: Partial<Record<ClearingVerb, 'tax:edit' | 'tax:check'>> = {
  offer: 'tax:edit',
  withdraw: 'tax:edit',
  pay: 'tax:edit',
  approve: 'tax:check',
  reject: 'tax:check',
}

type Obstacle = readonly [keyof typeof clearingRefusals, Values?] | null

/** Returns why the caller cannot take a step now. Buttons and operations both rely on it. */
export function obstacle(ctx: Context, row: ClearingRow, verb: ClearingVerb): Obstacle {
  const isPersons = verb === 'choose' || verb === 'refuse'
  if (isPersons && ctx.actor.operatorId !== row.operator_id) return ['notPerson']
  if (!isPersons && !isStaff(ctx)) return ['noPlace']
  if (!isClearingMove(verb, row.state)) return ['wrongState', { state: say(clearingStateNames[row.state], ctx.language) }]
  const right = rights[verb]
  if (right && !ctx.actor.may(right)) return ['noRight']
  if (verb === 'choose' && row.state === 'approved' && row.choice === 'refund') return ['isRefund']
  if ((verb === 'approve' || verb === 'reject') && row.is_own_offer) return ['ownOffer']
  if (verb === 'pay' && row.choice !== 'refund') return ['isCredit']
  if (verb === 'pay' && row.is_own_approval) return ['ownApproval']
  return null
}

export function present(ctx: Context, row: ClearingRow) {
  const why = (verb: ClearingVerb) => {
    const problem = obstacle(ctx, row, verb)
    return problem ? say(clearingRefusals[problem[0]], ctx.language, problem[1]) : ''
  }
  const isOwn = ctx.actor.operatorId !== null
  return {
    ...fieldsOf(row, 'id', 'operator_id', 'operator_name', 'operator_code', 'centre_name', 'month', 'choice', 'state', 'version'),
    no: numberOf(row.id),
    vat: fen(row.vat_fen),
    surcharge: add(fen(row.city_fen), fen(row.education_fen), fen(row.local_education_fen)),
    iit: fen(row.withheld_fen),
    amount: fen(row.amount_fen),
    used: fen(row.used_fen),
    refunded: fen(row.refunded_fen),
    left: fen(row.left_fen),
    foundAt: row.found_at.toISOString(),
    lastDay: row.last_day,
    offeredBy: isOwn ? '' : (row.offerer ?? ''),
    chosenAt: row.chosen_at?.toISOString() ?? null,
    decidedBy: isOwn ? '' : (row.decider ?? ''),
    decidedAt: row.decided_at?.toISOString() ?? null,
    paidBy: isOwn ? '' : (row.payer ?? ''),
    paidOn: row.paid_on,
    serial: row.serial,
    fileId: row.file_id,
    reason: row.reason,
    card: row.card_tail === null ? '' : `${row.bank_name ?? ''} ****${row.card_tail}`,
    may: { offer: why('offer'), choose: why('choose'), decide: why('approve'), pay: why('pay'), withdraw: why('withdraw') },
  }
}
