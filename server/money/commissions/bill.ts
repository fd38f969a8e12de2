import { billStateNames, commissionRefusals } from '#/api/money/commissions.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import { type BillAction, billActions, commissionRate, isBillActionAllowed } from '#/domain/money/commission.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import * as store from '#/server/money/commissions/store.ts'
import * as bills from '#/server/money/commissions/store-bills.ts'

type Blocker = BlockerOf<typeof commissionRefusals>

const partyActions: readonly BillAction[] = ['confirm', 'dispute', 'invoice']

export function isBillOfCaller({ actor }: Context, row: store.BillRow): boolean {
  return row.party_type === 'partner' ? actor.partnerId === row.party_id : actor.userId === row.party_id
}

/** Returns the refusal when a pending adjustment or payment blocks this action. */
function pendingRefusal(ctx: Context, row: store.BillRow, action: BillAction, proposal: bills.ProposalRow | undefined): Blocker {
  if (action === 'decide') return !proposal ? 'noAdjustment' : proposal.proposed_by === ctx.actor.userId ? 'ownAdjustment' : null
  const isReturnPending = row.bank_returns.at(-1)?.isConfirmed === false
  if (action === 'enterReturn') return isReturnPending ? 'returnWaits' : null
  if (action === 'decideReturn') return !isReturnPending ? 'noReturn' : row.bank_returns.at(-1)?.isOwn ? 'ownReturn' : null
  if (action === 'pay') return row.prepared_by === null ? 'noPayment' : row.prepared_by === ctx.actor.userId ? 'ownPayment' : null
  if (proposal && (action === 'confirm' || action === 'answer' || action === 'propose')) return 'adjustmentWaits'
  return row.prepared_by !== null && (action === 'prepare' || action === 'returnInvoice') ? 'paymentWaits' : null
}

/** Returns why the caller cannot apply this action to the bill now. The page and the operations use the same reason. */
function blocker(ctx: Context, row: store.BillRow, action: BillAction, proposal: bills.ProposalRow | undefined): Blocker {
  const isReturn = action === 'enterReturn' || action === 'decideReturn'
  if (row.state === 'paid' && !isReturn) return ['billIsPaid', { day: row.paid_on ?? '' }]
  const isPayee = isBillOfCaller(ctx, row)
  if (partyActions.includes(action) && !isPayee) return 'notYourBill'
  if (!partyActions.includes(action) && isPayee) return 'ownBill'
  if (action === 'invoice' && row.party_type === 'staff') return 'staffInvoice'
  if (!isBillActionAllowed(action, row.party_type, row.state)) {
    if ((action === 'prepare' || action === 'pay') && row.state === 'confirmed') return 'invoiceMissing'
    return ['wrongBillState', { state: translate(billStateNames[row.state], ctx.language) }]
  }
  return pendingRefusal(ctx, row, action, proposal)
}

/** Locks the bill. Refuses when the action is not allowed now or the version is stale. */
export async function lockForUpdate(
  ctx: Context,
  target: { billId: number; version: number },
  action: BillAction,
): Promise<{ row: store.BillRow; proposal: bills.ProposalRow | undefined }> {
  const row = (await store.findBill(ctx, target.billId, true)) ?? refuse(commissionRefusals, 'billNotFound')
  const proposal = await bills.proposalOf(ctx, row.id)
  refuseIf(commissionRefusals, blocker(ctx, row, action, proposal))
  if (row.version !== target.version) refuse(commissionRefusals, 'billChanged')
  return { row, proposal }
}

export function presentBill(row: store.BillRow) {
  return {
    id: row.id,
    no: row.no,
    month: row.period_text,
    centreName: row.centre_name,
    invoiceTitle: row.entity_name,
    invoiceTaxNo: row.entity_code,
    ...fieldsOf(row, 'mode', 'party_type', 'party_name', 'state', 'unit_count', 'base_fen'),
    ratePpm: commissionRate(fen(row.accrued_fen + row.reversed_fen), fen(row.base_fen)),
    ...fieldsOf(row, 'accrued_fen', 'reversed_fen', 'carried_fen', 'adjusted_fen', 'amount_fen', 'invoice_no'),
    paidOn: row.state === 'paid' ? row.paid_on : null,
    isPrepared: row.prepared_by !== null && row.state !== 'paid',
    version: row.version,
  }
}

async function maskedAccountOf(ctx: Context, row: store.BillRow) {
  if (row.party_type !== 'partner' || !ctx.actor.may('commission:edit')) return null
  const account = await bills.accountOfPartner(ctx, row.party_id)
  if (!account || account.account_no_sealed === null) return null
  return { name: account.account_name, bank: account.account_bank, no: maskCard(ctx.vault.open('account_no', account.account_no_sealed)) }
}

/** Returns a bill with its history and the caller's possible actions. Partners do not see the names of staff. */
export async function billDetail(ctx: Context, id: number) {
  const row = (await store.findBill(ctx, id)) ?? refuse(commissionRefusals, 'billNotFound')
  const [steps, proposal] = [await bills.stepsOf(ctx, id), await bills.proposalOf(ctx, id)]
  const isInternal = ctx.actor.partnerId === null
  const refusalText = (action: BillAction) => blockerText(ctx, commissionRefusals, blocker(ctx, row, action, proposal))
  const internalKinds = new Set(['proposed', 'declined', 'prepared', 'notPaid', 'bounced', 'notBounced'])
  return {
    ...presentBill(row),
    createdAt: row.created_at.toISOString(),
    invoiceFileId: row.invoice_file_id,
    // The payee sees a payment only after a second person has confirmed it.
    slipFileId: isInternal || row.state === 'paid' ? row.slip_file_id : null,
    bankSerial: isInternal || row.state === 'paid' ? (row.bank_serial ?? '') : '',
    account: await maskedAccountOf(ctx, row),
    proposal:
      proposal && isInternal ? { adjustmentId: proposal.id, amount: fen(proposal.amount_fen), reason: proposal.reason, byName: proposal.by_name } : null,
    steps: steps
      .filter((step) => isInternal || !internalKinds.has(step.kind))
      .map(({ kind, at, by_id, by_name, amount_fen, reason }) => ({
        kind,
        at: at.toISOString(),
        byName: isInternal || by_id === ctx.actor.userId ? (by_name ?? '') : '',
        amount: amount_fen === null ? null : fen(amount_fen),
        reason,
      })),
    returns: isInternal ? row.bank_returns : [],
    isOwn: isBillOfCaller(ctx, row),
    may: Object.fromEntries(billActions.map((action) => [action, refusalText(action)])) as Record<BillAction, string>,
  }
}
