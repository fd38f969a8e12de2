import { accountFieldNames, userRefusals } from '#/api/access/users.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { joinClauses, joinWords, prependLabel } from '#/domain/base/text.ts'
import { sendPasswordLink } from '#/server/access/recovery/public.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import { loadRequestedRoles, protectLastAdmins } from '#/server/access/users/editing.ts'
import { notifyApplicantJob } from '#/server/access/users/jobs.ts'
import { decisionBlocker, isOwnApplication, presentApplication, takeBlocker } from '#/server/access/users/presentation.ts'
import { applicationList } from '#/server/access/users/sheet.ts'
import * as store from '#/server/access/users/store.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import * as reviews from '#/server/access/users/store-review.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { forEachRow } from '#/server/kernel/rows/bulk.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type ReviewOperations = Pick<
  Implementation<Modules['users']>,
  'applications' | 'application' | 'approve' | 'reject' | 'takeApplication' | 'assignApplications' | 'applicationColleagues' | 'exportApplications'
>

const reviewKey = 'dwEmployeeCheck'
const reviewPath = '/user/dwEmployeeCheck'
const maxRows = 5000

async function lockForUpdate(ctx: Context, id: number): Promise<reviews.ApplicationRow> {
  const row = (await reviews.lock(ctx, id)) ?? refuse(userRefusals, 'applicationGone')
  refuseIf(userRefusals, decisionBlocker(ctx, row))
  return row
}

async function applicationResponse(ctx: Context, id: number) {
  return presentApplication(ctx, (await reviews.find(ctx, id)) ?? refuse(userRefusals, 'applicationGone'))
}

function note(ctx: Context, row: reviews.ApplicationRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'user', refId: row.user_id, unitId: row.unit_id, detail: { application: row.id, username: row.username, ...detail } })
}

/** Sends the decision by text message where SMS is available. */
async function notifyBySms(ctx: Context, id: number): Promise<void> {
  if (ctx.site.ways.sms) await ctx.enqueue(notifyApplicantJob, { application: id, language: ctx.language })
}

/** Returns the reviewers of a unit's applications: platform staff and staff of its centres. */
async function reviewersOf(ctx: Context, unitId: number): Promise<number[]> {
  const reviewersByCentre = await Promise.all((await reviews.centreIdsOf(ctx, unitId)).map((centreId) => lookups.reviewers(ctx.db, centreId, reviewKey)))
  return reviewersByCentre.flat().map((each) => each.id)
}

