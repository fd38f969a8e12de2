import { createHash } from 'node:crypto'
import { profileRefusals } from '#/api/desk/profile.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { parseMobile } from '#/domain/base/contact.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { expectProof, setAccountMobile } from '#/server/access/auth/public.ts'
import { codeJob } from '#/server/desk/profile/jobs.ts'
import * as store from '#/server/desk/profile/store-mobile.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { expectPause, incrementThrottleCount, readThrottleCount } from '#/server/kernel/request/throttle.ts'
import { passwordMatches } from '#/server/kernel/session/passwords.ts'
import { changeOwnMobile } from '#/server/people/operators/public.ts'
import { sandboxMessages, sendAccountNotice } from '#/server/services/messages/public.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const codeMs = 10 * 60_000
const resendMs = 60_000
const maxCodeTries = 5
const maxRequestsPerDay = 5

/** Returns the mobile number of an account; empty when unknown. */
export function mobileOf(ctx: Context, mobile: Pick<store.MobileAccount, 'mobile' | 'operator_mobile'>): string {
  return mobile.mobile || ctx.vault.open('mobile', mobile.operator_mobile ?? '')
}

const maskedOrEmpty = (mobile: string) => (mobile === '' ? '' : maskMobile(mobile))

/** Counts a request for the account and the new number: at most one a minute and a few a day. */
async function countCodeRequest(ctx: Context, mobile: string): Promise<void> {
  const now = ctx.real
  const windowStart = new Date(now.getTime() - dayMs)
  const mobileDigest = createHash('sha256').update(ctx.vault.index('mobile', mobile)).digest('base64url')
  const subjects = [`mobile-account:${ctx.actor.userId}`, `mobile-number:${mobileDigest}`]
  for (const subject of subjects) {
    const earlierCount = await readThrottleCount(ctx.db, subject, windowStart)
    if (!earlierCount) continue
    if (earlierCount.count >= maxRequestsPerDay) {
      const waitMs = earlierCount.since.getTime() + dayMs - now.getTime()
      throw new Refusal('too_many', profileRefusals.tooManyMobileAsks, { hours: Math.max(1, Math.ceil(waitMs / hourMs)) })
    }
    expectPause(ctx, earlierCount, profileRefusals.mobileAskTooSoon)
  }
  for (const subject of subjects) await incrementThrottleCount(ctx.db, subject, { now, windowStart, blockedUntil: new Date(now.getTime() + resendMs) })
}

/** Counts a wrong attempt. Refuses with the number of remaining attempts at each wrong code. */
async function refuseWrongCodes(ctx: Context, ask: store.MobileRequest, wrong: readonly ('oldCode' | 'newCode' | 'code')[]): Promise<never> {
  const tries = ask.tries + 1
  await store.updateRequest(ctx.db, ask.id, { tries, ...(tries >= maxCodeTries && { ended_at: ctx.real }) })
  ctx.note({ refType: 'user', refId: ctx.actor.userId, detail: { failed: true } })
  if (tries >= maxCodeTries) throw new Refusal('mobileCodeDead', profileRefusals.mobileCodeDead, {}, { keepsWrites: true })
  const values = { left: maxCodeTries - tries }
  const issues = wrong.map((path) => ({ path, message: profileRefusals.wrongMobileCode, values }))
  throw new Refusal('wrongMobileCode', profileRefusals.wrongMobileCode, values, { keepsWrites: true, issues })
}

/**
 * Changes the number of the account, and for an operator also the number on file. Refuses a number that another
 * operator has or that the bank does not confirm.
 */
async function writeMobile(ctx: Context, stored: store.MobileAccount, mobile: string): Promise<void> {
  if (stored.operator_id !== null) {
    const answer = await changeOwnMobile(ctx, stored.operator_id, mobile)
    if (answer !== 'match') refuse(profileRefusals, answer === 'taken' ? 'mobileTaken' : 'mobileNotAtBank')
  }
  // A number that only the operator record has stays there, sealed.
  if (stored.operator_id === null || stored.mobile !== '') await setAccountMobile(ctx, ctx.actor.userId, mobile)
}

interface CodeRequest {
  readonly mobile: string
  /** The current number when it is to be replaced; otherwise empty. */
  readonly old: string
  readonly purpose: store.MobileRequest['purpose']
}

const codeTimes = { resendSeconds: resendMs / 1000, validSeconds: codeMs / 1000 }

/** Sends a code to the number, and another to the old number if there is one. Earlier requests end. */
async function sendCodes(ctx: Context, { mobile, old, purpose }: CodeRequest): Promise<string> {
  const { userId } = ctx.actor
  await countCodeRequest(ctx, mobile)
  await store.endRequests(ctx.db, userId, ctx.real)
  const id = ctx.newId()
  await store.insertRequest(ctx.db, {
    id,
    user_id: userId,
    purpose,
    mobile_sealed: ctx.vault.seal('mobile', mobile),
    old_mobile_sealed: ctx.vault.seal('mobile', old),
    language: ctx.language,
    created_at: ctx.real,
    expires_at: new Date(ctx.real.getTime() + codeMs),
  })
  await ctx.enqueue(codeJob, { ask: id, to: 'new' })
  if (old !== '') await ctx.enqueue(codeJob, { ask: id, to: 'old' })
  ctx.note({ refType: 'user', refId: userId, detail: { mobile: maskedOrEmpty(mobile) } })
  return id
}

