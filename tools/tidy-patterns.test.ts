import assert from 'node:assert/strict'
import { test } from 'node:test'
import { check } from 'recheck'
import { parseSync, Visitor } from 'vite'
import { programSources, type Source } from '#/tools/sources.ts'

// External text must not control the running time of a pattern. `recheck` proves this with automata if possible, and
// otherwise searches for attacks with a fixed seed. The checker also detects unanchored patterns (`/x+$/`), which
// checks for nested repetition miss.

/** Patterns that are built at run time, with the reason why they take linear time. */
const composedPatterns: Readonly<Record<string, string>> = {
  'domain/services/gateway.ts': 'anchored, a bounded number of digits',
  'server/lib/pdf/signing-identity.ts': 'base64 has no dash, so each block is read once',
  'server/lib/spreadsheet/csv.ts': 'sticky, one class of characters',
  'server/lib/spreadsheet/markup.ts': 'begins at a bracket and ends before the next',
  'server/money/lines/reasons.ts': 'anchored, over reasons that the database bounds',
  'server/people/identity/reading-licence.ts': 'the source of a pattern that is checked where it is written',
  'web/showcase/area.tsx': 'anchored, over paths of our own pages',
}

interface PatternUse {
  readonly path: string
  readonly source: string
  readonly flags: string
}

const repetitionPattern = /[*+]|\{\d+,\}/

function patternsOf({ path, text }: Pick<Source, 'path' | 'text'>): { path: string; literals: PatternUse[]; hasBuiltPattern: boolean } {
  const literals: PatternUse[] = []
  let hasBuiltPattern = false
  new Visitor({
    Literal(node) {
      if ('regex' in node && repetitionPattern.test(node.regex.pattern.replace(/\\./g, '')))
        literals.push({ path, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression({ callee }) {
      hasBuiltPattern ||= callee.type === 'Identifier' && callee.name === 'RegExp'
    },
  }).visit(parseSync(path, text).program)
  return { path, literals, hasBuiltPattern }
}

// A time limit would let a busy machine change the result.
const untimedSettings = { timeout: null, seedingTimeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 1 } as const

async function faultOf({ path, source, flags }: PatternUse): Promise<string[]> {
  const verdict = await check(source, flags, untimedSettings)
  return verdict.status === 'safe' ? [] : [`${path}: /${source}/${flags} ${verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind}`]
}

const shippedSources = programSources
  .filter(({ path, zone }) => ['domain', 'api', 'server', 'web'].includes(zone) && path !== 'web/vite.config.ts')
  .map(patternsOf)

test('the checker refuses patterns that restart at each character', async () => {
  const isRefused = async (source: string, flags = '') => (await faultOf({ path: '', source, flags })).length > 0
  for (const source of ['\\s+$', '\\[[^\\]]*\\]', '\\s*元$', '^(a+)+$', '<a>[\\s\\S]*?</a>']) assert.equal(await isRefused(source), true, source)
  for (const source of ['^\\s+', '\\[[^[\\]]*\\]', '^\\d+$', '[\\s*]+']) assert.equal(await isRefused(source), false, source)
})

test('every literal pattern of the program takes linear time', async () => {
  const group = Map.groupBy(
    shippedSources.flatMap(({ literals }) => literals),
    ({ source, flags }) => `${flags}/${source}`,
  )
  const faults: string[] = []
  for (const [first] of group.values()) if (first) faults.push(...(await faultOf(first)))
  assert.deepEqual(faults, [])
})

test('patterns built at run time are listed with a reason', () => {
  const paths = shippedSources.filter(({ hasBuiltPattern }) => hasBuiltPattern).map(({ path }) => path)
  assert.deepEqual(paths.sort(), Object.keys(composedPatterns).sort())
})
