import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import { demoPassword } from '#/demo/accounts.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { testServer } from '#/server/tests/testing.ts'

/** Retries while the server reports that it is busy, as a browser does. */
async function retryWhileBusy<T extends { readonly error?: string | undefined }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.error !== 'busy') return answer
    await sleep(100)
  }
}

/** Returns a gate that blocks work until the test opens it. */
function createGate() {
  let open: () => void = () => undefined
  const untilOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened: untilOpen, open: () => open() }
}

describe('slow work outside transactions', () => {
  const server = testServer({ perMinute: 1_000_000 })

  const job = () => jobContext(server.running.kernel, () => false)
  const listPayments = () => server.must('maker', 'payments.list', {})

  test('a list still responds while 250 requests hash passwords and write files', async () => {
    const usernames = ['checker', 'payer', 'unit1', 'auditor']
    const batch = await server.must('maker', 'payments.create', { orderId: 12 })
    const bytes = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#7a9' } })
      .png()
      .toBuffer()
    const [hashes, store] = [createGate(), createGate()]
    const { verify } = argon2
    const { kernel } = server.running
    const originalWrite = kernel.store.write.bind(kernel.store)
    const slowHash = mock.method(argon2, 'verify', async (hash: string, password: string) => {
      await hashes.opened
      return verify(hash, password)
    })
    const slowStore = mock.method(kernel.store, 'write', async (id: string, bytes: Uint8Array) => {
      await store.opened
      return originalWrite(id, bytes)
    })
    const waitUntil = async (isSo: () => boolean) => {
      while (!isSo()) await sleep(10)
    }
    const pendingCalls: Promise<{ readonly error?: string | undefined }>[] = []
    try {
      for (let at = 0; at < 50; at++) {
        const file = { filename: `${at}.png`, mediaType: 'image/png', bytes }
        pendingCalls.push(retryWhileBusy(() => server.call('maker', 'payments.attach', { id: batch.id, kind: 'other', file })))
      }
      await waitUntil(() => slowStore.mock.callCount() >= 50)
      for (let at = 0; at < 200; at++)
        pendingCalls.push(retryWhileBusy(() => server.call(null, 'auth.login', { username: usernames[at % usernames.length] ?? '', password: demoPassword })))
      await waitUntil(() => slowHash.mock.callCount() >= 2)
      assert.ok((await listPayments()).rows.length > 0, 'the list answers while all of them wait')
      assert.equal((await server.must('maker', 'payments.get', { id: batch.id })).id, batch.id, 'and so does the batch that the papers belong to')
    } finally {
      hashes.open()
      store.open()
    }
    const answers = await Promise.all(pendingCalls)
    slowHash.mock.restore()
    slowStore.mock.restore()
    assert.deepEqual([...new Set(answers.map((answer) => answer.error))], [undefined])
    const evidenceList = await server.must('maker', 'payments.evidence', { id: batch.id })
    assert.equal(evidenceList.length, 50)
  })

  test('a transaction that requests slow work is undone and restarts with the result', async () => {
    const actions: string[] = []
    const value = await job().run('test', async (ctx) => {
      actions.push('began')
      await ctx.db.insertInto('counter').values({ name: 'test-outside', value: 1 }).execute()
      const doubledValue = await ctx.outside('double', 21, async () => {
        actions.push('worked')
        return 42
      })
      return doubledValue
    })
    assert.deepEqual([value, actions], [42, ['began', 'worked', 'began']])
    const rows = await job().run('test', (ctx) => ctx.db.selectFrom('counter').selectAll().where('name', '=', 'test-outside').execute())
    assert.equal(rows.length, 1)
  })

  test('a caller that catches the error of failed slow work continues', async () => {
    const caughtError = await job().run('test', async (ctx) =>
      ctx
        .outside('refused', 1, () => Promise.reject(new Refusal('test_refused', { zh: '不', en: 'no', es: 'no', ja: '否' })))
        .catch((error: unknown) => (error instanceof Refusal ? error.error : 'something else')),
    )
    assert.equal(caughtError, 'test_refused')
  })

  test('an operation that catches the restart signal of its transaction still gets the result', async () => {
    const outcomes: string[] = []
    const answer = await job().run('test', async (ctx) => {
      const outcome = await ctx.outside('quiet', 1, async () => 'the result').catch(() => 'a fault')
      outcomes.push(outcome)
      return outcome
    })
    assert.deepEqual([answer, outcomes], ['the result', ['a fault', 'the result']])
  })

  test('slow work is repeated when its inputs have changed', async () => {
    let storedValue = 'old'
    const handledValues: string[] = []
    const value = await job().run('test', async (ctx) => {
      const valueAtRequest = storedValue
      return ctx.outside('compare', valueAtRequest, async () => {
        handledValues.push(valueAtRequest)
        storedValue = 'new'
        return valueAtRequest
      })
    })
    assert.deepEqual([value, handledValues], ['new', ['old', 'new']])
  })

  test('an operation that requests different slow work on every run is stopped', async () => {
    await assert.rejects(
      job().run('test', (ctx) => ctx.outside('moving', ctx.newId(), async () => 1)),
      /other slow work each time/,
    )
  })

  test('starting slow work inside an open transaction throws an error', async () => {
    await assert.rejects(
      job().run('test', () => server.running.kernel.store.read('00000000-0000-4000-8000-000000000000')),
      /inside a transaction/,
    )
  })
})
