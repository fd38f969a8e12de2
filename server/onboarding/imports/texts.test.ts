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
import { languages, type Text } from '#/domain/text.ts'
import { say } from '#/server/kernel/say.ts'

test('everything an import says can be said in four languages', () => {
  const values = {
    ...{ problem: 'other', known: '张*三', age: 17, min: 18, max: 65, status: 'frozen', reason: 'none', seq: 2, text: 'x', limit: 100, choices: 'a、b' },
    ...{ rate: '1%', floor: '2%', count: 3, day: '2026-01-01', missing: 'x', unexpected: 'y', megabytes: 10, ranges: 'A1:B2' },
  }
  const all: Readonly<Record<string, Text>>[] = [
    importFieldsOf.operators,
    importFieldsOf.units,
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
