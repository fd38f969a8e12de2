import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '#/tools/sources.ts'
import { containsLiteral, type SpecificationRow, specificationRows, testsOf } from '#/tools/specification-rows.ts'

const rows = specificationRows()
const rowFaults = (why: (row: SpecificationRow) => readonly string[]) => rows.flatMap((row) => why(row).map((each) => `${row.no}: ${each}`))

test('rows of the specification are numbered without gaps and have a sentence and a reading', () => {
  assert.ok(rows.length > 350, `${rows.length} rows`)
  const rowCounts = new Map<string, number>()
  for (const { no } of rows) {
    const [section = '', at = ''] = no.split('.')
    assert.equal(Number(at), (rowCounts.get(section) ?? 0) + 1, no)
    rowCounts.set(section, Number(at))
  }
  assert.deepEqual([...rowCounts.keys()], ['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  assert.deepEqual(
    rowFaults(({ sentence, reading, mark }) => (sentence.length > 1 && (mark === '' || reading.length > 15) ? [] : ['says too little'])),
    [],
  )
})

test('the code quoted in a row occurs once in the named file', () => {
  const texts = new Map<string, string>()
  const textOf = (file: string) => {
    if (!texts.has(file)) texts.set(file, existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '')
    return texts.get(file) ?? ''
  }
  assert.deepEqual(
    rowFaults(({ mark, places }) => {
      if (places.length === 0) return mark === '○' ? [] : ['lives nowhere']
      return places
        .filter(({ file, piece }) => (piece === null ? textOf(file) === '' : textOf(file).split(piece).length !== 2))
        .map(({ file, piece }) => `${file} ${piece ?? ''}`)
    }),
    [],
  )
})

test('the tests named as proof contain the figures and words of the row', () => {
  assert.deepEqual(
    rowFaults(({ mark, proofs, literals }) => {
      if (proofs.length === 0) return mark === '○' ? [] : ['without proof']
      const missingProofs = proofs.map(({ file, words }) => {
        const tests = testsOf(file)
        return { tests, own: tests?.tests.filter(({ title }) => title.includes(words)) ?? [], said: `${file} › ${words}` }
      })
      const text = missingProofs.flatMap(({ tests, own }) => [tests?.head ?? '', ...own.map(({ body }) => body)]).join('\n')
      return [
        ...missingProofs.filter(({ own }) => own.length === 0).map(({ said }) => said),
        ...literals.filter((literal) => !containsLiteral(text, literal)).map((literal) => `no test of it holds ${literal}`),
      ]
    }),
    [],
  )
})
