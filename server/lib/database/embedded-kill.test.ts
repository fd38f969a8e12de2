import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '#/server/lib/database/database.ts'

const testFolder = mkdtempSync(join(tmpdir(), 'yck-kill-'))
after(() => rmSync(testFolder, { recursive: true, force: true }))

// The writer transfers 1 from purse a to purse b and records the number of the transfer in the same transaction. It
// prints the number after the commit.
const writerPath = join(testFolder, 'writer.mjs')
writeFileSync(
  writerPath,
  `import fs from 'node:fs'
  import { openDatabase } from ${JSON.stringify(import.meta.resolve('#/server/lib/database/database.ts'))}
  import { asOwner } from ${JSON.stringify(import.meta.resolve('#/server/lib/database/transaction.ts'))}
  import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))}
  const database = await openDatabase({ dir: process.argv[2] })
  await asOwner(database, async (trx) => {
    await sql\`create table if not exists note (n int primary key, pad text)\`.execute(trx)
    await sql\`create table if not exists purse (name text primary key, amount int8 not null)\`.execute(trx)
    await sql\`insert into purse values ('a', 0), ('b', 0) on conflict do nothing\`.execute(trx)
  })
  const { rows } = await sql\`select coalesce(max(n), 0) as last from note\`.execute(database.kysely)
  for (let n = rows[0].last + 1; ; n++) {
    await asOwner(database, async (trx) => {
      await sql\`update purse set amount = amount - 1 where name = 'a'\`.execute(trx)
      await sql\`insert into note values (\${n}, repeat('x', \${(n * 7919) % 3000}))\`.execute(trx)
      await sql\`update purse set amount = amount + 1 where name = 'b'\`.execute(trx)
    })
    fs.writeSync(1, n + '\\n')
  }`,
)

// Returns a random number generator with a fixed seed, so that the kills repeat as far as the machine allows.
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Starts the writer and kills it `afterMs` after its first output (or its start). Returns the last acknowledged number.
 */
async function runAndKill(dir: string, { afterMs, fromStart }: { afterMs: number; fromStart: boolean }): Promise<number> {
  const child = spawn(process.execPath, [writerPath, dir], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  if (!fromStart) await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  const childEnd = once(child, 'close')
  child.kill('SIGKILL')
  await childEnd
  assert.equal(child.signalCode, 'SIGKILL', 'the writer ended on its own')
  return Number(output.split('\n').at(-2) ?? 0)
}

async function storedTotals(dir: string): Promise<{ last: number; count: number; sum: number; moved: number }> {
  const database = await openDatabase({ dir })
  try {
    const { rows } = await sql<{ last: number; count: number; sum: number; moved: number }>`select coalesce(max(n), 0) as last, count(*) as count,
      (select sum(amount)::int8 from purse) as sum, (select amount from purse where name = 'b') as moved from note`.execute(database.kysely)
    return rows[0] ?? { last: -1, count: -1, sum: -1, moved: -1 }
  } finally {
    await database.close()
  }
}

test('a process killed while writing loses no acknowledged commit and leaves no partial one', async () => {
  const dir = join(testFolder, 'writing')
  const nextRandom = randomNumbers(20_260_101)
  for (let round = 0; round < 4; round++) {
    const lastAcknowledged = await runAndKill(dir, { afterMs: 20 + nextRandom() * 500, fromStart: false })
    assert.ok(lastAcknowledged > 0)
    const { last, count, sum, moved } = await storedTotals(dir)
    assert.ok(last === lastAcknowledged || last === lastAcknowledged + 1, `acknowledged ${lastAcknowledged}, there is ${last}`)
    assert.deepEqual({ count, sum, moved }, { count: last, sum: 0, moved: last })
  }
})

test('a database whose process was killed during its first start opens again', async () => {
  const nextRandom = randomNumbers(7)
  for (let round = 0; round < 2; round++) {
    const dir = join(testFolder, `first${round}`)
    await runAndKill(dir, { afterMs: 300 + nextRandom() * 2500, fromStart: true })
    const database = await openDatabase({ dir })
    assert.deepEqual((await sql`select 1 as works`.execute(database.kysely)).rows, [{ works: 1 }])
    await database.close()
  }
})
