import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { isTest, type Source, sources } from '#/tools/sources.ts'

// Limits the length of functions. Biome limits it too, but counts an element or template as one line.

const maxLines = 70

interface Span {
  readonly start: number
  readonly end: number
}

interface MeasuredFunction extends Span {
  readonly lines: number
}

/** Calls whose callbacks may be longer: suites, their hooks, and the steps of browser tests. */
const uncountedCallPattern = /^(describe|suite|before|after|beforeEach|afterEach)$/
const scenarioTestPattern = /^test$/

function linesOf(text: string, { start, end }: Span): number {
  return text
    .slice(start, end)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function functionsOf({ path, text }: Pick<Source, 'path' | 'text'>): MeasuredFunction[] {
  const { program, errors } = parseSync(path, text)
  assert.deepEqual(errors, [], path)
  const spans: Span[] = []
  const storyStarts = new Set<number>()
  const addSpan = (node: Span) => void spans.push(node)
  new Visitor({
    FunctionDeclaration: addSpan,
    FunctionExpression: addSpan,
    ArrowFunctionExpression: addSpan,
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'Identifier') return
      if (uncountedCallPattern.test(callee.name) || (path.startsWith('e2e/') && scenarioTestPattern.test(callee.name)))
        for (const each of args) storyStarts.add(each.start)
    },
  }).visit(program)
  const countedSpans = isTest(path) || path.startsWith('e2e/') ? spans.filter(({ start }) => !storyStarts.has(start)) : spans
  return countedSpans.map(({ start, end }) => ({ start, end, lines: linesOf(text, { start, end }) }))
}

test('functions and tests are measured, suites and browser tests are not', () => {
  const body = '\n  <p>a</p>'.repeat(80)
  const longestFunction = (path: string, text: string) => Math.max(0, ...functionsOf({ path, text }).map((each) => each.lines))
  assert.equal(longestFunction('web/a.tsx', `export function A() {\n  return <div>${body}\n  </div>\n}`), 84)
  assert.equal(longestFunction('server/a.ts', `const a = () => \`${'x\n'.repeat(80)}\``), 81)
  assert.equal(longestFunction('server/a.ts', `class A {\n  b() {\n${'    c()\n\n'.repeat(80)}  }\n}`), 82)
  assert.equal(longestFunction('server/a.test.ts', `test('a', () => {\n${'  c()\n'.repeat(80)}})`), 82)
  assert.equal(longestFunction('server/a.test.ts', `describe('a', () => {\n${'  c()\n'.repeat(80)}})`), 0)
  assert.equal(longestFunction('e2e/a.spec.ts', `test('a', () => {\n${'  c()\n'.repeat(80)}})`), 0)
  assert.equal(longestFunction('server/a.test.ts', `function a() {\n${'  c()\n'.repeat(80)}}`), 82)
})

test(`functions are at most ${maxLines} lines long`, () => {
  const longFunctions = sources.flatMap((source) => {
    const lines = Math.max(0, ...functionsOf(source).map((each) => each.lines))
    return lines > maxLines ? [`${source.path}: a function of ${lines} lines`] : []
  })
  assert.deepEqual(longFunctions, [])
})
