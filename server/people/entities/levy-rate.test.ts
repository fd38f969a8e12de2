import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { receiptPicture, testPlace, today } from '#/server/people/entities/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const owners = drawWorld('small').people.filter(
  (person) => person.unitIds.length === 1 && person.unitIds[0] === 1 && person.entity?.levyRatePpm === 0 && person.status === accountStatus.active,
)

describe('advance collection rate of a business (核定征收率)', () => {
  const server = testServer()
  before(async () => {
    // Clears overdue states of the demo and sets deemed profit for all.
    await sql`update operator_entity set state = 'operating', levy = 'deemed' where operator_id = any(${owners.map((each) => each.id)}::bigint[])`.execute(
      server.running.kernel.database.kysely,
    )
  })

  const owner = (index: number) => owners[index] ?? assert.fail('too few owners')
  const entityOf = async (index: number) => {
    const { entities } = await server.must('centre', 'entities.ofOperator', { operatorId: owner(index).id }, testPlace)
    return entities[0] ?? assert.fail('no business')
  }
  const setRate = async (index: number, more: Partial<{ rate: string; from: string; documentNo: string; reason: string }> = {}, who = 'centre') => {
    const { id: entityId, version } = await entityOf(index)
    const messages = { rate: '1.5', from: today(server), documentNo: '杭税核〔2026〕12号', reason: '税务局核定', ...more }
    return server.call(who, 'entities.setLevy', { entityId, version, ...messages, file: receiptPicture }, who === 'centre' ? testPlace : {})
  }
  /** Adds a payment of 10,000.00 in mode 1 and returns its line. */
  const addPayment = async (index: number) => {
    const { name, idNumber, mobile, bankName, cardNo, entity } = owner(index)
    const { id: batchId } = await server.must('maker', 'payments.create', { orderId: 11 })
    const business = { entityName: entity?.name ?? '', entityCreditCode: entity?.creditCode ?? '' }
    await server.must('maker', 'lines.add', { batchId, rows: [{ name, idNumber, mobile, bankName, cardNo, amountText: '10000', ...business }] })
    const [line] = (await server.must('maker', 'lines.list', { batchId })).rows
    return line ?? assert.fail('no line')
  }

  test('a levy rate set with a tax notice applies to payments in mode 1', async () => {
    assert.equal((await addPayment(0)).iit, 0)
    const firstChange = await setRate(0)
    assert.equal(firstChange.code, 1, firstChange.message)
    const entity = await entityOf(0)
    assert.equal(entity.levyRatePpm, 15_000)
    assert.deepEqual(
      entity.steps[0] && [entity.steps[0].move, entity.steps[0].reason, entity.steps[0].papers.map((each) => each.kind), entity.steps[0].facts],
      [
        'setLevy',
        '税务局核定',
        ['levyNotice'],
        [
          { fact: 'levyRate', before: '0%', after: '1.5%' },
          { fact: 'levyFrom', before: '', after: today(server) },
          { fact: 'documentNo', before: '', after: '杭税核〔2026〕12号' },
        ],
      ],
    )
    const line = await addPayment(0)
    assert.deepEqual([line.iit, line.net], [15_000, 985_000])
    const { rows } = await server.must('centre', 'entities.list', { operatorId: owner(0).id }, testPlace)
    assert.equal(rows[0]?.levyRatePpm, 15_000)
    const log = await sql<{ action: string }>`select action from audit_log where action = 'entities.setLevy' and ref_id = ${String(entity.id)}`.execute(
      server.running.kernel.database.kysely,
    )
    assert.equal(log.rows.length, 1)
  })

  test('a rate with a future first day applies only from that day', async () => {
    const inFiveDays = shiftDay(today(server), 5)
    assert.equal((await setRate(1, { rate: '0.5' })).code, 1)
    assert.equal((await setRate(1, { rate: '2', from: inFiveDays })).code, 1)
    assert.equal((await addPayment(1)).iit, 5_000)
    assert.deepEqual((await entityOf(1)).nextLevy, { ratePpm: 20_000, from: inFiveDays })
    server.advance(5 * 86_400_000)
    assert.equal((await addPayment(1)).iit, 20_000)
    assert.equal((await entityOf(1)).nextLevy, null)
    assert.equal((await setRate(1, { rate: '0' })).code, 1)
    assert.equal((await addPayment(1)).iit, 0)
    server.advance(-5 * 86_400_000)
  })

  test('only the centre can set a levy rate, and only for a business with deemed profit', async () => {
    assert.equal((await setRate(2, {}, 'unit1')).error, 'forbidden')
    assert.equal((await setRate(2, { rate: '0' })).error, 'sameLevy')
    assert.equal((await setRate(2, { from: '2001-01-01' })).error, 'beforeTax')
    assert.equal((await setRate(2, { rate: '1e1' })).error, 'invalid_input')
    await sql`update operator_entity set levy = 'audit' where operator_id = ${owner(2).id}`.execute(server.running.kernel.database.kysely)
    assert.equal((await setRate(2)).error, 'notDeemed')
  })
})
