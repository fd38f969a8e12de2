import { sql } from 'kysely'
import { approvePayment, batchFileOf, importBatch, makePayable } from '#/bench/batches.ts'
import { type BenchFigure, formatMs, measureMs } from '#/bench/figure.ts'
import { fillTables } from '#/bench/fill-tables.ts'
import { peakMemoryOf } from '#/bench/memory.ts'
import { addPayees } from '#/bench/people.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { extendDocuments } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const lineCount = 5000
const orderCount = 200_000
const movementCount = 100_000
const maxGrowthMegabytes = 100

const db = (server: TestServer) => server.running.kernel.database.kysely
const analyze = (server: TestServer) => asOwner(server.running.kernel.database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })

async function lastTask(server: TestServer, job: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`select data from pgboss.job where name = ${job} order by created_on desc limit 1`.execute(
    db(server),
  )
  return rows[0]?.data ?? {}
}

function memoryFigure(what: string, { first, second }: { first: number; second: number }, note: string): BenchFigure {
  const growth = second - first
  return {
    what,
    baseline: `at most ${Math.round(first)} MB in the first half`,
    ours: `at most ${Math.round(second)} MB in the second`,
    ratio: `${growth >= 0 ? '+' : ''}${Math.round(growth)} MB (goal ≤ ${maxGrowthMegabytes} MB)`,
    isMet: growth <= maxGrowthMegabytes,
    note,
  }
}

/** Measures the memory of the job that archives a paid batch of 5,000 lines, with one receipt per line. */
async function measureArchive(server: TestServer): Promise<BenchFigure[]> {
  const payees = await addPayees(server, lineCount)
  const { id } = await importBatch(server, await batchFileOf(payees, 0))
  await approvePayment(server, id, await makePayable(server, id))
  await server.job('payouts.sweep')
  await server.must('maker', 'dossiers.archive', { batchIds: [id] })
  const requestedTask = await lastTask(server, 'dossiers.archive')
  let elapsedMs = 0
  const peakMemory = await peakMemoryOf(async () => {
    elapsedMs = await measureMs(() => server.job('dossiers.archive', requestedTask))
  })
  const { rows } = await sql<{ size: number }>`select size_bytes as size from stored_file where purpose = 'export' order by created_at desc limit 1`.execute(
    db(server),
  )
  const size = Math.round((rows[0]?.size ?? 0) / 1024 / 1024)
  return [
    memoryFigure(
      `Memory while the archive of 5,000 lines is made (${server.running.kernel.database.engine})`,
      peakMemory,
      `an archive of ${size} MB in ${formatMs(elapsedMs)}; the memory of the whole process`,
    ),
  ]
}

/** Adds a day of 200,000 orders to our books, the channel's file and the bank statement, with ten differences. */
async function addDay(server: TestServer, channelId: number, day: string): Promise<void> {
  const at = `'${day} 10:00:00+08'::timestamptz`
  const ordersQuery = `select at, 'RB' || lpad(at::text, 8, '0') as request, 'SB' || at as serial, 10000 + at as fen from generate_series(1, ${orderCount}) at`
  const reconFileFill = (source: 'channel' | 'bank') => ({
    table: 'recon_file',
    from: 'select 1 as at',
    given: {
      channel_id: String(channelId),
      centre_id: '2',
      source: `'${source}'`,
      file_id: 'gen_random_uuid()',
      name: `'${source}'`,
      sha256: `'${source}'`,
      first_day: `'${day}'`,
      last_day: `'${day}'`,
      row_count: String(orderCount),
      state: "'read'",
      added_at: at,
    },
  })
  const reconRowFill = (source: 'channel' | 'bank') => ({
    table: 'recon_row',
    from: `${ordersQuery} where at % 40000 <> ${source === 'channel' ? 7 : 9}`,
    given: {
      file_id: `(select id from recon_file where sha256 = '${source}')`,
      channel_id: String(channelId),
      centre_id: '2',
      source: `'${source}'`,
      day: `'${day}'`,
      on_day: `'${day}'`,
      direction: "'out'",
      serial: 'source.serial',
      request_no: source === 'channel' ? 'source.request' : "''",
      amount_fen: 'source.fen',
    },
  })
  await fillTables(server, [
    {
      table: 'payout_attempt',
      from: ordersQuery,
      given: {
        month: `'${day.slice(0, 7)}-01'`,
        line_id: '900000000 + at',
        centre_id: '2',
        unit_id: '1',
        attempt_no: '1',
        channel_id: String(channelId),
        request_no: 'source.request',
        channel_ref: 'source.serial',
        amount_fen: 'source.fen',
        state: "'success'",
        created_at: at,
        sent_at: at,
        finished_at: at,
      },
    },
    reconFileFill('channel'),
    reconFileFill('bank'),
    reconRowFill('channel'),
    reconRowFill('bank'),
  ])
  await analyze(server)
}

