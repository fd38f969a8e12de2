import { authMessages, authRefusals, secondFactorStatus, statusMessages } from '#/api/access/auth.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pageKeys, pages, permissionsOfPage, superKey } from '#/api/pages.ts'
import { needsFactor } from '#/domain/access/factor.ts'
import { productMark } from '#/domain/base/brand.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { passwordTexts } from '#/domain/base/password.ts'
import { dayOf, shortDateTimeOf } from '#/domain/base/period.ts'
import { joinWords } from '#/domain/base/text.ts'
import { expectStrongProof } from '#/server/access/auth/fresh-proof.ts'
import { passkeyOptions } from '#/server/access/auth/passkeys.ts'
import { expectPassword } from '#/server/access/auth/proof.ts'
import { mayHavePaymentPassword } from '#/server/access/auth/public.ts'
import { openTicket, verifyFactor } from '#/server/access/auth/second-factor.ts'
import { clearOwnFailures, expectFewFailures, expectUnlocked, lockSignInName, recordAttempt, refuseSignIn } from '#/server/access/auth/sign-in-limits.ts'
import * as store from '#/server/access/auth/store.ts'
import { deleteTickets, hasActiveFactor, spendTicket, ticketOwnerId } from '#/server/access/auth/store-factor.ts'
import { expectStrongPassword } from '#/server/access/auth/strength.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { deviceOf } from '#/server/kernel/request/agent.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { passwordHashFor, passwordMatches } from '#/server/kernel/session/passwords.ts'
import { endSessions, endSurplusSessions, openSession, tokenHash } from '#/server/kernel/session/session.ts'
import { userAgentsOf } from '#/server/kernel/session/store-sessions.ts'
import { sendAccountNotice } from '#/server/services/messages/public.ts'
import { preferencesFor } from '#/server/services/preferences/public.ts'
import { issueTicket } from '#/server/services/tickets/public.ts'

/** Returns the account for a name and password, or refuses and counts the failure. */
async function authenticate(ctx: Context, username: string, password: string): Promise<store.Account> {
  await expectFewFailures(ctx)
  await lockSignInName(ctx, username)
  const account = await store.lockAccountByName(ctx.db, username)
  const attempt = { account, typed: username }
  await expectUnlocked(ctx, attempt)
  if (await passwordMatches(ctx, account?.password_hash ?? null, password)) return account as store.Account
  return refuseSignIn(ctx, attempt, 'wrongLogin')
}

/** Returns the account of an unfinished sign-in by its ticket. Refuses an unknown, used or expired ticket. */
async function accountOfTicket(ctx: Context, ticket: string): Promise<store.Account> {
  await expectFewFailures(ctx)
  const ownerId = await ticketOwnerId(ctx.db, tokenHash(ticket), ctx.real)
  const account = ownerId === null ? undefined : await store.lockAccountById(ctx.db, ownerId)
  if (account?.status !== accountStatus.active) refuse(authRefusals, 'ticketOver')
  await expectUnlocked(ctx, { account, typed: '' })
  return account
}

/** Returns the account fields that every sign-in response contains. */
function signInFieldsOf(account: store.Account, accountContext: store.AccountContext) {
  return {
    status: account.status,
    isEditPassWord: account.must_change_password ? 0 : 1,
    yztype: accountContext.yztype,
    usertype: account.usertype,
    isdl: account.isdl,
    isdz: accountContext.modes.join(','),
  }
}

// The applicant's account status: 0 draft, 1 under review, 2 sent back, 3 to be signed, 4 to be completed.
const applicantStatuses: ReadonlySet<number> = new Set([0, 1, 2, 3, 4])

async function regticketOf(ctx: Context, account: store.Account): Promise<string | null> {
  return account.application_id !== null && applicantStatuses.has(account.status) ? issueTicket(ctx, account.application_id, 'edit') : null
}

