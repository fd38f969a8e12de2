import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { markTransferBooked, postCreditReturn, registerTransfer, releaseTransfer } from '#/server/money/ledger/public.ts'
import { creditsPath, notifyFinance, notifyOfTopup } from '#/server/money/prepayments/notifications.ts'
import * as store from '#/server/money/prepayments/store.ts'
import * as claimStore from '#/server/money/prepayments/store-claims.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type Input<O extends keyof Modules['prepayments']> = z.output<Modules['prepayments'][O]['input']>

interface Claim {
  readonly unitId: number
  readonly mode: Mode
  readonly reason: string
  readonly papers: Input<'claim'>['papers']
}

/** Refuses a top-up of a unit without an account in this mode, of a closed unit, or at a disabled centre. */
export async function expectAccount(ctx: Context, funds: { unitId: number; centreId: number; mode: Mode }): Promise<void> {
  if (!(await store.hasSetting(ctx, funds))) refuse(prepaymentRefusals, 'noAccount')
  if (!(await keepOpen(ctx, funds))) refuse(prepaymentRefusals, 'unitClosed')
}

/** Creates a top-up that holds the credit for the unit, with reason and documents. Another person decides on it. */
async function claimCredit(ctx: Context, credit: claimStore.OpenCredit, { unitId, mode, reason, papers }: Claim): Promise<store.TopupRow> {
  const centreId = credit.centre_id
  const { fileId } = await storeDocument(ctx, { upload: papers, pictures: true, purpose: 'credit_claim', unitId, centreId })
  const no = await nextNumber(ctx, 'CZ', centreId)
  const isAssigned = await ctx.widen('match top-ups', () => claimStore.assignToUnit(ctx, credit.id, { unitId, mode }))
  if (!isAssigned) refuse(prepaymentRefusals, 'creditGone')
  const id = await claimStore.insertClaim(ctx, { no, unitId, mode, reason, fileId, credit })
  if (id === null) return refuse(prepaymentRefusals, 'serialUsed', { serial: credit.serial })
  const detail = { no, amount: credit.amount_fen, serial: credit.serial, payer: credit.payer_name, reason }
  ctx.note({ refType: 'topup', refId: id, unitId, centreId, detail })
  const row = (await store.find(ctx, id)) ?? refuse(prepaymentRefusals, 'notFound')
  await notifyOfTopup(ctx, row)
  return row
}

/**
 * Claims a credit of another payer for the caller's unit. The unit's data must equal the bank's. The answer reveals
 * only whether such a credit exists.
 */
export async function claimOwn(ctx: Context, { centreId, mode, amount, payerName, bankSerial, reason, papers }: Input<'claim'>): Promise<store.TopupRow> {
  const unitId = ctx.actor.unitId ?? refuse(prepaymentRefusals, 'noAccount')
  await expectAccount(ctx, { unitId, centreId, mode })
  const value = parseYuan(amount) ?? refuse(prepaymentRefusals, 'badAmount')
  if (await claimStore.isUnitName(ctx, unitId, payerName)) refuse(prepaymentRefusals, 'ownMoney')
  const statedCredit = { centreId, unitId, serial: bankSerial, amount: value, payerName }
  const credit = await ctx.widen('match top-ups', () => claimStore.findExactCredit(ctx, statedCredit))
  return claimCredit(ctx, credit ?? refuse(prepaymentRefusals, 'noSuchCredit'), { unitId, mode, reason, papers })
}

/** Claims a credit for one of the centre's units. */
export async function claimForUnit(ctx: Context, { creditId, unitId, mode, reason, papers }: Input<'claimFor'>): Promise<store.TopupRow> {
  const credit = (await claimStore.lockCredit(ctx, creditId)) ?? refuse(prepaymentRefusals, 'creditNotFound')
  if (credit.state !== 'unclaimed') refuse(prepaymentRefusals, 'creditGone')
  if (credit.unit_id !== null && credit.unit_id !== unitId) refuse(prepaymentRefusals, 'creditOfOther')
  await expectAccount(ctx, { unitId, centreId: credit.centre_id, mode })
  if (await claimStore.isUnitName(ctx, unitId, credit.payer_name)) refuse(prepaymentRefusals, 'ownMoney')
  return claimCredit(ctx, credit, { unitId, mode, reason, papers })
}

