import { authRefusals, secondFactorStatus } from '#/api/access/auth.texts.ts'
import { profileRefusals } from '#/api/desk/profile.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { needsFactor } from '#/domain/access/factor.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { maskContact } from '#/domain/base/contact.ts'
import {
  addOwnPasskey,
  beginOwnFactor,
  beginOwnPasskey,
  confirmOwnFactor,
  dropOwnFactor,
  expectOwnFactor,
  expectOwnPasskey,
  expectOwnPassword,
  hasOwnFactor,
  mayHavePaymentPassword,
  passkeyOptionsOfCaller,
  passkeySite,
  passkeysOfCaller,
  removeOwnPasskey,
  renameOwnPasskey,
  renewOwnCodes,
} from '#/server/access/auth/public.ts'
import { expectOwnCode, mobileOf, mobileOperations, sendOwnCode } from '#/server/desk/profile/mobile.ts'
import * as store from '#/server/desk/profile/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { readAgent } from '#/server/kernel/request/agent.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { endSessions, renewToken } from '#/server/kernel/session/session.ts'
import { recordProof } from '#/server/kernel/session/store-sessions.ts'

const maxSignIns = 20
const maxReadings = 50

const isoTime = (at: Date | null) => at?.toISOString() ?? null

function noteOwnAccount(ctx: Context, detail: Record<string, unknown> = {}): void {
  ctx.note({ refType: 'user', refId: ctx.actor.userId, detail })
}

type SignInRow = Awaited<ReturnType<typeof store.latestSignIns>>[number]

function signInResult({ action, outcome, status }: SignInRow) {
  if (outcome === 'locked') return 'locked'
  if (outcome !== 'done') return action === 'auth.login' ? 'wrongPassword' : 'wrongCode'
  if (status === secondFactorStatus) return 'half'
  return status === accountStatus.active ? 'entered' : 'notOpen'
}

/** Returns whether the installation now requires a second factor of the caller. */
function isFactorRequired({ site, actor, now }: Context): boolean {
  return site.factorFrom !== null && site.factorFrom <= now && needsFactor(actor.usertype, actor.permissions)
}

