import type { Context } from '#/server/kernel/context.ts'
import * as appeals from '#/server/onboarding/applications/store-appeals.ts'
import type { UnmaskedPerson } from '#/server/people/operators/public.ts'

/** Returns the full numbers of an appellant in the caller's scope; null when there is no such appeal. */
export async function personOfAppeal(ctx: Context, id: number): Promise<UnmaskedPerson | null> {
  const row = await appeals.sealedNumbersOf(ctx, id)
  if (!row) return null
  const { name, id_number_sealed: idNumber, mobile_sealed: mobile, centre_id: centreId } = row
  return { name, idNumber: ctx.vault.open('id_number', idNumber), mobile: ctx.vault.open('mobile', mobile), cardNo: '', unitId: null, centreId }
}
