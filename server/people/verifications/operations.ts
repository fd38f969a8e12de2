import type { Modules } from '#/api/modules.ts'
import { repeatedCheckTexts, verificationRefusals } from '#/api/people/verifications.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { confirmByHand, provable, reverify } from '#/server/people/operators/public.ts'
import * as store from '#/server/people/verifications/store.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Obstacle = keyof typeof verificationRefusals | null

function callerObstacle(ctx: Context): Obstacle {
  const decides = ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
  if (!decides) return 'noPlace'
  return ctx.actor.may('user:audit') ? null : 'noRight'
}

function refuseObstacle(obstacle: Obstacle): void {
  if (obstacle !== null) refuse(verificationRefusals, obstacle)
}

function decideObstacle(ctx: Context, row: store.VerificationRow): Obstacle {
  if (row.state !== 'waiting') return 'decided'
  return callerObstacle(ctx) ?? (row.asked_by === ctx.actor.userId ? 'ownRequest' : null)
}

function withdrawObstacle(ctx: Context, row: store.VerificationRow): Obstacle {
  if (row.state !== 'waiting') return 'decided'
  return callerObstacle(ctx) ?? (row.asked_by === ctx.actor.userId ? null : 'notOwn')
}

const card = (tail: string | null) => (tail === null ? '' : `****${tail}`)

export const verifications: Implementation<Modules['verifications']> = {
  async list(ctx, { state, operatorId, isForMe, ...turn }) {
    if (callerObstacle(ctx) === 'noPlace') refuse(verificationRefusals, 'noPlace')
    const { rows, next, count, waiting } = await store.list(ctx, { state, operatorId, isForMe }, turn)
    const why = (obstacle: Obstacle) => (obstacle === null ? '' : say(verificationRefusals[obstacle], ctx.language))
    return {
      count,
      next,
      waiting,
      rows: rows.map((row) => ({
        id: row.id,
        state: row.state,
        operatorId: row.operator_id,
        operatorName: row.operator_name,
        operatorCode: row.operator_code,
        cardTail: row.card_tail ?? '',
        reason: row.reason,
        fileId: row.file_id,
        askedBy: row.asker,
        askedAt: row.asked_at.toISOString(),
        decidedBy: row.decider ?? '',
        decidedAt: row.decided_at?.toISOString() ?? null,
        decision: row.decision,
        mayDecide: why(decideObstacle(ctx, row)),
        mayWithdraw: why(withdrawObstacle(ctx, row)),
      })),
    }
  },

  async ask(ctx, { operatorId, cardId, reason, file }) {
    refuseObstacle(callerObstacle(ctx))
    const operator = (await provable(ctx, operatorId, cardId)) ?? refuse(verificationRefusals, 'notFound')
    const known = operator.card
    if (cardId !== null && known === null) refuse(verificationRefusals, 'noCard')
    if (known === null ? operator.is_identity_verified : known.isVerified) refuse(verificationRefusals, 'verified')
    // A provider's denial is final. Manual verification is only for missing answers.
    if (known?.wasRefused) refuse(verificationRefusals, 'refused')
    if (await store.isWaiting(ctx, operatorId, cardId)) refuse(verificationRefusals, 'openAlready')
    const centreId = operator.centre_id
    const { fileId, sha256 } = await storeDocument(ctx, { upload: file, pictures: true, centreId, operatorId, purpose: 'verification' })
    const id = await store.insert(ctx, { centreId, operatorId, cardId, fileId, reason })
    ctx.note({
      refType: 'operator',
      refId: operatorId,
      centreId,
      detail: { no: operator.code, words: card(known?.tail ?? null), reason, sha256, verification: id },
    })
    return { id }
  },

  async decide(ctx, { id, isConfirmed, reason }) {
    const row = (await store.lock(ctx, id)) ?? refuse(verificationRefusals, 'notFound')
    refuseObstacle(decideObstacle(ctx, row))
    const operator = (await provable(ctx, row.operator_id, row.card_id)) ?? refuse(verificationRefusals, 'notFound')
    if (isConfirmed && row.card_id !== null && !operator.is_identity_verified) refuse(verificationRefusals, 'identityFirst')
    // A provider may have answered since. A denial is final.
    if (isConfirmed && operator.card?.wasRefused) refuse(verificationRefusals, 'refused')
    await store.close(ctx, id, isConfirmed ? 'confirmed' : 'refused', reason)
    if (isConfirmed) await confirmByHand(ctx, row.operator_id, row.card_id)
    ctx.note({
      refType: 'operator',
      refId: row.operator_id,
      centreId: row.centre_id,
      before: { verified: false },
      after: { verified: isConfirmed },
      detail: { no: row.operator_code, words: card(row.card_tail), reason, asked: row.asker, verification: id },
    })
    return {}
  },

  async withdraw(ctx, { id }) {
    const row = (await store.lock(ctx, id)) ?? refuse(verificationRefusals, 'notFound')
    refuseObstacle(withdrawObstacle(ctx, row))
    await store.close(ctx, id, 'withdrawn', '')
    ctx.note({
      refType: 'operator',
      refId: row.operator_id,
      centreId: row.centre_id,
      detail: { no: row.operator_code, words: card(row.card_tail), verification: id },
    })
    return {}
  },

  async again(ctx, { operatorId }) {
    refuseObstacle(callerObstacle(ctx))
    const operator = (await provable(ctx, operatorId, null)) ?? refuse(verificationRefusals, 'notFound')
    if (operator.is_identity_verified) refuse(verificationRefusals, 'verified')
    const { answer, why } = await reverify(ctx, operatorId)
    ctx.note({ refType: 'operator', refId: operatorId, centreId: operator.centre_id, detail: { no: operator.code, answer } })
    return { isVerified: answer === 'match', said: say(repeatedCheckTexts[answer], ctx.language, { why: why ?? 'noAnswer' }) }
  },
}