export const reviewOperations: ReviewOperations = {
  async applications(ctx, { page, size, after, before, ...filter }) {
    if (!blockers.mayReviewApplications(ctx)) refuse(userRefusals, 'noReview')
    const [{ rows, next }, count] = await Promise.all([reviews.list(ctx, filter, { page, size, after, before }), reviews.count(ctx, filter)])
    return { rows: rows.map((row) => presentApplication(ctx, row)), count, next }
  },

  async application(ctx, { applicationId }) {
    if (!blockers.mayReviewApplications(ctx)) refuse(userRefusals, 'noReview')
    return applicationResponse(ctx, applicationId)
  },

  /**
   * Approves an application and gives the account its roles. The owner of a new account receives a link to choose the
   * password.
   */
  async approve(ctx, { applicationId: id, acknowledge }) {
    const row = await lockForUpdate(ctx, id)
    const target = (await store.lock(ctx, row.user_id)) ?? refuse(userRefusals, 'notFound')
    if (target.status !== accountStatus.pending && target.status !== accountStatus.active) refuse(userRefusals, 'wrongStatus')
    const roles = await loadRequestedRoles(ctx, row.role_ids)
    const currentRoleIds = target.roles.map((role) => role.id)
    blockers.expectApplicantPermissions(await lookups.permissionKeysOf(ctx, row.requested_by), roles, { usertype: target.usertype, has: currentRoleIds })
    blockers.expectAcknowledged(ctx, blockers.overlappingDutiesOf(row.is_dual, row.keys), acknowledge)
    if (!(await reviews.decideApplication(ctx, id, 'approved', { reason: '', rejects: [] }))) refuse(userRefusals, 'applicationGone')
    await protectLastAdmins(ctx, target, () => changes.setRoles(ctx, target.id, row.role_ids))
    const isNew = target.status === accountStatus.pending
    if (isNew) await changes.update(ctx, target.id, { status: accountStatus.active })
    const linkDelivery = isNew ? await sendPasswordLink(ctx, target.id, { isFirst: true }) : null
    const roleNames = joinWords(row.roles, 'zh')
    note(ctx, row, { words: roleNames, acknowledged: acknowledge, sentTo: linkDelivery?.sentTo ?? '' })
    const values = { username: row.username, name: row.name, roles: row.roles }
    await sendNotification(ctx, { to: [row.requested_by], kind: 'accountApproved', values, path: null, refType: 'user', refId: row.user_id })
    await notifyBySms(ctx, id)
    return { ...(await applicationResponse(ctx, id)), sentTo: '', sandboxAsk: null, ...linkDelivery, isNew, isSent: linkDelivery !== null }
  },

  async reject(ctx, { applicationId: id, reason, rejects }) {
    if (reason.length < 2 && rejects.length === 0) refuse(userRefusals, 'reasonNeeded')
    const row = await lockForUpdate(ctx, id)
    const distinctRejects = [...new Map(rejects.map((reject) => [reject.field, reject])).values()]
    const labelledReasons = distinctRejects.map((each) => prependLabel(translate(accountFieldNames[each.field], ctx.language), each.reason, ctx.language))
    const fullReason = joinClauses([...labelledReasons, ...(reason ? [reason] : [])], ctx.language)
    if (!(await reviews.decideApplication(ctx, id, 'rejected', { reason: fullReason, rejects: distinctRejects }))) refuse(userRefusals, 'applicationGone')
    if (row.status === accountStatus.pending) await changes.update(ctx, row.user_id, { status: accountStatus.rejected })
    note(ctx, row, { words: joinWords(row.roles, 'zh'), reason: fullReason })
    const values = { username: row.username, reason: fullReason }
    await sendNotification(ctx, { to: [row.requested_by], kind: 'accountRejected', values, path: null, refType: 'user', refId: row.user_id })
    await notifyBySms(ctx, id)
    return applicationResponse(ctx, id)
  },

  async takeApplication(ctx, { applicationId: id }) {
    const row = (await reviews.lock(ctx, id)) ?? refuse(userRefusals, 'applicationGone')
    refuseIf(userRefusals, takeBlocker(ctx, row))
    if (row.reviewer_id !== ctx.actor.userId) {
      await reviews.setReviewer(ctx, id, ctx.actor.userId)
      note(ctx, row, { words: row.reviewer ?? '', from: row.reviewer ?? '' })
      const values = { username: row.username, name: ctx.actor.name }
      await sendNotification(ctx, {
        to: [row.reviewer_id],
        kind: 'accountTaken',
        values,
        path: `${reviewPath}?open=${id}`,
        refType: 'user',
        refId: row.user_id,
      })
    }
    return applicationResponse(ctx, id)
  },

  async assignApplications(ctx, { requestIds, userId, reason }) {
    if (!blockers.mayReviewApplications(ctx)) refuse(userRefusals, 'noReview')
    if (!ctx.actor.may('user:edit')) refuse(userRefusals, 'noRight')
    const people = await lookups.reviewers(ctx.db, ctx.scope.centreId, reviewKey)
    const colleague = people.find((person) => person.id === userId) ?? refuse(userRefusals, 'notReviewer')
    const result = await forEachRow(
      requestIds,
      (id) => reviews.lock(ctx, id),
      async (row, id) => {
        if (row.state !== 'pending') return blockerText(ctx, userRefusals, 'applicationGone')
        if (isOwnApplication(row, userId)) return blockerText(ctx, userRefusals, 'ownApplication')
        if (!(await reviewersOf(ctx, row.unit_id)).includes(userId)) return blockerText(ctx, userRefusals, 'notReviewer')
        await reviews.setReviewer(ctx, id, userId)
        note(ctx, row, { words: colleague.name, reviewer: colleague.name, from: row.reviewer ?? '', reason })
        return ''
      },
    )
    const values = { count: result.ok.length, name: ctx.actor.name }
    const [first] = result.ok
    if (first)
      await sendNotification(ctx, { to: [userId], kind: 'accountsAssigned', values, path: `${reviewPath}?reviewer=mine`, refType: 'user', refId: first })
    return result
  },

  async applicationColleagues(ctx) {
    if (!blockers.mayReviewApplications(ctx)) refuse(userRefusals, 'noReview')
    const people = await lookups.reviewers(ctx.db, ctx.scope.centreId, reviewKey)
    const ids = people.map((person) => person.id)
    const openCounts = await reviews.countOpenByReviewer(ctx, ids)
    return people.map((person) => ({ ...person, open: openCounts.get(person.id) ?? 0 }))
  },

  async exportApplications(ctx, filter) {
    if (!blockers.mayReviewApplications(ctx)) refuse(userRefusals, 'noReview')
    const readRows = async () => {
      const rows = await exportRows(async (size) => (await reviews.list(ctx, filter, { page: 1, size })).rows, maxRows)
      return applicationList(
        ctx,
        filter,
        rows.map((row) => presentApplication(ctx, row)),
      )
    }
    return storeExport(ctx, filter, readRows, { centreId: ctx.scope.centreId })
  },
}