export const profile: Implementation<Modules['profile']> = {
  ...mobileOperations,

  async get(ctx) {
    const row = await store.readProfile(ctx.db, ctx.actor.userId)
    const paymentLockedUntil = row.payment_locked_until
    const mobile = mobileOf(ctx, row)
    return {
      username: row.username,
      name: row.name,
      usertype: row.usertype,
      mobile: mobile === '' ? '' : maskContact({ way: 'sms', value: mobile }),
      mail: row.mail === '' ? '' : maskContact({ way: 'mail', value: row.mail }),
      roles: row.roles.map((role) => presetName(role, ctx.language)),
      unitName: row.unit_name,
      centres: row.centres,
      loginPassword: { changedAt: isoTime(row.password_changed_at) },
      paymentPassword: mayHavePaymentPassword(ctx)
        ? {
            isSet: row.has_payment_password,
            changedAt: isoTime(row.payment_password_changed_at),
            lockedUntil: paymentLockedUntil !== null && paymentLockedUntil > ctx.now ? isoTime(paymentLockedUntil) : null,
          }
        : null,
      secondFactor: { isOn: row.factor_since !== null, since: isoTime(row.factor_since), codesLeft: row.codes_left, isRequired: isFactorRequired(ctx) },
      lastSignIn: isoTime(row.last_login_at),
    }
  },

  async devices(ctx) {
    const rows = await store.openSessions(ctx.db, ctx.actor.userId, ctx.real)
    return rows.map(({ id, ip, agent, created_at, seen_at }) => ({
      id,
      ...readAgent(agent),
      ip,
      since: created_at.toISOString(),
      seenAt: seen_at.toISOString(),
      isThis: id === ctx.actor.sessionId,
    }))
  },

  async signIns(ctx) {
    const rows = await store.latestSignIns(ctx.db, ctx.actor.userId, maxSignIns)
    return rows.map((row) => ({ at: row.at.toISOString(), ip: row.ip, ...readAgent(row.agent ?? ''), result: signInResult(row) }))
  },

  async readings(ctx) {
    if (ctx.actor.operatorId === null) return []
    const rows = await store.latestNumberViews(ctx.db, ctx.actor.operatorId, maxReadings)
    return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
  },

  async signOutDevice(ctx, { id }) {
    if (id === ctx.actor.sessionId) refuse(profileRefusals, 'thisDevice')
    const endedCount = await endSessions(ctx.db, { userId: ctx.actor.userId, only: id, why: 'logout', now: ctx.real })
    if (endedCount === 0) refuse(profileRefusals, 'noDevice')
    noteOwnAccount(ctx, { session: id })
    return {}
  },

  async signOutOthers(ctx) {
    const openSessions = await store.openSessions(ctx.db, ctx.actor.userId, ctx.real)
    const count = openSessions.filter(({ id }) => id !== ctx.actor.sessionId).length
    await endSessions(ctx.db, { userId: ctx.actor.userId, except: ctx.actor.sessionId, why: 'logout', now: ctx.real })
    noteOwnAccount(ctx, { count })
    return { count }
  },

  async startSecondFactor(ctx, { password }) {
    const factorSetup = await beginOwnFactor(ctx, password)
    noteOwnAccount(ctx)
    return factorSetup
  },

  async confirmSecondFactor(ctx, { code }) {
    const codes = await confirmOwnFactor(ctx, code)
    noteOwnAccount(ctx)
    return { codes }
  },

  async dropSecondFactor(ctx, { password, code }) {
    await dropOwnFactor(ctx, password, code)
    if (isFactorRequired(ctx) && !(await hasOwnFactor(ctx))) refuse(profileRefusals, 'factorRequired')
    noteOwnAccount(ctx)
    return {}
  },

  async renewRecoveryCodes(ctx, { password, code }) {
    const codes = await renewOwnCodes(ctx, password, code)
    noteOwnAccount(ctx)
    return { codes }
  },

  async passkeys(ctx) {
    const rows = await passkeysOfCaller(ctx)
    return {
      isPossible: passkeySite(ctx) !== null,
      rows: rows.map((row) => ({
        id: row.id,
        name: row.name,
        since: row.created_at.toISOString(),
        usedAt: isoTime(row.last_used_at),
        isBackedUp: row.is_backed_up,
      })),
    }
  },

  async beginPasskey(ctx, { password }) {
    const options = await beginOwnPasskey(ctx, password)
    noteOwnAccount(ctx)
    return { options }
  },

  async addPasskey(ctx, { response, name }) {
    const codes = await addOwnPasskey(ctx, response, name)
    noteOwnAccount(ctx, { name })
    return { codes }
  },

  async renamePasskey(ctx, { passkeyId, name }) {
    await renameOwnPasskey(ctx, passkeyId, name)
    noteOwnAccount(ctx, { name })
    return {}
  },

  async removePasskey(ctx, { passkeyId }) {
    if (!(await removeOwnPasskey(ctx, passkeyId)) && isFactorRequired(ctx)) refuse(profileRefusals, 'factorRequired')
    noteOwnAccount(ctx)
    return {}
  },

  async askProofCode(ctx) {
    if (await hasOwnFactor(ctx)) return { way: 'factor', ask: '', mobile: '', isSandbox: false, passkey: await passkeyOptionsOfCaller(ctx) }
    if (ctx.site.firstPaymentPassword === 'factor' || !ctx.site.ways.sms) refuse(profileRefusals, 'factorFirst')
    const { ask, mobile, isSandbox } = await sendOwnCode(ctx, 'proof')
    return { way: 'phone', ask, mobile, isSandbox, passkey: '' }
  },

  async prove(ctx, { password, code, ask, passkey }) {
    if (passkey !== undefined) await expectOwnPasskey(ctx, passkey)
    else await expectOwnPassword(ctx, password ?? refuse(authRefusals, 'proofMissing'))
    const isStrong = passkey !== undefined || code !== undefined
    if (code !== undefined && (await hasOwnFactor(ctx))) await expectOwnFactor(ctx, code)
    else if (code !== undefined) {
      if (ctx.site.firstPaymentPassword === 'factor') refuse(profileRefusals, 'factorFirst')
      await expectOwnCode(ctx, ask ?? refuse(profileRefusals, 'mobileCodeDead'), code, 'proof')
    }
    await recordProof(ctx.db, ctx.actor.sessionId, ctx.real, isStrong)
    noteOwnAccount(ctx, isStrong ? { strong: true } : {})
    return { token: await renewToken(ctx.db, ctx.actor, ctx.real) }
  },
}
