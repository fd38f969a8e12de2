import { batchIssueMessages } from '#/api/lines.texts.ts'
import { paymentRefusals } from '#/api/payments.texts.ts'
import type { BatchIssue } from '#/domain/line-check.ts'
import { add, type Fen, fen, formatYuan, ZERO } from '#/domain/money.ts'
import { monthOf } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/refusal.ts'
import { balances, freezeBatch, unfreezeBatch } from '#/server/ledger/public.ts'
import { checkBatchFacts, recalculateBatch } from '#/server/lines/public.ts'
import { send } from '#/server/messages/public.ts'
import { obstacle } from '#/server/payments/presentation.ts'
import * as store from '#/server/payments/store.ts'
import { releaseBatchTax, reserveTax } from '#/server/tax/public.ts'

type BatchRow = store.BatchRow

/** The batch, locked, that this person may do this with; refuses with the reason otherwise. */
export async function take(ctx: Context, target: { id: number; version: number }, duty: Parameters<typeof obstacle>[2]): Promise<BatchRow> {
  const batch = (await store.lock(ctx, target.id)) ?? refuse(paymentRefusals, 'notFound')
  const problem = obstacle(ctx, batch, duty)
  if (problem) throw new Refusal(problem.name, problem.text, problem.values)
  if (batch.version !== target.version) refuse(paymentRefusals, 'changed')
  return batch
}

