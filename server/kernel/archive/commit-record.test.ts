import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { openCommitRecord, type TrailHead } from '#/server/kernel/archive/commit-record.ts'
import { openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import type { Database } from '#/server/lib/database/database.ts'

const now = new Date('2026-11-18T04:00:00Z')

describe('the commit record', () => {
  let database: Database
  let folder: string
  before(async () => {
    database = await openMigratedDatabase()
    folder = mkdtempSync(join(tmpdir(), 'yck-heads-'))
  })
  after(async () => {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const entry = { requestId: 'test', userId: 0, usertype: userType.platform, ip: '-', action: 'integrity.check', outcome: 'done' }
  const append = async (chain: number, expects?: readonly TrailHead[]): Promise<TrailHead> => {
    const { rows } = await sql<{
      head: TrailHead
    }>`select app.audit_append(${JSON.stringify({ ...entry, chain, at: now, expects })}::jsonb) as head`.execute(database.kysely)
    return rows[0]?.head ?? assert.fail()
  }
  const openRecord = (server: string) => openCommitRecord(database, folder, server, now)
  const lostHead = (chain: number, seq: number): TrailHead => ({ chain, seq, hash: `${chain}${seq}`.padStart(64, 'a') })

  test('a lost commit is detected even if later commits have higher numbers', async () => {
    const firstRecord = await openRecord('one')
    firstRecord.remember([lostHead(7, 2)])
    for (let count = 0; count < 4; count++) firstRecord.remember([await append(7)])
    assert.deepEqual(
      (await firstRecord.missing()).map(({ chain, seq }) => [chain, seq]),
      [[7, 2]],
    )
    firstRecord.forget([lostHead(7, 2)])
    assert.deepEqual(await firstRecord.missing(), [])
    assert.deepEqual(
      firstRecord.last().map(({ seq }) => seq),
      [4],
    )
  })

  test("a commit is refused when the database lacks this server's last commits", async () => {
    const first = await append(8)
    const secondRecord = await append(9, [first])
    await append(8, [first, secondRecord])
    await assert.rejects(append(8, [first, lostHead(9, 2)]), { code: 'YC002' })
    assert.equal((await append(8)).seq, 3)
  })

  test('servers that share a folder store their commits and orders separately', async () => {
    const [one, two] = await Promise.all([openRecord('host-3000'), openRecord('host-3001')])
    one.remember([lostHead(3, 5)])
    two.remember([await append(3)])
    const order = { channelId: 1, amount: 100, at: now.toISOString() }
    await Promise.all([one.addOrders([{ ...order, requestNo: 'A' }]), two.addOrders([{ ...order, requestNo: 'B' }])])
    for (const each of [one, two]) each.close()
    const [again, other] = [await openRecord('host-3000'), await openRecord('host-3001')]
    for (const each of [again, other]) {
      assert.deepEqual(
        (await each.missing()).map(({ chain, seq }) => [chain, seq]),
        [[3, 5]],
      )
      assert.deepEqual(
        each
          .ordersSince('2026-11-18')
          .map(({ requestNo }) => requestNo)
          .sort(),
        ['A', 'B'],
      )
    }
    other.forget([lostHead(3, 5)])
    assert.deepEqual(await (await openRecord('host-3000')).missing(), [], 'a recorded loss is not reported again')
  })
})