async function measureMatching(server: TestServer): Promise<BenchFigure> {
  const { rows } = await sql<{ id: number }>`select id from channel where centre_id = 2 and kind = 'sandbox' order by id limit 1`.execute(db(server))
  const channelId = rows[0]?.id ?? 0
  const day = shiftDay(dayOf(server.running.kernel.clock.now()), -2)
  await addDay(server, channelId, day)
  const attemptsQuery = sql`select request_no as key, amount_fen as fen from payout_attempt where channel_id = ${channelId} and state = 'success'
    and finished_at >= ${`${day} 00:00+08`}::timestamptz and finished_at < ${`${day} 24:00+08`}::timestamptz`
  const reportedRowsQuery = (source: string) =>
    sql`select request_no as key, serial, amount_fen as fen from recon_row where channel_id = ${channelId} and source = ${source} and day = ${day}::date`
  const baselineMs = await measureMs(() =>
    asOwner(
      server.running.kernel.database,
      async (trx) => {
        await sql`select count(*) from (${attemptsQuery}) own full join (${reportedRowsQuery('channel')}) file using (key) where own.fen is distinct from file.fen`.execute(
          trx,
        )
        await sql`select count(*) from (${reportedRowsQuery('channel')}) file full join (${reportedRowsQuery('bank')}) bank using (serial) where file.fen is distinct from bank.fen`.execute(
          trx,
        )
      },
      { statementMs: 0 },
    ),
  )
  const elapsedMs = await measureMs(() => server.job('reconciliation.begin'))
  const matchedDay = (await server.must('finance', 'reconciliation.days', {}, { centre: 2, mode: 2 })).rows.find((each) => each.day === day)
  if (matchedDay?.state !== 'differing') throw new Error(`the day is ${matchedDay?.state}`)
  return {
    what: `Matching a day of 200,000 orders: books, channel, bank (${server.running.kernel.database.engine})`,
    baseline: `the three sides joined bare: ${formatMs(baselineMs)}`,
    ours: formatMs(elapsedMs),
    ratio: `${(elapsedMs / baselineMs).toFixed(1)}× (goal ≤ 10×)`,
    isMet: elapsedMs <= baselineMs * 10,
    note: 'ours names 200,000 rows of the statement by the serials of the channel, keeps the differences with their steps and sums the three sides',
  }
}

/** Measures building the statement of a unit with 100,000 movements in the month, and its workbook. */
async function measureStatement(server: TestServer): Promise<BenchFigure[]> {
  const month = shiftMonth(monthOf(server.running.kernel.clock.now()), -1)
  const at = `'${monthStart(month)} 12:00:00+08'::timestamptz + make_interval(secs => source.at)`
  await fillTables(server, [
    {
      table: 'ledger_journal',
      from: `select at from generate_series(1, ${movementCount}) at`,
      given: {
        kind: "'adjustment'",
        ref_type: "'adjustment'",
        ref_id: 'at',
        ref_no: "'SM' || at",
        idem_key: "'sm' || at",
        centre_id: '2',
        mode: '2',
        unit_id: '1',
        entries: '2',
        at,
      },
    },
    ...[0, 1].map((side) => ({
      table: 'ledger_entry',
      from: "select *, row_number() over (order by id) as turn from ledger_journal where idem_key like 'sm%'",
      given: {
        month: `'${monthStart(month)}'`,
        journal_id: 'source.id',
        line: String(side + 1),
        centre_id: '2',
        unit_id: side === 0 ? '1' : 'null',
        account_id: `(select id from account where centre_id = 2 and mode = 2 and ${side === 0 ? "kind = 'unit_available' and unit_id = 1" : "kind = 'bank'"})`,
        amount_fen: side === 0 ? 'case when source.turn % 2 = 0 then 100 else -100 end' : 'case when source.turn % 2 = 0 then -100 else 100 end',
        balance_after_fen: '1000000',
      },
    })),
  ])
  await analyze(server)
  const baselineMs = await measureMs(() =>
    sql`select entry.centre_id, journal.mode, journal.unit_id, journal.kind, account.kind, count(distinct journal.id), sum(entry.amount_fen)
      from ledger_entry entry join ledger_journal journal on journal.id = entry.journal_id join account on account.id = entry.account_id
      where entry.month = ${monthStart(month)}::date and journal.unit_id is not null group by 1, 2, 3, 4, 5`.execute(db(server)),
  )
  const elapsedMs = await measureMs(() => server.job('prepayments.issueStatements'))
  const [row] = (await server.must('maker', 'prepayments.statements', {})).rows.filter((each) => each.mode === 2 && each.month === month)
  if (!row || row.journals < movementCount) throw new Error(`a statement of ${row?.journals} movements`)
  await server.must('maker', 'prepayments.statementSheet', { statementId: row.id })
  const requestedTask = await lastTask(server, 'prepayments.statementSheet')
  let sheetMs = 0
  const peakMemory = await peakMemoryOf(async () => {
    sheetMs = await measureMs(() => server.job('prepayments.statementSheet', requestedTask))
  })
  const { engine } = server.running.kernel.database
  return [
    {
      what: `Statement of a unit with 100,000 movements (${engine})`,
      baseline: `the entries of the month summed by unit, kind and account, bare: ${formatMs(baselineMs)}`,
      ours: `${formatMs(elapsedMs)} for all statements of the month`,
      ratio: `${(elapsedMs / baselineMs).toFixed(1)}× (goal ≤ 4×)`,
      isMet: elapsedMs <= baselineMs * 4,
      note: 'opening, ten sums and closing of every unit of every centre, stored, notified; the baseline is one query over the same entries, without opening and closing',
    },
    memoryFigure(
      `Memory while the workbook of 100,000 movements is written (${engine})`,
      peakMemory,
      `written in ${formatMs(sheetMs)}; the memory of the whole process`,
    ),
  ]
}

/** Measures the work after payment: a batch's archive, a day's matching and a month's statement. */
export async function run(): Promise<BenchFigure[]> {
  const server = await startTestServer()
  await extendDocuments(server)
  const figures = [...(await measureArchive(server)), await measureMatching(server), ...(await measureStatement(server))]
  await server.close()
  return figures
}
