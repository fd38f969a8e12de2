import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { daysOfPeriod } from '#/domain/taxation/business-filing.ts'
import { confirmTaxChange } from '#/server/people/entities/testing.ts'
import { businessOwnerAt, cellsOf, declarationAmounts, filingScenario, prepareOwners } from '#/server/taxation/businessfilings/testing.ts'
import { businessDesk } from '#/server/taxation/businessinvoices/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const modeOnePlace = { centre: 2, mode: 1 } as const

describe('facts of a quarter that are registered after its closing', () => {
  const server = checkedTestServer()
  let desk: Awaited<ReturnType<typeof businessDesk>>
  let quarter = ''
  let paidOn = ''
  const db = () => server.running.kernel.database.kysely
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const { rowOf, target, close, declare, generate } = filingScenario(
    () => server,
    () => quarter,
  )
  const closeAgain = async (kind: 'vat' | 'incomeTax', id: number) => {
    await server.must('finance', 'businessfilings.reopen', { ...(await target(id)), reason: '补登' }, modeOnePlace)
    const answer = await close(kind, '口头确认')
    assert.equal(answer.code, 1, answer.message)
  }

  const cellsOfBusiness = async (fileId: string, heading: string) => {
    const rows = await cellsOf(await server.running.kernel.store.read(fileId), ['信用代码', heading])
    return rows.filter(([code]) => code === businessOwnerAt(0).entity.creditCode).map(([, cell]) => cell)
  }

  before(async () => {
    desk = await businessDesk(server)
    await prepareOwners(server)
    quarter = quarterOf(daysOfPeriod(quarterOf(dayOf(server.running.kernel.clock.now()))).to)
    paidOn = shiftDay(daysOfPeriod(quarter).from, 1)
    toDay(paidOn)
  })

  test('a special invoice registered after the closing of its quarter is taxed with it', async () => {
    const batch = await desk.pay([[0, '1010.00']])
    const entityId = await desk.entityOf(0)
    await desk.authorise(entityId)
    const [application = assert.fail()] = await desk.generate(batch.id, 'special')
    const approved = await desk.approve(application)
    toDay(daysOfPeriod(quarter).to)
    for (const kind of ['vat', 'incomeTax'] as const) {
      await generate(kind)
      const answer = await close(kind, '口头确认')
      assert.equal(answer.code, 1, answer.message)
    }
    await desk.issue(approved, paidOn)
    const closed = await rowOf('vat', 0)
    assert.equal(closed.vat, 0)
    assert.equal((await declare(closed.id, declarationAmounts(closed))).error, 'outdated')
    await server.job('businessfilings.mark', { entityId, from: paidOn })
    const data = await server.must('finance', 'businessfilings.exportData', { kind: 'vat', period: quarter }, modeOnePlace)
    assert.deepEqual(await cellsOfBusiness(data.fileId, '数据已变，须重新关账或更正'), ['增值税（按季）'])
    const list = await server.must('finance', 'businessfilings.exportList', { kind: 'vat', period: quarter }, modeOnePlace)
    assert.deepEqual(await cellsOfBusiness(list.fileId, '数据变动日'), [dayOf(server.running.kernel.clock.now())])
    await closeAgain('vat', closed.id)
    const again = await rowOf('vat', 0)
    assert.equal(again.vat, 1_000, '1,010 − 1,010 ÷ 1.01')
    assert.equal((await declare(again.id, declarationAmounts(again))).data?.state, 'declared')
  })

  test('income tax is not declared at a rate that a later notice replaced', async () => {
    const entityId = await desk.entityOf(0)
    await closeAgain('incomeTax', (await rowOf('incomeTax', 0)).id)
    const closed = await rowOf('incomeTax', 0)
    assert.ok(closed.iit > 0)
    const { rows } = await sql<{ version: number }>`select version from operator_entity where id = ${entityId}`.execute(db())
    const notice = { documentNo: '税核定〔2027〕1号', reason: '核定通知', file: desk.pdf('核定') }
    const rate = { entityId, version: rows[0]?.version ?? 0, rate: '0.2', from: daysOfPeriod(quarter).from }
    await confirmTaxChange(server, await server.must('centre', 'entities.setLevy', { ...rate, ...notice }, modeOnePlace))
    assert.equal((await declare(closed.id, declarationAmounts(closed))).error, 'outdated')
    await closeAgain('incomeTax', closed.id)
    const again = await rowOf('incomeTax', 0)
    assert.ok(again.iit < closed.iit, `${again.iit} < ${closed.iit}`)
    assert.equal((await declare(again.id, declarationAmounts(again))).code, 1)
  })
})
