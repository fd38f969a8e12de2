import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { modules } from '#/api/modules.ts'
import { pages } from '#/api/pages.ts'
import { groups, root } from '#/tools/sources.ts'

// One word for one thing.

test('a module is one word, the same word in every zone, in the same group', () => {
  const placeIn = (zone: string, name: string) => groups.filter((group) => existsSync(join(root, zone, group, name)))
  for (const name of Object.keys(modules)) {
    assert.match(name, /^[a-z]+$/)
    const [group = 'nowhere', ...others] = placeIn('server', name)
    assert.deepEqual(others, [], `${name} stands in several groups`)
    assert.deepEqual(placeIn('api', `${name}.ts`), [group], `api/${group}/${name}.ts is missing`)
    const pagesAt = placeIn('web', name)
    if (pagesAt.length > 0) assert.deepEqual(pagesAt, [group], `web/${name} stands in another group`)
  }
})

test('every page has its own path, and pinyin keys stay on the wire', () => {
  const paths = Object.values(pages).map((page) => page.path)
  assert.equal(new Set(paths).size, paths.length)
})
