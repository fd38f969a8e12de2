import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { maxCountedRows } from '#/domain/base/paging.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { testServer } from '#/server/tests/testing.ts'

const rowCount = maxCountedRows + 50
const day = 86_400_000
const atMode2 = { mode: 2 }

describe('long lists', () => {
  const server = testServer()
  const run = (text: string) => sql.raw(text).execute(server.running.kernel.database.kysely)

  before(async () => {
    await run(`insert into topup (no, centre_id, unit_id, mode, amount_fen, payer_name, payer_account, bank_serial, state, submitted_by, submitted_at)
      select 'LT' || at, 2, 1, 2, 100, '长列表', '1', 'LT' || at, 'withdrawn', 5, timestamptz '2026-01-01' + make_interval(secs => at / 7) from generate_series(1, ${rowCount}) at`)
  })

  test('counts stop after ten thousand rows, and totals of longer lists are summed on request', async () => {
    const filter = { states: ['withdrawn' as const], keyword: '长列表' }
    for (const who of ['platform', 'finance', 'payer']) {
      const { count, totals, rows } = await server.must(who, 'prepayments.list', filter, atMode2)
      assert.deepEqual([count, totals, rows.length], [maxCountedRows + 1, null, 20], who)
      const fullPage = await server.must(who, 'prepayments.list', { ...filter, isWhole: true }, atMode2)
      assert.deepEqual([fullPage.count, fullPage.totals], [maxCountedRows + 1, { amount: rowCount * 100 }], who)
    }
    const filteredPage = await server.must('finance', 'prepayments.list', { keyword: 'LT77' }, atMode2)
    assert.equal(filteredPage.totals?.amount, filteredPage.count * 100)
    assert.ok(filteredPage.count > 1 && filteredPage.count < 200)
  })

  const pageOf = (turn: object) => server.must('finance', 'prepayments.list', { size: 200, ...turn }, atMode2)

  test('paging by key from a late page returns each row once and finds the previous page', async () => {
    for (const filter of [{ states: ['withdrawn' as const] }, { from: '2026-01-01', to: '2026-01-01', keyword: '长列表' }]) {
      const pages: number[][] = []
      let pageRequest: { page: number } | { after: number } = { page: 49 }
      for (;;) {
        const { rows, next }: Awaited<ReturnType<typeof pageOf>> = await pageOf({ ...filter, ...pageRequest })
        pages.push(rows.map((row) => row.id))
        if (next === null) break
        pageRequest = { after: next }
      }
      const ids = pages.flat()
      assert.equal(new Set(ids).size, ids.length)
      assert.equal(ids.length, rowCount - 48 * 200)
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => b - a),
      )
      const last = pages.at(-1)?.[0] ?? 0
      const earlierPage = await pageOf({ ...filter, before: last })
      assert.deepEqual(
        earlierPage.rows.map((row) => row.id),
        pages.at(-2),
      )
      assert.equal(earlierPage.next, pages.at(-2)?.at(-1))
    }
  })

  test('rows added between two pages do not repeat, hide or reorder existing rows', async () => {
    let lastSerial = 0
    const insertCredits = (states: readonly number[]) =>
      run(`insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, credited_at, state, created_at)
        values ${states.map((at) => `(2, 2, 'LC${++lastSerial}', 100, '长列表', '1', '', timestamptz '2026-03-01' + make_interval(hours => ${at % 3}), '${at % 2 ? 'unclaimed' : 'confirmed'}', now())`).join(', ')}`)
    const stateLists = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(stateLists, fc.array(stateLists, { maxLength: 4 }), fc.constantFrom(undefined, 'unclaimed' as const), async (first, between, state) => {
        await run("delete from bank_credit where serial like 'LC%'")
        await run(`insert into bank_credit (centre_id, mode, serial, amount_fen, payer_name, payer_account, receiving_account, credited_at, state, created_at)
          select 2, 2, 'LC' || at + 1000000, 100, '长列表', '1', '', timestamptz '2026-03-01', 'unclaimed', now() from generate_series(1, 45) at`)
        await insertCredits(first)
        const listedIds = (await server.must('finance', 'prepayments.credits', { state, size: 200 }, atMode2)).rows.map((row) => row.id)
        assert.ok(listedIds.length >= 45)
        const ids: number[] = []
        let next: number | null | undefined
        for (let at = 0; next !== null; at++) {
          const page = await server.must('finance', 'prepayments.credits', { state, size: 20, ...(next === undefined ? {} : { after: next }) }, atMode2)
          ids.push(...page.rows.map((row) => row.id))
          next = page.next
          const newCredits = between[at]
          if (newCredits) await insertCredits(newCredits)
        }
        assert.equal(new Set(ids).size, ids.length)
        assert.deepEqual(
          ids.filter((id) => listedIds.includes(id)),
          listedIds,
        )
      }),
      { numRuns: 15 },
    )
  })

  test('an operator whose agreement is revoked, expired or of a former centre is unsigned', async () => {
    const { rows } = await server.must('platform', 'operators.list', { kind: 'ordinary', isSigned: true, size: 2 })
    const [one, other] = rows.map((row) => row.id)
    const unsignedIds = async () => {
      const page = await server.must('platform', 'operators.list', { kind: 'ordinary', isSigned: false, size: 200 })
      assert.equal(page.count, page.rows.length)
      assert.ok(page.rows.every((row) => row.agreement !== 'valid'))
      return page.rows.map((row) => row.id)
    }
    const unsignedBefore = await unsignedIds()
    assert.ok(one && other && !unsignedBefore.includes(one) && !unsignedBefore.includes(other))
    await run(`update consent set revoked_at = now() where operator_id = ${one} and kind = 'agreement'`)
    const tomorrow = shiftDay(dayOf(server.running.kernel.clock.now()), 1)
    await run(`update consent set valid_to = '${tomorrow}' where operator_id = ${other} and kind = 'agreement'`)
    assert.deepEqual(
      (await unsignedIds()).filter((id) => !unsignedBefore.includes(id)),
      [one],
    )
    server.advance(2 * day)
    const lapsedIds = (await unsignedIds()).filter((id) => !unsignedBefore.includes(id))
    assert.deepEqual(
      lapsedIds,
      [one, other].toSorted((a, b) => b - a),
    )
    await server.job('operators.papers')
    assert.deepEqual(
      (await unsignedIds()).filter((id) => !unsignedBefore.includes(id)),
      lapsedIds,
    )
    await run(`update consent set valid_to = null where operator_id = ${other} and kind = 'agreement'`)
    assert.deepEqual(
      (await unsignedIds()).filter((id) => !unsignedBefore.includes(id)),
      [one],
    )
    await run(`update operator set centre_id = 3 where id = ${other}`)
    assert.ok((await unsignedIds()).includes(other))
  })
})
