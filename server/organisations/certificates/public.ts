import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { superKey } from '#/api/pages.ts'
import type { SealFault } from '#/domain/organisations/certificate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event } from '#/server/kernel/jobs/job.ts'
import { buildIdentity, type SigningIdentity } from '#/server/lib/pdf/signing-identity.ts'
import * as store from '#/server/organisations/certificates/store.ts'
import { holdersAt } from '#/server/services/messages/public.ts'

export { countAwaitingSeal } from '#/server/organisations/certificates/questions.ts'

/** The certificate of a centre, or of the platform (null), has changed. */
export const certificateSet = event('certificates.set', z.object({ centreId: Id.nullable() }))

/** Returns why contracts of a centre, or of the platform (null), cannot be sealed now, or null if they can. */
export async function sealFault(ctx: Context, place: number | null): Promise<SealFault | null> {
  const until = await store.sealingValidUntil(ctx.db, place)
  if (until !== null) return ctx.now < until ? null : 'expired'
  const { siteSeal } = ctx
  if (siteSeal?.isSelfMade) return null
  // The certificate in the environment belongs to the platform and does not seal contracts of a centre.
  if (place !== null || siteSeal === null) return 'none'
  return siteSeal.until === null || ctx.now < siteSeal.until ? null : 'expired'
}

/** Returns the time until which contracts can be sealed, for monitoring; null when unknown. */
export async function sealableUntil(ctx: Context, place: number | null): Promise<Date | null> {
  return (await store.sealingValidUntil(ctx.db, place)) ?? (place === null ? (ctx.siteSeal?.until ?? null) : null)
}

/**
 * Returns the people to notify about certificates: platform staff with the permission, or else those with full rights.
 */
export async function certificateAdministrators(ctx: Context): Promise<number[]> {
  const administrators = await holdersAt(ctx, 0, 'centre:edit')
  return administrators.length > 0 ? administrators : holdersAt(ctx, 0, superKey)
}

/** Key and picture for sealing. `keys` is null for the certificate in the environment. */
export interface CertificateSealer {
  readonly keys: { readonly fingerprint: string; readonly certificates: string; readonly key: string } | null
  readonly picture: Uint8Array | null
}

/** Returns the sealer of a centre or the platform, or why there is none. Runs as the database owner. */
export async function sealerOf(ctx: Context, place: number | null): Promise<CertificateSealer | SealFault> {
  const fault = await sealFault(ctx, place)
  if (fault !== null) return fault
  const row = await store.certificateWithKey(ctx.db, place)
  if (!row) return { keys: null, picture: null }
  const { fingerprint, certificates, private_key_sealed: sealed, picture_file_id: picture } = row
  const file = picture === null ? null : await ctx.files.open(picture)
  return { keys: { fingerprint, certificates, key: ctx.vault.open('private_key', sealed) }, picture: file?.bytes ?? null }
}

/** Returns the sealer's own signing identity, or else the one from the environment. Throws when both are missing. */
export async function identityOfSealer({ keys }: CertificateSealer, site: (() => Promise<SigningIdentity>) | null): Promise<SigningIdentity> {
  if (keys === null) {
    if (!site) throw new Error('no certificate is set up to seal contracts with')
    return site()
  }
  const [own, ...issuers] = keys.certificates.split('\n').map((each) => Buffer.from(each, 'base64'))
  if (!own) throw new Error('a certificate without its bytes')
  return buildIdentity([own, ...issuers], Buffer.from(keys.key, 'base64'))
}
