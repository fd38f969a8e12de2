import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxViews } from '#/api/services/views.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('saved views', () => {
  const server = testServer()
  const list = 'payments'
  const listViews = (who: string, which = list) => server.must(who, 'views.list', { list: which })

  test('saved views are private, named uniquely per owner, and one of them is the default', async () => {
    const firstView = await server.must('maker', 'views.save', { list, name: '待我处理', query: 'states=fixing%2Cready' })
    const secondView = await server.must('maker', 'views.save', { list, name: '大额', query: 'sort=cost' })
    assert.deepEqual(
      await listViews('maker'),
      [secondView, firstView].toSorted((a, b) => a.name.localeCompare(b.name)),
    )
    for (const username of ['checker', 'unit1', 'platform']) assert.deepEqual(await listViews(username), [])
    assert.deepEqual(await listViews('maker', 'topups'), [])
    assert.equal((await server.call('maker', 'views.save', { list, name: '大额', query: '' })).error, 'nameTaken')
    assert.equal((await server.call('maker', 'views.change', { id: firstView.id, name: '大额' })).error, 'nameTaken')
    await server.must('checker', 'views.save', { list, name: '大额', query: '' })

    await server.must('maker', 'views.change', { id: firstView.id, isDefault: true })
    const changedView = await server.must('maker', 'views.change', { id: secondView.id, name: '金额大的', query: 'sort=cost&trouble=any', isDefault: true })
    assert.deepEqual(changedView, { id: secondView.id, name: '金额大的', query: 'sort=cost&trouble=any', isDefault: true })
    assert.deepEqual(
      (await listViews('maker')).filter((view) => view.isDefault).map((view) => view.id),
      [secondView.id],
      'a list begins with one view',
    )
    for (const username of ['checker', 'platform']) {
      assert.equal((await server.call(username, 'views.change', { id: firstView.id, name: '别人的' })).error, 'notFound')
      assert.equal((await server.call(username, 'views.remove', { id: firstView.id })).error, 'notFound')
    }
    await server.must('maker', 'views.remove', { id: firstView.id })
    assert.deepEqual(await listViews('maker'), [changedView])
  })

  test('the search term is not saved, because it may be an identity number', async () => {
    const view = await server.must('payer', 'views.save', { list, name: '查人', query: 'keyword=110101199001011237&short=yes' })
    assert.equal(view.query, 'short=yes')
  })

  test('a list has at most twenty views', async () => {
    for (let at = 0; at < maxViews; at++) await server.must('finance', 'views.save', { list: 'topups', name: `视图${at}`, query: '' })
    assert.equal((await server.call('finance', 'views.save', { list: 'topups', name: '再一个', query: '' })).error, 'tooMany')
    await server.must('finance', 'views.save', { list, name: '再一个', query: '' })
  })
})
