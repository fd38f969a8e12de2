import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { type Source, sources } from '#/tools/sources.ts'

// A click that is directly followed by a navigation, a reload or a call is a race. On a slow page, the request of the
// click may not have been sent yet. The test must first wait for an effect that a user would see.

interface Span {
  readonly start: number
  readonly end: number
}

const actionPattern = /^await\b.*\.(?:click|dblclick|tap|press|check|uncheck|selectOption)\([^()]*\)$/s
/** Helpers whose last action is a click, or that return while the page repeats its call. */
const clickHelperPattern = /^await (?:next|prove)\(/
const leavingPattern = /\.(?:goto|reload|goBack)\(|\.close\(\)|\b(?:ask|signIn|enter|approveChanges|batchAt|payByCall)[(<]/
/** Calls that repeat until the effect is visible. */
const repeatingPattern = /\bexpect\.poll\(|\.toPass\(|waitFor/

function unawaitedActions({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const races: string[] = []
  const classifyStatements = (body: readonly Span[]) => {
    const steps = body.map(({ start, end }) => ({ start, words: text.slice(start, end) }))
    for (const [at, { start, words }] of steps.entries()) {
      const next = steps[at + 1]?.words ?? ''
      const isAction = (actionPattern.test(words) && !repeatingPattern.test(words)) || clickHelperPattern.test(words)
      if (isAction && leavingPattern.test(next) && !repeatingPattern.test(next))
        races.push(`${path}:${text.slice(0, start).split('\n').length}: ${next.split('\n')[0]}`)
    }
  }
  new Visitor({ BlockStatement: ({ body }) => classifyStatements(body) }).visit(parseSync(path, text).program)
  return races
}

test('the check finds a reload or call directly after a click, without an expectation between', () => {
  const racesOf = (...steps: string[]) => unawaitedActions({ path: 'a.ts', text: `async () => { ${steps.join('\n')} }` }).length
  const [click, seen] = ["await page.getByRole('button').first().click()", 'await expect(row).toBeVisible()']
  assert.equal(racesOf(click, 'await page.reload()'), 1)
  assert.equal(racesOf(click, "const { id } = await ask<Row>('maker', 'lines.get', {})"), 1)
  assert.equal(racesOf('await prove(page)', 'await approveChanges()'), 1)
  assert.equal(racesOf(click, seen, 'await page.reload()'), 0)
  assert.equal(racesOf(click, "await expect.poll(async () => (await ask('maker', 'lines.get', {})).state).toBe('paid')"), 0)
})

test('browser tests wait for the effect of a click before they navigate or call the server', () => {
  assert.deepEqual(sources.filter(({ path }) => path.startsWith('e2e/')).flatMap(unawaitedActions), [])
})
