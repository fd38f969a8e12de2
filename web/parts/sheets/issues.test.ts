import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueMessages } from '#/api/money/line-issues.texts.ts'
import { importMessages } from '#/api/onboarding/imports.texts.ts'
import { languages, type Text } from '#/domain/base/text.ts'
import { codeName } from '#/web/parts/sheets/issues.ts'

test('the filter of issues names every code in four languages', () => {
  for (const messages of [issueMessages, importMessages] as Readonly<Record<string, Text>>[])
    for (const code of Object.keys(messages))
      for (const language of languages) {
        const name = codeName((text) => text[language], code, { messages, suggestions: {} })
        assert.match(name, new RegExp(`^${code} [^{}]{2,}$`), name)
      }
})
