import { settlementMode } from '#/domain/base/codes.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { type ExceptionKind, type ReportedResult, stopScopeOf } from '#/domain/money/payout-exception.ts'
import type { Context } from '#/server/kernel/context.ts'
import { nextNumbers } from '#/server/kernel/rows/numbers.ts'
import { clearSuspense, postSuspense } from '#/server/money/ledger/public.ts'
import type { ReturnNotice } from '#/server/money/payouts/channels/channel.ts'
import * as store from '#/server/money/payouts/exceptions/store-exceptions.ts'
import type { LockedLine } from '#/server/money/payouts/store.ts'
import { holdersAt, sendNotification } from '#/server/services/messages/public.ts'

/** A bank action or report that cannot be booked as reported. */
export interface NewExceptionFact {
  readonly kind: ExceptionKind
  readonly channelId: number
  /** Null if the number does not belong to this channel. */
  readonly line: LockedLine | null
  readonly requestNo: string
  readonly noticeId: string
  readonly reported: ReportedResult | null
  readonly theirs: number | null
  /** The amount that the bank moved beyond our bookings, in fen; negative for outgoing money. */
  readonly suspense: number
  readonly answer: string
  readonly reference?: string
  /** A digest that distinguishes unreadable answers. */
  readonly mark?: string
}

const listPath = '/zf/zfycList'

function factKey(fact: NewExceptionFact): string {
  return [fact.channelId, fact.requestNo, fact.kind, fact.noticeId, fact.theirs ?? '', fact.mark ?? ''].join(' ')
}

async function rowsOf(ctx: Context, facts: readonly NewExceptionFact[]): Promise<store.NewException[]> {
  const placeByChannel = new Map<number, Awaited<ReturnType<typeof store.placeOf>>>()
  for (const { channelId, line } of facts)
    if (line === null && !placeByChannel.has(channelId)) placeByChannel.set(channelId, await store.placeOf(ctx, channelId))
  const placeOfFact = (fact: NewExceptionFact) =>
    (fact.line ? { centreId: fact.line.centre_id, mode: fact.line.mode } : placeByChannel.get(fact.channelId)) ?? {
      centreId: 0,
      mode: settlementMode.individualBusiness,
    }
  const numbersByCentre = new Map<number, string[]>()
  for (const centreId of [...new Set(facts.map((fact) => placeOfFact(fact).centreId))].sort((a, b) => a - b))
    numbersByCentre.set(centreId, await nextNumbers(ctx, 'YC', centreId, facts.filter((fact) => placeOfFact(fact).centreId === centreId).length))
  return facts.map((fact) => ({
    no: numbersByCentre.get(placeOfFact(fact).centreId)?.shift() ?? '',
    kind: fact.kind,
    fact: factKey(fact),
    channel_id: fact.channelId,
    centre_id: placeOfFact(fact).centreId,
    mode: placeOfFact(fact).mode,
    unit_id: fact.line?.unit_id ?? null,
    batch_id: fact.line?.batch_id ?? null,
    line_id: fact.line?.id ?? null,
    line_month: fact.line?.month ?? null,
    attempt_id: fact.line?.attempt_id ?? null,
    request_no: fact.requestNo,
    notice_id: fact.noticeId,
    told: fact.reported,
    ours_fen: fact.line?.attempt_fen ?? null,
    theirs_fen: fact.theirs,
    suspense_fen: fact.suspense,
    stops: stopScopeOf(fact.kind, fact.line?.state === 'processing'),
    reference: fact.reference ?? '',
    answer: fact.answer,
  }))
}

/** Notifies users who resolve exceptions at the centre, with one message for all. */
async function notifyOfExceptions(ctx: Context, rows: readonly store.NewException[]): Promise<void> {
  for (const centreId of new Set(rows.map((row) => row.centre_id))) {
    const centreRows = rows.filter((row) => row.centre_id === centreId)
    const people = [...(await holdersAt(ctx, centreId, 'zf:propose')), ...(await holdersAt(ctx, centreId, 'zf:settle'))]
    const [first] = centreRows
    if (first)
      await sendNotification(ctx, {
        to: people,
        kind: 'payoutException',
        values: { no: first.no, count: centreRows.length },
        path: listPath,
        refType: 'payout_exception',
        refId: first.no,
      })
  }
}

/**
 * Opens exceptions and books the bank's movement on the suspense account in the same transaction. A fact has one
 * exception, even if the channel reports it repeatedly. Returns the number of new exceptions.
 */
