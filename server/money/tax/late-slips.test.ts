import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { demoPayee, offlineScenario } from '#/server/money/payouts/manual/offline-testing.ts'
import { closeMonth } from '#/server/money/tax/closing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('slips registered after their month was closed', () => {
  const server = testServer()
  let manualScenario: Awaited<ReturnType<typeof offlineScenario>>
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const goTo = (day: string) => server.advance(new Date(`${day}T12:00:00+08:00`).getTime() - now().getTime())
  const personMonth = async (operatorId: number) => {
    const { rows } = await sql<{ month: string; gross: number }>`select month, gross_fen as gross from tax_standing
      where centre_id = 2 and mode = 2 and operator_id = ${operatorId} and gross_fen <> 0 order by month`.execute(db())
    return rows.map(({ month, gross }) => [month, gross])
  }

  before(async () => {
    await extendDocuments(server)
    manualScenario = await offlineScenario(server)
  })

  test('a December slip registered after closing counts its payment once, in January', async () => {
    goTo(`${monthOf(now()).slice(0, 4)}-12-20`)
    const december = monthOf(now())
    const january = shiftMonth(december, 1)
    const people = [demoPayee(20), demoPayee(21)]
    const batch = await manualScenario.payManually(people.map((person) => ({ person, yuan: '10000.00' })))
    await server.settle(1)
    server.advance(60_000)
    const paidAt = manualScenario.clock()
    const { rows: lines } = await server.must('payer', 'lines.list', { batchId: batch.id, size: 10 })
    goTo(monthStart(january))
    await jobContext(server.running.kernel, () => false).run('test', (ctx) => closeMonth(ctx, { centreId: 2, month: december }))
    server.advance(3_600_000)
    const [first, second] = lines.toSorted((a, b) => a.seq - b.seq)
    assert.ok(first && second)
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(first, { paidAt }), atCentre)
    // A slip dated in January causes no adjustment.
    await server.must('finance', 'payouts.registerLine', manualScenario.slipEntry(second), atCentre)
    for (const person of people) assert.deepEqual(await personMonth(person.id), [[january, 1_000_000]])
    // The payee's page follows the month that counts the payment, which is open, and not the day of the slip.
    await db().updateTable('app_user').set({ operator_id: people[0]?.id }).where('username', '=', 'operator').execute()
    const { payment } = await server.must('operator', 'collections.payment', { lineId: first.id })
    assert.deepEqual([payment.tax > 0, payment.taxState], [true, 'withheld'])
    const { rows: open } = await sql`select from tax_reservation where batch_id = ${batch.id} and is_open`.execute(db())
    assert.equal(open.length, 0)
    assert.deepEqual(await checkInvariants(db()), [])
  })
})
