import type { Modules } from '#/api/modules.ts'
import { userRefusals } from '#/api/users.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { keepingAdmins, wantedRoles } from '#/server/users/editing.ts'
import { decisionObstacle, presentApplication } from '#/server/users/presentation.ts'
import * as standing from '#/server/users/standing.ts'
import * as store from '#/server/users/store.ts'
import * as changes from '#/server/users/store-changes.ts'
import * as lookups from '#/server/users/store-lookups.ts'
import * as reviews from '#/server/users/store-review.ts'

type Review = Pick<Implementation<Modules['users']>, 'applications' | 'approve' | 'reject'>

async function take(ctx: Context, id: number): Promise<reviews.ApplicationRow> {
  const row = (await reviews.lock(ctx, id)) ?? refuse(userRefusals, 'applicationGone')
  standing.clear(decisionObstacle(ctx, row))
  return row
}

async function answer(ctx: Context, id: number) {
  return presentApplication(ctx, (await reviews.find(ctx, id)) ?? refuse(userRefusals, 'applicationGone'))
}

function note(ctx: Context, row: reviews.ApplicationRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'user', refId: row.user_id, unitId: row.unit_id, detail: { application: row.id, username: row.username, ...detail } })
}

export const applications: Review['applications'] = async (ctx, { page, size, ...filter }) => {
  if (!standing.mayReview(ctx)) refuse(userRefusals, 'noReview')
  const rows = await reviews.list(ctx, filter, { page, size })
  return { rows: rows.map((row) => presentApplication(ctx, row)), count: await reviews.count(ctx, filter) }
}

/** Agrees to what a unit asked for: from now on the account has these roles, and a new one may sign in once its administrator has fetched a password. */
export const approve: Review['approve'] = async (ctx, { applicationId: id, acknowledge }) => {
  const row = await take(ctx, id)
  const target = (await store.lock(ctx, row.user_id)) ?? refuse(userRefusals, 'notFound')
  if (target.status !== 1 && target.status !== 8) refuse(userRefusals, 'wrongStatus')
  const roles = await wantedRoles(ctx, row.role_ids)
  const has = target.roles.map((role) => role.id)
  standing.expectHeldBy(await lookups.keysOf(ctx, row.requested_by), roles, { usertype: target.usertype, has })
  standing.expectAcknowledged(ctx, standing.overlapIn(row.is_dual, row.keys), acknowledge)
  if (!(await reviews.decide(ctx, id, 'approved', ''))) refuse(userRefusals, 'applicationGone')
  await keepingAdmins(ctx, target, () => changes.setRoles(ctx, target.id, row.role_ids))
  if (target.status === 1) await changes.change(ctx, target.id, { status: 8 })
  note(ctx, row, { words: row.roles.join('、'), acknowledged: acknowledge })
  return answer(ctx, id)
}

export const reject: Review['reject'] = async (ctx, { applicationId: id, reason }) => {
  const row = await take(ctx, id)
  if (!(await reviews.decide(ctx, id, 'rejected', reason))) refuse(userRefusals, 'applicationGone')
  if (row.status === 1) await changes.change(ctx, row.user_id, { status: 2 })
  note(ctx, row, { words: row.roles.join('、'), reason })
  return answer(ctx, id)
}
