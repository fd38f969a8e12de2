import { partnerRefusals } from '#/api/organisations/partners.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { type PartnerAccount, proposeAccount } from '#/server/organisations/partners/accounts.ts'
import { makePartner, type NewPartner } from '#/server/organisations/partners/creation.ts'
import * as store from '#/server/organisations/partners/store.ts'

export type { NewPartner } from '#/server/organisations/partners/creation.ts'
export { agreementSummary } from '#/server/organisations/partners/questions.ts'

/**
 * Creates a partner, who may bring units once its agreement is in effect. Proposes its account, which another person
 * must approve. Refuses invalid or existing credit codes, and an account without a recent proof of the caller. Callers
 * must check the permission.
 */
export async function createPartner(ctx: Context, partner: NewPartner, account: PartnerAccount, why: string): Promise<{ partnerId: number; code: string }> {
  const createdPartner = await makePartner(ctx, partner)
  if (account.accountName + account.accountBank + account.accountNo === '') return createdPartner
  const row = (await store.lock(ctx, createdPartner.partnerId)) ?? refuse(partnerRefusals, 'notFound')
  await proposeAccount(ctx, row, account, why)
  return createdPartner
}
