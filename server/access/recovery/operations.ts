import { createHash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { recoveryRefusals } from '#/api/access/recovery.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { maskContact, parseContact } from '#/domain/base/contact.ts'
import { accountById, findAccount, type RecoverableAccount, resetLoginPassword } from '#/server/access/auth/public.ts'
import { countRequest, countWrongCode, expectFewWrongCodes, resendMs } from '#/server/access/recovery/limits.ts'
import * as store from '#/server/access/recovery/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { passwordMatches } from '#/server/kernel/session/passwords.ts'
import { newToken, tokenHash } from '#/server/kernel/session/session.ts'
import { sandboxMessages, sendAccountNotice } from '#/server/services/messages/public.ts'

const codeMs = 10 * 60_000
const ticketMs = 15 * 60_000
const maxCodeTries = 5
const maxTicketTries = 5
// Disabled and closed accounts could not sign in with a new password either.
const closedStatuses: ReadonlySet<number> = new Set([5, 7])

function refuseAndCommit(name: keyof typeof recoveryRefusals, values = {}): never {
  throw new Refusal(name, recoveryRefusals[name], values, { keepsWrites: true })
}

/**
 * Returns a digest that changes with the password, so that a ticket is valid for the current password only. The ticket
 * does not store the password hash itself.
 */
export function passwordDigest(account: RecoverableAccount): Uint8Array {
  return createHash('sha256').update(account.passwordHash).digest()
}

const storedContactOf = (account: RecoverableAccount | undefined, way: 'mail' | 'sms') => (way === 'mail' ? account?.email?.toLowerCase() : account?.mobile)

/** Issues the ticket of a recovery request: 256 random bits, of which only the hash is stored. */
export async function issueTicket(ctx: Context, account: RecoverableAccount, askId: string, validMs = ticketMs): Promise<string> {
  const ticket = newToken()
  await store.storeTicket(ctx.db, {
    token_hash: tokenHash(ticket),
    user_id: account.id,
    ask_id: askId,
    password_was: passwordDigest(account),
    created_at: ctx.real,
    expires_at: new Date(ctx.real.getTime() + validMs),
  })
  return ticket
}

/**
 * Returns a ticket's account. Returns null when the ticket is used, expired or exhausted, the account is disabled or
 * closed, or the password has changed.
 */
async function accountOfTicket(ctx: Context, ticket: string, isLocked: boolean): Promise<RecoverableAccount | null> {
  const row = await store.findTicket(ctx.db, tokenHash(ticket), isLocked)
  if (!row || row.used_at !== null || row.expires_at <= ctx.real || row.tries >= maxTicketTries) return null
  const account = await accountById(ctx.db, row.user_id)
  if (!account || closedStatuses.has(account.status)) return null
  return timingSafeEqual(passwordDigest(account), row.password_was) ? account : null
}

function expectDemo(ctx: Context): void {
  if (!ctx.isDemo) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: 'demo' })
}

export const sendCodeJob = job('recovery.send', z.object({ ask: z.uuid() }))
/** Sends the link that an administrator requested, for a new account (`isFirst`) or a reset. */
export const sendLinkJob = job('recovery.link', z.object({ ask: z.uuid(), isFirst: z.boolean().default(false) }))

export const recovery: Implementation<Modules['recovery']> = {
  async ways(ctx) {
    return { ...ctx.site.ways, isSandbox: ctx.isDemo, support: ctx.site.support }
  },

  async ask(ctx, { username, contact: typed }) {
    const contact = parseContact(typed)
    if (!contact) refuse(recoveryRefusals, 'noContact')
    if (!ctx.site.ways[contact.way]) refuse(recoveryRefusals, contact.way === 'mail' ? 'noMail' : 'noSms')
    await countRequest(ctx, username, contact.value)
    // A request without a matching account is stored and queued too, so that response and response time reveal nothing.
    const account = await findAccount(ctx.db, username)
    const owner = account && !closedStatuses.has(account.status) && storedContactOf(account, contact.way) === contact.value ? account : null
    const id = ctx.newId()
    await store.endRequests(ctx.db, owner?.id ?? 0, ctx.real)
    await store.endTickets(ctx.db, owner?.id ?? 0, ctx.real)
    await store.insertRequest(ctx.db, {
      id,
      user_id: owner?.id ?? null,
      way: contact.way,
      recipient: owner ? contact.value : null,
      language: ctx.language,
      created_at: ctx.real,
      expires_at: new Date(ctx.real.getTime() + codeMs),
    })
    await ctx.enqueue(sendCodeJob, { ask: id })
    const detail = { contact: maskContact(contact), fits: owner !== null }
    ctx.note({ refType: 'user', refId: account?.id ?? 0, unitId: account?.unitId ?? null, detail })
    return { ask: id, resendSeconds: resendMs / 1000, validSeconds: codeMs / 1000 }
  },

  async prove(ctx, { ask: id, code }) {
    await expectFewWrongCodes(ctx)
    const recoveryRequest = await store.lockRequest(ctx.db, id)
    const account = await accountById(ctx.db, recoveryRequest?.user_id ?? 0)
    // A code sent to a former contact of the account is not a proof.
    const isRecipientChanged =
      recoveryRequest !== undefined && recoveryRequest.user_id !== null && storedContactOf(account, recoveryRequest.way) !== recoveryRequest.recipient
    const isOpen = recoveryRequest !== undefined && !isRecipientChanged && recoveryRequest.ended_at === null && recoveryRequest.expires_at > ctx.real
    const isCodeCorrect = await passwordMatches(ctx, isOpen ? recoveryRequest.code_hash : null, code)
    if (!isOpen || !isCodeCorrect || !account) {
      await countWrongCode(ctx)
      ctx.note({ refType: 'user', refId: recoveryRequest?.user_id ?? 0, detail: { failed: true } })
      if (!isOpen) refuseAndCommit('codeDead')
      const triesSoFar = recoveryRequest.tries + 1
      await store.updateRequest(ctx.db, id, { tries: triesSoFar, ...(triesSoFar >= maxCodeTries && { ended_at: ctx.real }) })
      if (triesSoFar >= maxCodeTries) refuseAndCommit('codeDead')
      refuseAndCommit('wrongCode', { left: maxCodeTries - triesSoFar })
    }
    await store.updateRequest(ctx.db, id, { ended_at: ctx.real })
    ctx.note({ refType: 'user', refId: account.id, unitId: account.unitId })
    return { ticket: await issueTicket(ctx, account, id) }
  },

  async look(ctx, { ticket }) {
    const account = await accountOfTicket(ctx, ticket, false)
    return { isGood: account !== null, username: account?.username ?? '' }
  },

  async reset(ctx, { ticket, password }) {
    const account = await accountOfTicket(ctx, ticket, true)
    if (!account) refuse(recoveryRefusals, 'ticketDead')
    await store.countTicketTry(ctx.db, tokenHash(ticket))
    ctx.note({ refType: 'user', refId: account.id, unitId: account.unitId })
    await resetLoginPassword(ctx, account.id, password)
    await sendAccountNotice(ctx, account.id, 'passwordChanged', {})
    await store.endTickets(ctx.db, account.id, ctx.real)
    await store.endRequests(ctx.db, account.id, ctx.real)
    return {}
  },

  async sandbox(ctx, { ask }) {
    expectDemo(ctx)
    const rows = await sandboxMessages(ctx.db, `recovery:${ask}`)
    return { messages: rows.map(({ id, way, recipient, subject, body }) => ({ id, way, to: recipient, subject, text: body })) }
  },
}