/** Completes a sign-in: clears failures, and opens a session if the account is active. */
async function completeSignIn(ctx: Context, account: store.Account) {
  const accountContext = await store.accountContext(ctx, account)
  const signInFields = signInFieldsOf(account, accountContext)
  await clearOwnFailures(ctx, account)
  await recordAttempt(ctx, account, { status: account.status })
  if (account.status !== accountStatus.active) {
    const statusText = statusMessages[account.status]
    const regticket = await regticketOf(ctx, account)
    return { ...signInFields, message: statusText ? translate(statusText, ctx.language) : '', userMenuBOS: [], ...(regticket && { regticket }) }
  }
  await notifyNewDevice(ctx, account)
  const token = await openSession(ctx.db, account.id, { ip: ctx.ip, agent: ctx.agent, language: ctx.language, now: ctx.real })
  await endSurplusSessions(ctx.db, account.id, ctx.real)
  return { ...signInFields, token, message: '', userMenuBOS: menuFor(ctx, accountContext.permissions) }
}

/**
 * Notifies the owner of a sign-in from an unknown browser and operating system. The first sign-in sends no
 * notification.
 */
async function notifyNewDevice(ctx: Context, { id }: store.Account): Promise<void> {
  const devices = (await userAgentsOf(ctx.db, id)).map(deviceOf)
  const device = deviceOf(ctx.agent)
  if (devices.length === 0 || devices.includes(device)) return
  await sendAccountNotice(ctx, id, 'newDevice', { at: shortDateTimeOf(ctx.real), device: device || 'none' })
}

function menuFor(ctx: Context, permissions: readonly string[]) {
  const isOpen = (key: PageKey) => permissions.includes(superKey) || permissionsOfPage(key).some((each) => permissions.includes(each))
  return pageKeys
    .filter((key) => pages[key].menu !== null && isOpen(key))
    .map((key) => ({ key, title: translate(pageTitles[key], ctx.language), path: pages[key].path }))
}

async function callerAccount(ctx: Context): Promise<store.Account> {
  const account = await store.lockAccountById(ctx.db, ctx.actor.userId)
  if (!account) throw new Error('a session without an account')
  return account
}

/**
 * Returns the day by which the caller must set up a second factor (empty if none is required), and whether that day has
 * come.
 */
async function enrolmentOf(ctx: Context): Promise<{ factorBy: string; mustEnrol: boolean }> {
  const { factorFrom } = ctx.site
  const isRequired = factorFrom !== null && needsFactor(ctx.actor.usertype, ctx.actor.permissions) && !(await hasActiveFactor(ctx.db, ctx.actor.userId))
  return isRequired ? { factorBy: dayOf(factorFrom), mustEnrol: factorFrom <= ctx.now } : { factorBy: '', mustEnrol: false }
}

// Until a payment password is set, the login password counts as the old password.
function oldHash(account: store.Account, type: 1 | 2): string {
  return type === 1 ? account.password_hash : (account.payment_password_hash ?? account.password_hash)
}

