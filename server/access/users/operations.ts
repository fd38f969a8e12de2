import { userRefusals } from '#/api/access/users.texts.ts'
import type { PasswordDelivery } from '#/api/access/users.ts'
import type { Modules } from '#/api/modules.ts'
import { dutiesOf, hasMoreCentres, needsReview } from '#/domain/access/duties.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import type { ApplicantType } from '#/domain/onboarding/application.ts'
import { openChangesOf } from '#/server/access/changes/public.ts'
import { rolesWithKeys, twoPersonCheck } from '#/server/access/roles/public.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import { changeRoles, createUser, expectValidFields, proposeRolesAgain, protectLastAdmins } from '#/server/access/users/editing.ts'
import { exportUsers } from '#/server/access/users/jobs.ts'
import { lockForUpdate } from '#/server/access/users/locking.ts'
import { notifyFormerMobile, sendResetLink } from '#/server/access/users/notifications.ts'
import { presentUser } from '#/server/access/users/presentation.ts'
import { proposalOperations } from '#/server/access/users/proposal-operations.ts'
import { resubmitApplication } from '#/server/access/users/requesting.ts'
import { reviewOperations } from '#/server/access/users/review.ts'
import * as store from '#/server/access/users/store.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { logName } from '#/server/kernel/request/log-names.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { endSessions } from '#/server/kernel/session/session.ts'

const noDelivery: PasswordDelivery = { sentTo: '', isOnPaper: false, sandboxAsk: null }

async function present(ctx: Context, id: number) {
  const row = (await store.find(ctx, id)) ?? refuse(userRefusals, 'notFound')
  return presentUser(ctx, row, await lookups.assignableCentres(ctx))
}

function note(ctx: Context, row: store.UserRow, detail: Record<string, unknown> = {}): void {
  ctx.note({ refType: 'user', refId: row.id, unitId: row.unit_id, detail: { username: row.username, ...detail } })
}

