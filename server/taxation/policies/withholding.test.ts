import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { payerWithholdingStart } from '#/domain/money/tax-policy.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const morning = (day: string) => Date.parse(`${day}T09:00:00+08:00`)

describe('VAT withheld by the payer (announcement 28 of 2026)', () => {
  let server: TestServer
  const warning = async (who: string) => (await server.must(who, 'tasks.waiting', {})).find(({ kind }) => kind === 'withholdingUndecided')

  before(async () => {
    server = await startTestServer({ clockAheadMs: morning('2026-10-20') - Date.now() })
    await extendDocuments(server)
  })
  after(() => server.close())

  test('tax staff are warned from the first payment until they record the tax office’s answer', async () => {
    const [person] = demoPeople().ordinary
    assert.ok(person)
    await paymentScenario(server).createPaidBatch([{ person, yuan: '500.00' }])
    assert.equal(await warning('caiwu'), undefined, 'payments before the day do not warn')
    server.advance(morning(payerWithholdingStart) - server.running.kernel.clock.now().getTime())
    assert.equal(await warning('caiwu'), undefined, 'without a payment there is nothing to file')
    await paymentScenario(server).createPaidBatch([{ person, yuan: '600.00' }])
    const warningAtFirst = await warning('caiwu')
    assert.deepEqual([warningAtFirst?.count, warningAtFirst?.path.includes('pane=points'), warningAtFirst?.place], [1, true, null])
    assert.equal(await warning('maker'), undefined)
    await server.must('caiwu', 'policies.answer', {
      point: 'U1',
      answer: '平台已代办申报的，付款方不再扣缴',
      source: '12366 工单 20261101',
      answeredOn: payerWithholdingStart,
      file: { filename: '答复.pdf', mediaType: 'application/pdf', bytes: pdfPage('U1') },
    })
    assert.equal(await warning('caiwu'), undefined)
  })
})
