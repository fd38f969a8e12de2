import { lineRefusals } from '#/api/money/lines.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { checkLineCount, createWorkingLine, type EditResult, lockEditableBatch, saveLines } from '#/server/money/lines/editing.ts'
import { parseIdKind } from '#/server/money/lines/preparation.ts'
import * as store from '#/server/money/lines/store.ts'
import { claimantsById } from '#/server/money/lines/store-claimants.ts'
import { cardsOf } from '#/server/money/lines/store-facts.ts'
import { businessIdsOf, findLinkedOperators, findListedIdIndexes, rosterOf, rosterRowsByIds } from '#/server/money/lines/store-roster.ts'

/** Returns a page of the unit's people for a batch, with masked numbers. */
export async function rosterPage(ctx: Context, { batchId, ...turn }: PageRequest & { readonly batchId: number; readonly keyword: string }) {
  const batch = (await store.findBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const { ids, next, count } = await rosterOf(ctx, batch.unit_id, turn)
  const cardByOperator = new Map((await cardsOf(ctx, batch.unit_id, ids)).filter((card) => card.is_default).map((card) => [card.operator_id, card]))
  const people = await rosterRowsByIds(ctx, ids)
  const listedIdIndexes = await findListedIdIndexes(
    ctx,
    batch,
    people.map((person) => person.id_number_index),
  )
  const rows = people.map((person) => ({
    operatorId: person.id,
    name: person.name,
    status: person.status,
    idNumber: maskIdNumber(person.idNumber),
    mobile: maskMobile(person.mobile),
    bankName: presetName(cardByOperator.get(person.id)?.bank_name ?? '', ctx.language),
    cardNo: maskCard(cardByOperator.get(person.id)?.card_no ?? ''),
    isListed: listedIdIndexes.has(person.id_number_index),
  }))
  return { rows, next, count }
}

/**
 * Adds a line for each chosen person of the unit, with the card on file and, in mode 1, their business. Refuses a person
 * who does not work with the unit.
 */
export async function addPeople(
  ctx: Context,
  { batchId, operatorIds, amountText }: { readonly batchId: number; readonly operatorIds: readonly number[]; readonly amountText: string },
): Promise<EditResult> {
  const editableBatch = await lockEditableBatch(ctx, batchId)
  const { batch, lines } = editableBatch
  checkLineCount(lines.length + operatorIds.length)
  expectAllFound(new Set(operatorIds), await findLinkedOperators(ctx, batch.unit_id, operatorIds))
  const businessIdByOperator = batch.mode === settlementMode.individualBusiness ? await businessIdsOf(ctx, operatorIds) : new Map<number, number>()
  const people = await claimantsById(
    ctx,
    batch.unit_id,
    operatorIds.map((operatorId) => ({ operatorId, entityId: businessIdByOperator.get(operatorId) ?? null })),
  )
  const firstSeq = (lines.at(-1)?.seq ?? 0) + 1
  const chosenPeople = [...new Set(operatorIds)].flatMap((id) => people.get(id) ?? [])
  const newLines = chosenPeople.map(({ idKind, businesses: [business], ...cells }, index) =>
    createWorkingLine(
      batch,
      firstSeq + index,
      { ...cells, amountText, ...(business && { entityName: business.name, entityCreditCode: business.creditCode }) },
      { idKind: parseIdKind(idKind) },
    ),
  )
  return saveLines(ctx, editableBatch, [...lines, ...newLines], { changed: newLines.length, detail: { added: newLines.length } })
}
