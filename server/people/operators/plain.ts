import type { Context } from '#/server/kernel/context.ts'
import { managesOperators } from '#/server/people/operators/permission.ts'
import * as store from '#/server/people/operators/store.ts'
import * as decisions from '#/server/people/operators/store-decisions.ts'
import { particularsOf } from '#/server/people/operators/store-particulars.ts'

/** A person's full numbers and the owner of the record. */
export interface UnmaskedPerson {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
  /** Absent when unknown or hidden from the caller. */
  readonly address?: string
  readonly unitId: number | null
  readonly centreId: number | null
}

/** Returns full numbers of a candidate in the caller's scope, or null when there is none. */
export async function personOfCandidate(ctx: Context, id: number): Promise<UnmaskedPerson | null> {
  const [row] = await decisions.lockCandidates(ctx, [id])
  if (!row) return null
  const { name, id_number: idNumber, mobile, card_no: cardNo, unit_id: unitId, centre_id: centreId } = row
  return { name, idNumber, mobile, cardNo, unitId, centreId }
}

/** Returns full numbers of an operator in the caller's scope, with the default card, or null when there is none. */
export async function personOfOperator(ctx: Context, id: number): Promise<UnmaskedPerson | null> {
  const row = await store.findInScope(ctx, id)
  if (!row) return null
  const address = managesOperators(ctx) ? (await particularsOf(ctx, id))?.particulars.address : undefined
  const numbers = { idNumber: row.id_number, mobile: row.mobile, cardNo: row.card_no, ...(address && { address }) }
  return { name: row.name, ...numbers, unitId: null, centreId: row.centre_id }
}
