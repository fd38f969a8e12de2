import { isIP } from 'node:net'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { authMessages, authRefusals } from '#/api/access/auth.texts.ts'
import * as store from '#/server/access/auth/store-passkeys.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const challengeMs = 5 * 60_000
const maxPasskeys = 10

interface PasskeySite {
  readonly rpID: string
  readonly origin: string
}

/**
 * Returns the site that passkeys belong to, from `SITE_URL`; null when no address is set. Browsers do not accept an IP
 * address, so the demo uses localhost.
 */
export function passkeySiteOf({ site: { url }, isDemo }: Pick<Context, 'site' | 'isDemo'>): PasskeySite | null {
  if (url === null) return null
  const { hostname, port, protocol, origin } = new URL(url)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) return { rpID: hostname, origin }
  return isDemo ? { rpID: 'localhost', origin: `${protocol}//localhost${port ? `:${port}` : ''}` } : null
}

async function storeChallenge(ctx: Context, userId: number, purpose: 'register' | 'use', challenge: string): Promise<void> {
  await store.insertChallenge(ctx.db, { challenge, user_id: userId, purpose, expires_at: new Date(ctx.real.getTime() + challengeMs) })
}

const parseObject = <T>(text: string): T | null => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as T) : null
  } catch {
    return null
  }
}

/** Returns the options with which a browser creates a passkey of the caller, as JSON. */
export async function beginPasskey(ctx: Context): Promise<string> {
  const site = passkeySiteOf(ctx) ?? refuse(authRefusals, 'passkeyNoSite')
  const { userId, username, name } = ctx.actor
  const passkeys = await store.passkeysOf(ctx.db, userId)
  if (passkeys.length >= maxPasskeys) refuse(authRefusals, 'passkeysMost', { most: maxPasskeys })
  const options = await generateRegistrationOptions({
    rpName: translate(authMessages.title, ctx.language),
    rpID: site.rpID,
    userName: username,
    userDisplayName: name,
    userID: new TextEncoder().encode(`account ${userId}`),
    excludeCredentials: passkeys.map(({ credential, transports }) => ({ id: credential, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  await storeChallenge(ctx, userId, 'register', options.challenge)
  return JSON.stringify(options)
}

/** Stores the passkey that the caller's browser created. Refuses an answer without an open challenge. */
export async function addPasskey(ctx: Context, response: string, name: string): Promise<void> {
  const site = passkeySiteOf(ctx) ?? refuse(authRefusals, 'passkeyNoSite')
  const registration = parseObject<RegistrationResponseJSON>(response) ?? refuse(authRefusals, 'wrongPasskey')
  const { userId } = ctx.actor
  const verification = await verifyRegistrationResponse({
    response: registration,
    expectedChallenge: (challenge) => store.spendChallenge(ctx.db, { challenge, userId, purpose: 'register', now: ctx.real }),
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verification?.verified) refuse(authRefusals, 'wrongPasskey')
  const { credential, credentialBackedUp } = verification.registrationInfo
  const isNew = await store.insertPasskey(ctx.db, {
    user_id: userId,
    credential: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
    name,
    is_backed_up: credentialBackedUp,
    created_at: ctx.real,
  })
  if (!isNew) refuse(authRefusals, 'wrongPasskey')
}

/**
 * Returns the options, as JSON, with which a browser uses a passkey of this account; an empty text for an account
 * without passkeys.
 */
export async function passkeyOptions(ctx: Context, userId: number): Promise<string> {
  const site = passkeySiteOf(ctx)
  const passkeys = site ? await store.passkeysOf(ctx.db, userId) : []
  if (!site || passkeys.length === 0) return ''
  const options = await generateAuthenticationOptions({
    rpID: site.rpID,
    allowCredentials: passkeys.map(({ credential, transports }) => ({ id: credential, transports })),
    userVerification: 'required',
  })
  await storeChallenge(ctx, userId, 'use', options.challenge)
  return JSON.stringify(options)
}

/** Checks a passkey response and uses up its challenge. Returns null when the response is correct. */
export async function tryPasskey(ctx: Context, userId: number, response: string): Promise<'wrongPasskey' | null> {
  const site = passkeySiteOf(ctx)
  const assertion = parseObject<AuthenticationResponseJSON>(response)
  const key = site && assertion && typeof assertion.id === 'string' ? await store.lockPasskey(ctx.db, userId, assertion.id) : undefined
  if (!site || !assertion || !key) return 'wrongPasskey'
  const verification = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge: (challenge) => store.spendChallenge(ctx.db, { challenge, userId, purpose: 'use', now: ctx.real }),
    expectedOrigin: site.origin,
    expectedRPID: site.rpID,
    credential: { id: key.credential, publicKey: new Uint8Array(key.public_key), counter: Number(key.counter), transports: key.transports },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verification?.verified) return 'wrongPasskey'
  await store.recordPasskeyUse(ctx.db, key.id, verification.authenticationInfo.newCounter, ctx.real)
  return null
}
