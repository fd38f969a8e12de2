import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ImportRowInput, unknownPersonRow, uploadOperators } from '#/server/onboarding/imports/testing.ts'
import { examplesOf } from '#/server/tests/examples-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// Checks worked examples of credit codes, ID cards, bank cards and mobile numbers by importing them in an operator
// list.

/** For each cell the issue codes of a refused and of a doubtful value. */
const uploads = [
  { examples: examplesOf('creditCodes'), cell: 'entityCreditCode', refused: ['E211'] },
  { examples: examplesOf('idCards'), cell: 'idNumber', refused: ['E102'] },
  // A card number whose only fault is its check digit is doubtful, because company cards and old passbooks may have no
  // valid one.
  { examples: examplesOf('bankCards'), cell: 'cardNo', refused: ['E104', 'W104'] },
  { examples: examplesOf('mobiles'), cell: 'mobile', refused: ['E105'] },
] as const

describe('worked examples of numbers in a list', () => {
  const server = testServer()

  test('each worked example of a number is accepted or refused as listed', async () => {
    const cases = uploads.flatMap(({ examples, cell, refused }) =>
      examples.map(({ id, input, expected }) => ({ id, cell, refused, value: String(input.value), expected })),
    )
    const rows = cases.map(
      ({ cell, value }, at): ImportRowInput => unknownPersonRow(at, { ...(cell === 'entityCreditCode' && { yztype: '个体工商户' }), [cell]: value }),
    )
    const { importId } = await uploadOperators(server, rows)
    const importedRows = (await server.must('centre', 'imports.rows', { importId, size: 200 })).rows
    assert.equal(importedRows.length, cases.length)
    for (const [at, { id, refused, expected, cell }] of cases.entries()) {
      const codes = importedRows[at]?.issues.map((issue) => issue.code) ?? []
      assert.equal(
        codes.some((code) => (refused as readonly string[]).includes(code)),
        !expected.valid,
        `${id} ${codes.join()}`,
      )
      if (cell === 'cardNo' && expected.luhnOk === false && String(rows[at]?.cardNo).length >= 16) assert.ok(codes.includes('W104'), id)
    }
  })
})
