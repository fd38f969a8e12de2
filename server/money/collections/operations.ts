import type { Modules } from '#/api/modules.ts'
import { collectionRefusals } from '#/api/money/collections.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { type ClaimMove, claimStateAfter } from '#/domain/money/collection.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { canEnterForOthers, claimDetail, lockForUpdate, presentClaim } from '#/server/money/collections/claim.ts'
import { claimFieldsOf, type EnteredClaim, expectClaimFits } from '#/server/money/collections/claiming.ts'
import { notifyOfAnswer, notifyOfClaim, notifyOfClaimObjection } from '#/server/money/collections/notifications.ts'
import { objectionOperations } from '#/server/money/collections/objections.ts'
import { receivedOperations } from '#/server/money/collections/received-payments.ts'
import { claimsForExport } from '#/server/money/collections/sheet.ts'
import * as store from '#/server/money/collections/store.ts'
import * as orders from '#/server/money/collections/store-orders.ts'
import { payClaims, recountPaymentsOfClaims } from '#/server/money/payments/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'

const maxPapers = 10

/**
 * Returns the operator of a new claim: the caller, or the operator for whom the centre enters it. Refuses other callers
 * and operators of other centres.
 */
async function requireClaimantId(ctx: Context, operatorId: number | undefined): Promise<number> {
  if (ctx.actor.operatorId !== null) return ctx.actor.operatorId
  if (!canEnterForOthers(ctx)) refuse(collectionRefusals, 'keysIn')
  if (operatorId === undefined) return refuse(collectionRefusals, 'operatorNeeded')
  return (await orders.isOperatorOfCentre(ctx, operatorId)) ? operatorId : refuse(collectionRefusals, 'operatorForeign')
}

function noteClaim(ctx: Context, row: store.ClaimRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'collection', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, ...detail } })
}

/** Moves a claim to its next state and records it in the audit trail. */
async function moveClaim(ctx: Context, row: store.ClaimRow, move: ClaimMove, change: Parameters<typeof store.update>[2], reason = ''): Promise<void> {
  const state = claimStateAfter(row.state, move)
  await store.update(ctx, row.id, { ...change, state })
  noteClaim(ctx, row, { from: row.state, to: state, amount: row.amount_fen, ...(reason && { reason }) })
}

async function addFile(ctx: Context, row: store.ClaimRow, file: Upload): Promise<void> {
  if (row.papers >= maxPapers) refuse(collectionRefusals, 'manyPapers', { most: maxPapers })
  const fileOwner = { purpose: 'collection', unitId: row.unit_id, centreId: row.centre_id, operatorId: row.operator_id }
  const storedFile = await storeDocument(ctx, { upload: file, kinds: ['pdf', 'xlsx'], pictures: true, ...fileOwner })
  await store.addPaper(ctx, row, storedFile)
  noteClaim(ctx, row, { file: file.filename, sha256: storedFile.sha256 })
}

async function requireClaim(ctx: Context, id: number): Promise<store.ClaimRow> {
  return (await store.find(ctx, id)) ?? refuse(collectionRefusals, 'claimNotFound')
}

async function sendToUnit(ctx: Context, row: store.ClaimRow): Promise<void> {
  if (row.papers === 0) refuse(collectionRefusals, 'noResults')
  await expectClaimFits(ctx, { ...row, period_from: row.from_day, period_to: row.to_day }, { operatorId: row.operator_id, claimId: row.id })
  await moveClaim(ctx, row, 'submit', { submitted_at: ctx.now, reason: '' })
  await notifyOfClaim(ctx, row)
}

async function create(
  ctx: Context,
  { operatorId: requested, file, submit, ...typed }: EnteredClaim & { operatorId?: number | undefined; file?: Upload | undefined; submit: boolean },
) {
  const operatorId = await requireClaimantId(ctx, requested)
  const claimFields = await claimFieldsOf(ctx, typed, { operatorId, claimId: 0 })
  const no = await nextNumber(ctx, 'SK', claimFields.centre_id)
  const id = await store.insert(ctx, { ...claimFields, no, operator_id: operatorId, is_entered: ctx.actor.operatorId === null })
  const row = await requireClaim(ctx, id)
  noteClaim(ctx, row, { amount: claimFields.amount_fen, isEntered: row.is_entered })
  if (file) await addFile(ctx, row, file)
  if (submit) await sendToUnit(ctx, await requireClaim(ctx, id))
  return claimDetail(ctx, id)
}

