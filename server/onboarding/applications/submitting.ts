import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { statusOfApplicant, usertypeOfApplicant } from '#/domain/onboarding/application.ts'
import { applicationProblemsOf, subjectField } from '#/domain/onboarding/application-fields.ts'
import { createApplicant, setApplicantMail, setApplicantStatus } from '#/server/access/users/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { editableApplication, type OpenApplication, presentOwnApplication, refuseFields } from '#/server/onboarding/applications/filling.ts'
import { answersOf, chosenPlace, formContext, mobileOf } from '#/server/onboarding/applications/form-answers.ts'
import { notifyApplicantJob } from '#/server/onboarding/applications/notifications.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import { isIdentityKnown, subjectOf } from '#/server/onboarding/applications/subject.ts'
import { endTickets } from '#/server/services/tickets/public.ts'

/** Validates the whole form again, because data may have expired since it was entered. */
async function expectComplete(ctx: Context, application: store.Application, values: Readonly<Record<string, string>>): Promise<void> {
  const counts: Record<string, number> = {}
  for (const picture of await store.pictures(ctx.db, application.id)) counts[picture.field] = (counts[picture.field] ?? 0) + 1
  const problems = applicationProblemsOf(application.kind, await formContext(ctx, values), counts)
  if (problems.length > 0)
    refuseFields(
      ctx,
      problems.map(({ field, problem }) => ({ path: field, message: problem.text, ...(problem.values && { values: problem.values }) })),
    )
  const unfixedRejects = application.rejects.filter((reject) => reject.isFixed !== true)
  if (application.state === 'rejected' && unfixedRejects.length > 0)
    refuseFields(
      ctx,
      unfixedRejects.map((each) => ({ path: each.field, message: applicationRefusals.unchanged })),
    )
  if (await isIdentityKnown(ctx, application.kind, values, application.id)) refuse(applicationRefusals, 'known')
}

/** Submits an application. The first submission creates its pending account; later ones follow a correction. */
export async function submitApplication(ctx: Context, ticket: string) {
  const { ticket: ticketRow, application } = await editableApplication(ctx, ticket, 'edit')
  const values = answersOf(ctx, application)
  await expectComplete(ctx, application, values)
  const subject = subjectOf(ctx, application.kind, values) ?? refuse(applicationRefusals, 'notEditable')
  const { centreId, mode } = await chosenPlace(ctx, values)
  const name = values.name ?? ''
  const isFirst = application.user_id === null
  const userId = application.user_id ?? (await createApplicantAccount(ctx, application, values.contactName ?? name))
  await store.changeApplicationState(ctx, application.id, {
    state: 'pending',
    rejects: [],
    round: application.round + 1,
    subject_name: name,
    subject_index: subject.index,
    credit_code: subject.creditCode ?? values.shopCreditCode ?? null,
    centre_id: centreId,
    mode,
    submitted_at: ctx.now,
    user_id: userId,
  })
  await setApplicantMail(ctx, userId, values.email ?? '')
  await setApplicantStatus(ctx, userId, 1)
  await endTickets(ctx, application.id, 'phone')
  await store.addEvent(ctx, application.id, isFirst ? 'submitted' : 'resubmitted')
  if (isFirst) await ctx.enqueue(notifyApplicantJob, { application: application.id, what: 'received' })
  const displayedCode = subject.creditCode ?? maskIdNumber(values[subjectField(application.kind, values)] ?? '')
  ctx.note({
    refType: 'application',
    refId: application.id,
    centreId,
    detail: { no: application.no, kind: application.kind, round: application.round + 1, subject: displayedCode },
  })
  const submittedApplication: OpenApplication = { ticket: ticketRow, application: (await store.find(ctx.db, application.id)) as store.Application }
  return presentOwnApplication(ctx, submittedApplication)
}

async function createApplicantAccount(ctx: Context, application: store.Application, name: string): Promise<number> {
  const { userId, username } = await createApplicant(ctx, {
    applicationId: application.id,
    name,
    mobile: mobileOf(ctx, application),
    usertype: usertypeOfApplicant(application.kind),
  })
  ctx.note({ refType: 'user', refId: userId, detail: { username, application: application.no, status: accountStatus.pending } })
  return userId
}

/** Withdraws an undecided application and closes its account. */
export async function withdrawApplication(ctx: Context, { ticket, application }: OpenApplication): Promise<void> {
  if (ticket.purpose !== 'edit') refuse(applicationRefusals, 'phoneOnly')
  await store.changeApplicationState(ctx, application.id, { state: 'withdrawn' })
  if (application.user_id !== null) await setApplicantStatus(ctx, application.user_id, statusOfApplicant('withdrawn') as 7)
  await appeals.withdrawAppeal(ctx, application.id)
  await endTickets(ctx, application.id)
  await store.addEvent(ctx, application.id, 'withdrawn')
  ctx.note({ refType: 'application', refId: application.id, centreId: application.centre_id, detail: { no: application.no } })
}
