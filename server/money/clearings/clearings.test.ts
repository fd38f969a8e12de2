import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Kysely, type QueryExecutor, type QueryExecutorProvider, sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf, monthOf, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { queriesOn } from '#/server/lib/database/queries.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { testQueryBoundaries } from '#/server/money/clearings/boundaries-testing.ts'
import { undecidedClearings } from '#/server/money/clearings/store.ts'
import { atCentre, clearingScenario, type PaidLine, transferSlip } from '#/server/money/clearings/testing.ts'
import { personMonths, policyOn } from '#/server/money/tax/public.ts'
import { taxExcesses } from '#/server/money/tax/store-credits.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

/** VAT at 1 % of 110,000.00. After 60,000.00 is returned, the remaining payment is exempt. */
const vatOfBothPayments = 108_911

/** Returns a connection that explains each statement instead of running it. */
function explainStatements(db: Kysely<Tables>): QueryExecutorProvider {
  const executor = db.getExecutor()
  const executeQuery: QueryExecutor['executeQuery'] = (query) => executor.executeQuery({ ...query, sql: `explain ${query.sql}` })
  const get = (of: QueryExecutor, key: string | symbol): unknown => {
    const property: unknown = key === 'executeQuery' ? executeQuery : Reflect.get(of, key, of)
    return typeof property === 'function' ? property.bind(of) : property
  }
  return { getExecutor: () => new Proxy(executor, { get }) }
}

