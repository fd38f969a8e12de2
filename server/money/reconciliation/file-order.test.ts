import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { atCentre, extendDocuments } from '#/server/money/payments/testing.ts'
import { applyResponses } from '#/server/money/payouts/dispatch/responses.ts'
import { bankScenario, exceptionScenario, payoutChannelId, replies } from '#/server/money/payouts/testing.ts'
import { channelFile, reconciliationScenario } from '#/server/money/reconciliation/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

/** Returns all orders of some values. */
const permutationsOf = <T>(values: readonly T[]): T[][] =>
  values.length < 2 ? [[...values]] : values.flatMap((value, at) => permutationsOf(values.filter((_, other) => other !== at)).map((rest) => [value, ...rest]))

describe('the files of a channel arrive in any order', () => {
  let server: TestServer
  let bank: ReturnType<typeof bankScenario>
  let desk: ReturnType<typeof exceptionScenario>
  let recon: ReturnType<typeof reconciliationScenario>
  let files = 0
  const today = () => dayOf(server.running.kernel.clock.now())
  /** Builds a channel file with this row of an order and another payment, so that no two files are equal. */
  const fileOf = (day: string, no: string, amount: number, state: '成功' | '失败' | null) => {
    files += 1
    const filler = { requestNo: `FILLER-${files}`, serial: `F${files}`, amount: fen(100) }
    const order = { requestNo: no, serial: `S${files}`, amount: fen(amount) }
    return state === null ? channelFile(day, [filler]) : channelFile(day, [filler, order], ['成功', state])
  }
  const importFiles = async (ordered: readonly ReturnType<typeof channelFile>[]) => {
    for (const file of ordered) await recon.importStatement(payoutChannelId, 'channel', file)
  }
  const differencesOf = async (no: string) => (await server.must('finance', 'reconciliation.items', { keyword: no, size: 200 }, atCentre)).rows
  const openDifferencesOf = async (no: string) => {
    const rows = await differencesOf(no)
    return rows.filter((row) => row.state === 'open').map((row) => [row.direction, row.difference])
  }

  before(async () => {
    server = await startTestServer()
    await extendDocuments(server)
    bank = bankScenario(server)
    desk = exceptionScenario(server)
    recon = reconciliationScenario(server)
    server.advance(dayMs)
  })
  after(async () => {
    try {
      assert.deepEqual(await checkInvariants(server.running.kernel.database.kysely), [])
    } finally {
      await server.close()
    }
  })

  test('a denied and returned payment that the bank makes later stays open', async () => {
    for (const order of permutationsOf([0, 1])) {
      const denied = await bank.sendOneLine((no, net) => [replies.paid(no, net)])
      await bank.sendUnsolicited(replies.failed(denied.no))
      await desk.settle(await desk.findOnly('contradiction'), 'returned')
      const first = today()
      server.advance(dayMs)
      const second = today()
      server.advance(dayMs)
      const ordered = [fileOf(first, denied.no, denied.net, '失败'), fileOf(second, denied.no, denied.net, '成功')]
      await importFiles(order.flatMap((at) => ordered[at] ?? []))
      assert.deepEqual(await openDifferencesOf(denied.no), [['out', -denied.net]], `files ${order.join()}`)
      const endings = (await differencesOf(denied.no)).flatMap((row) => (row.ending === null ? [] : [`${row.direction} ${row.ending}`]))
      assert.deepEqual(endings.sort(), ['in exception', 'out exception'], `files ${order.join()}`)
    }
  })

  test('a second payment after a late success stays open', async () => {
    for (const order of permutationsOf([0, 1, 2])) {
      const late = await bank.sendOneLine((no) => [replies.failed(no)])
      await bank.job().run('test', (ctx) => applyResponses(ctx, payoutChannelId, [replies.paid(late.no, late.net)], 'notify'))
      const days = [today()]
      server.advance(dayMs)
      days.push(today())
      await desk.settle(await desk.findOnly('late_success'), 'paid')
      server.advance(dayMs)
      days.push(today())
      server.advance(dayMs)
      // The bank pays on the first and the third day. Our books have the late success on the second.
      const ordered = days.map((day, at) => fileOf(day, late.no, late.net, at === 1 ? null : '成功'))
      await importFiles(order.flatMap((at) => ordered[at] ?? []))
      assert.deepEqual(await openDifferencesOf(late.no), [['out', -late.net]], `files ${order.join()}`)
    }
  })
})
