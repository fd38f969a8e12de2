import { authRefusals } from '#/api/access/auth.texts.ts'
import { expectStrongProof } from '#/server/access/auth/fresh-proof.ts'
import { addPasskey, beginPasskey } from '#/server/access/auth/passkeys.ts'
import { expectPassword } from '#/server/access/auth/proof.ts'
import { replaceRecoveryCodes } from '#/server/access/auth/second-factor.ts'
import { lockAccountById } from '#/server/access/auth/store.ts'
import { deleteOrphanedCodes, hasActiveFactor } from '#/server/access/auth/store-factor.ts'
import * as store from '#/server/access/auth/store-passkeys.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'

export function passkeysOfCaller(ctx: Context): Promise<store.Passkey[]> {
  return store.passkeysOf(ctx.db, ctx.actor.userId)
}

/**
 * Starts adding a passkey for the caller after checking the login password. A caller who already has a second factor
 * must prove it too, because the password alone must not add another.
 */
export async function beginOwnPasskey(ctx: Context, password: string): Promise<string> {
  const account = await lockAccountById(ctx.db, ctx.actor.userId)
  await expectPassword(ctx, account?.password_hash ?? null, password)
  if (await hasActiveFactor(ctx.db, ctx.actor.userId)) await expectStrongProof(ctx)
  return beginPasskey(ctx)
}

/** Adds a passkey of the caller. Returns recovery codes when it is the first factor; they are shown only once. */
export async function addOwnPasskey(ctx: Context, response: string, name: string): Promise<string[]> {
  const { userId } = ctx.actor
  await lockAccountById(ctx.db, userId)
  const isFirst = !(await hasActiveFactor(ctx.db, userId))
  if (!isFirst) await expectStrongProof(ctx)
  await addPasskey(ctx, response, name)
  return isFirst ? replaceRecoveryCodes(ctx, userId) : []
}

export async function renameOwnPasskey(ctx: Context, id: number, name: string): Promise<void> {
  if (!(await store.renamePasskey(ctx.db, ctx.actor.userId, id, name))) refuse(authRefusals, 'passkeyGone')
}

/** Removes a passkey of the caller after a strong proof. Returns whether the account still has a second factor. */
export async function removeOwnPasskey(ctx: Context, id: number): Promise<boolean> {
  const { userId } = ctx.actor
  await lockAccountById(ctx.db, userId)
  await expectStrongProof(ctx)
  if (!(await store.deletePasskey(ctx.db, userId, id))) refuse(authRefusals, 'passkeyGone')
  await deleteOrphanedCodes(ctx.db, userId)
  return hasActiveFactor(ctx.db, userId)
}
