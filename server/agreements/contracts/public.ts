import type { ContractKind } from '#/domain/agreements/contract.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { sealPlaceFor, sealRefusal } from '#/server/agreements/contracts/awaiting-seal.ts'
import { drawContract } from '#/server/agreements/contracts/drawing.ts'
import { restorePreviousContract } from '#/server/agreements/contracts/lifecycle.ts'
import { endContract } from '#/server/agreements/contracts/sealing.ts'
import { sendContract } from '#/server/agreements/contracts/sending.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { activeConsents, revokeConsent } from '#/server/agreements/contracts/store-consents.ts'
import { type ContractSubject, openParticipants, signedContractId } from '#/server/agreements/contracts/store-open.ts'
import { defaultTemplate } from '#/server/agreements/templates/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'

export { importContracts, lockContracts, partyContracts, revokeContracts } from '#/server/agreements/contracts/imported-contracts.ts'
export { issueTicket, notifyParties } from '#/server/agreements/contracts/notifications.ts'
export { signaturesDue } from '#/server/agreements/contracts/pending.ts'
export {
  batchCount,
  hasOrder,
  lockOrdersOfList,
  type OrderUnderContract,
  ordersOfContract,
  paidUnderContract,
} from '#/server/agreements/contracts/questions.ts'
export { sealJob } from '#/server/agreements/contracts/sealing.ts'
export {
  countPersonsWithFaces,
  latestFaceConsent,
  mayWithdrawFaces,
  recordFaceConsent,
  withdrawFaceConsents,
} from '#/server/agreements/contracts/store-faces.ts'
export {
  consentsGivenBy,
  consentsOfPeople,
  contractDocuments,
  contractNo,
  countConsents,
  hadConsentAt,
  hasConsentOn,
  hasWithdrawnFaces,
  isContractValidOn,
  isFaceOfSignature,
  latestBusinessContract,
  ownAgreements,
  unfinishedContracts,
} from '#/server/agreements/contracts/store-fragments.ts'
export { contactOf, type SignerContact } from '#/server/agreements/contracts/store-parties.ts'

/** A contract to create and send without review. */
export interface ContractStart {
  readonly kind: ContractKind
  readonly centreId: number
  readonly mode: Mode
  readonly unitId?: number
  readonly operatorId?: number
  readonly partnerId?: number
  readonly fields?: Readonly<Record<string, string>>
}

/**
 * Creates a contract from the centre's default template and sends it to its signers. Returns its id. Returns null and
 * creates nothing when no template of the kind is enabled or the contract could not be sealed.
 */
export async function startContract(ctx: Context, { kind, centreId, mode, fields = {}, ...subject }: ContractStart): Promise<number | null> {
  const template = await defaultTemplate(ctx, { kind, centreId, mode })
  if (!template || (await sealRefusal(ctx, sealPlaceFor(kind, centreId))) !== null) return null
  const from = dayOf(ctx.now)
  const id = await drawContract(ctx, { template, centreId, mode, ...subject, from, to: shiftDay(from, template.valid_days - 1), cap: null, fields })
  const row = await store.findOutsideScope(ctx, id)
  if (row) await sendContract(ctx, row, template.sign_days)
  return id
}

/** Returns a contract regardless of the caller's scope, for the sign page and jobs. */
export function contractById(ctx: Context, id: number): Promise<store.ContractRow | undefined> {
  return store.findOutsideScope(ctx, id)
}

/** Ends a contract that a signer refuses. Returns false when its state has changed meanwhile. */
export async function refuseContract(ctx: Context, row: store.ContractRow, reason: string): Promise<boolean> {
  if (!(await changes.update(ctx.db, row, { sign_state: 'refused', ended_at: ctx.now, end_reason: reason }))) return false
  await restorePreviousContract(ctx, row)
  return true
}

/** Ends an operator's agreements in force and withdraws all other consents. */
export async function endOperatorsContracts(ctx: Context, operatorId: number, reason: string): Promise<void> {
  for (const { id, contract_id: contractId, kind } of await activeConsents(ctx, operatorId)) {
    await revokeConsent(ctx, id, reason)
    if (kind === 'agreement' && contractId !== null) await endContract(ctx, contractId, reason)
  }
}

export type { ContractSubject } from '#/server/agreements/contracts/store-open.ts'

/** Returns the open handwritten signatures of a unit, operator or partner. */
export function contractsToSign(ctx: Context, of: ContractSubject): Promise<{ signTaskId: number; name: string }[]> {
  return openParticipants(ctx.db, of)
}

/** Returns the signed contract of the first of these kinds once all of these kinds are signed; otherwise null. */
export function signedContractOf(ctx: Context, of: ContractSubject, kinds: readonly ContractKind[]): Promise<number | null> {
  return signedContractId(ctx.db, of, kinds, dayOf(ctx.now))
}
