import { sql } from 'kysely'
import { type Fen, fen } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { type BankMovement, bankFile, channelFile, type PaidOrder, type ReconItem, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories that reconcile: matching and differing files, every treatment of a difference, and days
// that are closed and reopened.

interface Choices {
  readonly a: number
  readonly b: number
  readonly c: number
}

type ReconScenario = ReturnType<typeof reconciliationScenario>
type ReconDay = Awaited<ReturnType<ReconScenario['days']>>[number]

const at = { centre: 2, mode: 2 } as const
const firstBalance = 1_000_000_000

/**
 * Returns the channel's file of a day: some orders are missing, some amounts differ, and sometimes one order is
 * unknown.
 */
function channelFileOf(day: ReconDay, paid: readonly PaidOrder[], { b, c }: Choices) {
  const reportedOrders = paid.flatMap((each, index) => ((b + index) % 7 === 0 ? [] : [{ ...each, amount: fen(each.amount + ((c + index) % 7 === 1 ? 1 : 0)) }]))
  const unknownRow = { requestNo: `X${day.day}`, serial: `HX${day.day}-${day.channelId}`, amount: 700 as Fen }
  if (b % 3 === 0) return channelFile(day.day, [...reportedOrders, unknownRow])
  // A file must have at least one row. A failed order moves no money.
  return reportedOrders.length > 0 ? channelFile(day.day, reportedOrders) : channelFile(day.day, [unknownRow], ['失败'])
}

/**
 * Returns the bank statement of a day. The statement continues from the last balance, lacks some payments and sometimes
 * contains a fee.
 */
async function bankStatementOf(server: TestServer, { channelId, day }: ReconDay, { b, c }: Choices) {
  const db = server.running.kernel.database.kysely
  const rows = await sql<BankMovement>`select serial, -amount_fen as amount from recon_row
    where channel_id = ${channelId} and day = ${day}::date and source = 'channel' and direction = 'out' order by id`.execute(db)
  const last = await sql<{ closing: number }>`select closing_fen as closing from recon_file where channel_id = ${channelId} and source = 'bank'
    order by last_day desc, id desc limit 1`.execute(db)
  const movements = rows.rows.filter((_, index) => (c + index) % 6 !== 0)
  const fee = { serial: `FEE${day}-${channelId}`, amount: -50 }
  return bankFile(day, last.rows[0]?.closing ?? firstBalance, b % 2 === 0 || movements.length === 0 ? [...movements, fee] : movements)
}

/** Imports a row after the day was matched: an unknown order, or a duplicate payment. */
async function importLateRow(recon: ReconScenario, { channelId, day }: ReconDay, { b, c }: Choices): Promise<void> {
  const repeatedOrder = b % 2 === 0 ? (await recon.paymentsOn(channelId, day))[0] : undefined
  const row = { requestNo: repeatedOrder?.requestNo ?? `X${b}-${c}`, serial: `L${b}-${c}-${day}`, amount: fen(100 + c) }
  await recon.send(channelId, 'channel', channelFile(day, [row]))
  await recon.readFiles()
}

/** Imports the missing files of the oldest open day, or a late row if no day is open. */
async function importFiles(server: TestServer, recon: ReconScenario, choices: Choices): Promise<void> {
  const days = await recon.days()
  const day = days.filter((each) => each.state === 'waiting').at(-1)
  if (!day) {
    if (days[0]) await importLateRow(recon, days[0], choices)
    return
  }
  for (const source of day.missing) {
    const file =
      source === 'channel' ? channelFileOf(day, await recon.paymentsOn(day.channelId, day.day), choices) : await bankStatementOf(server, day, choices)
    await recon.send(day.channelId, source, file)
    await recon.readFiles()
  }
}

/** Treats a difference in one of the permitted ways, or decides a proposal as another user. */
async function treatDifference(server: TestServer, recon: ReconScenario, item: ReconItem, { b, c }: Choices): Promise<void> {
  const target = recon.target(item)
  const callOperation = (operation: 'take' | 'wait' | 'toException' | 'withdraw') => server.call('finance', `reconciliation.${operation}`, target, at)
  if (item.state === 'proposed' && c % 9 === 8) await callOperation('withdraw')
  else if (item.state === 'proposed') await server.call('centre', 'reconciliation.decide', { ...target, approve: c % 4 < 3, reason: '已核对' }, at)
  else if (b % 7 === 0) await callOperation('take')
  else if (b % 7 === 1) await callOperation('wait')
  else if (b % 7 === 2) await callOperation('toException')
  else {
    const treatment = item.treatments[c % Math.max(1, item.treatments.length)]
    const dueOn = shiftDay(dayOf(server.running.kernel.clock.now()), 7)
    if (treatment) await server.call('finance', 'reconciliation.propose', { ...target, treatment, reason: '待核对', dueOn }, at)
  }
}

/** Closes the days that can be closed. Sometimes another user reopens a day. */
async function closeDays(server: TestServer, recon: ReconScenario, { a }: Choices): Promise<void> {
  for (const { id: dayId, version, state } of await recon.days()) {
    if (state === 'differing' || state === 'balanced') await server.call('centre', 'reconciliation.close', { dayId, version }, at)
    else if (state === 'closed' && a % 9 === 0) await server.call('caiwu', 'reconciliation.reopen', { dayId, version, reason: '补传文件' }, at)
  }
}

/** Runs one round of reconciliation: files, differences, closing. */
export async function reconcile(server: TestServer, choices: Choices): Promise<void> {
  const recon = reconciliationScenario(server)
  await server.job('reconciliation.begin')
  await importFiles(server, recon, choices)
  await server.job('reconciliation.follow')
  const { rows } = await server.must('finance', 'reconciliation.items', { states: ['proposed', 'open', 'waiting', 'hung'], size: 200 }, at)
  for (const [index, { id }] of rows.slice(0, 3 + (choices.a % 4)).entries())
    await treatDifference(server, recon, await recon.item(id), { a: choices.a, b: choices.b + index, c: choices.c + index })
  await closeDays(server, recon, choices)
}
