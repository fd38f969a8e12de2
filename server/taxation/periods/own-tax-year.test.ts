import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { taxYearOfCaller } from '#/server/taxation/periods/own-tax-year.ts'
import { startTestServer } from '#/server/tests/testing.ts'

/** Inserts the person's line in a closed month of a centre. */
async function insertLine(
  ctx: Context,
  { of, month, centre = 2, gross, vat = 0 }: { of: number; month: string; centre?: number; gross: number; vat?: number },
) {
  await ctx.run`insert into tax_declaration (centre_id, month) values (${centre}, ${month}) on conflict do nothing`
  await ctx.run`update tax_declaration set state = 'closing', edition = 1, closed_at = '2031-07-02', is_computing = true where centre_id = ${centre} and month = ${month}`
  await ctx.run`insert into tax_line (declaration_id, edition, operator_id, centre_id, name, gross_fen, income_fen, exempt_fen, vat_fen, city_fen, education_fen,
    local_education_fen, cum_income_fen, cum_expense_fen, cum_deduction_fen, cum_other_fen, months, rate_ppm, quick_fen, should_fen, before_fen, due_fen, withheld_fen,
    back_gross_fen, back_tax_fen, difference_fen)
    select id, 1, ${of}, centre_id, '甲', ${gross}, ${gross}, 0, ${vat}, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0
    from tax_declaration where centre_id = ${centre} and month = ${month}`
  await ctx.run`update tax_declaration set is_computing = false where centre_id = ${centre} and month = ${month}`
}

test('twelve-month sales exclude VAT and begin eleven months before the latest month', async () => {
  const server = await startTestServer()
  try {
    const undoError = new Error('undone')
    const { rows } = await sql<{ id: number }>`select id from operator order by id desc limit 2`.execute(server.running.kernel.database.kysely)
    const [of, other] = [rows[0]?.id ?? assert.fail(), rows[1]?.id ?? assert.fail()]
    const run = jobContext(server.running.kernel, () => false).run('test', async (ctx) => {
      for (const [month, gross] of [
        ['2030-05', 1],
        ['2030-06', 20],
        ['2030-12', 300],
        ['2031-05', 4000],
      ] as const) {
        await insertLine(ctx, { of, month, gross })
        await insertLine(ctx, { of: other, month, gross: gross * 7 })
      }
      await insertLine(ctx, { of, month: '2031-05', centre: 3, gross: 50_500, vat: 500 })
      const loadOwnYear = (year: number) => taxYearOfCaller({ ...ctx, actor: { ...ctx.actor, operatorId: of } }, year)
      const { rows: months, rollingSales } = await loadOwnYear(2031)
      assert.deepEqual([rollingSales, months.map(({ sales }) => sales)], [54_320, [4000, 50_000]])
      await ctx.run`update tax_declaration set edition = 2, is_computing = true where centre_id = 3 and month = '2031-05'`
      assert.equal((await loadOwnYear(2031)).rollingSales, 54_320, 'while a correction is prepared, the declared line counts')
      assert.deepEqual(await loadOwnYear(2033), { rows: [], limits: null, rollingSales: 0 })
      throw undoError
    })
    await assert.rejects(run, undoError)
  } finally {
    await server.close()
  }
})
