import { changeRefusals } from '#/api/access/changes.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { expectProof } from '#/server/access/auth/public.ts'
import { applyApprovedChange, notifyAffected } from '#/server/access/changes/applying.ts'
import { type Blocker, changedRowName, decideBlocker, presentChange, withdrawBlocker } from '#/server/access/changes/presentation.ts'
import type { ChangeRow } from '#/server/access/changes/store.ts'
import * as store from '#/server/access/changes/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

async function lockForDecision(ctx: Context, id: number, blockerOf: (ctx: Context, row: ChangeRow) => Blocker): Promise<ChangeRow> {
  if (!ctx.scope.all) refuse(changeRefusals, 'notPlatform')
  const row = (await store.lock(ctx, id)) ?? refuse(changeRefusals, 'notFound')
  const blocker = blockerOf(ctx, row)
  return blocker === null ? row : refuse(changeRefusals, blocker)
}

function note(ctx: Context, row: ChangeRow, state: string, remark: string): void {
  const detail = { name: row.row_name, note: remark, differences: row.shown.map(({ field, before, after }) => `${field}: ${before} → ${after}`) }
  ctx.note({ refType: 'change', refId: row.id, centreId: row.centre_id, before: { state: row.state }, after: { state }, detail })
}

function notifyProposer(ctx: Context, row: ChangeRow, outcome: 'approved' | 'rejected' | 'withdrawn', reason: string) {
  return sendNotification(ctx, {
    kind: 'changeDecided',
    to: [row.proposed_by],
    values: { name: changedRowName(ctx, row), outcome, reason },
    path: pages.changeList.path,
    refType: 'change',
    refId: row.id,
  })
}

export const changes: Implementation<Modules['changes']> = {
  async list(ctx, { page, size, ...filter }) {
    if (!ctx.scope.all) refuse(changeRefusals, 'notPlatform')
    const { rows, count } = await store.list(ctx, filter, { page, size })
    return { rows: rows.map((row) => presentChange(ctx, row)), count }
  },

  async decide(ctx, { changeId, isApproved, note: remark }) {
    const row = await lockForDecision(ctx, changeId, decideBlocker)
    await expectProof(ctx)
    if (isApproved) {
      if (await store.hasOrdersWithoutResult(ctx, row)) refuse(changeRefusals, 'busy', { name: changedRowName(ctx, row) })
      const { at, isDue } = await store.approveChange(ctx, changeId, remark)
      if (isDue) await applyApprovedChange(ctx, row)
      else await notifyAffected(ctx, row, 'accountChanging', at)
    } else {
      if (remark.length < 2) refuse(changeRefusals, 'noteNeeded')
      await store.endProposal(ctx, changeId, 'rejected', remark)
    }
    await notifyProposer(ctx, row, isApproved ? 'approved' : 'rejected', remark)
    note(ctx, row, isApproved ? 'approved' : 'rejected', remark)
    return {}
  },

  async withdraw(ctx, { changeId, note: remark }) {
    const row = await lockForDecision(ctx, changeId, withdrawBlocker)
    await store.endProposal(ctx, changeId, 'withdrawn', remark)
    await notifyProposer(ctx, row, 'withdrawn', remark)
    note(ctx, row, 'withdrawn', remark)
    return {}
  },
}
