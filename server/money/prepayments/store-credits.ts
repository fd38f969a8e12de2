import { type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { transferUseNames } from '#/api/money/ledger.texts.ts'
import type { creditStates } from '#/api/money/prepayments.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageRows, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { comparableNameMatches } from '#/server/money/prepayments/store.ts'

/** Holds for a credit that another record books, such as a tax refund. Reconciliation uses the same condition. */
const isRegistered = sql<SqlBool>`app.is_registered_credit(credit.centre_id, credit.serial, credit.amount_fen)`

/** Holds for a credit that no top-up, return or other record books. */
export const isUnclaimed = sql<SqlBool>`(credit.state = 'unclaimed' and not ${isRegistered})`

/** The state of a credit, with `registered` for an unclaimed one that another record books. */
export const creditState = sql<CreditState>`case when credit.state = 'unclaimed' and ${isRegistered} then 'registered' else credit.state end`

/** A credit as shown on the bank statement. */
export interface NewCredit {
  readonly line: number
  readonly serial: string
  readonly amount: number
  readonly payerName: string
  readonly payerAccount: string
  readonly memo: string
  readonly creditedAt: string
  /** Digit runs of the memo and the receiving account. One may be a unit's own account number. */
  readonly numbers: readonly string[]
}

/**
 * Inserts a centre's bank credits, each serial once, and returns the new ids. A unit's account number determines unit
 * and mode. Otherwise the given mode applies until an application changes it.
 */
export async function insertCredits(ctx: Context, place: { centreId: number; mode: Mode }, credits: readonly NewCredit[]): Promise<number[]> {
  const rows = credits.map((credit) => ({
    serial: credit.serial,
    amount: credit.amount,
    payer_name: credit.payerName,
    payer_account: credit.payerAccount,
    memo: credit.memo,
    credited_at: credit.creditedAt,
    numbers: credit.numbers,
  }))
  const result = await ctx.rows<{ id: number }>`
    insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, memo, credited_at, unit_id, state, imported_by, created_at)
    select ${place.centreId}::bigint, coalesce(own.mode, ${place.mode}::smallint), fresh.serial, fresh.amount, fresh.payer_name, fresh.payer_account,
      coalesce(own.virtual_account_no, ''), fresh.memo, fresh.credited_at, own.unit_id, 'unclaimed', ${ctx.actor.userId}::bigint,
      ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as fresh(serial text, amount bigint, payer_name text, payer_account text, memo text, credited_at timestamptz, numbers text[])
      left join lateral (select min(setting.unit_id) as unit_id, min(setting.mode) as mode, min(setting.virtual_account_no) as virtual_account_no
        from unit_setting setting where setting.centre_id = ${place.centreId} and setting.virtual_account_no = any(fresh.numbers) having count(*) = 1) own on true
    on conflict (serial, centre_id) do nothing returning id`
  return result.map((row) => row.id)
}

/** A credit that was imported before with another amount. */
interface ChangedCredit extends Row<'bank_credit', 'serial'> {
  readonly before: number
}

/** Returns which of these serials the centre imported with another amount. */
export async function findChangedCredits(ctx: Context, centreId: number, credits: readonly NewCredit[]): Promise<ChangedCredit[]> {
  return ctx.rows<ChangedCredit>`select credit.serial, credit.amount_fen as before
    from unnest(${credits.map((credit) => credit.serial)}::text[], ${credits.map((credit) => credit.amount)}::bigint[]) as fresh(serial, amount)
      join bank_credit credit on credit.serial = fresh.serial and credit.centre_id = ${centreId} and credit.amount_fen <> fresh.amount`
}

export interface UnclaimedRow extends Row<'bank_credit', 'id' | 'centre_id' | 'mode' | 'unit_id' | 'amount_fen'> {
  centre_name: string
}

export async function unclaimedCredits(ctx: Context, ids: readonly number[]): Promise<UnclaimedRow[]> {
  return ctx.rows<UnclaimedRow>`select credit.id, credit.centre_id, credit.mode, credit.unit_id, credit.amount_fen, centre.name as centre_name
    from bank_credit credit join centre on centre.id = credit.centre_id where credit.id = any(${[...ids]}::bigint[]) and ${isUnclaimed}
    order by credit.id`
}

// Serialises matching per centre. Two concurrent runs could match one credit with two applications.
const lockMatching = (ctx: Context, centreId: number): Promise<void> => ctx.run`select pg_advisory_xact_lock(${7_120_260}, hashint8(${centreId}::bigint))`

interface TopupCreditPair {
  readonly topup_id: number
  readonly credit_id: number
}

/**
 * Matches the centre's pending applications with bank credits from the unit itself of the same amount. Tries the serial
 * first, then the unit's account number, then payer and amount within three days. One credit goes to one application
 * (INV-21). Returns the number of matches.
 */
export async function matchPendingTopups(ctx: Context, centreId: number): Promise<number> {
  await lockMatching(ctx, centreId)
  const candidates = await ctx.rows<TopupCreditPair>`
    select topup.id as topup_id, credit.id as credit_id
    from topup join unit on unit.id = topup.unit_id
      join bank_credit credit on credit.centre_id = topup.centre_id and ${isUnclaimed} and credit.amount_fen = topup.amount_fen and ${comparableNameMatches('credit.comparable_payer')}
        and (credit.unit_id is null or (credit.unit_id = topup.unit_id and credit.mode = topup.mode))
        and (credit.unit_id is not null or credit.serial = topup.bank_serial or abs(extract(epoch from credit.credited_at - topup.submitted_at)) <= 3 * 86400)
    where topup.centre_id = ${centreId} and topup.state = 'submitted' and ${comparableNameMatches('topup.comparable_payer')}
    order by (credit.serial = topup.bank_serial) desc, (credit.unit_id is not null) desc, abs(extract(epoch from credit.credited_at - topup.submitted_at)), topup.id, credit.id
    limit 10000`
  const usedSides = new Set<string>()
  const pairs = candidates.filter(({ topup_id, credit_id }) => {
    const pairSides = [`topup ${topup_id}`, `credit ${credit_id}`]
    if (pairSides.some((side) => usedSides.has(side))) return false
    for (const side of pairSides) usedSides.add(side)
    return true
  })
  if (pairs.length === 0) return 0
  const rows = await ctx.rows<Row<'bank_credit', 'id'>>`
    with moved as (
      update topup set state = 'matched', bank_credit_id = pair.credit_id, version = version + 1
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair(topup_id bigint, credit_id bigint)
      where topup.id = pair.topup_id and topup.state = 'submitted' returning topup.bank_credit_id, topup.unit_id, topup.mode)
    update bank_credit set state = 'matched', unit_id = moved.unit_id, mode = moved.mode from moved where bank_credit.id = moved.bank_credit_id
    returning bank_credit.id`
  return rows.length
}

/** Marks a matched credit as confirmed and returns its serial, or null when it is not matched. */
export async function confirmCredit(ctx: Context, id: number): Promise<string | null> {
  const confirmation = ctx.db.updateTable('bank_credit').set({ state: 'confirmed' }).where('id', '=', id).where('state', '=', 'matched')
  return (await confirmation.returning('serial').executeTakeFirst())?.serial ?? null
}

/**
 * Releases the credit of a rejected application. The credit keeps its unit only if it names the unit's own account
 * number.
 */
export const releaseCredit = (ctx: Context, id: number): Promise<void> =>
  ctx.run`update bank_credit set state = 'unclaimed', unit_id = case when receiving_account <> '' then unit_id end where id = ${id} and state = 'matched'`

type CreditState = (typeof creditStates)[number]

export interface CreditRow extends Row<'bank_credit', 'id' | 'serial' | 'amount_fen' | 'payer_name' | 'payer_account' | 'memo' | 'credited_at' | 'state'> {
  state: CreditState
  unit_name: string | null
  topup_no: string | null
  registered_use: keyof typeof transferUseNames | null
  registered_no: string | null
  /** The latest return that was not declined. */
  sent_back: (Row<'credit_return', 'reason' | 'bank_serial' | 'slip_file_id' | 'proposed_by'> & { paid_on: string; proposer: string }) | null
}

/** The credits to list: by state, day and a keyword for serial, payer or memo. */
export type CreditFilter = FilterOf<Modules['prepayments']['credits']>

function listing(ctx: Context, filter: CreditFilter): Listing {
  const parts = [inScope(ctx.scope, 'credit', { mode: true })]
  if (filter.state === 'unclaimed') parts.push(isUnclaimed)
  else if (filter.state === 'registered') parts.push(sql<SqlBool>`credit.state = 'unclaimed' and ${isRegistered}`)
  else if (filter.state) parts.push(sql<SqlBool>`credit.state = ${filter.state}`)
  parts.push(...withinDays(sql`credit.credited_at`, filter))
  if (filter.keyword) {
    const pattern = containsPattern(filter.keyword)
    parts.push(sql<SqlBool>`(credit.serial = ${filter.keyword} or credit.payer_name ilike ${pattern} or credit.memo ilike ${pattern})`)
  }
  return {
    table: sql`bank_credit credit`,
    where: allOf(parts),
    id: sql`credit.id`,
    order: { by: [sql`credit.credited_at`] },
    places: placesInScope(ctx, 'credit', { mode: true, unit: true }),
  }
}

/** Returns the bank credits of the caller's centre, newest first. */
export function credits(ctx: Context, filter: CreditFilter, page: PageRequest): Promise<{ rows: CreditRow[]; next: number | null }> {
  const selection = sql<CreditRow>`
    select credit.id, credit.serial, credit.amount_fen, credit.payer_name, credit.payer_account, credit.memo, credit.credited_at, ${creditState} as state, unit.name as unit_name,
      topup.no as topup_no, registered.ref_type as registered_use, registered.ref_no as registered_no, (select json_build_object('reason', back.reason, 'paid_on', back.paid_on::text, 'bank_serial', back.bank_serial, 'slip_file_id', back.slip_file_id,
          'proposed_by', back.proposed_by, 'proposer', proposer.name)
        from credit_return back join app_user proposer on proposer.id = back.proposed_by where back.credit_id = credit.id and back.state <> 'declined') as sent_back
    from bank_credit credit left join unit on unit.id = credit.unit_id left join topup on topup.bank_credit_id = credit.id
      left join bank_transfer registered on ${creditState} = 'registered' and registered.centre_id = credit.centre_id and registered.direction = 'in'
        and not registered.is_repeated and not registered.is_void and app.reference_key(registered.serial) = app.reference_key(credit.serial)`
  return pageRows(ctx, listing(ctx, filter), page, selection)
}

export function countCredits(ctx: Context, filter: CreditFilter): Promise<number> {
  return countOf(ctx, listing(ctx, filter))
}
