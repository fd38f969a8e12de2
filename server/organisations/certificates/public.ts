import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { superKey } from '#/api/pages.ts'
import type { SealFault } from '#/domain/certificate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event } from '#/server/kernel/job.ts'
import { identityOf, type SigningIdentity } from '#/server/lib/pdf/signing-identity.ts'
import * as store from '#/server/organisations/certificates/store.ts'
import { holdersAt } from '#/server/services/messages/public.ts'

/** A place (null: the platform) has another certificate to seal with. */
export const certificateSet = event('certificates.set', z.object({ centreId: Id.nullable() }))

/** Why papers of a centre, or of the platform (null), cannot be sealed now; null when they can. */
export async function sealFault(ctx: Context, place: number | null): Promise<SealFault | null> {
  const until = await store.sealUntil(ctx.db, place)
  if (until !== null) return ctx.now < until ? null : 'expired'
  const { siteSeal } = ctx
  if (siteSeal?.isSelfMade) return null
  // The certificate that the settings name is the platform's: nobody's papers are sealed with another's.
  if (place !== null || siteSeal === null) return 'none'
  return siteSeal.until === null || ctx.now < siteSeal.until ? null : 'expired'
}

/** Until when papers of a place can be sealed, where that is known; for who watches it. */
export async function sealedUntil(ctx: Context, place: number | null): Promise<Date | null> {
  return (await store.sealUntil(ctx.db, place)) ?? (place === null ? (ctx.siteSeal?.until ?? null) : null)
}

/** Who can put a certificate in place and is told so: of the platform, whoever holds the key for it; where nobody does, whoever holds all keys. */
export async function keepersOf(ctx: Context): Promise<number[]> {
  const keepers = await holdersAt(ctx, 0, 'centre:edit')
  return keepers.length > 0 ? keepers : holdersAt(ctx, 0, superKey)
}

/** What a paper is sealed with, and how the seal looks; `keys` null: the site's own. */
export interface Sealer {
  readonly keys: { readonly fingerprint: string; readonly certificates: string; readonly key: string } | null
  readonly picture: Uint8Array | null
}

/** What papers of a place are sealed with now, or why with nothing; as the owner of the database. */
export async function sealerOf(ctx: Context, place: number | null): Promise<Sealer | SealFault> {
  const fault = await sealFault(ctx, place)
  if (fault !== null) return fault
  const row = await store.withKey(ctx.db, place)
  if (!row) return { keys: null, picture: null }
  const { fingerprint, certificates, private_key_sealed: sealed, picture_file_id: picture } = row
  const file = picture === null ? null : await ctx.files.open(picture)
  return { keys: { fingerprint, certificates, key: ctx.vault.open('private_key', sealed) }, picture: file?.bytes ?? null }
}

/** The identity behind what a paper is sealed with. */
export async function identityOfSealer({ keys }: Sealer, site: (() => Promise<SigningIdentity>) | null): Promise<SigningIdentity> {
  if (keys === null) {
    if (!site) throw new Error('no certificate is set up to seal contracts with')
    return site()
  }
  const [own, ...issuers] = keys.certificates.split('\n').map((each) => Buffer.from(each, 'base64'))
  if (!own) throw new Error('a certificate without its bytes')
  return identityOf([own, ...issuers], Buffer.from(keys.key, 'base64'))
}
