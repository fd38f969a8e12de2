import { lineRefusals } from '#/api/money/lines.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { type Fen, fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { BatchState } from '#/domain/money/batch.ts'
import { type BatchIssue, checkBalance, checkPrerequisites, duplicateEvidenceIssues } from '#/domain/money/batch-check.ts'
import { accountFailureCodes, type LineState, lineStates, releasedLineStates } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { createWorkingLine, maxLines } from '#/server/money/lines/editing.ts'
import { amountsUsedByUnit, loadTerms, payeesToCopy } from '#/server/money/lines/facts.ts'
import { type LineSummary, type LineTotals, parseIdKind, prepareLines, toWorkingLine } from '#/server/money/lines/preparation.ts'
import type { BatchRow } from '#/server/money/lines/store.ts'
import * as store from '#/server/money/lines/store.ts'
import * as facts from '#/server/money/lines/store-facts.ts'
import * as listed from '#/server/money/lines/store-list.ts'
import { personLimitAcrossCentres } from '#/server/money/lines/terms.ts'
import { isOutdated, lockPeople, releaseBatchTax, reserveTax } from '#/server/money/tax/public.ts'
import type { UnmaskedPerson } from '#/server/people/operators/public.ts'

export { addClaimLines, type ClaimToPay, expectPayable } from '#/server/money/lines/claims.ts'
export { issuesFor } from '#/server/money/lines/presentation.ts'
export { type BatchRow, recountResentLines } from '#/server/money/lines/store.ts'
export {
  lineOfCentre,
  lineOfUnit,
  paidToPersonSince,
  paymentsTo,
  unfinishedPayments,
} from '#/server/money/lines/store-fragments.ts'

export interface RecalculatedBatch {
  readonly totals: LineTotals
  readonly summary: LineSummary
  /**
   * Whether net, tax, fee or cost of any line changed, or a line became unpayable. Figures shown earlier are then
   * outdated.
   */
  readonly figuresChanged: boolean
  readonly policyVersion: string
}

const preparationStates: readonly string[] = ['draft', 'fixing', 'ready'] satisfies BatchState[]

/**
 * Checks and recomputes a batch as of now. In preparation the state follows from the lines. Later the caller sets the
 * state and the stored terms apply. Figures counted in the standings are removed first and counted again only if
 * unchanged. A caller that then reserves money or tax passes `reserves`: the unit and the people are locked first, so
 * their limits stay stable until the transaction ends. Other callers take no such lock: the audit recomputes their
 * figures under the locks. Refuses a batch outside the scope.
 */