describe('clearing of excess tax in closed months', () => {
  let server: TestServer
  let scenario: ReturnType<typeof clearingScenario>
  let month: string
  let excess: number
  const person = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))[5] ?? assert.fail('unit 1 has people')
  const payPayee = (yuan: string): Promise<PaidLine> => scenario.payPerson(person, yuan)

  before(async () => {
    server = await startTestServer()
    scenario = clearingScenario(server)
    await scenario.prepareDemo()
    await scenario.linkAccount(person)
    month = monthOf(scenario.now())
  })
  after(() => server.close())

  test('a return that makes a closed month exempt creates one excess, hidden until it is offered', async () => {
    scenario.toMonth(shiftMonth(month, 1))
    month = monthOf(scenario.now())
    const first = await payPayee('60000.00')
    const second = await payPayee('50000.00')
    assert.deepEqual([first.vat, second.vat], [0, vatOfBothPayments])
    scenario.toMonth(shiftMonth(month, 1))
    await scenario.settleMonth(shiftMonth(month, -1))
    await scenario.settleMonth(month)
    await scenario.returnLine(first)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 1)
    assert.equal((await server.must('finance', 'clearings.search', {}, atCentre)).count, 0)
    const foundClearing = await scenario.findClearing()
    excess = foundClearing.amount
    assert.deepEqual(
      [foundClearing.month, foundClearing.vat, foundClearing.surcharge, foundClearing.left],
      [month, vatOfBothPayments, second.surcharge, excess],
    )
    // The month is December, so the excess includes income tax of the whole year.
    assert.ok(foundClearing.iit > 0 && foundClearing.iit <= second.iit)
    assert.equal(foundClearing.amount, foundClearing.vat + foundClearing.surcharge + foundClearing.iit)
    assert.deepEqual([await scenario.ownClearings(), await scenario.brokenInvariants()], [[], []], 'the person sees it only once it is offered')
  })

  const showsSharesOfMonth = async () =>
    (await sql<{ is: boolean }>`select is_whole as is from app.tax_shares(${month}, null, null) where operator_id = ${person.id}`.execute(scenario.db()))
      .rows[0]?.is

  test('the centre cannot choose for the person, and neither offerer nor person can approve', async () => {
    assert.equal(await showsSharesOfMonth(), true)
    await server.must('finance', 'clearings.offer', await scenario.target(), atCentre)
    assert.equal((await server.call('centre', 'clearings.choose', { ...(await scenario.target()), choice: 'credit' }, atCentre)).error, 'notPerson')
    const [offered] = await scenario.ownClearings()
    assert.deepEqual([offered?.state, offered?.amount], ['offered', excess])
    await server.must('subcontractor', 'clearings.choose', { ...(await scenario.target()), choice: 'credit' })
    assert.equal((await server.call('finance', 'clearings.decide', { ...(await scenario.target()), isApproved: true }, atCentre)).error, 'ownOffer')
    const { mobile } = await scenario.db().selectFrom('app_user').select('mobile').where('username', '=', 'centre').executeTakeFirstOrThrow()
    const setMobile = (to: string) => scenario.db().updateTable('app_user').set({ mobile: to }).where('username', '=', 'centre').execute()
    await setMobile('13900001111')
    await scenario.db().updateTable('app_user').set({ mobile: '13900001111' }).where('username', '=', 'subcontractor').execute()
    for (const isApproved of [true, false]) {
      const decision = { ...(await scenario.target()), isApproved, reason: '再核对' }
      assert.equal((await server.call('centre', 'clearings.decide', decision, atCentre)).error, 'ownChoice')
    }
    const centreFilter = { keyword: person.name, isForMe: true }
    const [shown] = (await server.must('centre', 'clearings.list', { keyword: person.name }, atCentre)).rows
    assert.match(shown?.may.decide ?? '', /本人/)
    assert.equal((await server.must('centre', 'clearings.list', centreFilter, atCentre)).count, 0, 'nothing waits for the payee')
    await setMobile(mobile ?? assert.fail('the director has a phone'))
    assert.equal((await server.must('centre', 'clearings.list', centreFilter, atCentre)).count, 1)
    const vatBefore = await scenario.balance('tax_vat')
    await server.must('centre', 'clearings.decide', { ...(await scenario.target()), isApproved: true }, atCentre)
    assert.deepEqual([await scenario.balance('cleared_tax'), (await scenario.balance('tax_vat')) - vatBefore], [excess, -vatOfBothPayments])
    assert.deepEqual(await scenario.brokenInvariants(), [])
    assert.equal(await showsSharesOfMonth(), false, 'a unit does not read the clearing in the certificate of the month')
  })

  test('the database refuses a transfer by the approver, without a user or of a negative amount', async () => {
    const { id } = await scenario.findClearing()
    const startTransfer = (by: string, fen: string) =>
      sql`update tax_clearing set choice = 'refund', transfer_fen = ${sql.raw(fen)}, transfer_by = ${sql.raw(by)} where id = ${id}`.execute(scenario.db())
    await assert.rejects(startTransfer('decided_by', 'left_fen'), /tax_clearing_transfer_by_two/)
    await assert.rejects(startTransfer('null', 'left_fen'), /tax_clearing_transfer/)
    await assert.rejects(startTransfer('offered_by', '-1'), /tax_clearing_transfer/)
  })

  test('the database refuses an approval without an approver, or by the user who offered or chose', async () => {
    const { id } = await scenario.findClearing()
    for (const decider of ['null', 'offered_by', 'chosen_by'])
      await assert.rejects(sql`update tax_clearing set decided_by = ${sql.raw(decider)} where id = ${id}`.execute(scenario.db()), /tax_clearing_by_two/)
  })

  test('after a correction the tax office owes the overpaid difference', async () => {
    assert.equal((await scenario.periodOf(month)).toCorrect, 2, 'the return and the clearing')
    await scenario.correctMonth(month)
    const credits = (await server.must('finance', 'periods.credits', { size: 200 }, atCentre)).rows
    assert.equal(credits.find((credit) => credit.month === month && credit.kind === 'vat')?.amount, vatOfBothPayments)
    assert.deepEqual(await scenario.brokenInvariants(), [])
  })

  test('a credit applies in mode 2 of its centre, but not in mode 1 or at another centre', async () => {
    const month = monthOf(scenario.now())
    const creditIn = (centreId: number, mode: 1 | 2) =>
      jobContext(server.running.kernel, () => false).run('test', async (ctx) => {
        const money = await personMonths(ctx, { centreId, mode, operatorIds: [person.id], month }, await policyOn(ctx, dayOf(scenario.now())))
        return money.get(person.id)?.personMonth.credit?.left ?? 0
      })
    assert.deepEqual([await creditIn(2, 2), await creditIn(2, 1), await creditIn(3, 2)], [excess, 0, 0])
  })

  test('a payment uses a credit, its unit sees only that part, and a return restores the credit', async () => {
    const line = await payPayee('20000.00')
    assert.ok(line.credited > 0, 'the payment uses the credit')
    const fullTax = line.vat + line.surcharge + line.iit + line.credited
    assert.equal(line.net, 2_000_000 - (fullTax - line.credited))
    const row = await scenario.findClearing()
    assert.deepEqual([row.used, row.left, row.state], [line.credited, excess - line.credited, 'approved'])
    assert.deepEqual([await scenario.balance('cleared_tax'), await scenario.brokenInvariants()], [excess - line.credited, []])
    const calculationFor = async (who: 'maker' | 'finance') => (await server.must(who, 'lines.explain', { lineId: line.id }, atCentre)).calculation.credit
    const { clearingId, before, ...parts } = (await calculationFor('finance')) as Record<string, number>
    assert.deepEqual([clearingId, before], [row.id, excess])
    assert.deepEqual(await calculationFor('maker'), parts, 'a unit sees the part of its own line, not the balance')
    assert.equal(
      Object.values(parts).reduce((sum, each) => sum + each, 0),
      line.credited,
    )
    assert.notEqual((await server.call('maker', 'clearings.list', {}, atCentre)).code, 1, 'a unit does not read clearings')
    const tampering = scenario
      .db()
      .transaction()
      .execute(async (trx) => {
        await sql`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, vat_fen, clearing_id, clearing_line_id, at)
          values (2, 2, ${person.id}, ${monthOf(scenario.now())}, ${monthOf(scenario.now())}, 'uncounted', 1, ${row.id}, ${line.id}, now())`.execute(trx)
        throw new Error((await checkInvariants(trx)).map(({ name }) => name).join())
      })
    await assert.rejects(tampering, /INV-72/, 'the books notice a payment that uses more than it was priced with')
    await scenario.returnLine(line)
    assert.deepEqual(
      [(await scenario.findClearing()).used, await scenario.balance('cleared_tax'), await scenario.brokenInvariants()],
      [0, excess, []],
      'a return restores the credit',
    )
  })

  test('a restored credit is refunded once, by a user other than the approver', async () => {
    await server.must('subcontractor', 'clearings.choose', { ...(await scenario.target()), choice: 'refund' })
    await server.must('centre', 'clearings.decide', { ...(await scenario.target()), isApproved: true }, atCentre)
    const refund = { paidOn: dayOf(scenario.now()), serial: 'TK-20261128-1', file: transferSlip }
    const begin = async (who: 'centre' | 'finance') => server.call(who, 'clearings.start', await scenario.target(), atCentre)
    assert.equal((await begin('centre')).error, 'ownApproval')
    assert.equal((await server.call('finance', 'clearings.pay', { ...(await scenario.target()), ...refund }, atCentre)).error, 'noTransfer')
    assert.equal((await begin('finance')).code, 1)
    assert.equal((await begin('finance')).error, 'transferOpen')
    assert.equal((await server.call('centre', 'clearings.pay', { ...(await scenario.target()), ...refund }, atCentre)).error, 'ownApproval')
    const [before, paying] = [await scenario.balance('bank'), await scenario.target()]
    await server.must('finance', 'clearings.pay', { ...paying, ...refund }, atCentre)
    assert.equal((await server.call('finance', 'clearings.pay', { ...paying, ...refund, serial: 'TK-2' }, atCentre)).error, 'wrongState')
    const row = await scenario.findClearing()
    assert.deepEqual([row.state, row.refunded, row.used, row.left], ['done', excess, 0, 0])
    assert.deepEqual([(await scenario.balance('bank')) - before, await scenario.balance('cleared_tax'), await scenario.brokenInvariants()], [excess, 0, []])
  })

  test('accounting vouchers split the surcharges of a clearing by tax', async () => {
    const { accounts } = await server.must('finance', 'accounting.get', { centreId: 2, mode: 2, month: monthOf(scenario.now()) }, atCentre)
    assert.ok(!accounts.some(({ account }) => account === 'tax_surcharge'), 'no account holds the sum')
    const surchargeAccounts = accounts.filter(({ account }) => account === 'tax_city' || account === 'tax_education' || account === 'tax_local_education')
    assert.ok(surchargeAccounts.length > 0 && accounts.some(({ account }) => account === 'cleared_tax'))
  })

  test('the search for clearings and the list of debts use their indexes', async () => {
    const plans = await scenario
      .db()
      .transaction()
      .execute(async (trx) => {
        // The planner would not use an index for the small tables of a test.
        await sql`set local enable_seqscan = off`.execute(trx)
        const db = explainStatements(trx) as Db
        const ctx = { db, ...queriesOn(db), now: scenario.now() } as unknown as Context
        const debtPlan =
          await sql<object>`explain select count(*) from tax_clearing clearing where clearing.centre_id = any('{2}'::bigint[]) and clearing.owed_fen > 0`.execute(
            trx,
          )
        return [await taxExcesses(ctx, [2]), await undecidedClearings(ctx, [2]), debtPlan.rows].map((rows) =>
          rows.flatMap((row) => Object.values(row)).join('\n'),
        )
      })
    const indexes = [/tax_adjustment_(difference|period)/, /tax_clearing_(list|open)/, /tax_clearing_owed/]
    for (const [at, index] of indexes.entries()) assert.match(plans[at] ?? '', index)
  })

  test('the person downloads the confirmation of the clearing', async () => {
    const [row] = await scenario.ownClearings()
    const { fileId } = await server.must('subcontractor', 'clearings.document', { taxClearingId: row?.id ?? 0 })
    const bytes = await server.running.kernel.store.read(fileId)
    assert.equal(Buffer.from(bytes.subarray(0, 5)).toString(), '%PDF-')
    assert.ok(fen(bytes.length) > 1000)
  })

  testQueryBoundaries(() => ({ server, personId: person.id, month, excess, now: scenario.now() }))
})
