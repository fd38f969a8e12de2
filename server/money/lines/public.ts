import { lineRefusals } from '#/api/money/lines.texts.ts'
import type { BatchState } from '#/domain/batch.ts'
import { type BatchIssue, checkBalance, checkChain, sameEvidenceIssues } from '#/domain/batch-check.ts'
import { maskCard } from '#/domain/identity.ts'
import { accountFaults, type LineState, lineStates, releasedStates } from '#/domain/line.ts'
import { type Fen, fen, plainYuan } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { mostLines, newLine } from '#/server/money/lines/editing.ts'
import { adoptable, loadTerms, usedByUnit } from '#/server/money/lines/facts.ts'
import { idKindIn, prepare, type Summary, type Totals, takeUp } from '#/server/money/lines/preparation.ts'
import * as store from '#/server/money/lines/store.ts'
import * as facts from '#/server/money/lines/store-facts.ts'
import { isShaken, lockPeople, personLimitEverywhere, releaseBatchTax, reserveTax } from '#/server/money/tax/public.ts'
import type { PlainPerson } from '#/server/people/operators/public.ts'

export { addClaimLines, type ClaimToPay, expectPayable } from '#/server/money/lines/claims.ts'
export { issuesFor } from '#/server/money/lines/presentation.ts'
export { countRepeated } from '#/server/money/lines/store.ts'

/** The result of a fresh calculation of a batch. */
export interface Recalculated {
  readonly totals: Totals
  readonly summary: Summary
  /** Some line has another net, tax, fee or cost than before, or can no longer be paid: what was shown of the batch is no longer true. */
  readonly figuresChanged: boolean
  readonly policyVersion: string
}

const stillPreparing: readonly string[] = ['draft', 'fixing', 'ready'] satisfies BatchState[]

/**
 * Checks and computes a batch anew as of now, after locking its unit and its people, so that what follows in the same transaction (freezing, reserveTax)
 * rests on figures and limits nobody else can change meanwhile. While the batch is being prepared its state follows from its lines; later the state is left to
 * the caller and the terms are the remembered ones. A batch that was already counted in the standings is taken out first, and counted again when no figure
 * changed; when one did it stays out. Refuses when there is no such batch in scope.
 */
