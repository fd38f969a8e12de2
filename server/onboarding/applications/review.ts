import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { applicationEventNames, applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { dayOf } from '#/domain/base/period.ts'
import { fieldsOf } from '#/domain/onboarding/application-fields.ts'
import { reviewersAt, setApplicantStatus } from '#/server/access/users/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { forEachRow } from '#/server/kernel/rows/bulk.ts'
import { type ApprovalTerms, createRecords } from '#/server/onboarding/applications/approval.ts'
import * as blockers from '#/server/onboarding/applications/blockers.ts'
import { runApplicantChecks } from '#/server/onboarding/applications/checks.ts'
import { answersOf, visibleAnswers } from '#/server/onboarding/applications/form-answers.ts'
import { notifyApplicantJob } from '#/server/onboarding/applications/notifications.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import * as reviews from '#/server/onboarding/applications/store-review.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type ListedApplication = z.input<Modules['applications']['list']['output']>['rows'][number]
type ApplicationDetail = z.input<Modules['applications']['get']['output']>

const hourMs = 3_600_000
const roundToTenths = (hours: number) => Math.max(0, Math.round(hours * 10) / 10)
const sourceOf = (usertype: number | null) =>
  usertype === null ? 'self' : usertype === userType.unit ? 'unit' : usertype === userType.partner ? 'partner' : 'staff'

/** Returns a row of the list. Partners do not see mobile numbers. */
export function presentListedApplication(ctx: Context, row: reviews.ReviewRow): ListedApplication {
  const waitEnd = row.state === 'pending' ? ctx.now : (row.decided_at ?? ctx.now)
  const hours = row.submitted_at ? (waitEnd.getTime() - row.submitted_at.getTime()) / hourMs : 0
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    name: row.subject_name,
    creditCode: row.credit_code ?? '',
    contact: ctx.actor.usertype === userType.partner ? '' : row.contact,
    mobile: ctx.actor.usertype === userType.partner ? '' : maskMobile(ctx.vault.open('mobile', row.mobile_sealed)),
    source: sourceOf(row.inviter_type),
    inviter: row.inviter ?? '',
    centreName: row.centre_name ?? '',
    mode: row.mode,
    round: row.round,
    submittedAt: row.submitted_at?.toISOString() ?? null,
    waitingHours: roundToTenths(hours),
    reviewerId: row.reviewer_id,
    reviewer: row.reviewer ?? '',
    state: row.state,
  }
}

/** Locks and returns a row in the caller's scope with its application. Refuses if the action is not allowed. */
async function lockForUpdate(ctx: Context, id: number, action: blockers.ReviewAction): Promise<{ row: reviews.ReviewRow; application: store.Application }> {
  const row = (await reviews.lock(ctx, id)) ?? refuse(applicationRefusals, 'notFound')
  refuseIf(applicationRefusals, (await blockers.blockersOf(ctx, row))[action])
  return { row, application: (await store.find(ctx.db, id)) as store.Application }
}

function note(ctx: Context, application: store.Application, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'application', refId: application.id, centreId: application.centre_id, detail: { no: application.no, ...detail } })
}

async function approvalChoices(ctx: Context, row: reviews.ReviewRow): Promise<ApplicationDetail['terms']> {
  if (row.state !== 'pending') return { centres: [], plans: [], staff: [] }
  const allCentres = await places.centres(ctx.db)
  const visibleCentres = allCentres.filter((each) => ctx.scope.all || ctx.scope.centreIds.includes(each.id))
  const staff = await places.salesStaff(
    ctx.db,
    visibleCentres.map((each) => each.id),
  )
  return {
    centres: visibleCentres.map(({ id, name, modes }) => ({ id, name, modes })),
    plans: row.kind === 'unit' ? (await places.plans(ctx.db, dayOf(ctx.now))).map((plan) => ({ ...plan, name: presetName(plan.name, ctx.language) })) : [],
    staff: [...new Map(staff.map(({ id, name, post }) => [id, { id, name, post }])).values()],
  }
}