export async function recalculateBatch(ctx: Context, batchId: number, { reserves }: { readonly reserves: boolean }): Promise<RecalculatedBatch> {
  const batch = (await store.lockBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const lines = (await store.linesOf(ctx, batch)).map(toWorkingLine)
  const operatorIds = [...new Set(lines.flatMap((line) => (line.isExcluded || line.stored?.operator_id == null ? [] : [line.stored.operator_id])))]
  const lockAndRelease = () =>
    Promise.all([ctx.widen('limits of a unit', () => store.lockUnit(ctx, batch.unit_id)), lockPeople(ctx, operatorIds), releaseBatchTax(ctx, batchId)])
  const wasCounted = reserves && (await lockAndRelease())[2] > 0
  const outcome = await prepareLines(ctx, batch, lines, !preparationStates.includes(batch.state))
  if (wasCounted && !outcome.figuresChanged) await reserveTax(ctx, batch)
  return { totals: outcome.totals, summary: outcome.summary, figuresChanged: outcome.figuresChanged, policyVersion: outcome.facts.policy.version }
}

/** A unit limit that paying a batch today would exceed, with the amount paid before, in fen. */
export interface ExceededUnitLimit {
  readonly scope: 'day' | 'month'
  readonly used: Fen
  readonly limit: Fen
}

/**
 * Checks the unit's limits on the day of payment. Returns null when the batch fits. Counts only paid amounts, because
 * reserved batches are checked when they are paid. Locks the unit, so that concurrent payments are checked one after
 * another.
 */
export async function exceededUnitLimit(ctx: Context, batch: BatchRow, gross: Fen): Promise<ExceededUnitLimit | null> {
  return ctx.widen('limits of a unit', async () => {
    const [, { row }, usedAmounts] = await Promise.all([store.lockUnit(ctx, batch.unit_id), loadTerms(ctx, batch, true), amountsUsedByUnit(ctx, batch, true)])
    if (usedAmounts.day + gross > row.day_limit_fen) return { scope: 'day', used: usedAmounts.day, limit: fen(row.day_limit_fen) }
    return usedAmounts.month + gross > row.month_limit_fen ? { scope: 'month', used: usedAmounts.month, limit: fen(row.month_limit_fen) } : null
  })
}

/**
 * Returns whether a batch with reserved money must be recomputed before payment: another policy is in force, or months
 * of its people changed or exceed a limit. The transaction has read the day's policy, so publishing one waits for it.
 */
export async function mustRecalculate(ctx: Context, batch: BatchRow): Promise<boolean> {
  const { row, policy } = await ctx.widen('limits of a unit', () => loadTerms(ctx, batch, true))
  if (batch.policy_version !== policy.version) return true
  return isOutdated(ctx, batch, { person: fen(row.centre_month_fen), everywhere: personLimitAcrossCentres(row) })
}

export interface BatchCheck {
  readonly issues: readonly BatchIssue[]
  /** Whether this amount requires evidence (evidence_limit of the unit's setting). */
  readonly evidenceRequired: boolean
  readonly evidenceLimit: Fen
  readonly evidenceCount: number
}

/**
 * Checks contract, order, evidence and balance of a batch as of now: E305 (with `available`), E306, E307, E308, W404.
 * Called at submission, audit and payment (INV-18). `gross` is the batch's gross, `cost` the charge to the unit, both
 * in fen.
 */
export async function checkBatchFacts(
  ctx: Context,
  batch: BatchRow,
  money: { readonly gross: Fen; readonly cost: Fen; readonly available?: Fen },
): Promise<BatchCheck> {
  const readPapers = () => Promise.all([loadTerms(ctx, batch, true), facts.contractChainOf(ctx, batch)])
  const [[{ row }, chain], repeatedNumbers] = await Promise.all([ctx.widen('papers of a batch', readPapers), facts.numbersWithSameEvidence(ctx, batch.id)])
  const evidenceRequired = money.gross > row.evidence_limit_fen
  const issues = checkPrerequisites({
    today: dayOf(ctx.now),
    amount: money.gross,
    contractUsed: fen(chain?.contract_used ?? 0),
    contract: chain
      ? {
          from: chain.contract_from,
          to: chain.contract_to,
          isSigned: chain.sign_state === 'done',
          cap: chain.amount_cap_fen === null ? null : fen(chain.amount_cap_fen),
        }
      : null,
    order: chain
      ? {
          from: chain.order_from,
          to: chain.order_to,
          state: chain.order_state,
          isPaused: chain.order_paused,
          budget: fen(chain.order_budget),
          used: fen(chain.order_used),
        }
      : null,
    evidenceCount: chain?.evidence_count ?? 0,
    evidenceNeeded: evidenceRequired,
    // Every payable line already has a verified card (E204).
    hasPayeeAccounts: true,
  })
  if (money.available !== undefined) issues.push(...checkBalance(money.cost, money.available))
  issues.push(...duplicateEvidenceIssues(repeatedNumbers))
  return { issues, evidenceRequired, evidenceLimit: fen(row.evidence_limit_fen), evidenceCount: chain?.evidence_count ?? 0 }
}

/**
 * Returns the given lines of a batch for resending, or all payable ones, each with the payee's current default card.
 */
async function linesToRepeat(ctx: Context, from: { readonly batchId: number; readonly lineIds: readonly number[] | null }) {
  const source = (await store.findBatch(ctx, from.batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const requestedIds = from.lineIds && new Set(from.lineIds)
  const states = requestedIds ? releasedLineStates : lineStates.filter((state) => state !== 'excluded' && state !== 'invalid')
  const rows = (await listed.listInBatch(ctx, source, { states, size: maxLines })).filter((row) => requestedIds?.has(row.id) ?? true)
  const adoptableByIdNumber = await payeesToCopy(
    ctx,
    source,
    rows.map((row) => row.id_number),
  )
  return rows.map((row) => ({ row, card: adoptableByIdNumber.get(row.id_number)?.card ?? { cardNo: row.card_no, bankName: row.bank_name } }))
}

export interface ResendPreview {
  readonly id: number
  readonly seq: number
  readonly name: string
  readonly cardNo: string
  readonly bankName: string
  readonly net: Fen
  readonly state: LineState
  readonly failCode: string | null
  readonly failReason: string
  /** Whether the bank refused this account, so another card is needed. */
  readonly needsCard: boolean
}

/** Previews these lines of a batch as they would be resent now, with masked numbers. */
export async function previewResend(ctx: Context, from: { readonly batchId: number; readonly lineIds: readonly number[] }): Promise<ResendPreview[]> {
  return (await linesToRepeat(ctx, from)).map(({ row, card }) => ({
    id: row.id,
    seq: row.seq,
    name: row.name,
    cardNo: maskCard(card.cardNo),
    bankName: card.bankName,
    net: fen(row.net_fen),
    state: row.state,
    failCode: row.fail_code,
    failReason: row.fail_reason,
    needsCard: accountFailureCodes.includes(row.fail_code ?? '') && card.cardNo === row.card_no,
  }))
}

/**
 * Copies lines into a draft batch of the same unit, centre and mode for resending. Each copy refers to the line it
 * repeats, uses the payee's current default card, and is checked and computed. Returns the number of copies.
 */
export async function copyLinesForResend(
  ctx: Context,
  from: { readonly batchId: number; readonly lineIds: readonly number[] },
  intoBatchId: number,
): Promise<number> {
  return addCopies(ctx, await linesToRepeat(ctx, from), intoBatchId, true)
}

/**
 * Copies payees and amounts of a batch into a draft batch as new payments, checked like an import. Returns the number
 * of copies.
 */
export async function copyLines(ctx: Context, fromBatchId: number, intoBatchId: number): Promise<number> {
  return addCopies(ctx, await linesToRepeat(ctx, { batchId: fromBatchId, lineIds: null }), intoBatchId, false)
}

async function addCopies(ctx: Context, rows: Awaited<ReturnType<typeof linesToRepeat>>, intoBatchId: number, isRepeat: boolean): Promise<number> {
  const target = (await store.lockBatch(ctx, intoBatchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const storedLines = (await store.linesOf(ctx, target)).map(toWorkingLine)
  const firstSeq = (storedLines.at(-1)?.seq ?? 0) + 1
  const copies = rows.map(({ row, card }, index) => {
    const { cells } = toWorkingLine(row)
    // A batch by gross copies the computed gross, not the typed text, so that each person gets the same amount.
    const amountText = target.amount_basis === 'gross' ? plainYuan(fen(row.gross_fen)) : plainYuan(fen(row.net_fen))
    return createWorkingLine(
      target,
      firstSeq + index,
      { ...cells, ...card, amountText },
      { idKind: parseIdKind(row.id_kind), ...(isRepeat && { retryOfLineId: row.id }) },
    )
  })
  await prepareLines(ctx, target, [...storedLines, ...copies])
  return copies.length
}

/** Returns the full numbers of a line's payee in the caller's scope; null when there is none. */
export async function personOfLine(ctx: Context, id: number): Promise<UnmaskedPerson | null> {
  const row = await listed.findLine(ctx, id)
  if (!row) return null
  const { name, id_number: idNumber, mobile, card_no: cardNo, unit_id: unitId } = row
  return { name, idNumber, mobile, cardNo, unitId, centreId: null }
}
