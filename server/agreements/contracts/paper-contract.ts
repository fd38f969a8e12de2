import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import type { Upload } from '#/api/operation.ts'
import { type ContractRuleKind, canMoveContract, contractRulesOf } from '#/domain/agreements/contract.ts'
import type { Fen } from '#/domain/base/money.ts'
import { entityIdOf, expectOpenPlace, partiesFor, storeContractFile } from '#/server/agreements/contracts/drawing.ts'
import { maskedParty } from '#/server/agreements/contracts/filling.ts'
import { recordMove } from '#/server/agreements/contracts/lifecycle.ts'
import { completeContract } from '#/server/agreements/contracts/sealing.ts'
import type * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { addRevision } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { checkDocument, plainDocument } from '#/server/services/files/public.ts'

interface PaperContract {
  readonly kind: ContractRuleKind
  readonly name: string
  readonly centreId: number
  readonly mode: Mode
  readonly unitId?: number | undefined
  readonly operatorId?: number | undefined
  readonly partnerId?: number | undefined
  readonly from: string
  readonly to: string
  readonly cap: Fen | null
  readonly file: Upload
}

/** Records a contract signed on paper; it takes effect once another person has compared it with the original. */
export async function enterPaperContract(ctx: Context, input: PaperContract): Promise<number> {
  const { kind, name, centreId, mode, from, to, cap, file } = input
  if (to < from) refuse(contractRefusals, 'wrongDays')
  await ctx.outside('check', file.bytes, () => checkDocument(file.bytes, ['pdf']))
  const contractParties = await partiesFor(ctx, kind, input)
  await expectOpenPlace(ctx, input)
  const plainPages = await ctx.outside('plain pages', file.bytes, () => plainDocument(file.bytes))
  const no = await nextNumber(ctx, 'HT', centreId)
  const ownerColumns = { centre_id: centreId, unit_id: input.unitId ?? null, operator_id: input.operatorId ?? null, partner_id: input.partnerId ?? null }
  const storedFile = await storeContractFile(ctx, `${name}_${no}`, plainPages.bytes, ownerColumns)
  const id = await changes.insert(ctx, {
    no,
    name,
    kind,
    mode,
    ...ownerColumns,
    entity_id: entityIdOf(contractParties),
    template_id: null,
    source: 'paper',
    parties: contractParties.map(maskedParty),
    fields: {},
    signers: [],
    places: [],
    consents: contractRulesOf(kind).consents,
    file_id: storedFile.id,
    sha256: storedFile.sha256,
    amount_cap_fen: cap,
    valid_from: from,
    valid_to: to,
    previous_id: null,
    relation: null,
  })
  await addRevision(ctx.db, { contract_id: id, file_id: storedFile.id, sha256: storedFile.sha256, task_id: null, made_at: ctx.now })
  ctx.note({
    refType: 'contract',
    refId: id,
    unitId: ownerColumns.unit_id,
    centreId,
    after: { no, kind, source: 'paper', valid_from: from, valid_to: to },
    detail: { sha256: storedFile.sha256, pages: plainPages.pages.length },
  })
  return id
}

/** Applies a second person's comparison with the original: the contract takes effect or is revoked. */
export async function checkPaperContract(ctx: Context, row: store.ContractRow, { isSame, reason }: { isSame: boolean; reason: string }): Promise<void> {
  if (row.source !== 'paper' || !canMoveContract(row.sign_state, 'acceptPaper')) refuse(contractRefusals, 'wrongState')
  if (row.created_by === ctx.actor.userId) refuse(contractRefusals, 'toSelf')
  if (!isSame) {
    if (reason.length < 2) refuse(contractRefusals, 'needReason')
    if (!(await changes.update(ctx.db, row, { sign_state: 'revoked', checked_by: ctx.actor.userId, ended_at: ctx.now, end_reason: reason })))
      refuse(contractRefusals, 'changed')
    return recordMove(ctx, row, 'revoked', { reason })
  }
  if (!(await changes.update(ctx.db, row, { sign_state: 'done', checked_by: ctx.actor.userId, done_at: ctx.now }))) refuse(contractRefusals, 'changed')
  await ctx.widen('effects of a contract', () => completeContract(ctx, row, row.sha256 ?? ''))
}