export const auth: Implementation<Modules['auth']> = {
  async login(ctx, { username, password }) {
    const account = await authenticate(ctx, username, password)
    if (account.status !== accountStatus.active || !(await hasActiveFactor(ctx.db, account.id))) return completeSignIn(ctx, account)
    // Only a correct code clears the failures. Otherwise a known password would allow unlimited guesses at the code.
    const signInFields = signInFieldsOf(account, await store.accountContext(ctx, account))
    await recordAttempt(ctx, account, { status: secondFactorStatus })
    const ticket = await openTicket(ctx, account.id)
    const passkey = await passkeyOptions(ctx, account.id)
    const message = translate(authMessages.needCode, ctx.language)
    return { ...signInFields, status: secondFactorStatus, ticket, message, userMenuBOS: [], ...(passkey !== '' && { passkey }) }
  },

  async secondFactor(ctx, { ticket, code, recoveryCode, passkey }) {
    const account = await accountOfTicket(ctx, ticket)
    const refusal = await verifyFactor(ctx, account.id, { code, recoveryCode, passkey })
    // A missing server key is not the user's mistake, so the attempt does not count as a guess.
    if (refusal === 'keyLost') refuse(authRefusals, refusal)
    if (refusal !== null) return refuseSignIn(ctx, { account, typed: '' }, refusal)
    if (!(await spendTicket(ctx.db, tokenHash(ticket), ctx.real))) refuse(authRefusals, 'ticketOver')
    return completeSignIn(ctx, account)
  },

  site: async ({ site: { record, support } }) => ({ record, support }),

  async info(ctx) {
    const account = await callerAccount(ctx)
    const accountContext = await store.accountContext(ctx, account)
    const enrolment = await enrolmentOf(ctx)
    const centres = accountContext.posts.map((post) => ({ id: post.id, name: post.name, isdz: post.modes.join(',') }))
    const rolesname = joinWords(
      accountContext.roles.map((role) => presetName(role, ctx.language)),
      ctx.language,
    )
    return {
      posttatus: account.poststatus,
      poststatus: account.poststatus,
      status: account.status,
      title: translate(authMessages.title, ctx.language),
      logo: productMark,
      data: [...accountContext.permissions.map((permission) => ({ permission }))],
      rolesname,
      usertype: account.usertype,
      yztype: accountContext.yztype,
      isdz: accountContext.modes.join(','),
      isdl: account.isdl,
      islr: ctx.actor.keysIn ? '1' : '0',
      uid: account.id,
      name: account.name,
      username: account.username,
      avatar: account.avatar ?? '',
      introduction: [accountContext.unit_name, ...centres.map(({ name }) => name), rolesname].filter(Boolean).join(' · '),
      isEditPassWord: account.must_change_password ? 0 : 1,
      yycenter: JSON.stringify(centres),
      yyzdid: String(accountContext.home_centre_id ?? ''),
      yzzgid: String(accountContext.entity_id ?? ''),
      msg: account.must_change_password ? translate(passwordTexts.forced, ctx.language) : ctx.site.notice,
      unitName: accountContext.unit_name ?? '',
      mode: ctx.isDemo ? 'demo' : 'production',
      showcase: ctx.site.hasShowcase,
      guide: ctx.scope.all && !accountContext.has_centre && ctx.actor.may('goLive') ? pages.goLive.path : '',
      ...enrolment,
      preferences: await preferencesFor(ctx),
    }
  },

  async logout(ctx) {
    await endSessions(ctx.db, { userId: ctx.actor.userId, only: ctx.actor.sessionId, why: 'logout', now: ctx.real })
    ctx.note({ refType: 'user', refId: ctx.actor.userId })
    return {}
  },

  async checkPassword(ctx, { type, pwd, paypassword }) {
    const account = await callerAccount(ctx)
    await expectPassword(ctx, oldHash(account, type), (type === 1 ? pwd : paypassword) ?? '')
    return {}
  },

  async changePassword(ctx, { type, password, paypassword, oldpassword }) {
    const account = await callerAccount(ctx)
    if (type === 2 && !mayHavePaymentPassword(ctx)) throw new Refusal('no_payment_right', authRefusals.noPaymentRight)
    // A person who knows only the login password, such as an administrator who reset it, must not set the first payment
    // password.
    if (type === 2 && account.payment_password_hash === null) await expectStrongProof(ctx)
    await expectPassword(ctx, oldHash(account, type), oldpassword)
    const attempt = (type === 1 ? password : paypassword) ?? ''
    expectStrongPassword(attempt, ctx.site.passwordRule)
    if (await passwordMatches(ctx, oldHash(account, type), attempt)) throw new Refusal('same_as_old', authRefusals.sameAsOld)
    const alternativeHash = type === 1 ? account.payment_password_hash : account.password_hash
    if (await passwordMatches(ctx, alternativeHash, attempt)) throw new Refusal('same_as_other', authRefusals.sameAsOther)
    const hash = await passwordHashFor(ctx, `user ${account.id}`, attempt)
    if (type === 1) {
      await store.setPassword(ctx.db, account.id, hash, ctx.now)
      await deleteTickets(ctx.db, account.id)
      await endSessions(ctx.db, { userId: account.id, except: ctx.actor.sessionId, why: 'password', now: ctx.real })
    } else await store.setPaymentPassword(ctx.db, account.id, hash, ctx.now)
    await sendAccountNotice(ctx, account.id, type === 1 ? 'passwordChanged' : 'paymentPasswordChanged', {})
    ctx.note({ refType: 'user', refId: account.id, detail: { kind: type === 1 ? 'login' : 'payment' } })
    return {}
  },
}
