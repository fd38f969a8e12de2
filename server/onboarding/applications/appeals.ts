import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { applicationRefusals, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { unitStatusNames } from '#/api/organisations/units.texts.ts'
import { operatorStatusNames } from '#/api/people/operators.texts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { expectProof, handOverAccount } from '#/server/access/auth/public.ts'
import { initialRoleId } from '#/server/access/roles/public.ts'
import { createApplicant, linkApplicantToRecord, setApplicantStatus } from '#/server/access/users/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { endSessions } from '#/server/kernel/session/session.ts'
import { mayReviewApplications } from '#/server/onboarding/applications/blockers.ts'
import { notifyAppealJob } from '#/server/onboarding/applications/notifications.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import { changeOwnMobile } from '#/server/people/operators/public.ts'
import { endTickets } from '#/server/services/tickets/public.ts'

type AppealListRow = z.input<Modules['applications']['appeals']['output']>['rows'][number]
type AppealDetail = z.input<Modules['applications']['appealed']['output']>

function decisionBlockerOf(ctx: Context, row: appeals.AppealRow): 'noReview' | 'appealDecided' | null {
  if (!mayReviewApplications(ctx)) return 'noReview'
  return row.state === 'open' ? null : 'appealDecided'
}

function present(ctx: Context, row: appeals.AppealRow): AppealListRow {
  const blocker = decisionBlockerOf(ctx, row)
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    name: row.name,
    centreName: row.centre_name ?? '',
    statement: row.statement,
    createdAt: row.created_at.toISOString(),
    state: row.state,
    resolution: row.resolution,
    resolvedBy: row.resolved_by ?? '',
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    upheld: row.upheld_by === null || row.upheld_at === null ? null : { by: row.upheld_by, at: row.upheld_at.toISOString(), reason: row.upheld_reason },
    mayUphold: row.is_same_hand ? translate(applicationRefusals.appealOtherPerson, ctx.language) : '',
    mayDecide: blockerText(ctx, applicationRefusals, blocker),
  }
}

/** Returns a page of the appeals in the caller's scope, open ones first. */
export async function listAppeals(ctx: Context, { state, ...turn }: PageRequest & { state?: appeals.AppealRow['state'] | undefined }) {
  const { rows, count, next, open } = await appeals.list(ctx, { state }, turn)
  return { rows: rows.map((row) => present(ctx, row)), count, next, open }
}

const isAboutRecord = (row: appeals.AppealHolder) => row.other_application_id === null

function holderKindOf(row: appeals.AppealHolder): AppealDetail['existing']['kind'] {
  return row.operator_id !== null ? 'operator' : row.unit_id !== null ? 'unit' : row.partner_id !== null ? 'partner' : 'application'
}

function statusText(ctx: Context, { status, application_state: state }: appeals.HolderRecord): string {
  const name = state === null ? (operatorStatusNames[status] ?? unitStatusNames[status as keyof typeof unitStatusNames]) : applicationStateNames[state]
  return name ? translate(name, ctx.language) : ''
}

/** Returns an appeal with both records and masked numbers. */
export async function loadAppeal(ctx: Context, id: number): Promise<AppealDetail> {
  const row = (await appeals.find(ctx, id)) ?? refuse(applicationRefusals, 'appealGone')
  const record = (await appeals.findHolderRecord(ctx.db, row)) ?? refuse(applicationRefusals, 'appealGone')
  const account = (await appeals.accountsOf(ctx.db, row))[0]
  const openMobile = (sealed: string | null) => (sealed === null ? '' : ctx.vault.open('mobile', sealed))
  const maskFilled = (mobile: string) => (mobile === '' ? '' : maskMobile(mobile))
  // Both records have the same number, because the appeal is about that number.
  const number = row.credit_code || maskIdNumber(ctx.vault.open('id_number', row.id_number_sealed))
  return {
    ...present(ctx, row),
    fileId: row.file_id,
    upheldAs: isAboutRecord(row) ? 'handed' : 'freed',
    appellant: { name: row.name, number, mobile: maskFilled(openMobile(row.mobile_sealed)) },
    existing: {
      kind: holderKindOf(row),
      id: row.operator_id ?? row.unit_id ?? row.partner_id ?? row.other_application_id ?? 0,
      no: record.no,
      name: record.name,
      number,
      mobile: maskFilled(record.mobile ?? openMobile(record.mobile_sealed)),
      status: statusText(ctx, record),
      since: record.since.toISOString(),
      username: account?.username ?? '',
      lastLoginAt: account?.last_login_at?.toISOString() ?? null,
    },
  }
}

const usertypeByHolder = { operator: 3, unit: 2, partner: 5 } as const

/** Creates an account for an imported record without one. */
async function createAppellantAccount(ctx: Context, row: appeals.AppealRow, mobile: string): Promise<number> {
  const usertype = usertypeByHolder[holderKindOf(row) as keyof typeof usertypeByHolder]
  const { userId, username } = await createApplicant(ctx, { applicationId: row.application_id, name: row.name, mobile, usertype })
  const subjectIds = {
    ...(row.unit_id !== null && { unitId: row.unit_id }),
    ...(row.operator_id !== null && { operatorId: row.operator_id }),
    ...(row.partner_id !== null && { partnerId: row.partner_id }),
  }
  await linkApplicantToRecord(ctx, userId, { ...subjectIds, roleId: await initialRoleId(ctx.db, usertype) })
  await setApplicantStatus(ctx, userId, 8)
  ctx.note({ refType: 'user', refId: userId, unitId: row.unit_id, detail: { username, application: row.no, status: accountStatus.active } })
  return userId
}

