import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// The server's database role writes the invoiced parts of payments. The database must refuse every wrong row that this
// role could write.

interface Part {
  readonly application: number
  readonly line: number
  readonly amount: string
  readonly red?: number
  readonly other?: Readonly<Record<string, string>>
}

class RolledBack extends Error {}

describe('invoiced parts of payments', () => {
  const server = testServer()
  const heldApplications = { application: 0, other: 0 }
  let payments: readonly number[] = []
  const db = () => server.running.kernel.database.kysely

  const insert = ({ application, line, amount, red, other = {} }: Part) => {
    const columns = { month: 'month', batch_id: 'batch_id', centre_id: 'centre_id', unit_id: 'unit_id', mode: 'mode', ...other }
    return `insert into invoice_line (application_id, red_id, line_id, amount_fen, ${Object.keys(columns).join(', ')})
      select ${application}, ${red ?? 'null::bigint'}, id, ${amount}, ${Object.values(columns).join(', ')} from payment_line where id = ${line}`
  }
  /** Runs statements as the server's role and rolls them back. */
  const runRolledBack = (...queries: string[]) =>
    inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '5' }, async (trx) => {
      for (const query of queries) await sql`${sql.raw(query)}`.execute(trx)
      throw new RolledBack('done')
    }).catch((error: Error) => error.message)

  before(async () => {
    await extendDocuments(server)
    const scenario = paymentScenario(server)
    const { ordinary } = demoPeople()
    await scenario.createPaidBatch(ordinary.slice(0, 3).map((person) => ({ person, yuan: '100.00' })))
    await server.settle(2)
    const { rows } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(db())
    const title = await server.must('payer', 'titles.create', { name: rows[0]?.name ?? '', taxNo: rows[0]?.code ?? '', email: 'fp@xinghe.cn' })
    const { places } = await server.must('payer', 'invoices.terms', {})
    const category = places.find((place) => place.centreId === 2)?.categories[0] ?? ''
    const apply = async (amount: string) => {
      const form = { centreId: 2, basis: 'amount' as const, amount, titleId: title.id, kind: 'ordinary' as const, category, remark: '', email: 'fp@xinghe.cn' }
      return (await server.must('payer', 'invoices.apply', form)).id
    }
    heldApplications.application = await apply('60.00')
    heldApplications.other = await apply('10.00')
    const lines = await sql<{ id: number }>`select id from payment_line where unit_id = 1 and state = 'success' order by finished_at, id`.execute(db())
    payments = lines.rows.map(({ id }) => id)
    assert.equal(payments.length, 3)
  })

  test('no row-level trigger runs when invoiced parts are inserted', async () => {
    const { rows } = await sql<{ name: string }>`select tgrelid::regclass || '.' || tgname as name from pg_trigger
      where tgrelid = any(array['invoice_line', 'invoice_use', 'business_invoice_use']::regclass[]) and tgtype & 1 = 1 and tgtype & 4 = 4`.execute(db())
    assert.deepEqual(rows, [])
  })

  test('an invoiced part must match a successful payment and fit within its cost', async () => {
    const freePart = { application: heldApplications.application, line: payments[2] ?? 0, amount: 'cost_fen' }
    assert.equal(await runRolledBack(insert(freePart)), 'done')
    for (const change of [{ month: "(month - interval '1 month')::date" }, { batch_id: 'batch_id + 1' }, { mode: '1' }, { unit_id: '2' }, { centre_id: '3' }])
      assert.match(await runRolledBack(insert({ ...freePart, other: change })), /^invoice_line: /, JSON.stringify(change))
    assert.match(await runRolledBack(insert({ ...freePart, amount: 'cost_fen + 1' })), /invoice_use_within_cost/)
    assert.match(
      await runRolledBack(insert({ ...freePart, amount: 'cost_fen - 1' }), insert({ ...freePart, application: heldApplications.other, amount: '2' })),
      /invoice_use_within_cost/,
    )
    const insertUnknownLine = `insert into invoice_line (application_id, month, line_id, batch_id, centre_id, unit_id, mode, amount_fen)
      select ${heldApplications.application}, month, 999999999, batch_id, centre_id, unit_id, mode, 1 from payment_line where id = ${freePart.line}`
    assert.match(await runRolledBack(insertUnknownLine), /only payments that were not returned/)
  })

  test('an invoiced part needs an existing application and red letter of the same owner', async () => {
    const freeLine = { line: payments[2] ?? 0, amount: '100' }
    assert.match(await runRolledBack(insert({ ...freeLine, application: 999_999 })), /the application must be the payer's/)
    const columns = `title_id, title, kind, category, goods, tax_code, email, basis, amount_fen, price_fen, tax_fen, rate_ppm, policy_version, line_count, batch_count, invoice_count,
      applied_by, applied_at, centre_id`
    const insertForeign = `insert into invoice_application (id, no, mode, unit_id, ${columns}) select 888888, 'FOREIGN', %, ${columns} from invoice_application where id = ${heldApplications.application}`
    for (const modeAndUnit of ['mode, (select min(id) from unit where id <> 1)', '1, unit_id'])
      assert.match(
        await runRolledBack(insertForeign.replace('%', modeAndUnit), insert({ ...freeLine, application: 888_888 })),
        /the application must be the payer's/,
        modeAndUnit,
      )
    assert.match(await runRolledBack(insert({ application: heldApplications.application, line: payments[0] ?? 0, amount: '-1', red: 999_999 })), /red letter/)
  })

  test('an application can release only its own parts, up to its reserved amount', async () => {
    const firstPayment = payments[0] ?? 0
    const heldLine = { application: heldApplications.application, line: firstPayment }
    const { rows } = await sql<{
      fen: number
    }>`select sum(amount_fen)::int as fen from invoice_line where application_id = ${heldApplications.application}`.execute(db())
    assert.equal(await runRolledBack(insert({ ...heldLine, amount: `-${rows[0]?.fen}` })), 'done')
    assert.match(await runRolledBack(insert({ ...heldLine, amount: `-${rows[0]?.fen} - 1` })), /releases only amounts that it holds/)
    assert.match(
      await runRolledBack(insert({ ...heldLine, application: heldApplications.other, line: payments[2] ?? 0, amount: '-1' })),
      /releases only amounts that it holds/,
    )
    assert.match(await runRolledBack(insert({ ...heldLine, amount: '-1', other: { batch_id: 'batch_id + 1' } })), /releases only amounts that it holds/)
  })

  test('only an issued red letter releases the parts of an issued invoice', async () => {
    const releasedPart = { application: heldApplications.application, line: payments[0] ?? 0, amount: '-1' }
    const ownApplication = `application_id = ${heldApplications.application}`
    const issueStatement = `update invoice set state = 'issued', number = lpad('7', 20, '7'), issued_on = current_date, issued_by = 5, issued_at = now() where ${ownApplication}`
    const red = `insert into red_letter (id, invoice_id, application_id, centre_id, unit_id, mode, reason, amount_fen, price_fen, tax_fen, code, created_by, created_at)
      select 777777, id, application_id, centre_id, unit_id, mode, 'returned', 1, 1, 0, '01', 5, now() from invoice where ${ownApplication}`
    const issueRed = `update red_letter set is_issued = true, number = lpad('8', 20, '8'), issued_on = current_date, issued_by = 5, issued_at = now() where id = 777777`
    assert.equal(await runRolledBack(insert(releasedPart)), 'done')
    assert.match(await runRolledBack(issueStatement, insert(releasedPart)), /only a red letter releases/)
    assert.match(await runRolledBack(issueStatement, red, insert({ ...releasedPart, red: 777_777 })), /only a red letter releases/)
    assert.equal(await runRolledBack(issueStatement, red, issueRed, insert({ ...releasedPart, red: 777_777 })), 'done')
    assert.match(await runRolledBack(issueStatement, red, issueRed, insert({ ...releasedPart, red: 777_777, amount: '-2' })), /only a red letter releases/)
  })

  test('applications with invoiced parts and their payments cannot be deleted', async () => {
    const runAsOwner = (query: string) => sql`${sql.raw(query)}`.execute(db())
    await assert.rejects(runAsOwner(`delete from invoice_application where id = ${heldApplications.application}`), /append-only/)
    await assert.rejects(runAsOwner(`update payment_line set id = id + 1000000 where id = ${payments[0]}`), /append-only/)
    await assert.rejects(runAsOwner(`delete from payment_line where id = ${payments[0]}`), /queued line cannot be deleted/)
  })
})
