import { type RawBuilder, sql } from 'kysely'

/**
 * The facts in which an exception differs from the default: the first line of a batch of unit 1, at centre 2, through
 * channel 2.
 */
export interface ExceptionFacts {
  readonly stops?: 'none' | 'unit' | 'channel'
  readonly channel?: number
  readonly unit?: number
  readonly centre?: number
  readonly state?: 'open' | 'proposed' | 'resolved'
  readonly kind?: string
  readonly told?: 'success' | 'failed' | 'returned'
  readonly suspense?: number
  readonly theirs?: number
  readonly number?: string
  readonly notice?: string
}

/** Inserts an exception about the first line of this batch. */
export function exceptionOf(batchId: number, facts: ExceptionFacts): RawBuilder<unknown> {
  const { stops = 'none', channel = 2, unit = 1, centre = 2, state = 'open', kind = 'late_success', told = 'success', suspense = 0, theirs = 1 } = facts
  const isDecided = state !== 'open'
  return sql`insert into payout_exception (no, kind, fact, channel_id, centre_id, mode, unit_id, batch_id, line_id, line_month, attempt_id, request_no, notice_id, told, ours_fen,
      theirs_fen, suspense_fen, stops, answer, opened_at, state, resolution, proposed_by, resolved_at)
    select 'YC' || line.id, ${kind}, 'fact', ${channel}, ${centre}, 2, ${unit}, line.batch_id, line.id, line.month, attempt.id, ${facts.number ?? 'R1'}, ${facts.notice ?? ''}, ${told}, 1,
      ${theirs}, ${suspense}, ${stops}, '', now(), ${state}, ${isDecided ? 'noted' : null}, ${isDecided ? 1 : null}, ${state === 'resolved' ? sql`now()` : null}
    from payment_line line join payout_attempt attempt on attempt.month = line.month and attempt.line_id = line.id
    where line.batch_id = ${batchId} and line.seq = 1`
}

/** The facts in which a reconciliation item at centre 2 differs from the default. */
export interface DifferenceFacts {
  readonly channel?: number
  readonly isLarge?: boolean
  readonly state?: 'open' | 'waiting' | 'proposed' | 'settled'
  readonly key?: string
  readonly side?: 'channel' | 'bank'
  readonly theirs?: number
  readonly suspense?: number
  readonly ending?: string
}

export function differenceOf(facts: DifferenceFacts): RawBuilder<unknown> {
  const { channel = 2, isLarge = true, state = 'open', key = 'R1', side = 'channel', theirs = 2, suspense = 0, ending = 'matched' } = facts
  const isSettled = state === 'settled'
  return sql`with day as (insert into recon_day (channel_id, centre_id, day) values (${channel}, 2, '2026-11-17') returning id)
    insert into recon_item (day_id, channel_id, centre_id, side, kind, direction, key, ours_fen, theirs_fen, suspense_fen, stops, state, ending, proposal, proposed_by, owner_id,
      due_on, found_at, seen_at, settled_at)
    select day.id, ${channel}, 2, ${side}, 'amount', 'out', ${key}, 1, ${theirs}, ${suspense}, ${isLarge}, ${state}, ${isSettled ? ending : null},
      ${state === 'proposed' ? 'hang' : null}, ${state === 'proposed' ? 1 : null}, 1, '2026-11-19', now(), now(), ${isSettled ? sql`now()` : null} from day`
}

/** Bank events, and whether each stops the payments of unit 1 at centre 2 through channel 2. */
export const stopCases: readonly (readonly [title: string, change: (batchId: number) => RawBuilder<unknown>, stops: boolean])[] = [
  ['an exception that stops the channel', (id) => exceptionOf(id, { stops: 'channel' }), true],
  ['a proposed resolution of an exception that stops the channel', (id) => exceptionOf(id, { stops: 'channel', state: 'proposed' }), true],
  ['a resolved exception of the channel', (id) => exceptionOf(id, { stops: 'channel', state: 'resolved', unit: 2 }), false],
  ['an exception that stops another channel', (id) => exceptionOf(id, { stops: 'channel', channel: 3 }), false],
  ['an exception that stops nothing', (id) => exceptionOf(id, {}), false],
  ['an exception that stops the unit, through another channel', (id) => exceptionOf(id, { stops: 'unit', channel: 3 }), true],
  ['an exception that stops another unit', (id) => exceptionOf(id, { stops: 'unit', unit: 2 }), false],
  ['an exception that stops the unit at another centre', (id) => exceptionOf(id, { stops: 'unit', channel: 3, centre: 3 }), false],
  ['a resolved exception of the unit', (id) => exceptionOf(id, { stops: 'unit', state: 'resolved' }), false],
  ['a large difference that is open', () => differenceOf({}), true],
  ['a large difference that waits', () => differenceOf({ state: 'waiting' }), true],
  ['a large difference with a proposal', () => differenceOf({ state: 'proposed' }), true],
  ['a settled difference', () => differenceOf({ state: 'settled' }), false],
  ['a small difference', () => differenceOf({ isLarge: false }), false],
  ['a difference of another channel', () => differenceOf({ channel: 3 }), false],
]
