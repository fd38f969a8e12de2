import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { atCentre } from '#/server/money/payments/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('invoice titles', () => {
  const server = testServer()
  let title = { name: '', taxNo: '' }
  const form = (overrides: object = {}) => ({ ...title, email: 'fp@xinghe.cn', ...overrides })
  const target = (row: { id: number; version: number }) => ({ titleId: row.id, version: row.version })

  before(async () => {
    const { rows } = await sql<{ name: string; code: string }>`select name, credit_code as code from unit where id = 1`.execute(
      server.running.kernel.database.kysely,
    )
    title = { name: rows[0]?.name ?? '', taxNo: rows[0]?.code ?? '' }
  })

  test('tax numbers of titles are validated by kind', async () => {
    const error = async (overrides: object) => (await server.call('payer', 'titles.create', form(overrides))).error
    assert.equal(await error({ taxNo: '123' }), 'taxNoLength')
    assert.equal(await error({ taxNo: `${title.taxNo.slice(0, 17)}${title.taxNo.endsWith('A') ? 'B' : 'A'}` }), 'taxNoCheck')
    assert.equal(await error({ taxNo: '11010812345678*' }), 'taxNoLetters')
    assert.equal(await error({ email: 'nobody' }), 'invalid_input')
    await server.must('payer', 'titles.create', form({ taxNo: '110108123456789' }))
    assert.equal(await error({ taxNo: '110108123456789' }), 'titleTwice')
    assert.equal((await server.call('finance', 'titles.create', form(), atCentre)).error, 'forbidden')
  })

  test('a title in the unit’s name with another tax number waits for another person', async () => {
    const ownTitle = await server.must('payer', 'titles.create', form())
    assert.equal(ownTitle.state, 'approved')
    const foreignNumber = await server.must('payer', 'titles.create', form({ taxNo: '110108123456780' }))
    assert.deepEqual([foreignNumber.state, foreignNumber.isDefault], ['pending', false])
    const changedNumber = await server.must('payer', 'titles.change', { ...target(ownTitle), ...form({ taxNo: '110108123456781' }) })
    assert.equal(changedNumber.state, 'pending')
    assert.equal((await server.call('payer', 'titles.decide', { ...target(changedNumber), approve: true })).error, 'forbidden')
    const approvedTitle = await server.must('finance', 'titles.decide', { ...target(foreignNumber), approve: true }, atCentre)
    assert.equal(approvedTitle.state, 'approved')
    const restoredTitle = await server.must('payer', 'titles.change', { ...target(changedNumber), ...form() })
    assert.equal(restoredTitle.state, 'approved')
  })

  test('a title in another name waits for the decision of the centre', async () => {
    const secondTitle = await server.must('payer', 'titles.create', form({ name: '星河集团财务共享中心' }))
    assert.deepEqual([secondTitle.state, secondTitle.isDefault], ['pending', false])
    assert.equal((await server.call('payer', 'titles.makeDefault', target(secondTitle))).error, 'titleWaits')
    assert.equal((await server.call('finance', 'titles.decide', { ...target(secondTitle), approve: false }, atCentre)).error, 'titleReason')
    const rejectedTitle = await server.must('finance', 'titles.decide', { ...target(secondTitle), approve: false, reason: '三流不一致' }, atCentre)
    assert.deepEqual([rejectedTitle.state, rejectedTitle.reason], ['rejected', '三流不一致'])
    assert.equal((await server.call('finance', 'titles.decide', { ...target(rejectedTitle), approve: true }, atCentre)).error, 'titleDecided')
    const changedTitle = await server.must('payer', 'titles.change', { ...target(rejectedTitle), ...form({ name: '星河集团财务中心' }) })
    assert.equal(changedTitle.state, 'pending')
    const approvedTitle = await server.must('finance', 'titles.decide', { ...target(changedTitle), approve: true }, atCentre)
    const defaultTitle = await server.must('payer', 'titles.makeDefault', target(approvedTitle))
    assert.ok(defaultTitle.isDefault)
    assert.equal((await server.call('payer', 'titles.setActive', { ...target(defaultTitle), isActive: false })).error, 'defaultStays')
    assert.equal((await server.call('payer', 'titles.setActive', { ...target(approvedTitle), isActive: false })).error, 'titleChanged')
    const history = await server.must('payer', 'titles.history', { titleId: secondTitle.id })
    assert.deepEqual(
      history.filter((row) => row.byName === ''),
      [],
    )
    assert.deepEqual(
      history.map((row) => [row.name, row.state]),
      [
        ['星河集团财务中心', 'approved'],
        ['星河集团财务中心', 'pending'],
        ['星河集团财务共享中心', 'rejected'],
        ['星河集团财务共享中心', 'pending'],
      ],
    )
    const { rows } = await server.must('finance', 'titles.list', { states: ['approved'] }, atCentre)
    assert.ok(rows.some((row) => row.id === secondTitle.id))
    await server.must('payer', 'titles.exportList', {})
  })
})
