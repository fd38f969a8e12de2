import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { accentTones } from './accent.ts'
import { accents, chooseSize, controlSizes, defaultAccent } from './appearance-settings.ts'

const css = readFileSync(join(import.meta.dirname, 'look.css'), 'utf8')

/** Returns the colours of a block of the style sheet by name. */
function coloursOf(selector: string): Map<string, string> {
  const block = css.split(`${selector} {`)[1]?.split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--look-((?:color|blue|gold|green|magenta|purple|red|table)-[\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

test('the dark theme defines every colour of the light one', () => {
  const [light, dark] = [coloursOf(':root'), coloursOf(':root[data-dark]')]
  assert.ok(light.size > 50)
  assert.deepEqual([...dark.keys()], [...light.keys()])
})

test('the colour-blind palette replaces the same colours in both themes and gives tones a shape', () => {
  const colourSheet = readFileSync(join(import.meta.dirname, 'colours.css'), 'utf8')
  const [light = '', dark = ''] = [':root[data-colours="safe"] {', ':root[data-colours="safe"][data-dark] {'].map(
    (selector) => colourSheet.split(selector)[1]?.split('}')[0],
  )
  const names = (block: string) => [...block.matchAll(/--look-([\w-]+):/g)].map(([, name]) => name)
  assert.ok(names(light).length > 10)
  assert.deepEqual(names(dark), names(light))
  const tones = readFileSync(join(import.meta.dirname, 'tones.css'), 'utf8')
  const shapedTones = new Set([...colourSheet.matchAll(/\.k-tone-(\w+)::before/g)].map(([, tone]) => tone))
  const unshapedTones = [...tones.matchAll(/\.k-tone-(\w+) \{/g)].map(([, tone]) => tone).filter((tone) => !shapedTones.has(tone))
  assert.deepEqual(unshapedTones, ['blue'], 'one tone may keep the square that all have')
})

test('the accent colours of the style sheet are those of the default accent', () => {
  for (const [selector, isDark, surface] of [
    [':root', false, '#ffffff'],
    [':root[data-dark]', true, '#171b21'],
  ] as const) {
    const colours = coloursOf(selector)
    const { text, fill, soft } = accentTones(defaultAccent, isDark, surface)
    assert.deepEqual([colours.get('color-primary-text'), colours.get('color-link'), colours.get('color-primary-bg')], [text, text, soft])
    // On a dark background, filled buttons are darker than the accent under white text.
    if (!isDark) assert.equal(colours.get('color-primary'), fill)
  }
})

test('the size comes from the cookie, else it is medium', () => {
  assert.equal(chooseSize(null), 'medium')
  assert.equal(chooseSize('huge'), 'medium')
  for (const size of controlSizes) assert.equal(chooseSize(size), size)
  assert.deepEqual(controlSizes, ['default', 'medium', 'small', 'mini'])
})

test('the default accent is #1890ff, with 7 others to choose from', () => {
  assert.equal(defaultAccent, '#1890ff')
  assert.equal(new Set(accents.map((accent) => accent.toLowerCase()).filter((each) => each !== '#1890ff')).size, 7)
  assert.equal(accents[0], '#1890ff')
})
