import type { Context } from '#/server/kernel/context.ts'
import { makePartner, type NewPartner } from '#/server/organisations/partners/making.ts'

export type { NewPartner } from '#/server/organisations/partners/making.ts'

/**
 * Creates a partner, who may bring units once its agreement is in effect. Refuses wrong or existing credit codes;
 * callers must check the permission.
 */
export async function createPartner(ctx: Context, partner: NewPartner): Promise<{ partnerId: number; code: string }> {
  return makePartner(ctx, partner)
}
