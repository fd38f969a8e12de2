import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { filesUnder, findOffenders, programSources, root, sources } from '#/tools/sources.ts'

// Style sheets are short and contain no unused rules. Dates are entered in the product's own calendar.

/** Classes composed at run time: their prefix, the values that are appended, and the endings that have styles. */
const builtClasses: Readonly<Record<string, { readonly what: string; readonly ends: readonly string[] }>> = {
  'g-message-': { what: 'the tone of a message on the sign page', ends: ['good'] },
  'k-': { what: 'the alignment of the cells of a column', ends: ['right', 'center'] },
  'k-alert-': { what: 'the tone of an alert', ends: ['success', 'warning', 'error'] },
  'k-bar-': { what: 'the number of a part of a chart', ends: ['1', '2', '3'] },
  'k-btn-': { what: 'the kind and the size of a button', ends: ['primary', 'text', 'link', 'dashed', 'small'] },
  'k-legend-': { what: 'the shape of a series of a chart', ends: ['bar', 'line', 'dot'] },
  'k-line-': { what: 'the number of a line of a chart', ends: ['1', '2', '3'] },
  'k-pin-': { what: 'the side of a pinned column', ends: ['left', 'right'] },
  'k-segments-': { what: 'the size of a segmented choice', ends: ['small'] },
  'k-step-': { what: 'the state of a step', ends: ['done', 'now', 'wrong'] },
  'k-table-': { what: 'the row height of a table, and the wrapping of its text', ends: ['compact', 'roomy', 'lines', 'plain'] },
  'k-toast-': { what: 'the tone of a notice', ends: ['success', 'warning', 'error'] },
  'k-facts-': { what: 'how many columns a list of facts has', ends: ['2', '3'] },
  'k-fill-': { what: 'the tone of a bar', ends: ['grey', 'blue', 'green', 'gold', 'red', 'purple', 'magenta'] },
  'k-grid-': { what: 'the mark of a cell of the grid', ends: ['error', 'warning', 'fixed'] },
  'k-grid-row-': { what: 'the level of a row of the grid', ends: ['error', 'warning'] },
  'k-note-': { what: 'the level of an issue under the grid', ends: ['error', 'warning', 'fixed'] },
  'k-tone-': { what: 'the tone of a tag', ends: ['grey', 'blue', 'green', 'gold', 'red', 'purple', 'magenta'] },
  's-notice-': { what: 'the tone of a notice before sign-in', ends: ['error', 'success'] },
  'p-strength-': { what: 'the strength of a password', ends: ['weak', 'fair', 'strong'] },
  'r-state-': { what: 'the state of an application', ends: ['rejected'] },
  'rich-diff-': { what: 'the change of a sentence between two editions', ends: ['added', 'removed'] },
}
const buildableClasses = new Set(Object.entries(builtClasses).flatMap(([beginning, { ends }]) => ends.map((end) => `${beginning}${end}`)))

const styles = filesUnder(join(root, 'web'))
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '') }))
const browserTexts = programSources.filter((source) => source.zone === 'web').map((source) => source.text)
const words = new Set(browserTexts.flatMap((text) => text.match(/[\w-]+/g) ?? []))

function matchesOf(text: string, pattern: RegExp): Set<string> {
  return new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ''))
}

test('style sheets are at most 400 lines long', () => {
  const longFiles = filesUnder(join(root, 'web')).filter((path) => path.endsWith('.css') && readFileSync(path, 'utf8').trimEnd().split('\n').length > 400)
  assert.deepEqual(
    longFiles.map((path) => relative(root, path)),
    [],
  )
})

test('every class of a style sheet is used', () => {
  const unusedSelectors = styles.flatMap(({ path, text }) =>
    [...matchesOf(text.replace(/"[^"]*"|url\([^)]*\)/g, ''), /\.([a-z][\w-]*)(?=[^{}]*\{)/g)]
      .filter((name) => !words.has(name) && !buildableClasses.has(name))
      .map((name) => `${path}: .${name}`),
  )
  assert.deepEqual(unusedSelectors, [])
})

test('every listed run-time class is composed in a source file', () => {
  const unusedClasses = Object.keys(builtClasses).filter((beginning) => !browserTexts.some((text) => text.includes(`${beginning}\${`)))
  assert.deepEqual(unusedClasses, [])
})

test('every custom property is set and used', () => {
  const definedVariables = new Set(styles.flatMap(({ text }) => [...matchesOf(text, /--([\w-]+)\s*:/g)]))
  const usedVariables = new Set(styles.flatMap(({ text }) => [...matchesOf(text, /var\(--([\w-]+)/g)]))
  // The program writes the properties that it uses with their two dashes.
  const isReferenced = (name: string) => words.has(`--${name}`)
  assert.deepEqual(
    [...definedVariables].filter((name) => !usedVariables.has(name) && !isReferenced(name)),
    [],
    'set and never used',
  )
  assert.deepEqual(
    [...usedVariables].filter((name) => !definedVariables.has(name) && !isReferenced(name)),
    [],
    'used and never set',
  )
})

test('every animation of a style sheet is used', () => {
  const allStyles = styles.map(({ text }) => text).join('\n')
  const unusedAnimations = [...matchesOf(allStyles, /@keyframes ([\w-]+)/g)].filter((name) => !new RegExp(`animation[^;]*\\b${name}\\b`).test(allStyles))
  assert.deepEqual(unusedAnimations, [])
})

test('no field uses the browser’s calendar, which ignores the language of the page', () => {
  const nativeInputPattern = /type(?:="|: ')(?:date|datetime-local|month|time|week)["']/
  assert.deepEqual(
    findOffenders(sources, ({ path, text }) => (path.startsWith('web/') ? (nativeInputPattern.exec(text)?.[0] ?? null) : null)),
    [],
  )
})

test('decimals are entered in the amount field, except percentages', () => {
  const plainAmountPattern = /<(?:TextInput|input)\b(?![^>]*suffix="%")[^>]*inputMode="decimal"/
  assert.deepEqual(
    findOffenders(sources, ({ path, text }) => (path.startsWith('web/') && !path.startsWith('web/ui/') ? (plainAmountPattern.exec(text)?.[0] ?? null) : null)),
    [],
  )
})
