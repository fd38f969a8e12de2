import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

export type TopupState = 'submitted' | 'matched' | 'confirmed' | 'rejected' | 'withdrawn'

export interface TopupRow {
  id: number
  no: string
  unit_id: number
  unit_name: string
  centre_id: number
  centre_name: string
  mode: Mode
  amount_fen: number
  payer_name: string
  payer_account: string
  bank_serial: string
  slip_file_id: string | null
  state: TopupState
  reason: string
  submitted_by: number
  submitter: string
  submitted_at: Date
  decider: string | null
  decided_at: Date | null
  credited_at: Date | null
  bank_credit_id: number | null
  version: number
}

const selection = sql`select topup.*, unit.name as unit_name, centre.name as centre_name, submitter.name as submitter, decider.name as decider, credit.credited_at
  from topup join unit on unit.id = topup.unit_id join centre on centre.id = topup.centre_id join app_user submitter on submitter.id = topup.submitted_by
    left join app_user decider on decider.id = topup.decided_by left join bank_credit credit on credit.id = topup.bank_credit_id`

/** One top-up in the caller's scope. */
export async function find(ctx: Context, id: number): Promise<TopupRow | undefined> {
  return (await sql<TopupRow>`${selection} where topup.id = ${id} and ${inScope(ctx.scope, 'topup', { mode: true })}`.execute(ctx.db)).rows[0]
}

/** The same, locked until the transaction ends. */
export async function lock(ctx: Context, id: number): Promise<TopupRow | undefined> {
  await sql`select id from topup where id = ${id} and ${inScope(ctx.scope, 'topup', { mode: true })} for update`.execute(ctx.db)
  return find(ctx, id)
}

export interface Filter {
  readonly states?: readonly TopupState[] | undefined
  readonly keyword?: string | undefined
  readonly unitId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function matching(ctx: Context, filter: Filter): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'topup', { mode: true })]
  if (filter.states && filter.states.length > 0) parts.push(sql<SqlBool>`topup.state = any(${[...filter.states]}::text[])`)
  if (filter.unitId) parts.push(sql<SqlBool>`topup.unit_id = ${filter.unitId}`)
  if (filter.from) parts.push(sql<SqlBool>`topup.submitted_at >= ${`${filter.from}T00:00:00+08:00`}::timestamptz`)
  if (filter.to) parts.push(sql<SqlBool>`topup.submitted_at < ${`${filter.to}T00:00:00+08:00`}::timestamptz + interval '1 day'`)
  if (filter.keyword) {
    const like = `%${filter.keyword.replace(/[\\%_]/g, '\\$&')}%`
    parts.push(sql<SqlBool>`(topup.no ilike ${like} or topup.bank_serial = ${filter.keyword} or topup.payer_name ilike ${like})`)
  }
  return sql<SqlBool>`${sql.join(parts, sql` and `)}`
}

/** A page of top-ups, newest first. */
export async function list(ctx: Context, filter: Filter, page: { page: number; size: number }): Promise<TopupRow[]> {
  return (
    await sql<TopupRow>`${selection} where ${matching(ctx, filter)} order by topup.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`.execute(
      ctx.db,
    )
  ).rows
}

/** Count and sum under the same filter. */
export async function totals(ctx: Context, filter: Filter): Promise<{ count: number; amount: number }> {
  const result = await sql<{
    count: number
    amount: number
  }>`select count(*) as count, coalesce(sum(amount_fen), 0)::bigint as amount from topup where ${matching(ctx, filter)}`.execute(ctx.db)
  return result.rows[0] ?? { count: 0, amount: 0 }
}

/** Whether the caller's unit has an account at this centre in this mode. */
export async function hasSetting(ctx: Context, of: { unitId: number; centreId: number; mode: Mode }): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('unit_setting')
    .select('id')
    .where('unit_id', '=', of.unitId)
    .where('centre_id', '=', of.centreId)
    .where('mode', '=', of.mode)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewTopup {
  readonly no: string
  readonly centreId: number
  readonly unitId: number
  readonly mode: Mode
  readonly amount: number
  readonly payerName: string
  readonly payerAccount: string
  readonly bankSerial: string
  readonly slipFileId: string | null
}

/** A new application; null when its bank serial was submitted before. */
export async function insert(ctx: Context, topup: NewTopup): Promise<number | null> {
  const result = await sql<{
    id: number
  }>`insert into topup (no, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, bank_serial, slip_file_id, state, submitted_by, submitted_at)
    values (${topup.no}, ${topup.centreId}, ${topup.unitId}, ${topup.mode}, ${topup.amount}, ${topup.payerName}, ${topup.payerAccount}, ${topup.bankSerial}, ${topup.slipFileId}, 'submitted',
      ${ctx.actor.userId}, ${ctx.now}) on conflict do nothing returning id`.execute(ctx.db)
  return result.rows[0]?.id ?? null
}

