import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import type { endReasons } from '#/api/organisations/relations.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { event } from '#/server/kernel/jobs/job.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'
import { batchesInPreparation } from '#/server/organisations/relations/questions.ts'
import * as store from '#/server/organisations/relations/store.ts'
import * as legalPersons from '#/server/organisations/relations/store-legal-person.ts'

export { batchesInPreparation, payeeOfLine } from '#/server/organisations/relations/questions.ts'
export { unpayablePeople } from '#/server/organisations/relations/store.ts'

/** The stored key of a reason, which readers see in their own language. */
const legalPersonReplaced: keyof typeof endReasons = 'legalPersonReplaced'

/** A payee of a batch in preparation became a related person of the unit, or is one no longer. */
export const relationsChanged = event('relations.changed', z.object({ batchId: Id }))

/** Has batches in preparation checked again, because the unit's relations to these people changed. */
export async function recheckBatches(ctx: Context, unitId: number, idIndexes: readonly string[]): Promise<void> {
  const batchIds = await ctx.widen('batches that pay people of the unit', () => ask(ctx, batchesInPreparation, unitId, idIndexes))
  for (const batchId of batchIds) await ctx.publish(relationsChanged, { batchId })
}

interface LegalPerson {
  readonly name: string
  readonly idNumber: string
  readonly source: store.RelationSource
}

async function addRelation(ctx: Context, unitId: number, person: LegalPerson, isProposed = false): Promise<void> {
  await store.addRelatedPeople(ctx, { unitId, relation: 'legal_person', source: person.source, isProposed }, [person])
  await store.dropProposedEndOf(ctx, unitId, person.idNumber)
}

const recheckBatchesOf = (ctx: Context, unitId: number, { idNumber }: LegalPerson) =>
  recheckBatches(ctx, unitId, [sealedColumns(ctx, { id_number: idNumber }).id_number_index])

/**
 * Adds the unit's present legal person, whom the unit cannot pay (E210), and rechecks open batches. Proposes to end the
 * relations of former legal persons, which last until another person approves. Returns the number of these proposals.
 */
export async function setLegalPerson(ctx: Context, unitId: number, person: LegalPerson): Promise<number> {
  const proposedCount = await ctx.widen('a unit’s legal person', async () => {
    await addRelation(ctx, unitId, person)
    return store.proposeFormerLegalPersonEnds(ctx, unitId, { idNumber: person.idNumber, reason: legalPersonReplaced })
  })
  await recheckBatchesOf(ctx, unitId, person)
  return proposedCount
}

/**
 * Adds a legal person whose name awaits approval. The unit cannot pay this person either. A person who is related in
 * another way stays so until the approval. Returns the record for `confirmLegalPerson`.
 */
export async function addProposedLegalPerson(ctx: Context, unitId: number, person: LegalPerson): Promise<number> {
  const relatedId = await ctx.widen('a unit’s legal person', async () => {
    await addRelation(ctx, unitId, person, true)
    return legalPersons.idOfPerson(ctx, unitId, person.idNumber)
  })
  await recheckBatchesOf(ctx, unitId, person)
  return relatedId
}

/** Makes a proposed person the legal person of the unit, like `setLegalPerson`. */
export async function confirmLegalPerson(ctx: Context, unitId: number, of: { readonly relatedId: number; readonly name: string }): Promise<number> {
  const idNumber = await ctx.widen('a unit’s legal person', () => legalPersons.idNumberOf(ctx, of.relatedId))
  return setLegalPerson(ctx, unitId, { name: of.name, idNumber, source: 'centre' })
}
