import { applicationFieldNames } from '#/api/onboarding/application-fields.texts.ts'
import { appealMessages, applicationMessages } from '#/api/onboarding/applications.texts.ts'
import type { ContractKind } from '#/domain/contract.ts'
import { givePassword } from '#/server/access/users/public.ts'
import { papersSigned } from '#/server/agreements/contracts/public.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import type { Message } from '#/server/kernel/courier.ts'
import { newCodeFor } from '#/server/kernel/passwords.ts'
import { say } from '#/server/kernel/say.ts'
import { mobileOf } from '#/server/onboarding/applications/answers.ts'
import { openUp } from '#/server/onboarding/applications/approval.ts'
import { codeSeconds } from '#/server/onboarding/applications/codes.ts'
import * as store from '#/server/onboarding/applications/store.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import * as codes from '#/server/onboarding/applications/store-codes.ts'
import * as places from '#/server/onboarding/applications/store-places.ts'
import { attachContract } from '#/server/organisations/units/public.ts'

const reasonsMost = 3

/** Makes the code here and not with the ask, so that it never stands in the queue: between the hash and the message it is nowhere. */
async function draftCode(ctx: Context, id: string): Promise<Message | null> {
  const ask = await codes.lockCode(ctx.db, id)
  if (!ask || ask.ended_at !== null || ask.expires_at <= ctx.real) return null
  const { code, hash } = await newCodeFor(ctx, id)
  await codes.setCode(ctx.db, id, { code_hash: hash })
  const to = ctx.vault.open('mobile', ask.mobile_sealed)
  return { to, about: `apply:${id}`, text: say(applicationMessages.code, ask.language, { code, minutes: codeSeconds / 60 }) }
}

async function sendCode(job: JobContext, { ask }: Readonly<Record<string, unknown>>): Promise<void> {
  const message = await job.runAsOwner('applications.code', (ctx) => draftCode(ctx, String(ask)))
  if (message) await job.courier.sms(message)
}

type What = 'received' | 'rejected' | 'approved' | 'accepted' | 'active'

function wordsOf(application: store.Application, facts: { username: string; password: string }, what: What): string {
  const { language, no, rejects } = application
  const reasons = rejects.slice(0, reasonsMost).map((each) => {
    const field = applicationFieldNames[each.field as keyof typeof applicationFieldNames]
    return `${field ? say(field, language) : each.field}（${each.reason}）`
  })
  return say(applicationMessages[what], language, { no, ...facts, count: rejects.length, reasons: reasons.join('、') })
}

/** What the applicant is written. A first password is made with the message, and lives nowhere else; tried again after a failure, it is another one. */
async function draftTelling(ctx: Context, id: number, what: What): Promise<Message | null> {
  const application = await store.lock(ctx.db, id)
  if (!application || application.user_id === null || application.state === 'withdrawn') return null
  if (what === 'rejected' && application.state !== 'rejected') return null
  const account = await places.accountOf(ctx.db, application.user_id)
  if (!account) return null
  const password = what === 'received' ? await givePassword(ctx, application.user_id) : ''
  return { to: mobileOf(ctx, application), about: `application:${id}`, text: wordsOf(application, { username: account.username, password }, what) }
}

async function tell(job: JobContext, { application, what }: Readonly<Record<string, unknown>>): Promise<void> {
  const message = await job.runAsOwner('applications.tell', (ctx) => draftTelling(ctx, Number(application), what as What))
  if (message) await job.courier.sms(message)
}

/** What an appellant is written once a person has decided, with the password of an account that was handed over; or, before, whoever has the identity. */
async function draftAppeal(ctx: Context, id: number, to: 'appellant' | 'holder'): Promise<Message | null> {
  const appeal = await appeals.findForMessage(ctx.db, id)
  if (!appeal) return null
  const { support } = ctx.site
  const about = `appeal:${id}`
  if (to === 'holder') {
    const holder = appeal.state === 'open' ? await appeals.existing(ctx.db, appeal) : undefined
    const mobile = holder?.mobile || (holder?.mobile_sealed ? ctx.vault.open('mobile', holder.mobile_sealed) : '')
    return mobile ? { to: mobile, about: `${about}:holder`, text: say(appealMessages.holder, appeal.language, { support }) } : null
  }
  if (appeal.state === 'open' || appeal.state === 'withdrawn') return null
  const password = appeal.user_id === null ? '' : await givePassword(ctx, appeal.user_id)
  const facts = { no: appeal.no, reason: appeal.resolution, support, username: appeal.username ?? '', password }
  return { to: ctx.vault.open('mobile', appeal.mobile_sealed), about, text: say(appealMessages[appeal.state], appeal.language, facts) }
}

async function tellAppeal(job: JobContext, { appeal, to }: Readonly<Record<string, unknown>>): Promise<void> {
  const message = await job.runAsOwner('applications.appeal', (ctx) => draftAppeal(ctx, Number(appeal), to === 'holder' ? 'holder' : 'appellant'))
  if (message) await job.courier.sms(message)
}

/** Opens what is signed. Each in a transaction of its own: one that cannot be opened keeps no other waiting. */
async function openSigned(job: JobContext): Promise<void> {
  const ids = await job.runAsOwner('applications.signed', (ctx) => store.signing(ctx.db))
  for (const id of ids) {
    await job.runAsOwner('applications.signed', async (ctx) => {
      const application = await store.lock(ctx.db, id)
      if (application?.state !== 'signing') return
      const { unit_id: unitId, operator_id: operatorId, partner_id: partnerId, centre_id: centreId, mode } = application
      const contractId = await papersSigned(ctx, { unitId, operatorId, partnerId }, application.sign_kinds as ContractKind[])
      if (contractId === null) return
      await store.move(ctx, id, { state: 'active', contract_id: contractId })
      if (unitId !== null && centreId !== null && mode !== null) await attachContract(ctx, { unitId, centreId, mode, contractId })
      await openUp(ctx, application, { ...(unitId !== null && { unitId }), ...(operatorId !== null && { operatorId }) })
      ctx.note({ refType: 'application', refId: id, unitId, centreId, detail: { no: application.no, state: 'active' } })
    })
  }
}

/** What registration does without a request. */
export const jobs: Jobs = {
  handlers: {
    'applications.code': sendCode,
    'applications.tell': tell,
    'applications.appeal': tellAppeal,
    'applications.signed': openSigned,
  },
  every: { 'applications.signed': 15 },
}
