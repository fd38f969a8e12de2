import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { testServer } from '#/server/tests/testing.ts'

const unitCount = 4000
const rareWord = '曌'

describe('search by part of a name', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  /** Returns the names that a user's keyword search finds, at most twenty. */
  const findNames = async (keyword: string, who = 'platform') =>
    (await server.must(who, 'users.subjects', { usertype: userType.unit, keyword })).map((row) => row.name)

  before(async () => {
    // Copies unit 1 many times, with a rare character in one of every 1500 names.
    const { rows } = await sql<{
      name: string
    }>`select column_name as name from information_schema.columns where table_name = 'unit' and is_generated = 'NEVER'`.execute(db())
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    await sql`insert into unit (${columns}) select ${sql.join(rows.map(({ name }) => sql.ref(`fresh.${name}`)))} from unit first, generate_series(1, ${unitCount}) n, jsonb_populate_record(first, jsonb_build_object('id', 100000 + n,
        'code', 'N' || n, 'credit_code', 'N' || n,
        'name', case when n % 1500 = 7 then '武' || ${rareWord} || '文化 Z_' || n || ' 有限公司' else '公司甲' || n || '有限公司' end)) fresh
      where first.id = 1`.execute(db())
    await sql`analyze unit`.execute(db())
  })

  test('a search finds names by any part, ignoring case and taking % and _ literally', async () => {
    for (const word of [rareWord, `武${rareWord}`, `${rareWord}文`, `武${rareWord}文化`, '文化 z_', '化 Z_7']) {
      const names = await findNames(word)
      assert.ok(names.length > 0, word)
      assert.ok(
        names.every((name) => name.toLowerCase().includes(word.toLowerCase())),
        word,
      )
    }
    assert.equal((await findNames(rareWord)).length, 3)
    assert.equal((await findNames(`文${rareWord}`)).length, 0)
    assert.equal((await findNames('公司甲')).length, 20)
    assert.equal((await findNames('%')).length, 0)
    assert.equal((await findNames('Z%7')).length, 0)
  })

  test('the index finds a rare word of one, two or three characters', async () => {
    for (const word of [rareWord, `武${rareWord}`, `武${rareWord}文`]) {
      const { rows } = await sql<Record<string, string>>`explain select id from unit where app.name_parts(name) @> app.word_parts(${sql.lit(word)})
        and name ilike ${sql.lit(`%${word}%`)} limit 1001`.execute(db())
      assert.match(rows.map((row) => Object.values(row)[0]).join('\n'), /unit_name_parts/, word)
    }
  })

  test('every name that contains a word is found through its index parts (property)', async () => {
    const letters = fc.constantFrom('张', '三', '丰', 'A', 'b', '%', '_', '\\', ' ', '𠮷')
    const text = (least: number, limit: number) => fc.array(letters, { minLength: least, maxLength: limit }).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(text(0, 8), text(1, 4), async (name, word) => {
        const { rows } = await sql<{ parts: boolean; has: boolean }>`select app.name_parts(${name}) @> app.word_parts(${word}) as parts,
          position(lower(${word}) in lower(${name})) > 0 as has`.execute(db())
        // The index may return names with the parts in another order, but must not miss a name that contains the word.
        return rows[0]?.has === false || rows[0]?.parts === true
      }),
      { numRuns: 200 },
    )
  })

  test('the index returns the ids of names with a rare word, and null for a frequent word', async () => {
    const ids = async (word: string) => (await sql<{ ids: number[] | null }>`select app.named('unit', ${word}, 100) as ids`.execute(db())).rows[0]?.ids
    assert.equal((await ids(rareWord))?.length, 3)
    assert.equal(await ids('公司'), null)
  })

  test('a centre finds no names outside its scope', async () => {
    assert.deepEqual(await findNames(rareWord, 'centre'), [])
  })
})
