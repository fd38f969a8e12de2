import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { maxStatementBytes, maxStatementMegabytes } from '#/domain/base/upload.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const rows = 200_000
const heading = '我方请求号,通道流水号,金额,状态,手续费,完成时间'

describe('files of a day with many payments', () => {
  let server: TestServer
  let channelId = 0
  let day = ''
  before(async () => {
    server = await startTestServer()
    const result = await sql<{ id: number }>`select min(id) as id from channel where centre_id = 2 and kind = 'sandbox'`.execute(
      server.running.kernel.database.kysely,
    )
    channelId = result.rows[0]?.id ?? assert.fail()
    day = shiftDay(dayOf(server.running.kernel.clock.now()), -1)
  })
  after(() => server.close())

  const send = (bytes: Uint8Array) =>
    server.call('finance', 'reconciliation.upload', { channelId, source: 'channel', file: { filename: 'day.csv', mediaType: 'text/csv', bytes } }, atCentre)
  const line = (at: number) =>
    `ZF${day.replaceAll('-', '')}${String(at).padStart(12, '0')}-0001R1,CH${String(at).padStart(20, '0')},1234.56,成功,1.80,${day} 10:30:00`
  const dayFile = (count: number) => Buffer.from([heading, ...Array.from({ length: count }, (_, at) => line(at))].join('\r\n'))

  test('a file with more than 200,000 payments is refused', async () => {
    const bytes = dayFile(rows)
    assert.ok(bytes.byteLength > 15 * 1024 * 1024)
    assert.deepEqual((await send(bytes)).data, { rows, firstDay: day, lastDay: day, skipped: 'none' })
    assert.equal((await send(dayFile(rows + 1))).error, 'tooManySheetRows')
  })

  test('an oversized file and an endless line are refused with a clear message', async () => {
    const oversizedAnswer = await send(Buffer.alloc(maxStatementBytes + 1, 'x'))
    assert.deepEqual([oversizedAnswer.error, oversizedAnswer.message.includes(String(maxStatementMegabytes))], ['fileTooLarge', true])
    const endlessLineAnswer = await send(Buffer.concat([dayFile(1), Buffer.from('\r\n'), Buffer.alloc(30 * 1024 * 1024, ',')]))
    assert.deepEqual([endlessLineAnswer.error, /第 3 行/.test(endlessLineAnswer.message)], ['lineTooLong', true])
  })
})
