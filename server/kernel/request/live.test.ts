import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { metricsText } from '#/server/kernel/installation/metrics.ts'
import { systemActor, systemScope } from '#/server/kernel/kernel.ts'
import { scopeSettings } from '#/server/kernel/session/session.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer, testServer } from '#/server/tests/testing.ts'

interface OpenedStream {
  readonly status: number
  readonly type: string
  /** All text received so far. */
  readonly text: () => string
  /** Resolves when the requested text arrives. If the stream ends first, resolves with all text received. */
  readonly until: (requested: string) => Promise<string>
  readonly over: Promise<void>
  readonly close: () => void
}

async function portOf({ running }: TestServer): Promise<number> {
  await running.server.listen({ host: '127.0.0.1', port: 0 })
  return (running.server.server.address() as AddressInfo).port
}

describe('live hints', () => {
  const server = testServer({ live: { checkMs: 1000, maxStreams: 220 } })
  let port: number
  before(async () => {
    port = await portOf(server)
  })

  async function tokenOf(username: string): Promise<string> {
    const form = new FormData()
    form.append('username', username)
    form.append('password', demoPassword)
    const answer = await fetch(`http://127.0.0.1:${port}/api/user/login`, { method: 'POST', body: form })
    const { token } = (await answer.json()) as { token: string }
    return token
  }

  function listen(headers: Record<string, string>): Promise<OpenedStream> {
    return new Promise((resolve, reject) => {
      const liveRequest = request({ host: '127.0.0.1', port, path: '/api/live', headers, agent: false }, (answer) => {
        let text = ''
        const pendingChecks = new Set<() => void>()
        const wake = () => {
          for (const each of pendingChecks) each()
        }
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece
          wake()
        })
        const streamEnd = new Promise<void>((end) => answer.on('close', end))
        void streamEnd.then(wake)
        const waitForText = (required: string) =>
          new Promise<string>((settle) => {
            const checkText = () => {
              if (!text.includes(required) && !answer.closed) return
              pendingChecks.delete(checkText)
              settle(text)
            }
            pendingChecks.add(checkText)
            checkText()
          })
        resolve({
          status: answer.statusCode ?? 0,
          type: answer.headers['content-type'] ?? '',
          text: () => text,
          until: waitForText,
          over: streamEnd,
          close: () => liveRequest.destroy(),
        })
      })
      liveRequest.on('error', reject).end()
    })
  }
  const openStreamAs = async (username: string, more: Record<string, string> = {}) => {
    const openStream = await listen({ 'x-token': await tokenOf(username), ...more })
    await openStream.until(': open')
    return openStream
  }
  const db = () => server.running.kernel.database.kysely
  const notify = (kind: string, who: object) => sql`select app.tell(${kind}, ${JSON.stringify(who)}::jsonb)`.execute(db())
  const openStreams = async () => Number(/^live_streams (\d+)$/m.exec(await metricsText())?.[1])
  const waitForStreams = async (count: number) => {
    while ((await openStreams()) !== count) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  test('a hint is sent after a commit and not after a rollback', async () => {
    const maker = await openStreamAs('maker')
    await assert.rejects(
      inTransaction(server.running.kernel.database, scopeSettings(systemActor, systemScope, server.running.kernel.clock.now()), async (trx) => {
        await sql`update topup set reason = reason where unit_id = 1`.execute(trx)
        throw new Error('changed my mind')
      }),
    )
    await paymentScenario(server).draft([{ person: demoPeople().ordinary[0] ?? assert.fail(), yuan: '10.00' }])
    const texts = await maker.until('batches')
    assert.match(texts, /event: changed\ndata: \["batches"\]\n\n/)
    assert.ok(!texts.includes('topups'))
    maker.close()
    await maker.over
  })

  test('a hint reaches only the users concerned and contains no data', async () => {
    const [maker, other, centre, elsewhere, platform, operator, partner] = await Promise.all([
      openStreamAs('maker'),
      openStreamAs('unit2'),
      openStreamAs('centre', { yycenterid: '2', nstype: '2' }),
      openStreamAs('centre', { yycenterid: '5', nstype: '2' }),
      openStreamAs('platform'),
      openStreamAs('operator'),
      openStreamAs('partner'),
    ])
    await notify('topups', { centre: 2, unit: 1 })
    for (const who of [maker, centre, platform]) assert.match(await who.until('topups'), /data: \["topups"\]/)
    const idOf = async (username: string) => (await db().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
    await notify('messages', { user: await idOf('maker') })
    const all = [maker, other, centre, elsewhere, platform, operator, partner]
    for (const username of ['maker', 'unit2', 'centre', 'platform', 'operator', 'partner']) await notify('end', { user: await idOf(username) })
    const texts = await Promise.all(all.map((who) => who.until('"end"')))
    assert.deepEqual(
      texts.map((text) => text.includes('topups')),
      [true, false, true, false, true, false, false],
    )
    assert.deepEqual(
      texts.map((text) => text.includes('messages')),
      [true, false, false, false, false, false, false],
    )
    for (const text of texts) assert.match(text, /^(: open\n\n|:\n\n|event: changed\ndata: \[("[a-z]+",?)+\]\n\n)+$/)
    for (const who of all) who.close()
    await waitForStreams(0)
  })

  test('a live stream ends when its session is signed out or its account is disabled', async () => {
    const token = await tokenOf('payer')
    const [own, other] = [await listen({ 'x-token': token }), await openStreamAs('payer')]
    const form = new FormData()
    form.append('_', '')
    await fetch(`http://127.0.0.1:${port}/api/user/logout_pc`, { method: 'POST', headers: { 'x-token': token }, body: form })
    await own.over
    assert.match(own.text(), /event: over\n/)
    assert.ok(!other.text().includes('over'))
    const secondStream = await listen({ 'x-token': token })
    await secondStream.over
    assert.equal(JSON.parse(secondStream.text()).code, 50008)
    await db().updateTable('app_user').set({ status: accountStatus.disabled }).where('username', '=', 'payer').execute()
    await other.over
    assert.match(other.text(), /event: over\n/)
    await db().updateTable('app_user').set({ status: accountStatus.active }).where('username', '=', 'payer').execute()
  })

  test('a live stream ends when its session expires', async () => {
    const checker = await openStreamAs('checker')
    await sql`update session set expires_at = ${new Date(Date.now() - 1000)} where user_id = 6`.execute(db())
    await checker.over
    assert.match(checker.text(), /event: over\n/)
  })

  test('a live stream requires a valid token and no pending password change', async () => {
    for (const [headers, code] of [
      [{}, 50008],
      [{ 'x-token': 'nobody' }, 50008],
      [{ 'x-token': await tokenOf('newcomer') }, 0],
    ] as const) {
      const refusedStream = await listen(headers)
      await refusedStream.over
      assert.match(refusedStream.type, /json/)
      assert.equal(JSON.parse(refusedStream.text()).code, code)
    }
  })

  test('a sixth live stream of a session is refused until the others close', async () => {
    const token = await tokenOf('unit2')
    const sessionStreams = await Promise.all(Array.from({ length: 5 }, () => listen({ 'x-token': token })))
    assert.deepEqual(
      sessionStreams.map((each) => each.status),
      [200, 200, 200, 200, 200],
    )
    assert.equal((await listen({ 'x-token': token })).status, 429)
    for (const each of sessionStreams) each.close()
    await waitForStreams(0)
    const sixthStream = await listen({ 'x-token': token })
    assert.equal(sixthStream.status, 200)
    sixthStream.close()
    await waitForStreams(0)
  })

  test('a server limits the streams of all accounts, and a closed stream frees its place', async () => {
    const fullServer = await startTestServer({ live: { maxStreams: 3 } })
    const before = port
    port = await portOf(fullServer)
    try {
      const tokens = await Promise.all(['maker', 'checker', 'payer', 'platform', 'operator', 'unit2'].map(tokenOf))
      const openings = await Promise.all([...tokens, ...tokens].map((token) => listen({ 'x-token': token, 'accept-language': 'en' })))
      const [opened, refused] = [openings.filter((each) => each.status === 200), openings.filter((each) => each.status !== 200)]
      assert.deepEqual([opened.length, refused.length, await openStreams()], [3, 9, 3])
      for (const each of refused) {
        await each.over
        const { error, message } = JSON.parse(each.text())
        assert.deepEqual([each.status, error, message], [503, 'busy', 'The system is busy. Try again shortly.'])
      }
      const openAs = async (username: string) => listen({ 'x-token': await tokenOf(username) })
      assert.equal((await openAs('partner')).status, 503)
      opened[0]?.close()
      await waitForStreams(2)
      const nextStream = await openAs('partner')
      assert.deepEqual([nextStream.status, (await openAs('partner')).status], [200, 503])
      for (const each of [...opened, nextStream]) each.close()
      await waitForStreams(0)
    } finally {
      port = before
      await fullServer.close()
    }
  })

  test('two hundred live streams open and close without leaks', async () => {
    const tokens = await Promise.all(['platform', 'maker', 'checker', 'payer'].flatMap((who) => Array.from({ length: 10 }, () => tokenOf(who))))
    for (let round = 0; round < 2; round++) {
      const allStreams = await Promise.all(tokens.flatMap((token) => Array.from({ length: 5 }, () => listen({ 'x-token': token }))))
      assert.ok(allStreams.every((each) => each.status === 200))
      assert.equal(await openStreams(), 200)
      await notify('topups', { centre: 2, unit: 1 })
      for (const each of allStreams) assert.match(await each.until('topups'), /topups/)
      for (const each of allStreams) each.close()
      await waitForStreams(0)
    }
  })

  test('a stopping server tells its clients to reconnect', async () => {
    const secondServer = await startTestServer()
    const before = port
    port = await portOf(secondServer)
    const makerStream = await openStreamAs('maker')
    await secondServer.close()
    await makerStream.over
    assert.match(makerStream.text(), /event: again\n/)
    port = before
  })
})
