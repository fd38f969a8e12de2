import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event } from '#/server/kernel/job.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'
import * as store from '#/server/organisations/relations/store.ts'

/** People whom a batch that is being prepared pays became related to its unit, or are so no more. */
export const relationsChanged = event('relations.changed', z.object({ batchId: Id }))

/** Batches that are being prepared are looked at again: these people may have become payable by the unit, or stopped being so. */
export async function lookAgain(ctx: Context, unitId: number, idIndexes: readonly string[]): Promise<void> {
  const batches = await ctx.widen('batches that pay people of the unit', () => store.prepared(ctx, unitId, idIndexes))
  for (const batchId of batches) await ctx.publish(relationsChanged, { batchId })
}

/** A unit has this legal person, and no other any more: it cannot pay them (E210). */
export async function setLegalPerson(
  ctx: Context,
  unitId: number,
  person: { readonly name: string; readonly idNumber: string; readonly source: store.Source },
): Promise<void> {
  await ctx.widen('a unit’s legal person', async () => {
    await store.endOtherLegal(ctx, unitId, person.idNumber)
    await store.put(ctx, { unitId, relation: 'legal_person', source: person.source }, [person])
  })
  await lookAgain(ctx, unitId, [sealedColumns(ctx, { id_number: person.idNumber }).id_number_index])
}