/** The batch as it is now, after this transaction's changes. */
export async function again(ctx: Context, id: number): Promise<BatchRow> {
  return (await store.find(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
}

/** Moves a batch on and notes it; somebody who was faster wins. */
export async function moveOn(ctx: Context, batch: BatchRow, change: store.Move, detail: Record<string, unknown> = {}): Promise<void> {
  if (!(await store.move(ctx, batch, change))) refuse(paymentRefusals, 'changed')
  ctx.note({
    refType: 'batch',
    refId: batch.id,
    unitId: batch.unit_id,
    centreId: batch.centre_id,
    detail: { no: batch.no, from: batch.state, to: change.state, ...detail },
  })
}

/** Refuses when contract, order or papers stand in the way now (E306, E307, E308; INV-18); answers what of them is only worth a look (W404). */
export async function expectPapers(ctx: Context, batch: BatchRow): Promise<readonly BatchIssue[]> {
  const { issues } = await checkBatchFacts(ctx, batch.id, { gross: fen(batch.gross_fen), cost: fen(batch.cost_fen) })
  const errors = issues.filter((issue) => issue.level === 'error')
  const first = errors[0]
  if (!first) return issues
  throw new Refusal(first.code, batchIssueMessages[first.code], first.values, {
    issues: errors.map((issue) => ({ path: issue.code, message: batchIssueMessages[issue.code], values: issue.values })),
  })
}

function purse(batch: BatchRow) {
  return { id: batch.id, no: batch.no, centreId: batch.centre_id, mode: batch.mode, unitId: batch.unit_id, cost: fen(batch.cost_fen) }
}

/** Gives back what was set aside and counted for a batch that is not sent after all. */
export async function giveBack(ctx: Context, batch: BatchRow, reason: string): Promise<void> {
  if (batch.is_frozen) await unfreezeBatch(ctx, purse(batch), reason)
  await releaseBatchTax(ctx, batch.id)
}

/** Sets the cost aside and counts the lines in their people's months; answers what is missing, and does nothing then. */
async function setAside(ctx: Context, batch: BatchRow): Promise<Fen> {
  const missing = await freezeBatch(ctx, purse(batch))
  if (missing === 0) await reserveTax(ctx, batch.id)
  return missing
}

function canSkipAudit(batch: BatchRow): boolean {
  return batch.warning_count === 0 && batch.auto_audit_limit_fen > 0 && batch.cost_fen <= batch.auto_audit_limit_fen
}

/** Brings a batch that passed its check to the centre, or straight to payment where the unit's setting allows it; its figures are those of this very moment. */
async function goToCentre(ctx: Context, batch: BatchRow, change: Omit<store.Move, 'state'>): Promise<void> {
  if (!canSkipAudit(batch)) return moveOn(ctx, batch, { ...change, state: 'auditing', is_insufficient: false })
  const missing = batch.is_frozen ? ZERO : await setAside(ctx, batch)
  if (missing > 0) return moveOn(ctx, batch, { ...change, state: 'auditing', is_insufficient: true }, { missing })
  await moveOn(ctx, batch, { ...change, state: 'payable', is_frozen: true, is_insufficient: false, audited_at: ctx.now }, { audit: 'skipped' })
}

/** Submission: figures anew, papers, warnings confirmed; money set aside already where the unit wants it so. New errors and other nets go back to be looked at. */
export async function submit(ctx: Context, batch: BatchRow, acknowledgesWarnings: boolean): Promise<void> {
  const { summary, netChanged } = await recalculateBatch(ctx, batch.id)
  let fresh = await again(ctx, batch.id)
  if (summary.invalid > 0 || netChanged) return moveOn(ctx, fresh, { state: fresh.state, state_reason: 'recalculated' }, { recalculated: true })
  if (summary.ready + summary.warned === 0) refuse(paymentRefusals, 'empty')
  if (summary.warned > 0 && !acknowledgesWarnings) refuse(paymentRefusals, 'acknowledge', { count: summary.warned })
  await expectPapers(ctx, fresh)
  if (fresh.freeze_on_submit) {
    if ((await setAside(ctx, fresh)) > 0) await refuseShortage(ctx, fresh)
    fresh = { ...fresh, is_frozen: true }
  }
  const change = { submitted_at: ctx.now, state_reason: '', checker_id: null, auditor_id: null, is_frozen: fresh.is_frozen, is_insufficient: false }
  if (fresh.dual_control) await moveOn(ctx, fresh, { ...change, state: 'checking' }, { lines: fresh.line_count, cost: fresh.cost_fen })
  else await goToCentre(ctx, fresh, change)
}

async function refuseShortage(ctx: Context, batch: BatchRow): Promise<never> {
  const { available } = await balances(ctx, { unitId: batch.unit_id, centreId: batch.centre_id, mode: batch.mode })
  throw new Refusal('E305', batchIssueMessages.E305, { needed: formatYuan(fen(batch.cost_fen)), available: formatYuan(available) })
}

/** The unit's second person agrees. Where the centre need not look, this is the last look at the figures, so they are computed and the papers asked for again. */
export async function passCheck(ctx: Context, batch: BatchRow): Promise<void> {
  const change = { checker_id: ctx.actor.userId, checked_at: ctx.now }
  if (!canSkipAudit(batch)) return goToCentre(ctx, batch, change)
  await expectPapers(ctx, batch)
  const { netChanged } = await recalculateBatch(ctx, batch.id)
  const fresh = await again(ctx, batch.id)
  if (netChanged) return sendBack(ctx, fresh, 'recalculated')
  await goToCentre(ctx, fresh, change)
}

/** Back to the maker, with what was set aside given back. */
export async function sendBack(ctx: Context, batch: BatchRow, reason: string, detail: Record<string, unknown> = {}): Promise<void> {
  await giveBack(ctx, batch, reason)
  await moveOn(
    ctx,
    batch,
    { state: 'fixing', state_reason: reason, is_frozen: false, is_insufficient: false, checker_id: null, auditor_id: null, checklist: null },
    { reason, ...detail },
  )
  const about = { to: [batch.maker_id], path: `/zf/batch/${batch.id}`, refType: 'batch', refId: batch.id } as const
  if (reason === 'recalculated') await send(ctx, { ...about, kind: 'batchRecalculated', values: { no: batch.no } })
  else await send(ctx, { ...about, kind: 'batchRejected', values: { no: batch.no, name: ctx.actor.name, reason } })
}

/**
 * The centre's approval: figures anew, papers again, money set aside. Where money is missing the batch waits for a top-up and is approved again; where a net
 * changed it goes back to its maker.
 */
export async function approve(ctx: Context, batch: BatchRow, checklist: Record<string, boolean>, remark: string): Promise<void> {
  const doubts = await expectPapers(ctx, batch)
  if (doubts.length > 0 && remark.length < 2) refuse(paymentRefusals, 'explainPapers')
  const { netChanged } = await recalculateBatch(ctx, batch.id)
  const fresh = await again(ctx, batch.id)
  if (netChanged) return sendBack(ctx, fresh, 'recalculated')
  const missing = fresh.is_frozen ? 0 : await setAside(ctx, fresh)
  if (missing > 0) return moveOn(ctx, fresh, { state: 'auditing', is_insufficient: true }, { missing })
  await moveOn(
    ctx,
    fresh,
    { state: 'payable', is_frozen: true, is_insufficient: false, auditor_id: ctx.actor.userId, audited_at: ctx.now, checklist: JSON.stringify(checklist) },
    { checklist, ...(remark && { remark }) },
  )
}

/**
 * Whether the figures still stand when the money goes out. They rest on months that were reserved at the audit, so they only move when the month did, or when
 * somebody in the batch may no longer be paid (INV-12).
 */
export async function figuresStand(ctx: Context, batch: BatchRow): Promise<boolean> {
  const { unfit } = await ctx.widen('people of a batch', () => store.payableLines(ctx, batch))
  const isSameMonth = batch.audited_at !== null && monthOf(batch.audited_at) === monthOf(ctx.now)
  if (unfit === 0 && isSameMonth) return true
  const { netChanged } = await recalculateBatch(ctx, batch.id)
  return !netChanged
}

/** Tax of a batch in one figure. */
export function taxOf(batch: Pick<BatchRow, 'vat_fen' | 'surcharge_fen' | 'iit_fen'>): Fen {
  return add(fen(batch.vat_fen), fen(batch.surcharge_fen), fen(batch.iit_fen))
}
