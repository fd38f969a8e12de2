import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { atCentre, extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('batch figures for different readers', () => {
  const server = testServer()
  const act = paymentScenario(server)
  let id = 0
  const unitPeople = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds.includes(1))
  const person = (at: number) => unitPeople[at] ?? assert.fail('unit 1 has people')

  before(async () => {
    await extendDocuments(server)
    const { clock, database } = server.running.kernel
    await database.kysely.updateTable('unit_setting_version').set({ evidence_limit_fen: 100_000_000 }).where('setting_id', '=', 12).execute()
    server.advance(Date.parse(`${monthStart(shiftMonth(monthOf(clock.now()), 1))}T12:00:00+08:00`) - clock.now().getTime())
    // Two payees were paid before. One of them is not in the last batch.
    await act.createPaidBatch([{ person: person(0), yuan: '60000.00' }])
    await server.settle(2)
    await act.createPaidBatch([{ person: person(1), yuan: '500.00' }])
    await server.settle(2)
    const rows = [0, 1, 2].map((at) => ({ person: person(at), yuan: at === 0 ? '50000.00' : '500.00' }))
    id = (await act.check(await act.submit(await act.draft(rows)))).id
  })

  test('trial and payment sample count the same new payees and changed cards', async () => {
    const trial = await server.must('maker', 'payments.trial', { id })
    const sample = await server.must('payer', 'payments.sample', { id })
    assert.deepEqual([trial.compared.newPayees, trial.compared.changedCards], [sample.newPayees, sample.changedCards])
    const trialOfAuditor = await server.must('auditor', 'payments.trial', { id }, atCentre)
    assert.equal(trialOfAuditor.compared.newPayees, sample.newPayees)
  })

  test('maker and auditor see the same VAT on earlier payments', async () => {
    const issueOf = async (who: string, at?: typeof atCentre) => {
      const { watch } = await server.must(who, 'payments.trial', { id }, at)
      return watch.find((each) => each.issue.code === 'W303')?.issue.values.amount
    }
    const { rows } = await server.must('maker', 'lines.list', { batchId: id })
    const amountInList = rows.flatMap((row) => row.issues).find((issue) => issue.code === 'W303')?.values.amount
    assert.equal(amountInList, '¥594.06', '1 % within the 60,000.00 that were paid before')
    assert.deepEqual([await issueOf('maker'), await issueOf('auditor', atCentre)], [amountInList, amountInList])
  })
})
