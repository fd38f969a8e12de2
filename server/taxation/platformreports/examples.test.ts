import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atCentre } from '#/server/money/payments/testing.ts'
import { exampleOf } from '#/server/tests/examples-testing.ts'
import { startTestServer } from '#/server/tests/testing.ts'

test('the report of a quarter is due by the end of the month after it', async () => {
  const { input, expected } = exampleOf('DER-DUE-04')
  const server = await startTestServer()
  try {
    const [year = '', month = ''] = String(input.period).split('-')
    const quarter = `${year}-Q${Number(month) / 3}`
    const rows = await server.must('finance', 'platformreports.quarters', {}, atCentre)
    assert.equal(rows.find((row) => row.quarter === quarter)?.dueOn, expected.due)
  } finally {
    await server.close()
  }
})
