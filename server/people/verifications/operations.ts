import type { Modules } from '#/api/modules.ts'
import { repeatedCheckTexts, verificationRefusals } from '#/api/people/verifications.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { applyManualVerification, lockForVerification, repeatVerification } from '#/server/people/operators/public.ts'
import * as store from '#/server/people/verifications/store.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type Blocker = keyof typeof verificationRefusals | null

function callerBlocker(ctx: Context): Blocker {
  const isReviewer = ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
  if (!isReviewer) return 'noPlace'
  return ctx.actor.may('user:audit') ? null : 'noRight'
}

function refuseBlocker(blocker: Blocker): void {
  refuseIf(verificationRefusals, blocker)
}

function decideBlocker(ctx: Context, row: store.VerificationRow): Blocker {
  if (row.state !== 'waiting') return 'decided'
  return callerBlocker(ctx) ?? (row.asked_by === ctx.actor.userId ? 'ownRequest' : null)
}

function withdrawBlocker(ctx: Context, row: store.VerificationRow): Blocker {
  if (row.state !== 'waiting') return 'decided'
  return callerBlocker(ctx) ?? (row.asked_by === ctx.actor.userId ? null : 'notOwn')
}

const maskedCardTail = (tail: string | null) => (tail === null ? '' : `****${tail}`)

export const verifications: Implementation<Modules['verifications']> = {
  async list(ctx, { state, operatorId, isForMe, ...turn }) {
    if (callerBlocker(ctx) === 'noPlace') refuse(verificationRefusals, 'noPlace')
    const { rows, next, count, waiting } = await store.list(ctx, { state, operatorId, isForMe }, turn)
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
        mayDecide: blockerText(ctx, verificationRefusals, decideBlocker(ctx, row)),
        mayWithdraw: blockerText(ctx, verificationRefusals, withdrawBlocker(ctx, row)),
      })),
    }
  },

  async ask(ctx, { operatorId, cardId, reason, file }) {
    refuseBlocker(callerBlocker(ctx))
    const operator = (await lockForVerification(ctx, operatorId, cardId)) ?? refuse(verificationRefusals, 'notFound')
    const currentCard = operator.card
    if (cardId !== null && currentCard === null) refuse(verificationRefusals, 'noCard')
    if (currentCard === null ? operator.is_identity_verified : currentCard.isVerified) refuse(verificationRefusals, 'verified')
    // A provider's denial is final. Manual verification is only for missing answers.
    if (currentCard?.wasRefused) refuse(verificationRefusals, 'refused')
    if (await store.hasPendingVerification(ctx, operatorId, cardId)) refuse(verificationRefusals, 'openAlready')
    const centreId = operator.centre_id
    const { fileId, sha256 } = await storeDocument(ctx, { upload: file, pictures: true, centreId, operatorId, purpose: 'verification' })
    const id = await store.insert(ctx, { centreId, operatorId, cardId, fileId, reason })
    ctx.note({
      refType: 'operator',
      refId: operatorId,
      centreId,
      detail: { no: operator.code, words: maskedCardTail(currentCard?.tail ?? null), reason, sha256, verification: id },
    })
    return { id }
  },

  async decide(ctx, { id, isConfirmed, reason }) {
    const row = (await store.lock(ctx, id)) ?? refuse(verificationRefusals, 'notFound')
    refuseBlocker(decideBlocker(ctx, row))
    const operator = (await lockForVerification(ctx, row.operator_id, row.card_id)) ?? refuse(verificationRefusals, 'notFound')
    if (isConfirmed && row.card_id !== null && !operator.is_identity_verified) refuse(verificationRefusals, 'identityFirst')
    // A provider may have answered since. A denial is final.
    if (isConfirmed && operator.card?.wasRefused) refuse(verificationRefusals, 'refused')
    await store.closeVerification(ctx, id, isConfirmed ? 'confirmed' : 'refused', reason)
    if (isConfirmed) await applyManualVerification(ctx, row.operator_id, row.card_id)
    ctx.note({
      refType: 'operator',
      refId: row.operator_id,
      centreId: row.centre_id,
      before: { verified: false },
      after: { verified: isConfirmed },
      detail: { no: row.operator_code, words: maskedCardTail(row.card_tail), reason, asked: row.asker, verification: id },
    })
    return {}
  },

  async withdraw(ctx, { id }) {
    const row = (await store.lock(ctx, id)) ?? refuse(verificationRefusals, 'notFound')
    refuseBlocker(withdrawBlocker(ctx, row))
    await store.closeVerification(ctx, id, 'withdrawn', '')
    ctx.note({
      refType: 'operator',
      refId: row.operator_id,
      centreId: row.centre_id,
      detail: { no: row.operator_code, words: maskedCardTail(row.card_tail), verification: id },
    })
    return {}
  },

  async again(ctx, { operatorId }) {
    refuseBlocker(callerBlocker(ctx))
    const operator = (await lockForVerification(ctx, operatorId, null)) ?? refuse(verificationRefusals, 'notFound')
    if (operator.is_identity_verified) refuse(verificationRefusals, 'verified')
    const { answer, why } = await repeatVerification(ctx, operatorId)
    ctx.note({ refType: 'operator', refId: operatorId, centreId: operator.centre_id, detail: { no: operator.code, answer } })
    return { isVerified: answer === 'match', said: translate(repeatedCheckTexts[answer], ctx.language, { why: why ?? 'noAnswer' }) }
  },
}