export async function recalculateBatch(ctx: Context, batchId: number): Promise<Recalculated> {
  const batch = (await store.lockBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const lines = (await store.linesOf(ctx, batch)).map(takeUp)
  const operatorIds = [...new Set(lines.flatMap((line) => (line.isExcluded || line.stored?.operator_id == null ? [] : [line.stored.operator_id])))]
  await ctx.widen('limits of a unit', () => store.lockUnit(ctx, batch.unit_id))
  await lockPeople(ctx, operatorIds)
  const wasCounted = (await releaseBatchTax(ctx, batchId)) > 0
  const outcome = await prepare(ctx, batch, lines, !stillPreparing.includes(batch.state))
  if (wasCounted && !outcome.figuresChanged) await reserveTax(ctx, batchId)
  return { totals: outcome.totals, summary: outcome.summary, figuresChanged: outcome.figuresChanged, policyVersion: outcome.facts.policy.version }
}

/** A limit of the unit that paying a batch today would break, with what was paid before, in fen. */
export interface LimitBroken {
  readonly scope: 'day' | 'month'
  readonly used: Fen
  readonly limit: Fen
}

/**
 * The unit's limits by the day of payment: null when paying this batch now keeps to them. Only what was really paid counts; what other batches have set aside is
 * asked about when they are paid. The unit stays locked, so that two payments at a time are asked one after the other.
 */
export async function unitLimitBroken(ctx: Context, batchId: number, gross: Fen): Promise<LimitBroken | null> {
  const batch = (await store.findBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  return ctx.widen('limits of a unit', async () => {
    await store.lockUnit(ctx, batch.unit_id)
    const { row } = await loadTerms(ctx, batch, true)
    const used = await usedByUnit(ctx, batch, true)
    if (used.day + gross > row.day_limit_fen) return { scope: 'day', used: used.day, limit: fen(row.day_limit_fen) }
    return used.month + gross > row.month_limit_fen ? { scope: 'month', used: used.month, limit: fen(row.month_limit_fen) } : null
  })
}

/**
 * Returns whether a batch whose money is set aside must be recomputed before it is paid: another policy is in force, or months of its people changed since or are
 * beyond a limit. Publishing a policy waits for this transaction, which has read the policy of the day.
 */
export async function mustRecalculate(ctx: Context, batchId: number): Promise<boolean> {
  const batch = (await store.findBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const { row, policy } = await ctx.widen('limits of a unit', () => loadTerms(ctx, batch, true))
  if (batch.policy_version !== policy.version) return true
  return isShaken(ctx, batch, { person: fen(row.centre_month_fen), everywhere: await personLimitEverywhere(ctx) })
}

/** The errors and warnings of a batch as a whole. */
export interface BatchCheck {
  readonly issues: readonly BatchIssue[]
  /** Evidence is required for this amount (evidence_limit of the unit's setting). */
  readonly evidenceRequired: boolean
  readonly evidenceLimit: Fen
  readonly evidenceCount: number
}

/**
 * Checks contract, order, evidence and balance of a batch as of now: E305 (when `available` is given), E306, E307, E308, W404. Called at submission, audit and
 * payment (INV-18). `amount` is the gross of the batch, `cost` what the unit will be charged.
 */
export async function checkBatchFacts(
  ctx: Context,
  batchId: number,
  money: { readonly gross: Fen; readonly cost: Fen; readonly available?: Fen },
): Promise<BatchCheck> {
  const batch = (await store.findBatch(ctx, batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const { row, chain } = await ctx.widen('papers of a batch', async () => ({
    row: (await loadTerms(ctx, batch, true)).row,
    chain: await facts.chainOf(ctx, batch),
  }))
  const evidenceRequired = money.gross > row.evidence_limit_fen
  const issues = checkChain({
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
    // Every payable line has a verified card (E204): nothing without an account gets this far.
    hasPayeeAccounts: true,
  })
  if (money.available !== undefined) issues.push(...checkBalance(money.cost, money.available))
  issues.push(...sameEvidenceIssues(await facts.sharedEvidence(ctx, batchId)))
  return { issues, evidenceRequired, evidenceLimit: fen(row.evidence_limit_fen), evidenceCount: chain?.evidence_count ?? 0 }
}

/** Lines of a batch that are sent again, or all that were meant to be paid, each with the payee's default card of today. */
async function repeated(ctx: Context, from: { readonly batchId: number; readonly lineIds: readonly number[] | null }) {
  const source = (await store.findBatch(ctx, from.batchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const wanted = from.lineIds && new Set(from.lineIds)
  const states = wanted ? releasedStates : lineStates.filter((state) => state !== 'excluded' && state !== 'invalid')
  const rows = (await store.listInBatch(ctx, source, { states, size: mostLines })).filter((row) => wanted?.has(row.id) ?? true)
  const known = await adoptable(
    ctx,
    source,
    rows.map((row) => row.id_number),
  )
  return rows.map((row) => ({ row, card: known.get(row.id_number)?.card ?? { cardNo: row.card_no, bankName: row.bank_name } }))
}

/** A line that could be sent again, with the card that it would go to. */
export interface Repeatable {
  readonly id: number
  readonly seq: number
  readonly name: string
  readonly cardNo: string
  readonly bankName: string
  readonly net: Fen
  readonly state: LineState
  readonly failCode: string | null
  readonly failReason: string
  /** The bank refused this very account: it wants another card. */
  readonly needsCard: boolean
}

/** What these lines of a batch would be if they were sent again now; numbers masked. */
export async function repeatable(ctx: Context, from: { readonly batchId: number; readonly lineIds: readonly number[] }): Promise<Repeatable[]> {
  return (await repeated(ctx, from)).map(({ row, card }) => ({
    id: row.id,
    seq: row.seq,
    name: row.name,
    cardNo: maskCard(card.cardNo),
    bankName: card.bankName,
    net: fen(row.net_fen),
    state: row.state,
    failCode: row.fail_code,
    failReason: row.fail_reason,
    needsCard: accountFaults.includes(row.fail_code ?? '') && card.cardNo === row.card_no,
  }))
}

/**
 * Copies lines into another batch (still a draft, of the same unit, centre and mode) to send them again: each remembers the line it repeats, goes to the
 * payee's default card of today, and is checked and computed anew. Answers how many were copied.
 */
export async function cloneLines(ctx: Context, from: { readonly batchId: number; readonly lineIds: readonly number[] }, intoBatchId: number): Promise<number> {
  return addCopies(ctx, await repeated(ctx, from), intoBatchId, true)
}

/** Copies the payees and amounts of a batch into another one (still a draft), to be paid anew: checked and computed as an import is. Answers how many were copied. */
export async function copyLines(ctx: Context, fromBatchId: number, intoBatchId: number): Promise<number> {
  return addCopies(ctx, await repeated(ctx, { batchId: fromBatchId, lineIds: null }), intoBatchId, false)
}

async function addCopies(ctx: Context, rows: Awaited<ReturnType<typeof repeated>>, intoBatchId: number, isRepeat: boolean): Promise<number> {
  const target = (await store.lockBatch(ctx, intoBatchId)) ?? refuse(lineRefusals, 'batchNotFound')
  const present = (await store.linesOf(ctx, target)).map(takeUp)
  const first = (present.at(-1)?.seq ?? 0) + 1
  const copies = rows.map(({ row, card }, index) => {
    const { cells } = takeUp(row)
    // The same person is owed the same: in a batch by gross that is the gross once computed, not the text once typed.
    const amountText = target.amount_basis === 'gross' ? plainYuan(fen(row.gross_fen)) : plainYuan(fen(row.net_fen))
    return newLine(target, first + index, { ...cells, ...card, amountText }, { idKind: idKindIn(row.id_kind), ...(isRepeat && { retryOfLineId: row.id }) })
  })
  await prepare(ctx, target, [...present, ...copies])
  return copies.length
}

/** Whole numbers of the payee of a line in the caller's scope; null when there is none. */
export async function plainOfLine(ctx: Context, id: number): Promise<PlainPerson | null> {
  const row = await store.findLine(ctx, id)
  if (!row) return null
  const { name, id_number: idNumber, mobile, card_no: cardNo, unit_id: unitId } = row
  return { name, idNumber, mobile, cardNo, unitId, centreId: null }
}