export async function openExceptions(ctx: Context, facts: readonly NewExceptionFact[]): Promise<number> {
  const uniqueFacts = [...new Map(facts.map((fact) => [factKey(fact), fact])).values()]
  if (uniqueFacts.length === 0) return 0
  const storedFactKeys = await store.existingFactKeys(
    ctx,
    uniqueFacts.map((fact) => ({
      fact: factKey(fact),
      channel_id: fact.channelId,
      request_no: fact.requestNo,
      notice_id: fact.noticeId,
      told: fact.reported,
      theirs_fen: fact.theirs,
    })),
  )
  const newFacts = uniqueFacts.filter((fact) => !storedFactKeys.has(factKey(fact)))
  if (newFacts.length === 0) return 0
  const rows = await rowsOf(ctx, newFacts)
  const ids = await store.insert(ctx, rows)
  const newExceptions = rows.flatMap((row) => {
    const id = ids.get(row.fact)
    return id === undefined ? [] : [{ ...row, id }]
  })
  await postSuspense(
    ctx,
    newExceptions.map((row) => exceptionAmounts(row, row.kind)),
  )
  for (const row of newExceptions)
    ctx.note({
      refType: 'payout_exception',
      refId: row.id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      detail: {
        no: row.no,
        kind: row.kind,
        requestNo: row.request_no,
        stops: row.stops,
        ...(row.suspense_fen !== 0 && { suspense: formatYuan(fen(row.suspense_fen)) }),
      },
    })
  await notifyOfExceptions(ctx, newExceptions)
  return newExceptions.length
}

/** Returns the amounts of an exception for the ledger. */
export function exceptionAmounts(row: Omit<store.ExceptionMoneyRow, 'kind'>, memo: string) {
  const { id, no, centre_id: centreId, mode, unit_id: unitId, suspense_fen } = row
  return { id, no, centreId, mode, unitId, suspense: fen(suspense_fen), memo }
}

/** Closes exceptions whose missing answer has arrived, with an audit entry. */
export async function closeAwaitingExceptions(ctx: Context, answers: Parameters<typeof store.closeAwaitingExceptions>[1]): Promise<void> {
  if (answers.length === 0) return
  for (const { id, no, centre_id: centreId, unit_id: unitId } of await store.closeAwaitingExceptions(ctx, answers))
    ctx.note({ refType: 'payout_exception', refId: id, unitId, centreId, detail: { no, to: 'resolved' } })
}

type ReportedReturn = Omit<ReturnNotice, 'channelId'>

/** Closes an exception that a return notice explains, with an audit entry. The caller has locked it. */
async function closeWithNotice(
  ctx: Context,
  row: store.ExceptionMoneyRow,
  resolution: 'undone' | 'returned',
  { reason, amount }: ReportedReturn,
  answer: string,
): Promise<void> {
  await clearSuspense(ctx, exceptionAmounts(row, reason), 'bank', resolution === 'returned' ? fen(amount) : null)
  await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'closed', resolution, reason: answer, isSystem: true })
  await store.transitionException(ctx, row, { state: 'resolved', resolution })
  ctx.note({
    refType: 'payout_exception',
    refId: row.id,
    unitId: row.unit_id,
    centreId: row.centre_id,
    detail: { no: row.no, to: 'resolved', resolution },
  })
}

/**
 * Closes the exception of an unassigned payment that the channel takes back, with an audit entry. Returns false if
 * there is none.
 */
export async function closeReturnedPayment(ctx: Context, channelId: number, notice: ReportedReturn, answer: string): Promise<boolean> {
  const row = await store.lockUnassignedPayment(ctx, { channelId, ...notice })
  if (row) await closeWithNotice(ctx, row, 'undone', notice, answer)
  return row !== undefined
}

/**
 * Adds a return notice to the exception with which people booked the same return earlier. Returns the outcome of the
 * notice: `returned` if the line was returned, `closed` if the unit or the centre received the money, null if no
 * exception booked the return.
 */
export async function addNoticeOfBookedReturn(ctx: Context, channelId: number, notice: ReportedReturn, answer: string): Promise<'returned' | 'closed' | null> {
  const row = await store.resolvedReturn(ctx, { channelId, ...notice })
  if (!row) return null
  await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'heard', reason: answer, isSystem: true })
  return row.resolution === 'returned' ? 'returned' : 'closed'
}

/** Closes the exception of a return that the channel's file reported before its notice. The caller books the return. */
export async function closeReturnInFile(ctx: Context, channelId: number, notice: ReportedReturn, answer: string): Promise<void> {
  const row = await store.lockReturnInFile(ctx, { channelId, ...notice })
  if (row) await closeWithNotice(ctx, row, 'returned', notice, answer)
}
