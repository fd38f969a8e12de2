import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('look-ups of the specification', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  // `data` is next to `code` in the response, as the specification's clients expect.
  const ask = async (who: string, name: 'titles' | 'operators' | 'staff' | 'areas' | 'platforms', input: Record<string, unknown> = {}, at = {}) =>
    (await server.must(who, `lookups.${name}`, input as never, at)) as unknown as Record<string, unknown>[]

  before(async () => {
    await sql`insert into invoice_title (unit_id, name, tax_no, bank, account_no, is_default, created_at)
      select id, name, credit_code, '招商银行', '5719000' || id, true, ${server.running.kernel.clock.now()} from unit`.execute(db())
  })

  test('invoice titles are limited to the caller’s own unit or the centre’s units', async () => {
    const titles = await ask('maker', 'titles')
    assert.deepEqual(
      titles.map((title) => [title.dwid, title.name, title.account, title.isdefault]),
      [[1, '星河互娱科技有限公司', '57190001', 1]],
    )
    assert.deepEqual(await ask('maker', 'titles', { dwid: 2 }), [])
    assert.equal((await ask('centre', 'titles', {}, { mode: 2 })).length, 3)
    assert.deepEqual(
      (await ask('centre', 'titles', { dwid: 2 }, { mode: 2 })).map((title) => title.dwid),
      [2],
    )
    assert.deepEqual(await ask('centre', 'titles', { dwid: 3 }, { mode: 2 }), [])
    assert.equal((await ask('platform', 'titles', { keyword: '海岸' })).length, 1)
    assert.deepEqual(await ask('partner', 'titles'), [])
    assert.deepEqual(await ask('operator', 'titles'), [])
  })

  test('operators are masked, filterable by kind, unit and agreement, and within the scope', async () => {
    const operatorRows = await ask('maker', 'operators', { limit: 50 })
    assert.ok(operatorRows.length > 10)
    for (const each of operatorRows) {
      assert.match(String(each.idcard), /^\d{3}\*{11}.{4}$/)
      assert.match(String(each.mobile), /^\d{3}\*{4}\d{4}$/)
      assert.match(String(each.cardtail), /^\d{4}$/)
    }
    assert.ok((await ask('maker', 'operators', { signed: 0, limit: 50 })).length > 0)
    const businessOwners = await ask('maker', 'operators', { yztype: 2, limit: 50 })
    assert.ok(businessOwners.length > 0 && businessOwners.every((each) => each.yztype === 2 && each.gthname !== ''))
    assert.deepEqual(await ask('maker', 'operators', { dwid: 3 }), [])
    assert.equal((await ask('operator', 'operators')).length, 1)
    assert.deepEqual(await ask('partner', 'operators'), [])
    const firstPerson = demoPeople().ordinary[0] ?? assert.fail('nobody')
    assert.deepEqual(
      (await ask('maker', 'operators', { keyword: firstPerson.mobile })).map((each) => each.name),
      [firstPerson.name],
      'the whole mobile number finds its owner',
    )
    const foreignOperator = await db().selectFrom('operator').select(['name', 'code']).where('centre_id', '=', 3).executeTakeFirstOrThrow()
    assert.deepEqual(await ask('centre', 'operators', { keyword: foreignOperator.code }, { mode: 2 }), [])
    assert.equal((await ask('platform', 'operators', { keyword: foreignOperator.code })).length, 1)
  })

  test('a staff look-up counts each person’s units within the caller’s scope', async () => {
    const salesmen = await ask('centre', 'staff', { type: 'ywy' }, { mode: 2 })
    assert.deepEqual(
      salesmen.map((person) => [person.name, person.post, person.unitcount]),
      [
        ['叶归舟', 3, 2],
        ['江一帆', 3, 1],
      ],
    )
    assert.match(String(salesmen[0]?.mobile), /^139\*{4}\d{4}$/)
    assert.deepEqual(
      (await ask('maker', 'staff', { type: 'yxy' })).map((person) => person.name),
      ['柳营之'],
    )
    assert.deepEqual(await ask('centre', 'staff', { type: 'ywy' }, { centre: 5 }), [])
    assert.deepEqual(await ask('operator', 'staff', { type: 'ywy' }), [])
    assert.deepEqual(await ask('partner', 'staff', { type: 'ywy' }), [])
  })

  test('provinces are in the language of the request, and platforms are limited to the scope', async () => {
    const areas = await ask('maker', 'areas')
    assert.ok(areas.length > 30)
    assert.deepEqual(areas[0], { code: '110000', name: '北京市' })
    assert.equal((await ask('maker', 'areas', {}, { language: 'en' }))[0]?.name, 'Beijing')
    assert.deepEqual(await ask('maker', 'areas', { pid: '330000' }), [])
    const platforms = await ask('centre', 'platforms', {}, { mode: 2 })
    assert.deepEqual(
      platforms.map((unit) => [unit.id, unit.centerid, unit.isdz]),
      [
        [1, 2, '2'],
        [4, 2, '2'],
      ],
    )
    assert.deepEqual(
      (await ask('platform', 'platforms')).map((unit) => unit.isdz),
      ['1,2', '2'],
    )
    assert.deepEqual(await ask('unit2', 'platforms'), [])
  })

  test('a look-up requires sign-in and refuses a limit above fifty rows', async () => {
    assert.equal((await server.call('maker', 'lookups.operators', { limit: 51 })).error, 'invalid_input')
    assert.equal((await ask('maker', 'operators', { limit: 50 })).length <= 50, true)
    assert.equal((await server.call(null, 'lookups.titles', {})).code, 50008)
  })
})
