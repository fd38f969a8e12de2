import { stateOfSent } from '#/domain/batch.ts'
import type { LineState } from '#/domain/line.ts'
import { fen, type Ppm } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import { splitFee } from '#/domain/split.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type LedgerLine, postPaid, postReleased, postReturned } from '#/server/ledger/public.ts'
import type { PayoutAnswer, ReturnNotice } from '#/server/payouts/channel.ts'
import * as store from '#/server/payouts/store.ts'
import { releaseTax } from '#/server/tax/public.ts'
import { markReturned, recordPayments } from '#/server/vouchers/public.ts'

type MovingLine = store.MovingLine

// Seconds until the next question: lively at first, then patient; the money stays set aside all the while.
const askAgainAfter = [3, 10, 60, 300, 900, 3600] as const

function nextQuestion(ctx: Context, asked: number): Date {
  const seconds = askAgainAfter[Math.min(asked, askAgainAfter.length - 1)] ?? 3600
  return new Date(ctx.now.getTime() + seconds * 1000)
}

const stateFor: Readonly<Record<PayoutAnswer['kind'], LineState | null>> = {
  accepted: 'processing',
  success: 'success',
  failed: 'failed',
  held: 'held',
  unknown: 'unknown',
  absent: null,
}

function changeOf(ctx: Context, line: MovingLine, answer: PayoutAnswer): store.Change | null {
  const to = stateFor[answer.kind]
  if (to === null) return null
  const isOpen = to === 'processing' || to === 'unknown'
  return {
    id: line.id,
    month: line.month,
    from: line.state,
    to,
    requestNo: line.request_no,
    reference: answer.reference,
    code: 'code' in answer ? answer.code : null,
    nextQueryAt: isOpen ? nextQuestion(ctx, line.queries) : null,
    notifyId: null,
  }
}

function ledgerLine(line: MovingLine): LedgerLine {
  return {
    id: line.id,
    no: line.no,
    centreId: line.centre_id,
    mode: line.mode,
    unitId: line.unit_id,
    net: fen(line.net_fen),
    vat: fen(line.vat_fen),
    surcharge: fen(line.surcharge_fen),
    iit: fen(line.iit_fen),
    fee: fen(line.fee_fen),
    cost: fen(line.cost_fen),
  }
}

async function accrue(ctx: Context, lines: readonly MovingLine[]): Promise<void> {
  const charged = lines.filter((line) => line.fee_fen > 0)
  if (charged.length === 0) return
  const rules = await store.splitRules(ctx, [...new Set(charged.map((line) => line.unit_id))], dayOf(ctx.now))
  const items = charged.flatMap((line) => {
    const parties = rules
      .filter((rule) => rule.unit_id === line.unit_id && rule.centre_id === line.centre_id)
      .map((rule) => ({
        type: rule.party_type,
        id: rule.party_id,
        method: rule.method,
        floorRatePpm: rule.floor_rate_ppm as Ppm | null,
        ratioPpm: rule.ratio_ppm as Ppm | null,
      }))
    const unitRate = Math.round((line.fee_fen * 1_000_000) / line.gross_fen) as Ppm
    return splitFee(fen(line.fee_fen), fen(line.gross_fen), unitRate, parties).map((part) => ({
      line_id: line.id,
      centre_id: line.centre_id,
      unit_id: line.unit_id,
      party_type: part.type,
      party_id: part.id,
      base_fen: line.gross_fen,
      amount_fen: part.amount,
      state: 'accrued',
    }))
  })
  await store.addCommissions(ctx, items)
}

/** Counts and state of a batch from its lines; answers the state. */
export async function refreshBatch(ctx: Context, batchId: number): Promise<void> {
  const { batch, tally } = await store.tallyBatch(ctx, batchId)
  const state = stateOfSent(tally, batch.state === 'closed')
  await store.setResult(ctx, batchId, {
    state,
    success_count: tally.success,
    failed_count: tally.failed,
    returned_count: tally.returned,
    success_cost_fen: tally.success_cost,
    finished_at: tally.open === 0 ? (batch.finished_at ?? ctx.now) : null,
  })
  if (state !== batch.state) {
    ctx.note({
      refType: 'batch',
      refId: batchId,
      unitId: batch.unit_id,
      centreId: batch.centre_id,
      detail: { no: batch.no, from: batch.state, to: state, ...tally },
    })
  }
}

/** Books what moved: money, tax, commission, receipts and the batch, in this one transaction. */
export async function book(ctx: Context, lines: readonly MovingLine[], moved: ReadonlySet<number>, stateOf: ReadonlyMap<number, LineState>): Promise<void> {
  const ended = (...states: LineState[]) =>
    lines.filter((line) => moved.has(line.id) && states.includes(stateOf.get(line.id) ?? line.state) && line.state !== stateOf.get(line.id))
  const [paid, released, returned] = [ended('success'), ended('failed', 'cancelled'), ended('returned')]
  const ids = (some: readonly MovingLine[]) => some.map((line) => line.id)
  if (paid.length > 0) {
    await postPaid(ctx, paid.map(ledgerLine))
    await accrue(ctx, paid)
    await recordPayments(ctx, ids(paid))
  }
  if (released.length > 0) {
    await postReleased(ctx, released.map(ledgerLine))
    await releaseTax(ctx, released)
  }
  if (returned.length > 0) {
    await postReturned(ctx, returned.map(ledgerLine))
    await releaseTax(ctx, returned)
    await store.reverseCommissions(ctx, ids(returned))
    await markReturned(ctx, ids(returned))
  }
  for (const batchId of new Set(lines.map((line) => line.batch_id))) await refreshBatch(ctx, batchId)
}

/** Applies the channel's answers to lines that were sent or asked about; a line that moved meanwhile keeps its later state. */
export async function applyAnswers(ctx: Context, lines: readonly MovingLine[], answers: readonly PayoutAnswer[], source: 'send' | 'query'): Promise<void> {
  const byRequest = new Map(answers.map((answer) => [answer.requestNo, answer]))
  const changes = lines.flatMap((line) => {
    const answer = byRequest.get(line.request_no) ?? { requestNo: line.request_no, reference: '', kind: 'unknown' as const }
    return changeOf(ctx, line, answer) ?? []
  })
  const moved = await store.applyChanges(ctx, changes, source)
  await book(ctx, lines, moved, new Map(changes.map((change) => [change.id, change.to])))
}

/** Applies returns after success (退汇): each notice once, and only for the amount that was paid. */
export async function applyReturns(ctx: Context, notices: readonly ReturnNotice[]): Promise<void> {
  const byRequest = new Map(notices.map((notice) => [notice.requestNo, notice]))
  const lines = await store.paidByRequest(ctx, [...byRequest.keys()])
  const fitting = lines.filter((line) => byRequest.get(line.request_no)?.amount === line.net_fen)
  for (const line of lines)
    if (!fitting.includes(line)) ctx.log.error({ requestNo: line.request_no }, 'a return for another amount than was paid was not applied')
  const changes = fitting.map((line): store.Change => {
    const notice = byRequest.get(line.request_no)
    return {
      id: line.id,
      month: line.month,
      from: 'success',
      to: 'returned',
      requestNo: line.request_no,
      reference: '',
      code: notice?.code ?? 'RETURNED',
      nextQueryAt: null,
      notifyId: notice?.notifyId ?? null,
    }
  })
  const moved = await store.applyChanges(ctx, changes, 'notify')
  await book(ctx, fitting, moved, new Map(changes.map((change) => [change.id, change.to])))
}
