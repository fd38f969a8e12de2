import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  importFieldsOf,
  importMessages,
  importRefusals,
  importResultNames,
  importRowStateNames,
  importStateNames,
  importSuggestions,
} from '#/api/onboarding/imports.texts.ts'
import { reportFields, reportParts } from '#/api/onboarding/income.texts.ts'
import { openingAccountNames, openingCellNames, openingFields, openingIssueTexts, openingRefusals, openingStateNames } from '#/api/onboarding/moving.texts.ts'
import { languages, type Text } from '#/domain/text.ts'
import { say } from '#/server/kernel/say.ts'

test('everything an import says can be said in four languages', () => {
  const values = {
    ...{ problem: 'other', known: '张*三', age: 17, min: 18, max: 65, status: 'frozen', reason: 'none', seq: 2, text: 'x', limit: 100, choices: 'a、b' },
    ...{ least: '0', month: '2026-01', months: ['2026-01'], year: '2026', tax: '¥2.00', gross: '¥1.00', name: '张三', batch: 'PC1', more: 2 },
    ...{ state: '待确认', rows: ['1 科目'], debit: '¥1.00', credit: '¥2.00', difference: '¥1.00', units: ['甲'], unit: '甲', no: 'PC1' },
    ...{ rate: '1%', floor: '2%', count: 3, day: '2026-01-01', missing: 'x', unexpected: 'y', megabytes: 10, ranges: 'A1:B2' },
  }
  const all: Readonly<Record<string, Text>>[] = [
    importFieldsOf.operators,
    importFieldsOf.units,
    importFieldsOf.income,
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
  for (const texts of all) {
    for (const [name, text] of Object.entries(texts)) {
      for (const language of languages) {
        const said = say(text, language, values)
        assert.ok(said.length > 0 && !/[{}]/.test(said), `${name} in ${language}: ${said}`)
      }
    }
  }
})
