import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { hasSignedDebits, movementOf, parseStatementAmount, signedDirection } from '#/domain/money/bank-statement.ts'
import type { ReconSource } from '#/domain/money/reconciliation.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { parseFile, readSource } from '#/server/money/reconciliation/reading.ts'
import { bankLayouts, sampleMovements, statementVariants } from '#/server/money/reconciliation/statements-testing.ts'

const today = '2026-11-25'
const read = async (source: ReconSource, bytes: Uint8Array) => parseFile(source, await readSource(source, bytes, false), null, today)
const bank = (text: string) => read('bank', Buffer.from(text))
const file = (name: string) => readFileSync(join(import.meta.dirname, 'statements', name))
const heading = '交易时间,流水号,借方发生额,贷方发生额,账户余额,对方户名,摘要'
const refusalOf = (requested: Promise<unknown>) =>
  requested.then(
    () => assert.fail('should be refused'),
    (error: unknown) => (error instanceof Refusal ? error.error : assert.fail(String(error))),
  )

const expected = sampleMovements.map(({ day, serial, out, in: into }) => ({
  day,
  serial,
  direction: out ? 'out' : 'in',
  amount: Math.round(Number(out || into) * 100),
}))

describe('statements in the formats of banks and wallets', () => {
  for (const layout of bankLayouts)
    for (const { name, formatText: dress } of statementVariants)
      test(`a statement of ${layout.name} is read: ${name}`, async () => {
        const statement = await bank(dress(sampleMovements.map(layout.row), layout.heading))
        const rows = statement.rows.map(({ day, serial, direction, amount }) => ({ day, serial, direction, amount }))
        assert.deepEqual(
          rows.toSorted((a, b) => a.serial.localeCompare(b.serial)),
          expected,
        )
        assert.deepEqual([statement.opening, statement.closing], [0, 700_000])
      })

  for (const [name, line, reason] of [
    ['totals.csv', 5, 'total'],
    ['opening-row.csv', 2, 'opening'],
    ['four-decimals.csv', 0, ''],
  ] as const)
    test(`${name} has three movements, and other rows are skipped with a reason`, async () => {
      const statement = await read('bank', file(name))
      assert.deepEqual([statement.rows.length, statement.opening, statement.closing], [3, 0, 700_000])
      assert.deepEqual(statement.skipped, line === 0 ? [] : [{ line, reason }])
    })

  for (const [name, skipped] of [
    ['tabs.csv', []],
    ['preamble-16.csv', []],
    [
      'end-marks.csv',
      [
        { line: 7, reason: 'end' },
        { line: 8, reason: 'end' },
      ],
    ],
  ] as const)
    test(`the channel file ${name} is read with its movements`, async () => {
      const statement = await read('channel', file(name))
      assert.deepEqual(statement.rows.map(({ requestNo, serial, amount, fee }) => [requestNo, serial, amount, fee]).slice(0, 2), [
        ['CB2026112100001-1R1', 'W001', 10_000, 10],
        ['CB2026112100001-2R1', 'W002', 25_000, 10],
      ])
      assert.deepEqual(statement.skipped, skipped)
    })

  test('a negative amount is a reversal that returns money and keeps the balances consistent', async () => {
    const statement = await bank(
      `${heading}\n2026-11-21 09:00:00,A1,100.00,,900.00,甲,付款\n2026-11-21 10:00:00,A2,-100.00,,1000.00,甲,冲正\n2026-11-21 11:00:00,A3,,-5.00,995.00,乙,冲正`,
    )
    assert.deepEqual(
      statement.rows.map(({ direction, amount }) => [direction, amount]),
      [
        ['out', 10_000],
        ['in', 10_000],
        ['out', 500],
      ],
    )
    assert.deepEqual([statement.opening, statement.closing], [100_000, 99_500])
  })

  test('an opening row with another balance and an amount finer than fen are refused', async () => {
    const row = '2026-11-21 09:00:00,A1,,100.00,100.00,甲,货款'
    assert.equal(await refusalOf(bank(`${heading}\n2026-11-21,,,,5.00,,期初余额\n${row}`)), 'balanceGap')
    assert.equal(await refusalOf(bank(`${heading}\n${row.replace('100.00', '100.0050')}`)), 'badCell')
  })

  test('an unexplained row without a serial is refused', async () => {
    assert.equal(await refusalOf(bank(`${heading}\n2026-11-21 09:00:00,,,100.00,100.00,甲,货款`)), 'badCell')
    assert.equal(await refusalOf(bank(`${heading}\n合计,,3000.00,10000.00,,,`)), 'noRows')
  })

  test('the preferred of two headings for a field is used, and a repeated heading is refused', async () => {
    const row = '2026-11-21 09:00:00,K1,A1,,100.00,100.00,甲,货款'
    const statement = await bank(`${heading.replace('流水号', '交易流水号,流水号')}\n${row}`)
    assert.deepEqual(
      statement.rows.map(({ serial }) => serial),
      ['A1'],
    )
    await refusalOf(bank(`${heading.replace('流水号', '流水号,流水号')}\n${row}`))
  })

  test('amounts with four decimals are read if the last two are zero', () => {
    assert.deepEqual(['10000.0000', '1,234.5000', '3.10', '3.1', '-8.0000'].map(parseStatementAmount), [1_000_000, 123_450, 310, 310, -800])
    assert.deepEqual(['10000.0050', '1.234', '八元'].map(parseStatementAmount), [null, null, null])
  })

  test('a negative debit is a reversal only if the other debits are positive', () => {
    const rows = (amount: string) => [signedDirection({ direction: '来账', amount: '5.00' }), signedDirection({ direction: '往账', amount })]
    assert.deepEqual([hasSignedDebits(rows('-3.00')), hasSignedDebits(rows('3.00')), hasSignedDebits(rows('-3.00').slice(1))], [true, false, false])
    const cells = { direction: '往账', amount: '-3.00', out: '', minus: '', in: '' }
    assert.deepEqual(movementOf(cells, true), { direction: 'out', amount: 300, isReversal: false })
    assert.deepEqual(movementOf(cells), { direction: 'in', amount: 300, isReversal: true })
  })
})
