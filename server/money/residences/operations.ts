import type { Modules } from '#/api/modules.ts'
import { residenceRefusals } from '#/api/money/residences.texts.ts'
import { pages } from '#/api/pages.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { residenceForGround } from '#/domain/money/residence.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { isStaff } from '#/server/kernel/session/scope.ts'
import * as store from '#/server/money/residences/store.ts'
import { recheckBatches, setTaxResidence } from '#/server/people/operators/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { accountsOfOperator, sendNotification } from '#/server/services/messages/public.ts'

/** Notifies the proposer of the decision. Notifies the person too once a residence is confirmed. */
async function notifyOfDecision(ctx: Context, row: store.ResidenceRow, outcome: 'confirmed' | 'rejected', reason: string): Promise<void> {
  const people = outcome === 'confirmed' ? await accountsOfOperator(ctx, row.operator_id) : []
  const values = { name: row.operator_name, outcome, residence: row.residence, day: row.from_day, reason }
  const reference = { path: pages.residenceList.path, refType: 'residence', refId: row.id } as const
  await sendNotification(ctx, { to: [row.maker_id], kind: 'residenceDecided', values, ...reference })
  await sendNotification(ctx, { to: people, kind: 'residenceDecided', values, ...reference, path: pages.index.path })
}

type RefusalKey = keyof typeof residenceRefusals | null

/** Returns the reason why the caller cannot decide a proposal, or null. */
function blocker(ctx: Context, row: store.ResidenceRow): RefusalKey {
  if (row.state !== 'pending') return 'decided'
  if (!isStaff(ctx)) return 'noPlace'
  if (!ctx.actor.may('tax:check')) return 'noRight'
  return row.is_same_hand ? 'ownEntry' : null
}

/** Returns the reason why the caller cannot register a correction of past payments, or null. */
function settleBlocker(ctx: Context, row: store.ResidenceRow): RefusalKey {
  if (row.state !== 'confirmed' || row.settled_at !== null || row.paid_count === 0) return 'nothingToSettle'
  return isStaff(ctx) && ctx.actor.may('tax:edit') ? null : 'noRightToSettle'
}

function presentDecision(ctx: Context, row: store.ResidenceRow) {
  return {
    ...fieldsOf(row, 'id', 'operator_id', 'operator_name', 'operator_code', 'centre_name', 'version', 'residence', 'from_day', 'ground', 'days'),
    ...fieldsOf(row, 'permit_until', 'file_id', 'reason', 'state', 'created_by', 'created_at', 'answer', 'paid_count', 'settlement'),
    paid: fen(row.paid_fen),
    decidedBy: row.decided_by ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    settledBy: row.settled_by ?? '',
    mayDecide: blockerText(ctx, residenceRefusals, blocker(ctx, row)),
    maySettle: blockerText(ctx, residenceRefusals, settleBlocker(ctx, row)),
  }
}

export const residences: Implementation<Modules['residences']> = {
  async list(ctx, { page, size, after, before, ...filter }) {
    const { rows, count, next } = await store.list(ctx, filter, { page, size, after, before })
    return { count, next, rows: rows.map((row) => presentDecision(ctx, row)) }
  },

  async propose(ctx, { operatorId, fromDay, ground, days, permitUntil, file, reason }) {
    if (!isStaff(ctx)) refuse(residenceRefusals, 'noPlace')
    const centreId = (await store.centreIdOf(ctx, operatorId)) ?? refuse(residenceRefusals, 'operatorUnknown')
    if (fromDay > dayOf(ctx.now)) refuse(residenceRefusals, 'dayInFuture')
    if (ground === 'days' && days === undefined) refuse(residenceRefusals, 'daysNeeded')
    const countedDays = ground === 'days' ? (days ?? 0) : null
    const residence = residenceForGround(ground, countedDays)
    const storedFile = await storeDocument(ctx, { upload: file, kinds: ['pdf'], pictures: true, centreId, operatorId, purpose: 'residence' })
    await store.lockOperator(ctx, operatorId)
    const decision = {
      operatorId,
      centreId,
      residence,
      fromDay,
      ground,
      days: countedDays,
      permitUntil: permitUntil ?? null,
      fileId: storedFile.fileId,
      reason,
    }
    const { id, version } = await store.insert(ctx, decision)
    const detail = { version, residence, fromDay, ground, ...(countedDays !== null && { days: countedDays }), reason, sha256: storedFile.sha256 }
    ctx.note({ refType: 'residence', refId: id, centreId, detail })
    return { id }
  },

  async decide(ctx, { residenceId, isConfirmed, answer }) {
    const row = (await store.lockDecision(ctx, residenceId)) ?? refuse(residenceRefusals, 'notFound')
    refuseIf(residenceRefusals, blocker(ctx, row))
    if (!isConfirmed && answer.length < 2) refuse(residenceRefusals, 'answerNeeded')
    const state = isConfirmed ? 'confirmed' : 'rejected'
    await store.decideResidence(ctx, row.id, { state, answer })
    const currentResidence = isConfirmed ? await store.residenceToday(ctx, row.operator_id) : null
    if (currentResidence !== null) {
      await setTaxResidence(ctx, row.operator_id, currentResidence, ctx.actor.userId)
      await recheckBatches(ctx, row.operator_id, null)
    }
    const paidCount = isConfirmed ? row.paid_count : 0
    const detail = { version: row.version, residence: row.residence, from: row.state, to: state, paid: paidCount, ...(answer && { reason: answer }) }
    ctx.note({ refType: 'residence', refId: row.id, centreId: row.centre_id, detail })
    await notifyOfDecision(ctx, row, state, answer)
    return { paid: paidCount }
  },

  async settle(ctx, { residenceId, settlement }) {
    const row = (await store.lockDecision(ctx, residenceId)) ?? refuse(residenceRefusals, 'notFound')
    refuseIf(residenceRefusals, settleBlocker(ctx, row))
    await store.settleDecision(ctx, row.id, settlement)
    const detail = { version: row.version, paid: row.paid_count, amount: fen(row.paid_fen), reason: settlement }
    ctx.note({ refType: 'residence', refId: row.id, centreId: row.centre_id, detail })
    return {}
  },
}
