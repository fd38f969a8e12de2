import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import { canMoveContract } from '#/domain/agreements/contract.ts'
import { expectSeal, sealPlaceOf } from '#/server/agreements/contracts/awaiting-seal.ts'
import { expectOpenPlace } from '#/server/agreements/contracts/drawing.ts'
import { notifySignersJob } from '#/server/agreements/contracts/notifications.ts'
import type * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { openTask, tasksOf } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'

const dayMs = 86_400_000

/**
 * Returns whether only the unit may send the contract. The unit's seal is added automatically after the last signature,
 * so sending it is the unit's consent.
 */
export function isSentByUnit(row: Pick<store.ContractRow, 'signers' | 'parties'>): boolean {
  const sealingParties = row.signers.filter((signer) => signer.way === 'seal').map((signer) => signer.party)
  return row.parties.some((party) => party.type === 'unit' && sealingParties.includes(party.party))
}

/** Sends a contract for signature and notifies the first signer. */
export async function sendContract(ctx: Context, row: store.ContractRow, signDays: number): Promise<void> {
  if (!canMoveContract(row.sign_state, 'send') || row.source === 'paper') refuse(contractRefusals, 'wrongState')
  await expectSeal(ctx, sealPlaceOf(row))
  if (isSentByUnit(row) && row.unit_id !== ctx.actor.unitId) refuse(contractRefusals, 'unitSends')
  if (row.relation !== 'termination') await expectOpenPlace(ctx, { unitId: row.unit_id, centreId: row.centre_id })
  const deadline = new Date(ctx.now.getTime() + signDays * dayMs)
  const isUpdated = await changes.update(ctx.db, row, { sign_state: 'signing', sign_deadline: deadline, sent_at: ctx.now, sent_by: ctx.actor.userId })
  if (!isUpdated) refuse(contractRefusals, 'changed')
  const [first] = await tasksOf(ctx.db, row.id)
  if (first) {
    await openTask(ctx.db, first.id, ctx.now)
    await ctx.enqueue(notifySignersJob, { signTaskId: first.id, why: 'open', language: ctx.language })
  }
  const trailDetail = { no: row.no, deadline: deadline.toISOString(), sha256: row.sha256 }
  ctx.note({
    refType: 'contract',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    before: { state: row.sign_state },
    after: { state: 'signing' },
    detail: trailDetail,
  })
}