async function merge(ctx: Context, { claimIds, remark }: { claimIds: readonly number[]; remark: string }): Promise<{ batchId: number; no: string }> {
  const ids = [...new Set(claimIds)]
  const rows = await store.lockClaims(ctx, ids)
  expectAllFound(
    ids,
    rows.map((row) => row.id),
  )
  const unavailableClaim = rows.find((row) => row.state !== 'confirmed')
  if (unavailableClaim) refuse(collectionRefusals, 'claimTaken', { no: unavailableClaim.no })
  const [first] = rows
  if (!first || rows.some((row) => row.order_id !== first.order_id)) return refuse(collectionRefusals, 'differentOrders')
  const claims = rows.map((row) => ({
    claimId: row.id,
    ...fieldsOf(row, 'operator_id', 'entity_id', 'amount_fen', 'content'),
  }))
  const batch = await payClaims(ctx, first.order_id, remark, claims)
  for (const row of rows) noteClaim(ctx, row, { from: 'confirmed', to: 'paying', batch: batch.no, amount: row.amount_fen })
  return { batchId: batch.id, no: batch.no }
}

export const collections = {
  ...receivedOperations,
  ...objectionOperations,

  async choices(ctx, { operatorId }) {
    const rows = await orders.claimableOrders(ctx, { operatorId: await requireClaimantId(ctx, operatorId) })
    return {
      orders: rows
        .filter((row) => row.has_agreement && (row.mode === 2 || row.entity_id !== null))
        .map((row) => ({
          ...fieldsOf(row, 'id', 'no', 'title', 'unit_name', 'mode'),
          from: row.valid_from,
          to: row.valid_to,
          entityName: row.business_name ?? '',
        })),
    }
  },

  async list(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
    return { rows: rows.map((row) => presentClaim(ctx, row)), count, next, totals: sums && { amount: fen(sums.amount) } }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => claimsForExport(ctx, filter))
    return { fileId }
  },

  get: (ctx, { claimId }) => claimDetail(ctx, claimId),

  create,

  async update(ctx, { claimId, version, ...typed }) {
    const row = await lockForUpdate(ctx, { claimId, version }, 'edit')
    const facts = await claimFieldsOf(ctx, typed, { operatorId: row.operator_id, claimId })
    await store.update(ctx, claimId, facts)
    noteClaim(ctx, row, { before: row.amount_fen, amount: facts.amount_fen })
    return claimDetail(ctx, claimId)
  },

  async attach(ctx, { file, ...target }) {
    const row = await lockForUpdate(ctx, target, 'edit')
    await addFile(ctx, row, file)
    await store.update(ctx, row.id, {})
    return claimDetail(ctx, row.id)
  },

  async detach(ctx, { collectionPaperId, ...target }) {
    const row = await lockForUpdate(ctx, target, 'edit')
    if (!(await store.removePaper(ctx, row.id, collectionPaperId))) refuse(collectionRefusals, 'paperUnknown')
    await store.update(ctx, row.id, {})
    noteClaim(ctx, row, { removed: collectionPaperId })
    return claimDetail(ctx, row.id)
  },

  async submit(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'submit')
    await sendToUnit(ctx, row)
    return claimDetail(ctx, row.id)
  },

  async withdraw(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'withdraw')
    await moveClaim(ctx, row, 'withdraw', { submitted_at: null })
    return claimDetail(ctx, row.id)
  },

  async cancel(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'cancel')
    await moveClaim(ctx, row, 'cancel', {})
    return claimDetail(ctx, row.id)
  },

  async object(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'object')
    await moveClaim(ctx, row, 'object', { reason, confirmed_by: null, confirmed_at: null }, reason)
    await recountPaymentsOfClaims(ctx, [row.id])
    await notifyOfClaimObjection(ctx, row, reason)
    return claimDetail(ctx, row.id)
  },

  async confirm(ctx, target) {
    const row = await lockForUpdate(ctx, target, 'confirm')
    await expectClaimFits(ctx, { ...row, period_from: row.from_day, period_to: row.to_day }, { operatorId: row.operator_id, claimId: row.id })
    await moveClaim(ctx, row, 'confirm', { confirmed_by: ctx.actor.userId, confirmed_at: ctx.now })
    await notifyOfAnswer(ctx, row, null)
    return claimDetail(ctx, row.id)
  },

  async giveBack(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, 'giveBack')
    await moveClaim(ctx, row, 'giveBack', { reason, confirmed_by: null, confirmed_at: null }, reason)
    await recountPaymentsOfClaims(ctx, [row.id])
    await notifyOfAnswer(ctx, row, reason)
    return claimDetail(ctx, row.id)
  },

  merge,
} satisfies Implementation<Modules['collections']>
