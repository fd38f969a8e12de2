import { recoveryMessages } from '#/api/access/recovery.texts.ts'
import type { Language } from '#/domain/base/text.ts'
import { accountById } from '#/server/access/auth/public.ts'
import { issueTicket, sendCodeJob, sendLinkJob } from '#/server/access/recovery/operations.ts'
import { resetHours } from '#/server/access/recovery/public.ts'
import * as store from '#/server/access/recovery/store.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type Message, type TextMessage, toSmsTemplate } from '#/server/kernel/external/courier.ts'
import { type DataOf, handleJob } from '#/server/kernel/jobs/job.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { newCodeFor } from '#/server/kernel/session/passwords.ts'

const codeMinutes = 10
const ticketMinutes = 15

type Draft = { readonly way: 'mail'; readonly message: Message } | { readonly way: 'sms'; readonly message: TextMessage }

function mailText(language: Language, facts: { code: string; username: string; link: string | null }): string {
  const { code, username, link } = facts
  const parts = [translate(recoveryMessages.mail, language, { code, username, minutes: codeMinutes })]
  if (link) parts.push(`${translate(recoveryMessages.link, language, { minutes: ticketMinutes })}\n${link}`)
  parts.push(translate(recoveryMessages.notYou, language))
  return parts.join('\n\n')
}

/** Creates the code in the job, so that the queue never holds it. */
async function draftCode(ctx: Context, id: string): Promise<Draft | null> {
  const requestRow = await store.lockRequest(ctx.db, id)
  if (!requestRow || requestRow.user_id === null || requestRow.recipient === null || requestRow.ended_at !== null || requestRow.expires_at <= ctx.real)
    return null
  const account = await accountById(ctx.db, requestRow.user_id)
  if (!account) return null
  const { code, hash } = await newCodeFor(ctx, id)
  await store.updateRequest(ctx.db, id, { code_hash: hash })
  const recipient = { to: requestRow.recipient, about: `recovery:${id}` }
  if (requestRow.way === 'sms')
    return {
      way: 'sms',
      message: { ...recipient, ...toSmsTemplate('recoveryCode', recoveryMessages.sms, requestRow.language, { code, minutes: codeMinutes }) },
    }
  const link = ctx.site.url === null ? null : `${ctx.site.url}/Reset?ticket=${await issueTicket(ctx, account, id)}`
  const text = mailText(requestRow.language, { code, username: account.username, link })
  return { way: 'mail', message: { ...recipient, subject: translate(recoveryMessages.subject, requestRow.language), text } }
}

const hourMs = 3_600_000

/** Creates the link in the job, so that neither the queue nor the administrator holds it. */
async function draftLink(ctx: Context, id: string, isFirst: boolean): Promise<Draft | null> {
  const requestRow = await store.lockRequest(ctx.db, id)
  if (!requestRow || requestRow.user_id === null || requestRow.recipient === null || requestRow.ended_at !== null || requestRow.expires_at <= ctx.real)
    return null
  const account = await accountById(ctx.db, requestRow.user_id)
  if (!account) return null
  const link = `${ctx.site.url}/Reset?ticket=${await issueTicket(ctx, account, id, resetHours * hourMs)}`
  const values = { username: account.username, hours: resetHours, link }
  const recipient = { to: requestRow.recipient, about: `recovery:${id}` }
  if (requestRow.way === 'sms') {
    const template = isFirst
      ? toSmsTemplate('firstLink', recoveryMessages.firstSms, requestRow.language, values)
      : toSmsTemplate('resetLink', recoveryMessages.resetSms, requestRow.language, values)
    return { way: 'sms', message: { ...recipient, ...template } }
  }
  const [subject, text] = isFirst ? [recoveryMessages.firstSubject, recoveryMessages.firstMail] : [recoveryMessages.subject, recoveryMessages.resetMail]
  return { way: 'mail', message: { ...recipient, subject: translate(subject, requestRow.language), text: translate(text, requestRow.language, values) } }
}

async function sendLink(job: JobContext, { ask, isFirst }: DataOf<typeof sendLinkJob>): Promise<void> {
  const linkDraft = await job.runAsOwner('recovery.link', (ctx) => draftLink(ctx, ask, isFirst))
  if (linkDraft?.way === 'mail') await job.courier.mail(linkDraft.message)
  if (linkDraft?.way === 'sms') await job.courier.sms(linkDraft.message)
}

/** Sends the code. A retry sends a new code, so that the last message received is valid. */
async function sendCode(job: JobContext, { ask }: DataOf<typeof sendCodeJob>): Promise<void> {
  const codeDraft = await job.runAsOwner('recovery.send', (ctx) => draftCode(ctx, ask))
  if (codeDraft?.way === 'mail') await job.courier.mail(codeDraft.message)
  if (codeDraft?.way === 'sms') await job.courier.sms(codeDraft.message)
}

export const jobs: Jobs = { handlers: [handleJob(sendCodeJob, sendCode), handleJob(sendLinkJob, sendLink)] }