/** Registers that the centre sent an unclaimed credit back to its payer. Another person must confirm. */
export async function proposeReturn(ctx: Context, { creditId, reason, paidOn, bankSerial, slip }: Input<'proposeReturn'>): Promise<{ creditId: number }> {
  const credit = (await claimStore.lockCredit(ctx, creditId)) ?? refuse(prepaymentRefusals, 'creditNotFound')
  if (credit.state !== 'unclaimed') refuse(prepaymentRefusals, 'creditGone')
  if (paidOn < dayOf(credit.credited_at) || paidOn > dayOf(ctx.now)) refuse(prepaymentRefusals, 'returnDay')
  const { fileId } = await storeDocument(ctx, { upload: slip, pictures: true, purpose: 'credit_return', centreId: credit.centre_id })
  const id = await claimStore.addReturn(ctx, credit, { reason, paidOn, bankSerial, fileId })
  const transfer = { centreId: credit.centre_id, amount: fen(credit.amount_fen), use: 'credit_return', id, no: credit.serial, isBooked: false } as const
  await registerTransfer(ctx, { ...transfer, direction: 'in', serial: credit.serial, paidOn: null })
  await registerTransfer(ctx, { ...transfer, direction: 'out', serial: bankSerial, paidOn })
  await claimStore.setCreditState(ctx, credit.id, 'returning')
  const detail = { serial: credit.serial, amount: credit.amount_fen, to: credit.payer_name, bankSerial, reason }
  ctx.note({ refType: 'bank_credit', refId: credit.id, centreId: credit.centre_id, detail })
  const values = { serial: credit.serial, amount: formatYuan(fen(credit.amount_fen)), name: ctx.actor.name }
  await notifyFinance(ctx, credit, { kind: 'returnToCheck', values, path: `${creditsPath}&state=returning`, refType: 'bank_credit', refId: credit.id })
  return { creditId }
}

/** Confirms or declines a registered return. Refuses the person who registered it. */
export async function decideReturn(ctx: Context, { creditId, approve, reason }: Input<'decideReturn'>): Promise<{ creditId: number }> {
  const credit = (await claimStore.lockCredit(ctx, creditId)) ?? refuse(prepaymentRefusals, 'creditNotFound')
  const pendingReturn = credit.state === 'returning' ? await claimStore.findPendingReturn(ctx, creditId) : undefined
  if (!pendingReturn) return refuse(prepaymentRefusals, 'creditGone')
  if (pendingReturn.proposed_by === ctx.actor.userId) refuse(prepaymentRefusals, 'ownReturn')
  if (!approve && reason.length < 2) refuse(prepaymentRefusals, 'reasonMissing')
  await claimStore.decideReturn(ctx, pendingReturn.id, approve ? 'confirmed' : 'declined', reason)
  await (approve ? markTransferBooked : releaseTransfer)(ctx, 'credit_return', pendingReturn.id)
  await claimStore.setCreditState(ctx, creditId, approve ? 'returned' : 'unclaimed')
  const detail = { serial: credit.serial, amount: credit.amount_fen, to: approve ? 'returned' : 'unclaimed', reason }
  ctx.note({ refType: 'bank_credit', refId: creditId, centreId: credit.centre_id, detail })
  if (approve) {
    const money = { id: creditId, serial: credit.serial, amount: fen(credit.amount_fen), centreId: credit.centre_id, mode: credit.mode }
    await postCreditReturn(ctx, money, `${credit.payer_name} ${pendingReturn.bank_serial}`)
  } else {
    const values = { serial: credit.serial, name: ctx.actor.name, reason }
    await sendNotification(ctx, { to: [pendingReturn.proposed_by], kind: 'returnDeclined', values, path: creditsPath, refType: 'bank_credit', refId: creditId })
  }
  return { creditId }
}
