import { recoveryMessages } from '#/api/access/recovery.texts.ts'
import type { Language } from '#/domain/base/text.ts'
import { accountById } from '#/server/access/auth/public.ts'
import { issueTicket, linkJob, sendJob } from '#/server/access/recovery/operations.ts'
import { resetHours } from '#/server/access/recovery/public.ts'
import * as store from '#/server/access/recovery/store.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type Message, type TextMessage, toSmsTemplate } from '#/server/kernel/courier.ts'
import { type DataOf, handleJob } from '#/server/kernel/job.ts'
import { newCodeFor } from '#/server/kernel/passwords.ts'
import { translate } from '#/server/kernel/translate.ts'

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
async function draft(ctx: Context, id: string): Promise<Draft | null> {
  const ask = await store.lockRequest(ctx.db, id)
  if (!ask || ask.user_id === null || ask.recipient === null || ask.ended_at !== null || ask.expires_at <= ctx.real) return null
  const account = await accountById(ctx.db, ask.user_id)
  if (!account) return null
  const { code, hash } = await newCodeFor(ctx, id)
  await store.updateRequest(ctx.db, id, { code_hash: hash })
  const to = { to: ask.recipient, about: `recovery:${id}` }
  if (ask.way === 'sms')
    return { way: 'sms', message: { ...to, ...toSmsTemplate('recoveryCode', recoveryMessages.sms, ask.language, { code, minutes: codeMinutes }) } }
  const link = ctx.site.url === null ? null : `${ctx.site.url}/Reset?ticket=${await issueTicket(ctx, account, id)}`
  const text = mailText(ask.language, { code, username: account.username, link })
  return { way: 'mail', message: { ...to, subject: translate(recoveryMessages.subject, ask.language), text } }
}

const hourMs = 3_600_000

/** Creates the link in the job, so that neither the queue nor the administrator holds it. */
async function draftLink(ctx: Context, id: string, isFirst: boolean): Promise<Draft | null> {
  const ask = await store.lockRequest(ctx.db, id)
  if (!ask || ask.user_id === null || ask.recipient === null || ask.ended_at !== null || ask.expires_at <= ctx.real) return null
  const account = await accountById(ctx.db, ask.user_id)
  if (!account) return null
  const link = `${ctx.site.url}/Reset?ticket=${await issueTicket(ctx, account, id, resetHours * hourMs)}`
  const values = { username: account.username, hours: resetHours, link }
  const to = { to: ask.recipient, about: `recovery:${id}` }
  if (ask.way === 'sms') {
    const template = isFirst
      ? toSmsTemplate('firstLink', recoveryMessages.firstSms, ask.language, values)
      : toSmsTemplate('resetLink', recoveryMessages.resetSms, ask.language, values)
    return { way: 'sms', message: { ...to, ...template } }
  }
  const [subject, text] = isFirst ? [recoveryMessages.firstSubject, recoveryMessages.firstMail] : [recoveryMessages.subject, recoveryMessages.resetMail]
  return { way: 'mail', message: { ...to, subject: translate(subject, ask.language), text: translate(text, ask.language, values) } }
}

async function sendLink(job: JobContext, { ask, isFirst }: DataOf<typeof linkJob>): Promise<void> {
  const made = await job.runAsOwner('recovery.link', (ctx) => draftLink(ctx, ask, isFirst))
  if (made?.way === 'mail') await job.courier.mail(made.message)
  if (made?.way === 'sms') await job.courier.sms(made.message)
}

/** Sends the code. A retry sends a new code, so that the last message received is valid. */
async function send(job: JobContext, { ask }: DataOf<typeof sendJob>): Promise<void> {
  const made = await job.runAsOwner('recovery.send', (ctx) => draft(ctx, ask))
  if (made?.way === 'mail') await job.courier.mail(made.message)
  if (made?.way === 'sms') await job.courier.sms(made.message)
}

export const jobs: Jobs = { handlers: [handleJob(sendJob, send), handleJob(linkJob, sendLink)] }