/** Returns an application for its reviewer. Partners and sales staff see only its list row and progress. */
export async function applicationDetail(ctx: Context, id: number): Promise<ApplicationDetail> {
  const row = (await reviews.find(ctx, id)) ?? refuse(applicationRefusals, 'notFound')
  const application = (await store.find(ctx.db, id)) as store.Application
  const actionBlockers = await blockers.blockersOf(ctx, row)
  const isBackOffice = ctx.scope.all || ctx.scope.centreIds.length > 0
  const account = application.user_id === null ? undefined : await places.accountOf(ctx.db, application.user_id)
  const events = await reviews.events(ctx, id)
  const fieldOrder = fieldsOf(application.kind).map((field) => field.name as string)
  const pictures = isBackOffice ? (await store.pictures(ctx.db, id)).sort((a, b) => fieldOrder.indexOf(a.field) - fieldOrder.indexOf(b.field)) : []
  return {
    ...presentListedApplication(ctx, row),
    version: row.version,
    values: isBackOffice ? visibleAnswers(ctx, application) : [],
    pictures: pictures.map(({ id: pictureId, field, via, warnings, file_id }) => ({ id: pictureId, field, via, warnings, fileId: file_id })),
    rejects: application.rejects,
    checks: isBackOffice ? await runApplicantChecks(ctx, application, answersOf(ctx, application)) : [],
    events: events.map((event) => {
      const name = applicationEventNames[event.kind as keyof typeof applicationEventNames]
      return {
        id: event.id,
        kind: event.kind,
        by: event.by ?? '',
        at: event.created_at.toISOString(),
        text: name ? translate(name, ctx.language, event.detail) : event.kind,
      }
    }),
    username: account?.username ?? '',
    clause: { version: application.clause_version, at: application.clause_at.toISOString() },
    may: {
      take: blockerText(ctx, applicationRefusals, actionBlockers.take),
      decide: blockerText(ctx, applicationRefusals, actionBlockers.decide),
      assign: blockerText(ctx, applicationRefusals, actionBlockers.assign),
      reveal: blockerText(ctx, applicationRefusals, actionBlockers.reveal),
    },
    terms: await approvalChoices(ctx, row),
  }
}

/** Returns the full numbers and records the access. */
export async function revealNumbers(ctx: Context, id: number) {
  const { application } = await lockForUpdate(ctx, id, 'reveal')
  const sealedFields = new Set<string>(fieldsOf(application.kind).flatMap((field) => (field.sealed ? [field.name] : [])))
  const values = visibleAnswers(ctx, application, 'plain').filter((each) => sealedFields.has(each.field) && each.value !== '')
  await store.addEvent(ctx, id, 'revealed')
  note(ctx, application, { plain: values.map((value) => value.field) })
  return { values: values.map(({ field, value }) => ({ field, value })) }
}

/** Starts a review, or takes it over from a colleague, who is notified. */
export async function beginReview(ctx: Context, id: number): Promise<void> {
  const { row, application } = await lockForUpdate(ctx, id, 'take')
  if (row.reviewer_id === ctx.actor.userId) return
  await store.setReviewer(ctx, [id], ctx.actor.userId)
  await store.addEvent(ctx, id, 'taken', row.reviewer ? { from: row.reviewer } : {})
  note(ctx, application, { reviewer: ctx.actor.name, from: row.reviewer ?? '' })
  await sendNotification(ctx, {
    to: [row.reviewer_id],
    kind: 'applicationTaken',
    values: { no: row.no, name: ctx.actor.name },
    path: `/user/hzhbList?open=${id}`,
    refType: 'application',
    refId: id,
  })
}

