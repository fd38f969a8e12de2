import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batchIssueMessages, batchIssueSuggestions, issueMessages, issueSuggestions } from '#/api/money/line-issues.texts.ts'
import { issueFieldNames, lineFields, lineRefusals, lineStateNames } from '#/api/money/lines.texts.ts'
import { idKinds } from '#/domain/base/id-paper.ts'
import { languages, type Text } from '#/domain/base/text.ts'
import { emptyLineCells } from '#/domain/money/line-cells.ts'
import { checkLineFormat } from '#/domain/money/line-check.ts'
import { lineIssueCodes } from '#/domain/money/line-issue.ts'
import { translate } from '#/server/kernel/request/translate.ts'

test('every issue code has messages in four languages without unfilled values', () => {
  const values: Record<string, string | number> = {
    problem: 'other',
    field: 'cardNo',
    known: '张*三',
    card: '6222',
    age: 17,
    min: 18,
    max: 65,
    status: 'frozen',
    reason: '异议',
    relation: 'employee',
    business: '测试商行',
    limit: '¥1',
    used: '¥1',
    amount: '¥1',
    scope: 'unit',
    difference: '¥0.01',
    seq: 2,
    count: 3,
    rows: '3, 7',
    needed: '¥2',
    available: '¥1',
    days: 60,
    missing: 'order',
    batch: 'PC1',
    unexpected: 'x',
    megabytes: 10,
    origin: 'PC1',
    sheets: '甲、乙',
    ranges: 'A1:B2',
    basis: 'net',
    day: '2026-01-01',
    state: 'x',
    code: 'returned',
    said: '账户已销户',
    residence: 'non_resident',
    fault: 'x',
    line: 3,
  }
  const allTexts: Record<string, Text>[] = [
    issueMessages,
    issueSuggestions,
    batchIssueMessages,
    batchIssueSuggestions,
    issueFieldNames,
    lineRefusals,
    lineStateNames,
    lineFields,
  ]
  for (const texts of allTexts) {
    for (const [name, text] of Object.entries(texts)) {
      for (const language of languages) {
        const words = translate(text, language, values)
        assert.ok(words.length > 0 && !words.includes('{'), `${name} ${language}: ${words}`)
      }
    }
  }
  assert.deepEqual(Object.keys(issueMessages).sort(), [...lineIssueCodes].sort())
  assert.equal(translate(issueMessages.E208, 'zh', values), '年龄 17 岁，不在允许范围 18-65')
  assert.equal(translate(issueMessages.E202, 'zh', values), '姓名与系统不一致（系统：张*三）')
})

test('random lines raise only issues that can be rendered in every language', () => {
  const cellArbitrary = fc.constantFrom('', '1', '张三', '12345', '+85291234567', '110101199003074258', 'H12345678', '100.001', '=1', '9'.repeat(60))
  const line = fc.record({
    name: cellArbitrary,
    idNumber: cellArbitrary,
    mobile: cellArbitrary,
    cardNo: cellArbitrary,
    amountText: cellArbitrary,
    remark: cellArbitrary,
    entityName: cellArbitrary,
    entityCreditCode: cellArbitrary,
  })
  fc.assert(
    fc.property(line, fc.constantFrom(null, ...idKinds), (cells, kind) => {
      for (const { code, values } of checkLineFormat({ ...emptyLineCells, ...cells }, kind))
        for (const language of languages) assert.ok(translate(issueMessages[code], language, values).length > 0, code)
    }),
  )
})
