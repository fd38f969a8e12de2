import { contractKindNames } from '#/api/agreements/contracts.texts.ts'
import { type ConsentKind, contractRulesOf, type Party, type PartyType } from '#/domain/agreements/contract.ts'
import type { Fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ImportedContractKind } from '#/domain/onboarding/contract-import.ts'
import type { ContractParty } from '#/server/agreements/contracts/store.ts'
import * as store from '#/server/agreements/contracts/store-imported.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { makeFilesPermanent } from '#/server/kernel/files/files.ts'
import { nextNumbers } from '#/server/kernel/rows/numbers.ts'
import { activateImportedOperators, recheckBatches } from '#/server/people/operators/public.ts'

export { partyContracts } from '#/server/agreements/contracts/store-imported.ts'

/** A validated contract from an older system. */
export interface ImportedContractRow {
  readonly kind: ImportedContractKind
  readonly mode: Mode
  readonly unitId: number | null
  readonly operatorId: number | null
  /** The party other than the centre; a person's number is masked. */
  readonly party: { readonly name: string; readonly code: string }
  readonly originNo: string
  readonly from: string
  readonly to: string
  readonly signedOn: string
  readonly cap: Fen | null
  readonly fileId: string
  readonly sha256: string
}

/** The import list of the contracts, its centre and the user who prepared it. The caller confirms the import. */
interface ImportPlace {
  readonly centreId: number
  readonly sheetId: number
  readonly preparedBy: number
}

/**
 * Locks the centre's contract numbers, so that no other contract is made or imported there until the transaction
 * ends.
 */
export async function lockContracts(ctx: Context, centreId: number): Promise<void> {
  await nextNumbers(ctx, 'HT', centreId, 0)
}

function partiesOf(row: ImportedContractRow, centre: store.CentreRow): ContractParty[] {
  const rules = contractRulesOf(row.kind)
  const contractParty = (party: Party, type: PartyType): ContractParty =>
    type === 'centre'
      ? { party, type, id: centre.id, name: centre.legal_name, code: centre.credit_code }
      : { party, type, id: row.unitId ?? row.operatorId ?? 0, ...row.party }
  return [contractParty('a', rules.a), contractParty('b', rules.b)]
}

/**
 * Returns the consents that an imported contract of this kind gives. It does not cover the processing of personal data
 * on this platform.
 */
function consentKindsOf(kind: ImportedContractKind): ConsentKind[] {
  return contractRulesOf(kind).consents.filter((consent) => consent !== 'personal_data')
}

/**
 * Imports contracts from an older system, which were not signed on this platform. Expired ones are stored as history
 * without effects. Returns their ids in the given order.
 */
export async function importContracts(ctx: Context, of: ImportPlace, rows: readonly ImportedContractRow[]): Promise<number[]> {
  if (rows.length === 0) return []
  const centre = await store.centreOf(ctx, of.centreId)
  const numbers = await nextNumbers(ctx, 'HT', of.centreId, rows.length)
  const today = dayOf(ctx.now)
  const ids = await ctx.widen('contracts of an older system', async () => {
    const insertedIds = await store.insert(
      ctx,
      of,
      rows.map((row, at) => ({
        no: numbers[at] ?? '',
        name: contractKindNames[row.kind].zh,
        kind: row.kind,
        mode: row.mode,
        unit_id: row.unitId,
        operator_id: row.operatorId,
        parties: partiesOf(row, centre),
        consents: row.to < today ? '' : consentKindsOf(row.kind).join(','),
        file_id: row.fileId,
        sha256: row.sha256,
        amount_cap_fen: row.cap,
        valid_from: row.from,
        valid_to: row.to,
        origin_no: row.originNo,
        signed_on: row.signedOn,
      })),
    )
    await makeFilesPermanent(
      ctx.db,
      'contract',
      rows.map(({ fileId, unitId, operatorId }) => ({ id: fileId, unit_id: unitId, operator_id: operatorId })),
    )
    await store.addRevisions(ctx, insertedIds)
    await store.addConsents(ctx, insertedIds)
    await store.attachToUnits(ctx, insertedIds, today)
    return insertedIds
  })
  const agreedOperatorIds = rows.flatMap(({ operatorId, to }) => (operatorId === null || to < today ? [] : [operatorId]))
  await activateImportedOperators(
    ctx,
    rows.flatMap(({ kind, operatorId, to }) => (kind === 'operator_agreement' && operatorId !== null && to >= today ? [operatorId] : [])),
  )
  for (const operatorId of new Set(agreedOperatorIds)) await recheckBatches(ctx, operatorId, null)
  for (const [at, id] of ids.entries()) {
    const row = rows[at]
    const importedColumns = { no: numbers[at], kind: row?.kind, source: 'moved', origin_no: row?.originNo, valid_from: row?.from, valid_to: row?.to }
    ctx.note({
      refType: 'contract',
      refId: id,
      unitId: row?.unitId ?? null,
      centreId: of.centreId,
      after: importedColumns,
      detail: { sha256: row?.sha256, importId: of.sheetId },
    })
  }
  return ids
}

/** Revokes all contracts of a list or none. Returns how many, or why they cannot be revoked. */
export async function revokeContracts(
  ctx: Context,
  of: { readonly centreId: number; readonly sheetId: number },
  reason: string,
): Promise<number | store.ContractUse> {
  await lockContracts(ctx, of.centreId)
  const revokeOutcome = await ctx.widen('contracts of an older system', async () => {
    const lockedContracts = await store.lockContractsOfList(ctx, of.sheetId)
    const contractUse = (await store.firstEndedContract(ctx, of.sheetId)) ?? (await store.firstPaidContract(ctx, of.sheetId))
    if (contractUse) return contractUse
    await store.revokeImported(ctx, of.sheetId, reason)
    return lockedContracts
  })
  if (!Array.isArray(revokeOutcome)) return revokeOutcome
  for (const operatorId of new Set(revokeOutcome.flatMap((each) => (each.operator_id === null ? [] : [each.operator_id]))))
    await recheckBatches(ctx, operatorId, null)
  for (const { id, no, unit_id: unitId } of revokeOutcome)
    ctx.note({
      refType: 'contract',
      refId: id,
      unitId,
      centreId: of.centreId,
      before: { state: 'done' },
      after: { state: 'revoked' },
      detail: { no, reason, importId: of.sheetId },
    })
  return revokeOutcome.length
}
