import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { comparableName } from '#/domain/base/names.ts'
import { testServer } from '#/server/tests/testing.ts'

/** Code points of the Unicode planes in use. Surrogates and private planes do not occur in names. */
const codePointRanges = [
  [0x1, 0xd7ff],
  [0xe000, 0x1ffff],
  [0x20000, 0x323af],
  [0xe0000, 0xe0fff],
] as const

/**
 * Letters of Unicode 15 to 17, which older versions of the database do not decompose. These letters do not occur in
 * names.
 */
const recentLetters = /[\ua7f1\u{1ccd6}-\u{1ccf9}\u{1e030}-\u{1e06d}]/u

describe('the comparable form of names', () => {
  const server = testServer()
  const formsOf = async (names: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ form: string }>`
      select app.comparable_name(name) as form from unnest(${names}::text[]) with ordinality as given(name, at) order by at`.execute(
      server.running.kernel.database.kysely,
    )
    return rows.map(({ form }) => form)
  }
  const differingNames = async (names: readonly string[]) => {
    const forms = await formsOf(names)
    return names.flatMap((name, at) => (forms[at] === comparableName(name) ? [] : [[name, forms[at], comparableName(name)]]))
  }

  test('domain and database normalise code points that occur in names in the same way', async () => {
    const differences: string[] = []
    for (const [from, to] of codePointRanges)
      for (let at = from; at <= to; at += 20_000) {
        const size = Math.min(20_000, to - at + 1)
        const names = Array.from({ length: size }, (_, step) => `张${String.fromCodePoint(at + step)}b`).filter((name) => !recentLetters.test(name))
        differences.push(...(await differingNames(names)).map(([name]) => (name?.codePointAt(1) ?? 0).toString(16)))
      }
    assert.deepEqual(differences, [])
  })

  test('domain and database normalise names of mixed characters in the same way', async () => {
    const sampleLetters = fc.constantFrom(...'张三阿卜杜拉·•・.。 　（）()[]【】〔〕ＡＢａｂé㐂䶮\ue863\ue816\uf90a\u200b\u200d\ufe00\u{e0100}が⽅①㈱ﬁ')
    const names = fc.sample(
      fc.array(sampleLetters, { maxLength: 20 }).map((letters) => letters.join('')),
      5000,
    )
    assert.deepEqual(await differingNames(names), [])
  })
})
