import { partnerRefusals } from '#/api/organisations/partners.texts.ts'
import { creditCodeProblem, readIdNumber } from '#/domain/base/identity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import * as store from '#/server/organisations/partners/store.ts'

/** A new partner: an enterprise with its credit code, or a person with the identity number if known. */
export interface NewPartner {
  readonly kind: 'enterprise' | 'person'
  readonly name: string
  readonly creditCode?: string | undefined
  readonly idNumber?: string | undefined
  readonly contactName: string
  readonly contactMobile: string
  readonly area?: string | undefined
  readonly introduction?: string | undefined
  /** The centre with which the partner will sign. */
  readonly signingCentreId?: number | undefined
}

/** Creates a partner without an account. Callers must have checked the permission. */
export async function makePartner(ctx: Context, input: NewPartner): Promise<{ partnerId: number; code: string }> {
  const { kind, name, contactName, contactMobile, area = '', introduction = '', signingCentreId = null } = input
  const creditCode = kind === 'enterprise' ? (input.creditCode ?? '').toUpperCase() : null
  const idNumber = kind === 'person' && input.idNumber ? input.idNumber.toUpperCase() : null
  if (creditCode !== null && creditCodeProblem(creditCode)) refuse(partnerRefusals, 'creditCode')
  if (idNumber !== null && !readIdNumber(idNumber).isValid) refuse(partnerRefusals, 'idNumber')
  return ctx.widen('a new partner without an owner', async () => {
    const duplicate = await store.findDuplicate(ctx, { creditCode, idNumber })
    if (duplicate) refuse(partnerRefusals, 'taken', { name: duplicate.name })
    const code = await nextNumber(ctx, 'HZ', 0)
    const partnerId = await store.insert(ctx, { code, kind, name, creditCode, idNumber, contactName, contactMobile, area, introduction, signingCentreId })
    ctx.note({ refType: 'partner', refId: partnerId, detail: { no: code, name, kind, creditCode } })
    return { partnerId, code }
  })
}
