import { z } from 'zod'
import { applicationFieldNames } from '#/api/onboarding/application-fields.texts.ts'
import { appealMessages, applicationMessages } from '#/api/onboarding/applications.texts.ts'
import { Id } from '#/api/operation.ts'
import { appendNote } from '#/domain/base/text.ts'
import type { SmsKind } from '#/domain/services/text-message.ts'
import { setOneTimePassword } from '#/server/access/users/public.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { mobileOf } from '#/server/onboarding/applications/form-answers.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'

const maxReasons = 3

export const notifyApplicantJob = job(
  'applications.tell',
  z.object({ application: Id, what: z.enum(['received', 'rejected', 'approved', 'accepted', 'active']) }),
  {
    isPatient: true,
  },
)
/** Notifies the appellant or the identity's holder. */
export const notifyAppealJob = job('applications.appeal', z.object({ appeal: Id, to: z.enum(['appellant', 'holder']) }), { isPatient: true })

type NotifiedEvent = DataOf<typeof notifyApplicantJob>['what']

const textKindByEvent = {
  received: 'applicationReceived',
  rejected: 'applicationRejected',
  approved: 'applicationApproved',
  accepted: 'applicationAccepted',
  active: 'applicationActive',
} as const satisfies Record<NotifiedEvent, SmsKind>

function messageOf(application: store.Application, facts: { username: string; password: string }, what: NotifiedEvent) {
  const { language, no, rejects } = application
  const reasons = rejects.slice(0, maxReasons).map((reject) => {
    const field = applicationFieldNames[reject.field as keyof typeof applicationFieldNames]
    return appendNote(field ? translate(field, language) : reject.field, reject.reason, language)
  })
  return toSmsTemplate(textKindByEvent[what], applicationMessages[what], language, { no, ...facts, count: rejects.length, reasons })
}

/**
 * Drafts the message to an applicant. A first password is created with the message and not stored in plain text, so a
 * retry sends a new one.
 */
async function draftNotification(ctx: Context, id: number, what: NotifiedEvent): Promise<TextMessage | null> {
  const application = await store.lock(ctx.db, id)
  if (!application || application.user_id === null || application.state === 'withdrawn') return null
  if (what === 'rejected' && application.state !== 'rejected') return null
  const account = await places.accountOf(ctx.db, application.user_id)
  if (!account) return null
  const password = what === 'received' ? await setOneTimePassword(ctx, application.user_id) : ''
  return { to: mobileOf(ctx, application), about: `application:${id}`, ...messageOf(application, { username: account.username, password }, what) }
}

/** Sends the applicant the result. */
export async function notifyApplicant(job: JobContext, { application, what }: DataOf<typeof notifyApplicantJob>): Promise<void> {
  const message = await job.runAsOwner('applications.tell', (ctx) => draftNotification(ctx, application, what))
  if (message) await job.courier.sms(message)
}

/**
 * Drafts the message to an appellant about the decision, with the password of a transferred account; or the earlier
 * message to the holder.
 */
async function draftAppealMessage(ctx: Context, id: number, to: 'appellant' | 'holder'): Promise<TextMessage | null> {
  const appeal = await appeals.findForMessage(ctx.db, id)
  if (!appeal) return null
  const { support } = ctx.site
  const about = `appeal:${id}`
  if (to === 'holder') {
    const holder = appeal.state === 'open' ? await appeals.findHolderRecord(ctx.db, appeal) : undefined
    const mobile = holder?.mobile || (holder?.mobile_sealed ? ctx.vault.open('mobile', holder.mobile_sealed) : '')
    return mobile ? { to: mobile, about: `${about}:holder`, ...toSmsTemplate('appealHolder', appealMessages.holder, appeal.language, { support }) } : null
  }
  if (appeal.state === 'open' || appeal.state === 'withdrawn') return null
  const password = appeal.user_id === null ? '' : await setOneTimePassword(ctx, appeal.user_id)
  const messageValues = { no: appeal.no, reason: appeal.resolution, support, username: appeal.username ?? '', password }
  const kind = ({ handed: 'appealHanded', freed: 'appealFreed', rejected: 'appealRejected' } as const)[appeal.state]
  return { to: ctx.vault.open('mobile', appeal.mobile_sealed), about, ...toSmsTemplate(kind, appealMessages[appeal.state], appeal.language, messageValues) }
}

/** Notifies the parties of an appeal. */
export async function notifyAppeal(job: JobContext, { appeal, to }: DataOf<typeof notifyAppealJob>): Promise<void> {
  const message = await job.runAsOwner('applications.appeal', (ctx) => draftAppealMessage(ctx, appeal, to))
  if (message) await job.courier.sms(message)
}
