import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { FastColor } from '@ant-design/fast-color'
import { theme } from 'antd'
import { accents, chooseSize, defaultAccent, sizes } from './look.ts'
import { themeOf } from './theme.ts'

const css = readFileSync(join(import.meta.dirname, 'look.css'), 'utf8')

/** Returns the colours of a block of the style sheet, by antd's names. */
function coloursOf(selector: string): [name: string, value: string][] {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  return [...block.matchAll(/--look-((?:color|blue|gold|green|magenta|purple|red)-[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value])
}

for (const [selector, isDark] of [
  [':root', false],
  [':root[data-dark]', true],
] as const) {
  test(`the style sheet and antd have the same ${isDark ? 'dark' : 'light'} colours`, () => {
    const token = theme.getDesignToken(themeOf({ accent: defaultAccent, isDark, size: 'medium', isCalm: false })) as unknown as Record<string, string>
    const colours = coloursOf(selector)
    assert.ok(colours.length > 50)
    for (const [name, value] of colours) {
      const inAntd = token[name] ?? token[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())]
      assert.equal(new FastColor(value).toRgbString(), new FastColor(inAntd ?? '').toRgbString(), name)
    }
  })
}

test('the size comes from the cookie, else it is medium', () => {
  assert.equal(chooseSize(null), 'medium')
  assert.equal(chooseSize('huge'), 'medium')
  for (const size of sizes) assert.equal(chooseSize(size), size)
  assert.deepEqual(sizes, ['default', 'medium', 'small', 'mini'])
})

test('the accent is #1890ff, with 7 others to choose from', () => {
  assert.equal(defaultAccent, '#1890ff')
  assert.equal(new Set(accents.map((each) => each.toLowerCase()).filter((each) => each !== '#1890ff')).size, 7)
  assert.equal(accents[0], '#1890ff')
})
