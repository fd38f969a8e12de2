import type { Context } from '#/server/kernel/context.ts'
import { makePartner, type NewPartner } from '#/server/organisations/partners/making.ts'

export type { NewPartner } from '#/server/organisations/partners/making.ts'

/** Makes a partner, who may bring units once its agreement is in effect. Refuses a credit code that is wrong or taken. Whether the caller may is the caller's to ask. */
export async function createPartner(ctx: Context, partner: NewPartner): Promise<{ partnerId: number; code: string }> {
  return makePartner(ctx, partner)
}
