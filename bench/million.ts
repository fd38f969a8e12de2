import { sql } from 'kysely'
import { demoPeople } from '#/db/demo/load.ts'
import { asOwner } from '#/server/kernel/transaction.ts'
import { story } from '#/server/payments/testing.ts'
import type { TestServer } from '#/server/testing.ts'

const batches = 2000
const linesEach = 500

/** Indexes that are cheaper to make anew than to fill row by row. */
interface Index {
  readonly name: string
  readonly definition: string
}

const grown = ['payment_line', 'payout_attempt', 'voucher'] as const

/** The columns of a table, each as in the template row but for those that are given. */
async function columnsOf(db: Parameters<Parameters<typeof asOwner>[1]>[0], table: string, given: Readonly<Record<string, string>>) {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} order by ordinal_position`.execute(db)
  const names = rows.map((row) => row.name).filter((name) => given[name] !== '')
  return { names: names.join(', '), values: names.map((name) => given[name] ?? `template.${name}`).join(', ') }
}

/**
 * Fills a demo with a million paid lines of 2,000 batches over twelve months, with their attempts and receipts: a quarter of unit 1, the others of the other
 * units of centre 2. Set-based, with indexes made afterwards; foreign keys and triggers of these tables are given up, as the database is thrown away.
 */
export async function addMillion(server: TestServer): Promise<number> {
  const { ordinary } = demoPeople()
  await story(server).paid(ordinary.slice(0, 3).map((person) => ({ person, yuan: '100.00' })))
  await server.settle(2)
  await asOwner(
    server.running.kernel.database,
    async (trx) => {
      const run = (text: string) => sql.raw(text).execute(trx)
      const { rows: indexes } = await sql<Index>`select pg_class.relname as name, pg_get_indexdef(pg_class.oid) as definition
        from pg_index join pg_class on pg_class.oid = indexrelid
        where indrelid = any(array['payment_line', 'payout_attempt', 'voucher']::regclass[]) and not indisprimary
          and not exists (select from pg_constraint where conindid = indexrelid)`.execute(trx)
      for (const each of indexes) await run(`drop index ${each.name}`)
      const { rows: keys } = await sql<{ place: string; name: string }>`select conrelid::regclass::text as place, conname as name from pg_constraint
        where conrelid = any(array['payment_line', 'payout_attempt', 'voucher']::regclass[]) and contype = 'f' and conparentid = 0`.execute(trx)
      for (const { place, name } of keys) await run(`alter table ${place} drop constraint ${name}`)
      for (const table of grown) await run(`alter table ${table} disable trigger user`)
      const batch = await columnsOf(trx, 'payment_batch', {
        id: '',
        no: "'BN' || lpad(at::text, 6, '0')",
        month: "date_trunc('month', now() - make_interval(months => 11 - (at - 1) * 12 / $batches))::date",
        unit_id: 'setting.unit_id',
        state: "'closed'",
        line_count: String(linesEach),
        success_count: String(linesEach),
        retry_of_batch_id: 'null',
        file_sha256: 'null',
      })
      await run(
        `with setting as (select unit_id, row_number() over (order by unit_id) - 1 as place, count(*) over () as many from unit_setting where centre_id = 2 and mode = 2),
          template as (select * from payment_batch where centre_id = 2 and mode = 2 and unit_id = 1 and state in ('closed', 'paid') order by id limit 1)
        insert into payment_batch (${batch.names}) select ${batch.values} from generate_series(1, $batches) at cross join template
          join setting on setting.place = case when at % 4 = 0 then 0 else at % setting.many end order by at`.replaceAll('$batches', String(batches)),
      )
      const line = await columnsOf(trx, 'payment_line', {
        id: '',
        month: 'batch.month',
        batch_id: 'batch.id',
        unit_id: 'batch.unit_id',
        seq: 'place',
        no: "batch.no || '-' || lpad(place::text, 4, '0')",
        operator_id: '100000 + place',
        retry_of_line_id: 'null',
        finished_at: "batch.month + interval '10 days'",
      })
      await run(`with template as (select * from payment_line where centre_id = 2 and mode = 2 and unit_id = 1 and state = 'success' order by id limit 1)
        insert into payment_line (${line.names}) select ${line.values} from template cross join payment_batch batch cross join generate_series(1, ${linesEach}) place
        where batch.no like 'BN%' order by batch.id, place`)
      await run(`insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, channel_ref, amount_fen, state, created_at, sent_at, finished_at)
        select month, id, centre_id, unit_id, 1, (select min(id) from channel where centre_id = 2), no || 'R1', 'SB' || no, net_fen, 'success', finished_at, finished_at, finished_at
        from payment_line where no like 'BN%'`)
      await run(`insert into voucher (no, kind, centre_id, unit_id, mode, batch_id, line_id, amount_fen, payer_name, payer_account, payee_name, payee_account, payee_card_no_sealed, payee_bank, bank_serial,
          traded_at, created_at)
        select 'HD' || no, 'payment', centre_id, unit_id, mode, batch_id, id, net_fen, '付款', '1', name, '', card_no_sealed, bank_name, 'SB' || no, finished_at, finished_at
        from payment_line where no like 'BN%'`)
      for (const each of indexes) await run(each.definition.replace(' ON ONLY ', ' ON '))
    },
    { statementMs: 0 },
  )
  await asOwner(server.running.kernel.database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
  const counted = await sql<{ count: number }>`select count(*) as count from payment_line`.execute(server.running.kernel.database.kysely)
  return counted.rows[0]?.count ?? 0
}
