import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Fen, fen, plainYuan } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { sandboxFee } from '#/domain/money/sandbox-tariff.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { expectedTransfers } from '#/server/money/ledger/public.ts'
import { type DemoFile, matchDemoDay } from '#/server/money/reconciliation/public.ts'

/** A function that creates the context of a user at a moment. */
type ContextAt = (at: Date, who: Partial<Actor>) => Context

interface PayoutMovement {
  readonly channel_id: number
  readonly centre_id: number
  readonly day: string
  readonly request_no: string
  readonly direction: 'out' | 'in'
  readonly fen: number
}

/** A registered transfer of a centre, such as a tax payment, which its bank statement shows. */
interface ShownTransfer {
  readonly centre_id: number
  readonly day: string
  readonly serial: string
  readonly direction: 'out' | 'in'
  readonly fen: number
}

const financeId = 4
const directorId = 2
/** More than a month, so that even at the start of a month the days include some with payments. */
const historyDays = 45
const openDays = 2

async function movementsOf(ctx: Context, first: string, last: string): Promise<PayoutMovement[]> {
  return ctx.rows<PayoutMovement>`select attempt.channel_id, attempt.centre_id, (moved.at at time zone 'Asia/Shanghai')::date::text as day, attempt.request_no, moved.direction, attempt.amount_fen as fen
    from payout_attempt attempt cross join lateral (
      select attempt.finished_at as at, 'out' as direction where attempt.state in ('success', 'returned')
      union all select event.at, 'in' from payout_event event where event.line_id = attempt.line_id and event.to_state = 'returned' and attempt.state = 'returned') moved
    where moved.at >= ${`${first}T00:00:00+08:00`}::timestamptz and moved.at < ${`${shiftDay(last, 1)}T00:00:00+08:00`}::timestamptz
    order by attempt.channel_id, day, attempt.request_no, moved.direction`
}

async function transfersUntil(ctx: Context, last: string): Promise<ShownTransfer[]> {
  return ctx.rows<ShownTransfer>`select centre_id, paid_on::text as day, serial, direction, amount_fen as fen from ${expectedTransfers} transfer
    where paid_on <= ${last}::date order by paid_on, serial`
}

const serialOf = ({ request_no, direction }: PayoutMovement) => `${direction === 'in' ? 'RT' : 'SB'}${request_no}`

const feeOf = ({ direction, fen: amount, day }: PayoutMovement): Fen => (direction === 'in' ? fen(0) : sandboxFee(fen(amount), day))

function csvOf(lines: readonly (readonly string[])[]): Buffer {
  return Buffer.from(`\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`)
}

/** Returns the files of a day as the channel and the bank would produce them. */
function filesOf(day: string, reported: readonly PayoutMovement[], transfers: readonly ShownTransfer[], opening: Fen): { channel: DemoFile; bank: DemoFile } {
  const rows = reported.map((fact) => ({
    day,
    direction: fact.direction,
    serial: serialOf(fact),
    requestNo: fact.request_no,
    amount: fen(fact.fen),
    fee: feeOf(fact),
    memo: '',
  }))
  const bankRows = [
    ...rows.map((row) => ({ ...row, requestNo: '', fee: null })),
    ...transfers.map(({ direction, serial, fen: amount }) => ({ day, direction, serial, requestNo: '', amount: fen(amount), fee: null, memo: '' })),
  ]
  let balance: number = opening
  const statementLines = bankRows.map((row) => {
    balance += row.direction === 'out' ? -row.amount : row.amount
    return [`${day} 18:00:00`, row.serial, row.direction === 'out' ? '支出' : '收入', plainYuan(row.amount), plainYuan(fen(balance))]
  })
  const channel = csvOf([
    ['我方请求号', '通道流水号', '金额', '状态', '手续费', '完成时间'],
    ...rows.map((row) => [row.requestNo, row.serial, plainYuan(row.amount), row.direction === 'out' ? '成功' : '退汇', plainYuan(row.fee), `${day} 18:00:00`]),
  ])
  const bank = csvOf([['交易时间', '银行流水号', '收支方向', '金额', '余额'], ...statementLines])
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return {
    channel: { source: 'channel', name: `${day}.csv`, bytes: channel, sha256: sha256(channel), rows, opening: null, closing: null },
    bank: {
      source: 'bank',
      name: `银行流水-${day}.csv`,
      bytes: bank,
      sha256: sha256(bank),
      rows: bankRows,
      opening,
      closing: fen(balance),
    },
  }
}

/**
 * Returns the movements of an open day with differences: a wrong amount if `isWrong`, otherwise one missing and one
 * extra entry. Browser tests do not use the channel with the wrong amount.
 */
function addDifferences(facts: readonly PayoutMovement[], isWrong: boolean): PayoutMovement[] {
  const [first, second, ...rest] = facts
  if (!first || !second || second.direction === 'in') return [...facts]
  if (isWrong) return [first, { ...second, fen: second.fen - 100 }, ...rest]
  const extraMovement: PayoutMovement = { ...first, request_no: `PC${first.day.replaceAll('-', '')}99009999-0001R1`, direction: 'out', fen: 128_000 }
  return [first, ...rest, extraMovement]
}

/**
 * Adds the matched and closed days of the last `historyDays` days. The last two days of a channel stay open. The
 * earlier one has differences, and the last one of the first channel has no files.
 */
export async function addReconciliation(from: ContextAt, now: Date): Promise<void> {
  const today = dayOf(now)
  const movements = await movementsOf(from(now, {}), shiftDay(today, -historyDays), shiftDay(today, -1))
  const days = [...new Set(movements.map((fact) => `${fact.channel_id} ${fact.day}`))]
  const balances = new Map<number, Fen>()
  let remainingTransfers = await transfersUntil(from(now, {}), shiftDay(today, -1))
  const channels = [...new Set(movements.map((fact) => fact.channel_id))]
  for (const [at, key] of days.entries()) {
    const dayMovements = movements.filter((fact) => `${fact.channel_id} ${fact.day}` === key)
    const [{ channel_id, centre_id, day } = { channel_id: 0, centre_id: 0, day: today }] = dayMovements
    const remainingDays = days.slice(at).filter((each) => each.startsWith(`${channel_id} `)).length
    const isOpen = remainingDays <= openDays
    const morning = new Date(Date.parse(`${shiftDay(day, 1)}T09:00:00+08:00`))
    const moment = morning < now ? morning : now
    const hasWrongAmount = centre_id !== 2
    const reportedMovements = isOpen && remainingDays === openDays ? addDifferences(dayMovements, hasWrongAmount) : dayMovements
    const opening = balances.get(channel_id) ?? fen(8_000_000_000)
    const hasFiles = remainingDays > 1 || channel_id !== channels[0]
    const isShown = (transfer: ShownTransfer) => transfer.centre_id === centre_id && transfer.day <= day
    const files = hasFiles ? filesOf(day, reportedMovements, remainingTransfers.filter(isShown), opening) : null
    if (hasFiles) remainingTransfers = remainingTransfers.filter((transfer) => !isShown(transfer))
    if (files?.bank.closing) balances.set(channel_id, files.bank.closing)
    await matchDemoDay(
      { worker: from(moment, { userId: financeId, name: '钱语嫣' }), checker: from(moment, { userId: directorId }) },
      { channelId: channel_id, centreId: centre_id, day, files: files ? [files.channel, files.bank] : [], isClosed: !isOpen, isHung: hasWrongAmount },
    )
  }
  await sql`update message set read_at = created_at where kind like 'recon%' and read_at is null`.execute(from(now, {}).db)
}
