import type { Modules } from '#/api/modules.ts'
import { prepaymentRefusals } from '#/api/money/prepayments.texts.ts'
import { pages } from '#/api/pages.ts'
import { fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { nextNumber } from '#/server/kernel/rows/numbers.ts'
import { storeExport, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import { postTopup, registerTransfer } from '#/server/money/ledger/public.ts'
import { adjustmentOperations } from '#/server/money/prepayments/adjustments.ts'
import { claimForUnit, claimOwn, decideReturn, expectAccount, proposeReturn } from '#/server/money/prepayments/claims.ts'
import { creditsFileName, creditsForExport, registrationOf } from '#/server/money/prepayments/credit-export.ts'
import { historyFileName, historyForExport, presentMovement } from '#/server/money/prepayments/history.ts'
import { setBalanceLimit } from '#/server/money/prepayments/low-balance.ts'
import { notifyOfTopup, notifyOfUnclaimedCredits } from '#/server/money/prepayments/notifications.ts'
import { requirePlace } from '#/server/money/prepayments/place.ts'
import { refundOperations } from '#/server/money/prepayments/refunds.ts'
import { readStatement, type StatementProblem, statementTemplate } from '#/server/money/prepayments/statement.ts'
import { statementOperations } from '#/server/money/prepayments/statements.ts'
import * as store from '#/server/money/prepayments/store.ts'
import * as accountStore from '#/server/money/prepayments/store-accounts.ts'
import * as creditStore from '#/server/money/prepayments/store-credits.ts'
import { topupsFileName, topupsForExport } from '#/server/money/prepayments/topup-export.ts'
import { recordTopupReceipt } from '#/server/money/vouchers/public.ts'
import { keepOpen } from '#/server/organisations/units/public.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { holdersAt, holdersInUnit, queueTextNotice, sendNotification } from '#/server/services/messages/public.ts'

const maxProblems = 500

function presentTopup(ctx: Context, row: store.TopupRow) {
  return {
    ...fieldsOf(row, 'id', 'no', 'unit_id', 'unit_name', 'centre_id', 'centre_name', 'mode', 'amount_fen'),
    ...fieldsOf(row, 'payer_name', 'payer_account', 'bank_serial', 'slip_file_id', 'state', 'reason'),
    submittedBy: row.submitter,
    submittedAt: row.submitted_at.toISOString(),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    creditedAt: row.credited_at?.toISOString() ?? null,
    hasBankCredit: row.bank_credit_id !== null,
    isOwnName: row.is_own_name,
    isMine: row.submitted_by === ctx.actor.userId,
    ...fieldsOf(row, 'is_vouched', 'claim_reason', 'claim_file_id', 'version'),
  }
}

function presentCredit(ctx: Context, row: creditStore.CreditRow) {
  const { sent_back: back } = row
  return {
    ...fieldsOf(row, 'id', 'serial', 'amount_fen', 'payer_name', 'payer_account', 'memo', 'credited_at', 'state'),
    ...fieldsOf(row, 'unit_name', 'topup_no'),
    registeredAs: registrationOf(row, ctx.language),
    sentBack: back && {
      ...fieldsOf(back, 'reason', 'paid_on', 'bank_serial', 'slip_file_id'),
      proposedBy: back.proposer,
      isMine: back.proposed_by === ctx.actor.userId,
    },
  }
}

async function lockForUpdate(ctx: Context, target: { id: number; version: number }, states: readonly store.TopupState[]): Promise<store.TopupRow> {
  const row = (await store.lock(ctx, target.id)) ?? refuse(prepaymentRefusals, 'notFound')
  if (!states.includes(row.state)) refuse(prepaymentRefusals, 'wrongState')
  if (row.version !== target.version) refuse(prepaymentRefusals, 'changed')
  return row
}

async function applyTopupChange(ctx: Context, row: store.TopupRow, change: Parameters<typeof store.updateTopup>[2]) {
  if (!(await store.updateTopup(ctx, row, change))) refuse(prepaymentRefusals, 'changed')
  ctx.note({
    refType: 'topup',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    detail: { no: row.no, from: row.state, to: change.state, amount: row.amount_fen, reason: change.reason },
  })
  return presentTopup(ctx, (await store.find(ctx, row.id)) ?? refuse(prepaymentRefusals, 'notFound'))
}

/**
 * Returns the recipients of a decision and its page: the applicant, the unit's staff who may apply, and the centre's
 * finance.
 */
async function notificationOf(ctx: Context, row: store.TopupRow) {
  const finance = await holdersAt(ctx, row.centre_id, 'cz:confirm', { mode: row.mode })
  const to = [row.submitted_by, ...(await holdersInUnit(ctx, row.unit_id, 'cz:apply')), ...finance]
  return { to, path: pages.yufukuan.path, refType: 'topup', refId: row.id } as const
}

/**
 * Finds rows whose serial is already imported with another amount. Such rows are not imported, and the centre must ask
 * the bank.
 */
function problemsOfChanges(
  credits: readonly creditStore.NewCredit[],
  changedCredits: Awaited<ReturnType<typeof creditStore.findChangedCredits>>,
): StatementProblem[] {
  const earlierAmountBySerial = new Map(changedCredits.map((row) => [row.serial, row.before]))
  return credits.flatMap(({ line, serial, amount }) => {
    const earlierAmount = earlierAmountBySerial.get(serial)
    if (earlierAmount === undefined) return []
    return [{ line, problem: prepaymentRefusals.serialChanged, values: { serial, before: formatYuan(fen(earlierAmount)), now: formatYuan(fen(amount)) } }]
  })
}

export const prepayments = {
  async accounts(ctx, filter) {
    const rows = await accountStore.accounts(ctx, filter)
    return rows.map((row) => ({
      ...fieldsOf(row, 'unit_id', 'unit_name', 'centre_id', 'centre_name', 'mode'),
      available: fen(row.available),
      frozen: fen(row.frozen),
      refunding: fen(row.refunding),
      unclaimed: fen(row.unclaimed),
      lowBalance: fen(row.limit_fen),
      ...fieldsOf(row, 'is_low', 'account_name', 'account_no', 'account_bank'),
      memo: row.virtual_account_no,
      balancedTo: row.is_balanced ? row.balanced_to : null,
    }))
  },

  async list(ctx, { page, size, after, before, isWhole, ...filter }) {
    const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
    return { rows: rows.map((row) => presentTopup(ctx, row)), count, next, totals: sums && { amount: fen(sums.amount) } }
  },

  async exportList(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => topupsForExport(ctx, filter), {}, { name: topupsFileName(ctx) })
    return { fileId }
  },

  async submit(ctx, { centreId, mode, amount, slip, ...payer }) {
    const unitId = ctx.actor.unitId ?? refuse(prepaymentRefusals, 'noAccount')
    const value = parseYuan(amount) ?? refuse(prepaymentRefusals, 'badAmount')
    if (value <= 0) refuse(prepaymentRefusals, 'badAmount')
    await expectAccount(ctx, { unitId, centreId, mode })
    const storedSlip = slip && (await storeDocument(ctx, { upload: slip, pictures: true, purpose: 'slip', unitId, centreId }))
    const no = await nextNumber(ctx, 'CZ', centreId)
    const id = await store.insert(ctx, { no, centreId, unitId, mode, amount: value, ...payer, slipFileId: storedSlip?.fileId ?? null })
    if (id === null) refuse(prepaymentRefusals, 'serialUsed', { serial: payer.bankSerial })
    await ctx.widen('match top-ups', () => creditStore.matchPendingTopups(ctx, centreId))
    ctx.note({ refType: 'topup', refId: id, unitId, centreId, detail: { no, amount: value, serial: payer.bankSerial } })
    const row = (await store.find(ctx, id)) ?? refuse(prepaymentRefusals, 'notFound')
    await notifyOfTopup(ctx, row)
    return presentTopup(ctx, row)
  },

  async withdraw(ctx, target) {
    const row = await lockForUpdate(ctx, target, ['submitted', 'matched'])
    if (row.state === 'matched' && row.claim_file_id === null) refuse(prepaymentRefusals, 'wrongState')
    const answer = await applyTopupChange(ctx, row, { state: 'withdrawn', bank_credit_id: null })
    const { bank_credit_id: creditId } = row
    if (creditId !== null) await ctx.widen('match top-ups', () => creditStore.releaseCredit(ctx, creditId))
    return answer
  },

  async confirm(ctx, target) {
    const row = await lockForUpdate(ctx, target, ['submitted', 'matched'])
    if (row.submitted_by === ctx.actor.userId) refuse(prepaymentRefusals, 'ownWork')
    if (!row.is_own_name && row.claim_file_id === null) refuse(prepaymentRefusals, 'otherPayer')
    if (row.bank_credit_id === null) refuse(prepaymentRefusals, 'noCredit')
    if (!row.is_vouched) refuse(prepaymentRefusals, 'ownCredit')
    if (!(await keepOpen(ctx, { unitId: row.unit_id, centreId: row.centre_id }))) refuse(prepaymentRefusals, 'unitClosed')
    const serial = (await creditStore.confirmCredit(ctx, row.bank_credit_id)) ?? refuse(prepaymentRefusals, 'changed')
    const topup = { id: row.id, no: row.no, centreId: row.centre_id, mode: row.mode, unitId: row.unit_id, amount: fen(row.amount_fen) }
    await registerTransfer(ctx, { ...topup, use: 'topup', direction: 'in', serial, isBooked: true, paidOn: null })
    const answer = await applyTopupChange(ctx, row, { state: 'confirmed', isDecision: true })
    await postTopup(ctx, topup)
    await recordTopupReceipt(ctx, row.id)
    const values = { no: row.no, amount: formatYuan(fen(row.amount_fen)) }
    await sendNotification(ctx, { ...(await notificationOf(ctx, row)), kind: 'topupConfirmed', values })
    await queueTextNotice(ctx, { unitId: row.unit_id, centreId: row.centre_id, mode: row.mode }, { kind: 'topupConfirmed', values })
    return answer
  },

  async reject(ctx, { reason, ...target }) {
    const row = await lockForUpdate(ctx, target, ['submitted', 'matched'])
    const answer = await applyTopupChange(ctx, row, { state: 'rejected', reason, bank_credit_id: null, isDecision: true })
    await sendNotification(ctx, {
      ...(await notificationOf(ctx, row)),
      kind: 'topupRejected',
      values: { no: row.no, amount: formatYuan(fen(row.amount_fen)), reason },
    })
    if (row.bank_credit_id === null) return answer
    await creditStore.releaseCredit(ctx, row.bank_credit_id)
    await creditStore.matchPendingTopups(ctx, row.centre_id)
    return answer
  },

  async importCredits(ctx, { file }) {
    const place = requirePlace(ctx)
    const { credits, problems, skipped, ...read } = await readStatement(ctx, file.bytes)
    const changeProblems = problemsOfChanges(credits, await creditStore.findChangedCredits(ctx, place.centreId, credits))
    const addedCreditIds = await creditStore.insertCredits(ctx, place, credits)
    const matchedCount = await creditStore.matchPendingTopups(ctx, place.centreId)
    const repeatedCount = read.repeated + credits.length - addedCreditIds.length - changeProblems.length
    const allProblems = [...problems, ...changeProblems].sort((one, other) => one.line - other.line)
    await notifyOfUnclaimedCredits(ctx, addedCreditIds)
    const detail = {
      file: file.filename,
      sha256: read.sha256,
      added: addedCreditIds.length,
      matched: matchedCount,
      repeated: repeatedCount,
      problems: allProblems.length,
      skipped: skipped.length,
    }
    ctx.note({ refType: 'statement', refId: read.sha256.slice(0, 16), centreId: place.centreId, detail })
    return {
      added: addedCreditIds.length,
      matched: matchedCount,
      repeated: repeatedCount,
      problems: allProblems.slice(0, maxProblems).map(({ line, problem, values }) => ({ line, message: translate(problem, ctx.language, values) })),
      skipped: skipped.slice(0, maxProblems),
    }
  },

  async creditTemplate(ctx) {
    const { id } = await storeWorkbook(ctx, { name: '银行来款流水模板.xlsx', purpose: 'template' }, statementTemplate())
    return { fileId: id }
  },

  async credits(ctx, { page, size, after, before, ...filter }) {
    const [{ rows, next }, count] = await Promise.all([creditStore.credits(ctx, filter, { page, size, after, before }), creditStore.countCredits(ctx, filter)])
    return { rows: rows.map((row) => presentCredit(ctx, row)), count, next }
  },

  async exportCredits(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => creditsForExport(ctx, filter), {}, { name: creditsFileName(ctx) })
    return { fileId }
  },

  async history(ctx, filter) {
    const { rows, next } = await accountStore.accountMovements(ctx, filter)
    return { rows: rows.map(presentMovement), next }
  },

  async exportHistory(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => historyForExport(ctx, filter), {}, { name: historyFileName })
    return { fileId }
  },

  claim: async (ctx, input) => presentTopup(ctx, await claimOwn(ctx, input)),

  claimFor: async (ctx, input) => presentTopup(ctx, await claimForUnit(ctx, input)),

  proposeReturn,

  decideReturn,

  setLimit: setBalanceLimit,

  ...refundOperations,

  ...adjustmentOperations,

  ...statementOperations,
} satisfies Implementation<Modules['prepayments']>