/** Closes the application of the appellant, who receives the existing record instead. */
async function closeAppellantApplication(ctx: Context, row: appeals.AppealRow): Promise<void> {
  const application = await store.lock(ctx.db, row.application_id)
  if (!application || application.state === 'withdrawn') return
  await store.changeApplicationState(ctx, application.id, { state: 'withdrawn' })
  if (application.user_id !== null) await setApplicantStatus(ctx, application.user_id, 7)
  await endTickets(ctx, application.id)
}

/**
 * Transfers the record's account and number to the appellant; the reviewer must have entered the password recently.
 */
async function transferAccount(ctx: Context, row: appeals.AppealRow): Promise<number> {
  await expectProof(ctx)
  const mobile = ctx.vault.open('mobile', row.mobile_sealed)
  if (row.operator_id !== null) {
    const answer = await changeOwnMobile(ctx, row.operator_id, mobile)
    if (answer !== 'match') refuse(applicationRefusals, answer === 'taken' ? 'appealMobileTaken' : 'appealMobileNotAtBank')
  }
  const [account, ...others] = await appeals.accountsOf(ctx.db, row)
  const userId = account?.id ?? (await createAppellantAccount(ctx, row, mobile))
  await closeAppellantApplication(ctx, row)
  if (account) {
    const { note, sessions } = await handOverAccount(ctx, userId, mobile)
    ctx.note({ ...note, detail: { username: account.username, application: row.no, mobile: maskMobile(mobile), sessions } })
    await appeals.setApplicationMobile(ctx.db, userId, { sealed: row.mobile_sealed, index: ctx.vault.index('mobile', mobile) })
    // An operator has one account, so all others are closed. A unit's other accounts belong to its staff.
    for (const otherAccount of row.operator_id === null ? [] : others) {
      await setApplicantStatus(ctx, otherAccount.id, 7)
      await endSessions(ctx.db, { userId: otherAccount.id, why: 'disabled', now: ctx.real })
      ctx.note({ refType: 'user', refId: otherAccount.id, detail: { username: otherAccount.username, application: row.no, status: accountStatus.closed } })
    }
  }
  return userId
}

/** Closes the earlier application and frees the identity for the appellant. */
async function releaseIdentity(ctx: Context, row: appeals.AppealRow): Promise<void> {
  const rivalApplication = await store.lock(ctx.db, row.other_application_id ?? 0)
  if (!rivalApplication || !['pending', 'rejected'].includes(rivalApplication.state)) return
  await store.changeApplicationState(ctx, rivalApplication.id, { state: 'withdrawn' })
  if (rivalApplication.user_id !== null) await setApplicantStatus(ctx, rivalApplication.user_id, 7)
  await endTickets(ctx, rivalApplication.id)
  await store.addEvent(ctx, rivalApplication.id, 'closedByAppeal')
  ctx.note({
    refType: 'application',
    refId: rivalApplication.id,
    centreId: rivalApplication.centre_id,
    detail: { no: rivalApplication.no, state: 'withdrawn', appeal: row.id },
  })
}

/** Returns the appeal with the identity's present holder: an application may have become a record since the appeal. */
async function withCurrentHolder(ctx: Context, row: appeals.AppealRow): Promise<appeals.AppealRow> {
  const rivalApplication = row.other_application_id === null ? undefined : await store.lock(ctx.db, row.other_application_id)
  if (!rivalApplication || (rivalApplication.operator_id ?? rivalApplication.unit_id ?? rivalApplication.partner_id) === null) return row
  const { operator_id, unit_id, partner_id } = rivalApplication
  return { ...row, operator_id, unit_id, partner_id, other_application_id: null }
}

const eventByState = { handed: 'appealHanded', freed: 'appealFreed', rejected: 'appealRejected' } as const

/** Records that the caller upholds an appeal about an account. Another person hands the account over. */
async function recordFirstUphold(ctx: Context, row: appeals.AppealRow, resolution: string) {
  await expectProof(ctx)
  await appeals.upholdAppeal(ctx, row.id, resolution)
  ctx.note({ refType: 'appeal', refId: row.id, centreId: row.centre_id, unitId: row.unit_id, detail: { no: row.no, state: 'upheld', reason: resolution } })
  return { state: row.state, isFirst: true }
}

/**
 * Decides an appeal: the appellant gets the identity or the holder keeps it. Two people hand over an account: the first
 * upholds the appeal, the second executes it.
 */
export async function decideAppeal(ctx: Context, id: number, isUpheld: boolean, resolution: string) {
  const lockedAppeal = (await appeals.lock(ctx, id)) ?? refuse(applicationRefusals, 'appealGone')
  refuseIf(applicationRefusals, decisionBlockerOf(ctx, lockedAppeal))
  const row = await withCurrentHolder(ctx, lockedAppeal)
  const state = !isUpheld ? ('rejected' as const) : isAboutRecord(row) ? ('handed' as const) : ('freed' as const)
  if (state === 'handed' && row.upheld_by === null) return recordFirstUphold(ctx, row, resolution)
  if (state === 'handed' && row.is_same_hand) refuse(applicationRefusals, 'appealOtherPerson')
  const userId = state === 'handed' ? await transferAccount(ctx, row) : null
  if (state === 'freed') await releaseIdentity(ctx, row)
  await appeals.closeAppeal(ctx, id, { state, resolution, userId })
  await store.addEvent(ctx, row.application_id, eventByState[state])
  await ctx.enqueue(notifyAppealJob, { appeal: id, to: 'appellant' })
  ctx.note({ refType: 'appeal', refId: id, centreId: row.centre_id, unitId: row.unit_id, detail: { no: row.no, state, reason: resolution } })
  return { state, isFirst: false }
}