export const users: Implementation<Modules['users']> = {
  async list(ctx, { page, size, after, before, ...filter }) {
    if (!blockers.mayManageAccounts(ctx)) refuse(userRefusals, 'noPage')
    const visibleCentres = await lookups.assignableCentres(ctx)
    const [{ rows, next }, count] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.count(ctx, filter)])
    return { rows: rows.map((row) => presentUser(ctx, row, visibleCentres)), count, next }
  },

  async get(ctx, { id }) {
    if (!blockers.mayManageAccounts(ctx) && !blockers.mayReviewApplications(ctx)) refuse(userRefusals, 'noPage')
    const user = await present(ctx, id)
    const sessions = await store.sessionsOf(ctx, id)
    return {
      ...user,
      changes: await openChangesOf(ctx, { kind: 'app_user', rowIds: [id] }),
      sessions: sessions.map((row) => ({ since: row.created_at.toISOString(), seenAt: row.seen_at.toISOString(), ip: row.ip, agent: row.agent })),
    }
  },

  async choices(ctx) {
    const usertypes = blockers.usertypesFor(ctx)
    const roles = (await rolesWithKeys(ctx)).filter((role) => usertypes.includes(role.usertype))
    const missingNamesOf = await blockers.missingPermissionNames(ctx, roles)
    const needsTwoPeople = await twoPersonCheck(ctx)
    return {
      usertypes,
      posts: blockers.postsFor(ctx),
      roles: roles.map((role) => {
        const keys = missingNamesOf(role)
        return {
          id: role.id,
          name: presetName(role.name, ctx.language),
          usertype: role.usertype,
          duties: role.usertype === userType.unit ? dutiesOf(role.keys) : [],
          needsReview: role.usertype === userType.unit && needsReview(role.keys),
          needsTwo: needsTwoPeople(role),
          reason: keys === '' ? '' : translate(userRefusals.grantMissing, ctx.language, { keys }),
        }
      }),
      centres: await lookups.assignableCentres(ctx),
    }
  },

  async subjects(ctx, { usertype, keyword }) {
    if (!blockers.mayManageAccounts(ctx) || !blockers.usertypesFor(ctx).includes(usertype)) return []
    const kind = ({ [userType.unit]: 'unit', [userType.operator]: 'operator', [userType.partner]: 'partner' } as const)[usertype as ApplicantType]
    return kind ? lookups.subjects(ctx, kind, { keyword }) : []
  },

  async create(ctx, input) {
    const { id, delivery, rolesWaiting } = await createUser(ctx, input)
    return { user: await present(ctx, id), ...(delivery ?? noDelivery), isWaiting: delivery === null, rolesWaiting }
  },

  async update(ctx, { id, ...fields }) {
    const row = await lockForUpdate(ctx, id, 'edit')
    expectValidFields(ctx, fields)
    const { name, mobile, poststatus, islr, isdl } = fields
    blockers.expectAssignableMarks(ctx, row, { islr, isdl })
    blockers.expectMobileChangeable(row, mobile)
    if (poststatus !== undefined) {
      blockers.expectAssignablePost(ctx, row.usertype, poststatus, row.poststatus)
      if (row.centres.length > 1 && poststatus !== postStatus.director && poststatus !== postStatus.crossCentre) refuse(userRefusals, 'oneCentre')
    }
    await changes.update(ctx, id, {
      ...(name !== undefined && { name }),
      ...(mobile !== undefined && { mobile }),
      ...(poststatus !== undefined && { poststatus }),
      ...(islr !== undefined && { islr: Number(islr) }),
      ...(isdl !== undefined && { isdl }),
    })
    const maskFilled = (mobileNo: string) => (mobileNo === '' ? '' : maskMobile(mobileNo))
    const before = { name: row.name, mobile: maskFilled(row.mobile), poststatus: row.poststatus, islr: String(row.islr), isdl: row.isdl }
    note(ctx, row, { before, after: { name, mobile: mobile && maskFilled(mobile), poststatus, islr, isdl } })
    if (mobile !== undefined && mobile !== row.mobile) await notifyFormerMobile(ctx, row, mobile)
    return present(ctx, id)
  },

  async setRoles(ctx, { id, ...requested }) {
    const row = await lockForUpdate(ctx, id, 'roles')
    const roleChangeResult = await changeRoles(ctx, row, requested)
    return { user: await present(ctx, id), ...roleChangeResult }
  },

  async setCentres(ctx, { id, centres, why }) {
    const row = await lockForUpdate(ctx, id, 'centres')
    blockers.expectAssignableCentres(row.usertype, row.poststatus, centres, await lookups.assignableCentres(ctx))
    const rolesWaiting = hasMoreCentres(row.centres, centres) && (await proposeRolesAgain(ctx, row, why))
    await changes.setCentres(ctx, id, centres)
    note(ctx, row, { before: row.centres.map(({ id: centreId, modes }) => ({ id: centreId, modes })), after: centres })
    // This change may move the account out of the caller's scope.
    return { user: presentUser(ctx, (await store.find(ctx, id)) ?? { ...row, centres: [] }, await lookups.assignableCentres(ctx)), rolesWaiting }
  },

  async resetPassword(ctx, { id }) {
    const row = await lockForUpdate(ctx, id, 'reset')
    const linkDelivery = await sendResetLink(ctx, id)
    note(ctx, row, { sentTo: linkDelivery.sentTo })
    return { user: await present(ctx, id), ...linkDelivery }
  },

  async unlock(ctx, { id }) {
    const row = await lockForUpdate(ctx, id, 'unlock')
    await changes.clearLock(ctx, id)
    note(ctx, row)
    return present(ctx, id)
  },

  async disable(ctx, { id, reason }) {
    const row = await lockForUpdate(ctx, id, 'disable')
    await protectLastAdmins(ctx, row, () => changes.update(ctx, id, { status: accountStatus.disabled }))
    await endSessions(ctx.db, { userId: id, why: 'disabled', now: ctx.real })
    note(ctx, row, { reason })
    return present(ctx, id)
  },

  async enable(ctx, { id }) {
    const row = await lockForUpdate(ctx, id, 'enable')
    await changes.update(ctx, id, { status: accountStatus.active })
    note(ctx, row)
    return present(ctx, id)
  },

  async signOut(ctx, { id }) {
    const row = await lockForUpdate(ctx, id, 'signOut')
    await endSessions(ctx.db, { userId: id, why: 'logout', now: ctx.real })
    note(ctx, row)
    return present(ctx, id)
  },

  async signIns(ctx, { id, ...page }) {
    if (!blockers.mayManageAccounts(ctx)) refuse(userRefusals, 'noPage')
    const { rows, count } = await store.signIns(ctx, id, page)
    return {
      rows: rows.map((row) => ({
        at: row.at.toISOString(),
        ip: row.ip,
        isDone: row.outcome === 'done' && row.status === accountStatus.active,
        reason: row.outcome,
      })),
      count,
    }
  },

  async changes(ctx, { id, ...page }) {
    if (!blockers.mayManageAccounts(ctx)) refuse(userRefusals, 'noPage')
    const { rows, count } = await store.loggedChanges(ctx, id, page)
    return {
      rows: rows.map((row) => ({
        ...row,
        at: row.at.toISOString(),
        by: row.by ?? '',
        actionName: logName(row.action, ctx.language),
        words: row.words.join(' · '),
      })),
      count,
    }
  },

  async export(ctx, filter) {
    if (!blockers.mayManageAccounts(ctx)) refuse(userRefusals, 'noPage')
    const ids = await exportRows((size) => store.matchingIds(ctx, filter, size))
    return exportUsers(ctx, filter, ids)
  },

  ...reviewOperations,
  ...proposalOperations,

  async askAgain(ctx, { id, ...correction }) {
    await resubmitApplication(ctx, await lockForUpdate(ctx, id, 'askAgain'), correction)
    return present(ctx, id)
  },
}
