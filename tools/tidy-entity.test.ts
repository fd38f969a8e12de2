import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programSources } from '#/tools/sources.ts'

// A document names the legal entity of a centre, with its tax number (decision 0088).

const drawingPattern = /\b(DocumentModel|FormToFill|drawStamp|payee_name, payee_account)\b/
// Values of screens and messages in the same file.
const screenValuePattern = /centreName: row\.centre_name|centre: row\.centre_name|centre_name: string|centre\.name as centre_name|centreName: string/g

test('documents, receipts and tax forms do not use a centre’s short name', () => {
  const offendingPaths = programSources
    .filter(({ zone, text }) => zone === 'server' && drawingPattern.test(text))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /centre_name|centreName|\bcentre\.name\b/.test(line.replaceAll(screenValuePattern, '')))
        .map((line) => `${path}: ${line.trim()}`),
    )
  assert.deepEqual(offendingPaths, [])
})
