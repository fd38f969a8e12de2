import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scanProblemNames, scanStateNames } from '#/api/onboarding/contract-import.texts.ts'
import { importResultNames, importRowStateNames, importStateNames } from '#/api/onboarding/import-states.texts.ts'
import { importFieldsOf, importMessages, importRefusals, importSuggestions } from '#/api/onboarding/imports.texts.ts'
import { reportFields, reportParts } from '#/api/onboarding/income.texts.ts'
import { openingAccountNames, openingCellNames, openingFields, openingIssueTexts, openingRefusals, openingStateNames } from '#/api/onboarding/moving.texts.ts'
import { orderReportFields } from '#/api/onboarding/order-lists.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import { languages, type Text } from '#/domain/base/text.ts'
import { checkContract } from '#/domain/onboarding/contract-import.ts'
import type { ImportIssue } from '#/domain/onboarding/import.ts'
import { contractCellKinds, incomeCellKinds, operatorCellKinds, orderCellKinds, unitCellKinds } from '#/domain/onboarding/import-cells.ts'
import { checkIncome } from '#/domain/onboarding/income-import.ts'
import { checkOperatorFormat } from '#/domain/onboarding/operator-import.ts'
import { orderChoiceWords, orderDuplicates, orderSums, readOrder } from '#/domain/onboarding/order-import.ts'
import { checkUnitFormat } from '#/domain/onboarding/unit-import.ts'
import { translate } from '#/server/kernel/request/translate.ts'

test('every import message can be formatted in four languages', () => {
  const values = {
    ...{ problem: 'other', known: '张*三', age: 17, min: 18, max: 65, status: 'frozen', reason: 'none', seq: 2, text: 'x', limit: 100, choices: 'a、b' },
    ...{ least: '0', month: '2026-01', months: ['2026-01'], year: '2026', tax: '¥2.00', gross: '¥1.00', name: '张三', batch: 'PC1', more: 2 },
    ...{ state: '待确认', rows: ['1 科目'], debit: '¥1.00', credit: '¥2.00', difference: '¥1.00', units: ['甲'], unit: '甲', no: 'PC1' },
    ...{ why: 'paid', sum: '¥2.00', left: '¥1.00', names: '甲', most: 1, budget: '¥1.00', cap: '¥1.00', used: '¥1.00', from: '2026-01-01', to: '2026-01-02' },
    ...{ what: 'other', path: 'a/x.pdf', line: 3 },
    ...{
      rate: '1%',
      floor: '2%',
      count: 3,
      day: '2026-01-01',
      missing: 'x',
      unexpected: 'y',
      megabytes: 10,
      ranges: 'A1:B2',
      withheld: '¥2.00',
      origin: 'PC1',
      sheets: ['甲'],
    },
  }
  const allTexts: Readonly<Record<string, Text>>[] = [
    importFieldsOf.operators,
    importFieldsOf.units,
    importFieldsOf.income,
    importFieldsOf.orders,
    orderReportFields,
    importFieldsOf.contracts,
    scanProblemNames,
    scanStateNames,
    reportFields,
    reportParts,
    openingAccountNames,
    openingCellNames,
    openingFields,
    openingIssueTexts,
    openingRefusals,
    openingStateNames,
    importMessages,
    importRefusals,
    importResultNames,
    importRowStateNames,
    importStateNames,
    importSuggestions,
  ]
  for (const texts of allTexts) {
    for (const [name, text] of Object.entries(texts)) {
      for (const language of languages) {
        const sentence = translate(text, language, values)
        assert.ok(sentence.length > 0 && !/[{}]/.test(sentence), `${name} in ${language}: ${sentence}`)
      }
    }
  }
})

// Cell contents: valid, empty, too short, too long, and words where a number is expected.
const cellText = fc.constantFrom(
  '',
  '1',
  '张三',
  '13800138000',
  '+85291234567',
  '110101199003074258',
  '港澳居民来往内地通行证',
  'H12345678',
  '2026-10',
  '100.00',
  '9'.repeat(120),
  ...orderChoiceWords.orderKind,
  ...orderChoiceWords.priceMode,
  '2026-11-22',
  '3040201000000000000',
  '软件服务',
  '为直播间提供内容策划、现场拍摄、短视频剪辑和数据复盘，按场次结算。',
)
const rowOf = <K extends string>(kinds: Readonly<Record<K, unknown>>) =>
  fc.record(Object.fromEntries(Object.keys(kinds).map((cell) => [cell, cellText]))) as fc.Arbitrary<Record<K, string>>
const rules = { month: '2026-11', closed: new Set<string>(), payerCode: '91310000MA1FL0001X' }
const orderFacts = fc.record({
  terms: fc.option(
    fc.record({
      from: fc.constant('2026-01-01'),
      to: fc.constantFrom('2026-11-21', '2099-12-31'),
      cap: fc.constantFrom<Fen | null>(null, fen(0), fen(1_000_000)),
      usedByOthers: fc.constantFrom(fen(0), fen(1)),
      categories: fc.constantFrom([], ['软件服务'], ['软件服务', '设计服务']),
    }),
  ),
  namesOfCode: fc.constantFrom<(code: string) => string[]>(
    () => [],
    () => ['软件服务'],
    () => ['软件服务', '设计服务'],
  ),
})

const scan = { state: 'refused', problem: 'pages', sha256: null } as const
const contractFacts = {
  today: '2026-11-22',
  modes: [2],
  held: [{ no: 'HT1', from: '2026-10-01', to: '2026-11-01' }],
  isTaken: true,
  scans: [scan],
  isKnownScan: true,
} as const
const payee = { name: '李四', firstPaid: '2026-09', isThere: () => false }

test('issues found in random rows can be formatted in every language', () => {
  const expectTranslatable = (issues: readonly ImportIssue[]) => {
    for (const { code, values } of issues) for (const language of languages) assert.ok(translate(importMessages[code], language, values).length > 0, code)
  }
  fc.assert(fc.property(rowOf(operatorCellKinds), (row) => expectTranslatable(checkOperatorFormat(row, '2026-11-22'))))
  fc.assert(fc.property(rowOf(unitCellKinds), (row) => expectTranslatable(checkUnitFormat(row))))
  fc.assert(
    fc.property(fc.array(rowOf(orderCellKinds), { minLength: 1, maxLength: 3 }), orderFacts, (cells, near) => {
      const rows = cells.map((cell, at) => ({ seq: at + 1, cells: cell, contractNo: cell.contractNo, ...readOrder(cell, near) }))
      for (const { form, issues } of rows) assert.equal(form === null, issues.length > 0, 'a row is an order or has a reason')
      expectTranslatable([
        ...rows.flatMap(({ issues }) => issues),
        ...[...orderDuplicates(rows).values(), ...orderSums(rows, () => near.terms).values()].flat(),
      ])
    }),
  )
  fc.assert(fc.property(rowOf(incomeCellKinds), fc.constantFrom(payee, null), (row, person) => expectTranslatable(checkIncome(row, person, rules))))
  const contract = fc.record({
    row: rowOf(contractCellKinds),
    contractKind: fc.constantFrom('单位服务合同', '经营者协议'),
    mode: fc.constantFrom('总包分包', ''),
  })
  const issuesOf = (
    { row, ...words }: { row: Record<keyof typeof contractCellKinds, string>; contractKind: string; mode: string },
    party: typeof payee | null,
  ) => checkContract({ ...row, ...words }, { ...contractFacts, party })
  fc.assert(fc.property(contract, fc.constantFrom(payee, null), (cells, party) => expectTranslatable(issuesOf(cells, party))))
})