/** Locks and returns the caller's valid request. */
async function requireOpenRequest(ctx: Context, id: string, purpose: store.MobileRequest['purpose']): Promise<store.MobileRequest> {
  const request = await store.lockRequest(ctx.db, id)
  if (request?.user_id !== ctx.actor.userId || request.purpose !== purpose || request.ended_at !== null || request.expires_at <= ctx.real)
    refuse(profileRefusals, 'mobileCodeDead')
  return request
}

/** Sends a code to the caller's own number. */
export async function sendOwnCode(ctx: Context, purpose: 'closing' | 'proof' = 'closing') {
  if (!ctx.site.ways.sms) refuse(profileRefusals, 'noSms')
  const lockedAccount = await store.lockMobileAccount(ctx.db, ctx.actor.userId)
  const mobile = mobileOf(ctx, lockedAccount)
  if (mobile === '' || (purpose === 'proof' && lockedAccount.contact_moved)) refuse(profileRefusals, 'noOwnMobile')
  const id = await sendCodes(ctx, { mobile, old: '', purpose })
  return { ask: id, mobile: maskedOrEmpty(mobile), ...codeTimes, isSandbox: ctx.isDemo }
}

/** Refuses a wrong code for the caller's own number, and counts the failure. */
export async function expectOwnCode(ctx: Context, id: string, code: string, purpose: 'closing' | 'proof' = 'closing'): Promise<void> {
  const request = await requireOpenRequest(ctx, id, purpose)
  if (!(await passwordMatches(ctx, request.code_hash, code))) await refuseWrongCodes(ctx, request, ['code'])
  await store.endRequests(ctx.db, ctx.actor.userId, ctx.real)
}

/** Changes the caller's mobile number with a code sent to the new number and another to the old one. */
export const mobileOperations = {
  async askMobileChange(ctx, { mobile: typed }) {
    if (!ctx.site.ways.sms) refuse(profileRefusals, 'noSms')
    const { userId } = ctx.actor
    const mobileAccount = await store.lockMobileAccount(ctx.db, userId)
    const mobile = parseMobile(typed, mobileAccount.is_international) ?? refuse(profileRefusals, 'foreignMobile')
    const currentMobile = mobileOf(ctx, mobileAccount)
    if (mobile === currentMobile) refuse(profileRefusals, 'sameMobile')
    // Without an old number the login password is required, because the new number could later reset that password.
    if (currentMobile === '') await expectProof(ctx)
    const id = await sendCodes(ctx, { mobile, old: currentMobile, purpose: 'mobile' })
    return { change: id, oldMobile: maskedOrEmpty(currentMobile), newMobile: maskedOrEmpty(mobile), ...codeTimes, isSandbox: ctx.isDemo }
  },

  async changeMobile(ctx, { change, oldCode = '', newCode }) {
    const { userId } = ctx.actor
    const currentAccount = await store.lockMobileAccount(ctx.db, userId)
    const formerMobile = mobileOf(ctx, currentAccount)
    const openRequest = await requireOpenRequest(ctx, change, 'mobile')
    // The number was changed elsewhere since, so the code to the old number is no proof.
    if (ctx.vault.open('mobile', openRequest.old_mobile_sealed) !== formerMobile) refuse(profileRefusals, 'mobileCodeDead')
    const isOldCodeRight = formerMobile === '' || (await passwordMatches(ctx, openRequest.old_code_hash, oldCode))
    const isNewCodeRight = await passwordMatches(ctx, openRequest.code_hash, newCode)
    if (!isOldCodeRight || !isNewCodeRight)
      return refuseWrongCodes(ctx, openRequest, [...(isOldCodeRight ? [] : (['oldCode'] as const)), ...(isNewCodeRight ? [] : (['newCode'] as const))])
    const mobile = ctx.vault.open('mobile', openRequest.mobile_sealed)
    await writeMobile(ctx, currentAccount, mobile)
    await store.endRequests(ctx.db, userId, ctx.real)
    ctx.note({ refType: 'user', refId: userId, before: { mobile: maskedOrEmpty(formerMobile) }, after: { mobile: maskedOrEmpty(mobile) } })
    await sendAccountNotice(ctx, userId, 'mobileChanged', {})
    return { mobile: maskedOrEmpty(mobile) }
  },

  async mobileSandbox(ctx, { change }) {
    if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
    const rows = (await store.isRequestOf(ctx.db, change, ctx.actor.userId)) ? await sandboxMessages(ctx.db, `mobile:${change}`) : []
    return { messages: rows.map(({ id, recipient, body }) => ({ id, to: recipient, text: body })) }
  },
} satisfies Partial<Implementation<Modules['profile']>>