/** Assigns applications to a colleague one by one, so that a failure does not stop the others. */
export async function assignReviewer(ctx: Context, ids: readonly number[], userId: number, reason: string) {
  if (!blockers.mayReviewApplications(ctx)) refuse(applicationRefusals, 'noReview')
  if (!(await reviewersAt(ctx, ctx.scope.centreId, 'hzhb:audit')).some((reviewer) => reviewer.id === userId)) refuse(applicationRefusals, 'notReviewer')
  const { ok, fail } = await forEachRow(
    ids,
    (id) => reviews.lock(ctx, id),
    async (row, id) => {
      // An application without a centre belongs to the platform.
      const colleague = (await reviewersAt(ctx, row.centre_id ?? 0, 'hzhb:audit')).find((reviewer) => reviewer.id === userId)
      if (!colleague) return blockerText(ctx, applicationRefusals, 'notReviewer')
      const blocker = (await blockers.blockersOf(ctx, row)).assign ?? (await blockers.ownApplicationBlocker(ctx, userId, row))
      if (blocker) return blockerText(ctx, applicationRefusals, blocker)
      await store.setReviewer(ctx, [id], userId)
      await store.addEvent(ctx, id, 'assigned', { name: colleague.name, reason })
      ctx.note({
        refType: 'application',
        refId: id,
        centreId: row.centre_id,
        detail: { no: row.no, reviewer: colleague.name, from: row.reviewer ?? '', reason },
      })
      return ''
    },
  )
  if (ok.length > 0) {
    const values = { count: ok.length, name: ctx.actor.name }
    await sendNotification(ctx, {
      to: [userId],
      kind: 'applicationsAssigned',
      values,
      path: '/user/hzhbList?reviewer=mine',
      refType: 'application',
      refId: ok[0] as number,
    })
  }
  return { ok, fail }
}

function expectVersion(row: reviews.ReviewRow, version: number): void {
  if (row.version !== version) refuse(applicationRefusals, 'changed')
}

/** Notifies the applicant in the application; `notifyApplicantJob` sends the text message. */
async function notifyApplicant(
  ctx: Context,
  { id, user_id }: store.Application,
  message: { kind: 'applicationReturned'; values: { no: string; count: number } } | { kind: 'applicationApproved'; values: { no: string } },
): Promise<void> {
  await sendNotification(ctx, { ...message, to: [user_id], path: null, refType: 'application', refId: id })
}

/** Sends an application back with a reason for each rejected field. The applicant can then change only those. */
export async function rejectApplication(ctx: Context, id: number, version: number, rejects: readonly { field: string; reason: string }[]) {
  const { row, application } = await lockForUpdate(ctx, id, 'decide')
  expectVersion(row, version)
  const rejectableFields = new Set([
    ...visibleAnswers(ctx, application).map((each) => each.field as string),
    ...(await store.pictures(ctx.db, id)).map((each) => each.field),
  ])
  for (const each of rejects) if (!rejectableFields.has(each.field)) refuse(applicationRefusals, 'noField')
  const distinctRejects = [...new Map(rejects.map((each) => [each.field, { field: each.field, reason: each.reason }])).values()]
  await store.changeApplicationState(ctx, id, {
    state: 'rejected',
    rejects: distinctRejects,
    reviewer_id: ctx.actor.userId,
    decided_by: ctx.actor.userId,
    decided_at: ctx.now,
  })
  if (application.user_id !== null) await setApplicantStatus(ctx, application.user_id, 2)
  await store.addEvent(ctx, id, 'rejected', { count: distinctRejects.length })
  await ctx.enqueue(notifyApplicantJob, { application: id, what: 'rejected' })
  await notifyApplicant(ctx, application, { kind: 'applicationReturned', values: { no: row.no, count: distinctRejects.length } })
  note(ctx, application, { rejects: distinctRejects })
  return { state: 'rejected' as const }
}

/** Approves an application: creates its records and notifies the applicant. */
export async function approveApplication(ctx: Context, id: number, version: number, terms: ApprovalTerms) {
  const { row, application } = await lockForUpdate(ctx, id, 'decide')
  expectVersion(row, version)
  const { state, made, papers } = await createRecords(ctx, application, terms)
  await notifyApplicant(ctx, application, { kind: 'applicationApproved', values: { no: row.no } })
  note(ctx, application, { state, papers, ...made, ...terms })
  return { state, papers }
}