/** Moves a top-up on from the version that was read; false when somebody was faster. */
export async function move(
  ctx: Context,
  from: Pick<TopupRow, 'id' | 'version'>,
  change: { state: TopupState; reason?: string; bank_credit_id?: number; isDecision?: boolean },
): Promise<boolean> {
  const { isDecision, ...rest } = change
  const result = await ctx.db
    .updateTable('topup')
    .set({ ...rest, version: sql`version + 1`, ...(isDecision && { decided_by: ctx.actor.userId, decided_at: ctx.now }) })
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The bank's credit that fits an application: same serial and amount, paid by the unit itself, not used. Locked. */
export async function fittingCredit(
  ctx: Context,
  topup: { centre_id: number; mode: Mode; bank_serial: string; amount_fen: number; unit_name: string },
): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('bank_credit')
    .select('id')
    .where('centre_id', '=', topup.centre_id)
    .where('mode', '=', topup.mode)
    .where('serial', '=', topup.bank_serial)
    .where('amount_fen', '=', topup.amount_fen)
    .where('payer_name', '=', topup.unit_name)
    .where('state', '<>', 'confirmed')
    .forUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

export async function setCredit(ctx: Context, id: number, change: { state: 'matched' | 'confirmed'; unit_id: number }): Promise<void> {
  await ctx.db.updateTable('bank_credit').set(change).where('id', '=', id).execute()
}

export interface NewCredit {
  readonly serial: string
  readonly amount: number
  readonly payerName: string
  readonly payerAccount: string
  readonly memo: string
  readonly creditedAt: string
}

/** Adds the bank's credits of one centre and mode, each serial once; answers how many were new. A unit's own account number in the memo tells whose they are. */
export async function insertCredits(ctx: Context, place: { centreId: number; mode: Mode }, credits: readonly NewCredit[]): Promise<number> {
  const rows = credits.map((each) => ({
    serial: each.serial,
    amount: each.amount,
    payer_name: each.payerName,
    payer_account: each.payerAccount,
    memo: each.memo,
    credited_at: each.creditedAt,
  }))
  const result = await sql<{ id: number }>`
    insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, memo, credited_at, unit_id, state, created_at)
    select ${place.centreId}, ${place.mode}, fresh.serial, fresh.amount, fresh.payer_name, fresh.payer_account, coalesce(own.virtual_account_no, ''), fresh.memo, fresh.credited_at, own.unit_id, 'unclaimed',
      ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as fresh(serial text, amount bigint, payer_name text, payer_account text, memo text, credited_at timestamptz)
      left join lateral (select setting.unit_id, setting.virtual_account_no from unit_setting setting join unit on unit.id = setting.unit_id
        where setting.centre_id = ${place.centreId} and setting.mode = ${place.mode} and unit.name = fresh.payer_name and (fresh.memo like '%' || setting.virtual_account_no || '%' or unit.name = fresh.payer_name)
        limit 1) own on true
    on conflict (serial) do nothing returning id`.execute(ctx.db)
  return result.rows.length
}

/** Joins waiting applications to credits that fit them: same serial, or same payer, amount and within three days. Answers how many. */
export async function matchWaiting(ctx: Context, place: { centreId: number; mode: Mode }): Promise<number> {
  const result = await sql<{ id: number }>`
    with pair as (
      select distinct on (credit.id) topup.id as topup_id, credit.id as credit_id, topup.unit_id
      from topup join unit on unit.id = topup.unit_id
        join bank_credit credit on credit.centre_id = topup.centre_id and credit.mode = topup.mode and credit.amount_fen = topup.amount_fen and credit.payer_name = unit.name and credit.state = 'unclaimed'
          and (credit.serial = topup.bank_serial or abs(extract(epoch from credit.credited_at - topup.submitted_at)) <= 3 * 86400)
      where topup.centre_id = ${place.centreId} and topup.mode = ${place.mode} and topup.state = 'submitted' and topup.bank_credit_id is null
      order by credit.id, (credit.serial = topup.bank_serial) desc, topup.id),
    once as (select distinct on (topup_id) * from pair order by topup_id, credit_id),
    credits as (update bank_credit set state = 'matched', unit_id = once.unit_id from once where bank_credit.id = once.credit_id)
    update topup set state = 'matched', bank_credit_id = once.credit_id, version = version + 1 from once where topup.id = once.topup_id returning topup.id`.execute(
    ctx.db,
  )
  return result.rows.length
}

export interface CreditRow {
  id: number
  serial: string
  amount_fen: number
  payer_name: string
  payer_account: string
  memo: string
  credited_at: Date
  state: 'unclaimed' | 'matched' | 'confirmed'
  unit_name: string | null
  topup_no: string | null
}

/** The bank's credits of the caller's centre. */
export async function credits(
  ctx: Context,
  filter: { state?: CreditRow['state'] | undefined; page: number; size: number },
): Promise<{ rows: CreditRow[]; count: number }> {
  const where = filter.state
    ? sql<SqlBool>`credit.state = ${filter.state} and ${inScope(ctx.scope, 'credit', { mode: true })}`
    : inScope(ctx.scope, 'credit', { mode: true })
  const rows =
    await sql<CreditRow>`select credit.id, credit.serial, credit.amount_fen, credit.payer_name, credit.payer_account, credit.memo, credit.credited_at, credit.state, unit.name as unit_name, topup.no as topup_no
    from bank_credit credit left join unit on unit.id = credit.unit_id left join topup on topup.bank_credit_id = credit.id
    where ${where} order by credit.credited_at desc, credit.id desc limit ${filter.size} offset ${(filter.page - 1) * filter.size}`.execute(ctx.db)
  const counted = await sql<{ count: number }>`select count(*) as count from bank_credit credit where ${where}`.execute(ctx.db)
  return { rows: rows.rows, count: counted.rows[0]?.count ?? 0 }
}
