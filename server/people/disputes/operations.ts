import type { Modules } from '#/api/modules.ts'
import { disputeRefusals } from '#/api/people/disputes.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { callerOperatorId, raiseDispute, withdrawDispute } from '#/server/people/disputes/raising.ts'
import * as store from '#/server/people/disputes/store.ts'
import { endLink, recheckBatches } from '#/server/people/operators/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { accountsOfOperator, holdersInUnit, sendNotification } from '#/server/services/messages/public.ts'

function callerBlocker(ctx: Context): 'noPlace' | 'noRight' | null {
  const mayDecide = ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
  if (!mayDecide) return 'noPlace'
  return ctx.actor.may('user:audit') ? null : 'noRight'
}

export const disputes: Implementation<Modules['disputes']> = {
  async usage(ctx) {
    const operatorId = callerOperatorId(ctx)
    const rows = await ctx.widen('units that use an identity, for its owner', () => store.unitsOfPerson(ctx, operatorId))
    return rows.map((row) => ({
      ...fieldsOf(row, 'unit_id', 'unit_name', 'is_active', 'since', 'year_count'),
      yearPaid: fen(row.year_paid),
      lastPaidAt: row.last_paid_at?.toISOString() ?? null,
      contracts: row.contracts,
      dispute:
        row.dispute_id === null || row.dispute_state === null || row.dispute_at === null
          ? null
          : { id: row.dispute_id, state: row.dispute_state, createdAt: row.dispute_at.toISOString(), resolution: row.resolution ?? '' },
    }))
  },

  raise: raiseDispute,

  withdraw: withdrawDispute,

  async list(ctx, { state, operatorId, ...turn }) {
    const { rows, count, next, open } = await ctx.widen('objections in a scope the query names', () => store.list(ctx, { state, operatorId }, turn))
    const blocker = callerBlocker(ctx)
    return {
      count,
      next,
      open,
      rows: rows.map((row) => {
        const refusalName = row.state === 'open' ? blocker : 'decided'
        return {
          ...fieldsOf(row, 'id', 'state', 'operator_id', 'operator_name', 'operator_code', 'unit_id', 'unit_name'),
          ...fieldsOf(row, 'statement', 'created_at', 'resolution'),
          resolvedBy: row.resolved_by ?? '',
          resolvedAt: row.resolved_at?.toISOString() ?? null,
          mayResolve: blockerText(ctx, disputeRefusals, refusalName),
          kept: row.kept_by === null || row.kept_at === null ? null : { by: row.kept_by, at: row.kept_at.toISOString(), reason: row.kept_reason },
          mayKeep: row.is_same_hand ? translate(disputeRefusals.otherPerson, ctx.language) : '',
        }
      }),
    }
  },

  async resolve(ctx, { disputeId, decision, resolution, file }) {
    const row = (await store.lock(ctx, disputeId)) ?? refuse(disputeRefusals, 'notFound')
    refuseIf(disputeRefusals, callerBlocker(ctx))
    if (row.state !== 'open') refuse(disputeRefusals, 'decided')
    const documentOwner = { centreId: row.centre_id, operatorId: row.operator_id, purpose: 'dispute' }
    const isSecondPerson = decision === 'keep' && row.kept_by !== null
    if (isSecondPerson && row.is_same_hand) refuse(disputeRefusals, 'otherPerson')
    if (!isSecondPerson && !file) refuse(disputeRefusals, 'fileNeeded')
    const storedEvidence = file ? await storeDocument(ctx, { upload: file, pictures: true, ...documentOwner }) : null
    const fileId = storedEvidence?.fileId ?? row.file_id
    const sha256 = storedEvidence?.sha256 ?? ''
    if (decision === 'keep' && !isSecondPerson && fileId !== null) {
      await store.recordGenuineUse(ctx, row.id, { resolution, fileId })
      const detail = { reason: resolution, words: '认定使用属实，待另一人确认', sha256 }
      ctx.note({ refType: 'operator', refId: row.operator_id, unitId: row.unit_id, centreId: row.centre_id, detail })
      return { isFirst: true }
    }
    await store.closeDispute(ctx, row.id, { state: decision === 'keep' ? 'kept' : 'ended', resolution, fileId })
    if (decision === 'end') await endLink(ctx, row.operator_id, row.unit_id)
    await recheckBatches(ctx, row.operator_id, row.unit_id)
    const recipients = [...(await holdersInUnit(ctx, row.unit_id, 'zf:make')), ...(await accountsOfOperator(ctx, row.operator_id))]
    await sendNotification(ctx, {
      to: recipients,
      kind: decision === 'keep' ? 'disputeKept' : 'disputeEnded',
      values: { reason: resolution },
      path: null,
      refType: 'dispute',
      refId: row.id,
    })
    ctx.note({
      refType: 'operator',
      refId: row.operator_id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      detail: { reason: resolution, words: decision === 'keep' ? '恢复付款' : '终止合作', sha256 },
    })
    return { isFirst: false }
  },
}
