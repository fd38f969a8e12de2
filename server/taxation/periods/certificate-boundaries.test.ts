import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { countCertificates, findPayee, lockUnmatched, peopleByNumbers, unmatchedCertificates } from '#/server/taxation/periods/store-certificates.ts'
import * as lineStore from '#/server/taxation/periods/store-lines.ts'
import { certify, createDeclaration, insertLine, runAndUndo, type TestDeclarationState } from '#/server/taxation/periods/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const [month, before_, lastYear] = ['2031-06', '2031-05', '2030-12']

// The declarations of one month and of its neighbours have certificates. The rows are rolled back afterwards.
describe('boundaries of the certificates of a month', () => {
  const server = testServer()
  let [person, other] = [0, 0]
  const runUndone = (work: (ctx: Context) => Promise<void>) => runAndUndo(server, work)
  const createDeclarationAt = (ctx: Context, at: { readonly month?: string }, state: TestDeclarationState, edition = 1) =>
    createDeclaration(ctx, { month, ...at }, state, edition)

  before(async () => {
    const { rows } = await sql<{
      id: number
    }>`select id from operator where not exists (select from tax_standing where operator_id = operator.id) order by id limit 2`.execute(
      server.running.kernel.database.kysely,
    )
    ;[person, other] = [rows[0]?.id ?? assert.fail(), rows[1]?.id ?? assert.fail()]
  })

  test('certificates are required for the people with tax due in the last edition', () =>
    runUndone(async (ctx) => {
      const id = await createDeclarationAt(ctx, {}, 'closing', 2)
      const neighbour = await createDeclarationAt(ctx, { month: before_ }, 'closing', 2)
      await insertLine(ctx, id, 1, other, 50)
      await insertLine(ctx, id, 2, person, 50)
      await insertLine(ctx, id, 2, other, 0)
      const counts = () => countCertificates(ctx, { id, edition: 2 })
      await certify(ctx, neighbour, person, 'a')
      const unmatchedCertificate = (await certify(ctx, id, null, 'b')).rows[0]?.id ?? assert.fail()
      const foreignCertificate = (await certify(ctx, neighbour, null, 'c')).rows[0]?.id ?? assert.fail()
      assert.deepEqual(await counts(), { matched: 0, unmatched: 1, owing: 1, missing: 1 })
      const personCertificate = (await certify(ctx, id, person, 'd')).rows[0]?.id ?? assert.fail()
      assert.deepEqual(await counts(), { matched: 1, unmatched: 1, owing: 1, missing: 0 })
      assert.deepEqual(
        (await unmatchedCertificates(ctx, id)).map((row) => row.id),
        [unmatchedCertificate],
      )
      const locks = [
        await lockUnmatched(ctx, id, unmatchedCertificate),
        await lockUnmatched(ctx, id, foreignCertificate),
        await lockUnmatched(ctx, id, personCertificate),
      ]
      assert.deepEqual(
        locks.map((row) => row?.id),
        [unmatchedCertificate, undefined, undefined],
      )
      assert.deepEqual(
        [await findPayee(ctx, { id, edition: 2 }, person), await findPayee(ctx, { id, edition: 2 }, other), await findPayee(ctx, { id, edition: 1 }, person)],
        [{ name: '甲', has: true }, { name: '甲', has: false }, undefined],
      )
      const rows = await ctx.rows<{ index: string }>`select id_number_index as index from operator where id in (${person}, ${other}) order by id`
      const indexes = rows.map((row) => row.index)
      const peopleWithCertificate = async (edition: number) =>
        [...(await peopleByNumbers(ctx, { id, edition }, indexes)).values()].map((row) => [row.id, row.has]).sort()
      assert.deepEqual(
        [await peopleWithCertificate(2), await peopleWithCertificate(1)],
        [
          [
            [person, true],
            [other, false],
          ],
          [[other, false]],
        ],
      )
    }))

  test('a person sees the last edition of each month of the year', () =>
    runUndone(async (ctx) => {
      const id = await createDeclarationAt(ctx, {}, 'closing', 2)
      for (const [edition, tax] of [
        [1, 10],
        [2, 20],
      ] as const)
        for (const payee of [person, other]) await insertLine(ctx, id, edition, payee, tax)
      const earlierPeriodId = await createDeclarationAt(ctx, { month: lastYear }, 'closing')
      await insertLine(ctx, earlierPeriodId, 1, person, 7)
      await certify(ctx, id, other, 'a')
      await certify(ctx, earlierPeriodId, person, 'b')
      const linesOf = async (year: number) =>
        (await lineStore.payeeTaxLines(ctx, person, `${year}-01`, `${year}-12`)).map((row) => [row.month, row.withheld_fen, row.paper_id !== null])
      assert.deepEqual([await linesOf(2031), await linesOf(2030)], [[[month, 20, false]], [[lastYear, 7, true]]])
      await certify(ctx, id, person, 'c')
      assert.deepEqual(await linesOf(2031), [[month, 20, true]])
    }))
})
