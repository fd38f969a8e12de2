import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('hints', () => {
  const server = testServer()
  const database = () => server.running.kernel.database

  test('a hint arrives after its transaction commits, but not after a rollback', async () => {
    const receivedPayloads: string[] = []
    const last = Promise.withResolvers<void>()
    const stop = await database().listen('news', (payload) => {
      receivedPayloads.push(payload)
      if (payload === 'last') last.resolve()
    })
    const sendHint = (payload: string) => asOwner(database(), (trx) => sql`select app.hint('news', ${payload})`.execute(trx))
    await assert.rejects(
      asOwner(database(), async (trx) => {
        await sql`select app.hint('news', 'never')`.execute(trx)
        throw new Error('changed my mind')
      }),
    )
    await asOwner(database(), async (trx) => {
      await sql`select app.hint('news', 'kept')`.execute(trx)
      assert.deepEqual(receivedPayloads, [])
    })
    await sendHint('last')
    await last.promise
    assert.deepEqual(receivedPayloads, ['kept', 'last'])
    await stop()
  })

  test('no database function or queue uses NOTIFY', async () => {
    const { rows: functions } = await sql<{ name: string }>`select proname as name from pg_proc
      where pronamespace in ('public'::regnamespace, 'app'::regnamespace) and prosrc ~* 'pg_notify|notify '`.execute(database().kysely)
    const { rows: queues } = await sql<{ name: string }>`select name from pgboss.queue where notify`.execute(database().kysely)
    assert.deepEqual([functions, queues], [[], []])
  })
})
