import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { createPlatformAccount, hashChosenPassword } from '#/server/access/auth/public.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { jobs } from '#/server/app/modules.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { closePaidBatches, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Days on which date calculations often fail. With TEST_NOW the whole suite runs on any day (server/tests/day.ts).

const testDays = {
  'the last minutes of a year': '2026-12-31T23:50:00+08:00',
  'the first minute of a quarter': '2027-04-01T00:00:05+08:00',
  'the first day of a week-long holiday': '2026-10-01T09:00:00+08:00',
  'a leap day after the last known law': '2028-02-29T23:59:30+08:00',
}

async function runEveryJob(server: TestServer): Promise<void> {
  for (const { every = {} } of jobs) for (const name of Object.keys(every)) await server.job(name)
}

for (const [name, day] of Object.entries(testDays))
  test(`the demo pays, handles a return and runs its jobs: ${name}`, async () => {
    const server = await startTestServer({ clockAheadMs: Date.parse(day) - Date.now() })
    const { kernel } = server.running
    try {
      await extendDocuments(server)
      await runEveryJob(server)
      const scenario = paymentScenario(server)
      const { specials, ordinary } = demoPeople()
      const paymentRows = [specials.bounces, ordinary[0]].map((person) => ({ person: person ?? assert.fail(), yuan: '4900.00' }))
      const { id } = await scenario.createPaidBatch(paymentRows)
      await server.settle(2)
      assert.equal((await scenario.get(id)).state, 'paid')
      await closePaidBatches(server)
      assert.equal((await scenario.get(id)).state, 'closed')
      await server.job('payouts.sweep')
      const returnedBatch = await scenario.get(id)
      assert.deepEqual([returnedBatch.successCount, returnedBatch.returnedCount], [1, 1])
      const next = monthStart(shiftMonth(monthOf(kernel.clock.now()), 1))
      server.advance(Date.parse(`${next}T00:00:30+08:00`) - kernel.clock.now().getTime())
      await runEveryJob(server)
      assert.deepEqual(await checkInvariants(kernel.database.kysely), [])
    } finally {
      await server.close()
    }
  })

test('an installation beyond the last tax policy starts and reports that a policy is missing', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(testDays['a leap day after the last known law']) })
  try {
    const server = await startTestServer({ mode: 'production' })
    const { database, clock } = server.running.kernel
    const hash = await hashChosenPassword(demoPassword)
    await asOwner(database, (trx) => createPlatformAccount({ trx, now: clock.real(), username: 'keeper' }, hash))
    const { platform } = await server.must('keeper', 'readiness.overview', {})
    assert.equal(platform?.steps.find(({ key }) => key === 'taxPolicy')?.state, 'missing')
    await runEveryJob(server)
    await server.close()
  } finally {
    mock.timers.reset()
  }
})
