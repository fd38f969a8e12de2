import { partnerRefusals } from '#/api/partners.texts.ts'
import { creditCodeProblem } from '#/domain/identity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { nextNumber } from '#/server/kernel/numbers.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import * as store from '#/server/partners/store.ts'

/** A partner to be: an enterprise by its credit code, or a person. */
export interface NewPartner {
  readonly kind: 'enterprise' | 'person'
  readonly name: string
  readonly creditCode?: string | undefined
  readonly contactName: string
  readonly contactMobile: string
  readonly area?: string | undefined
  readonly introduction?: string | undefined
  readonly account?: { readonly name: string; readonly bank: string } | undefined
}

/** Makes a partner; the caller has already asked whether this person may. */
export async function makePartner(ctx: Context, input: NewPartner): Promise<{ partnerId: number; code: string }> {
  const creditCode = input.creditCode?.toUpperCase() ?? null
  if (input.kind === 'enterprise' && (creditCode === null || creditCodeProblem(creditCode))) refuse(partnerRefusals, 'creditCode')
  return ctx.widen('a new partner is nobody’s yet', async () => {
    const taken = creditCode === null ? undefined : await store.byCreditCode(ctx, creditCode)
    if (taken) refuse(partnerRefusals, 'taken', { name: taken.name })
    const code = await nextNumber(ctx, 'HZ', 0)
    const { kind, name, contactName, contactMobile, area = '', introduction = '', account } = input
    const facts = { code, kind, name, creditCode, contactName, contactMobile, area, introduction }
    const partnerId = await store.insert(ctx, { ...facts, accountName: account?.name ?? '', accountBank: account?.bank ?? '' })
    ctx.note({ refType: 'partner', refId: partnerId, detail: { no: code, name, kind, creditCode } })
    return { partnerId, code }
  })
}
