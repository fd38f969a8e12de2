import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const homePlace = { centre: 2, mode: 2 } as const
const people = demoPeople().ordinary.filter(
  (person) => person.centreId === 2 && person.unitIds.length === 1 && person.unitIds[0] === 1 && person.entity === null,
)

function personAt(index: number): DemoPerson {
  const person = people[index]
  if (!person) throw new Error('unit 1 has fewer people')
  return person
}

describe('operator lists and details', () => {
  const server = testServer()

  const find = async (who: string, keyword: string) => (await server.must(who, 'operators.list', { kind: 'platform', keyword }, homePlace)).rows

  test('paging by cursor lists every operator once', async () => {
    const seen: number[] = []
    let after: number | undefined
    let count: number | null = null
    do {
      const listPage = await server.must('centre', 'operators.list', { kind: 'platform', size: 40, ...(after !== undefined && { after }) }, homePlace)
      count ??= listPage.count
      seen.push(...listPage.rows.map((row) => row.id))
      after = listPage.next ?? undefined
    } while (after !== undefined)
    assert.equal(new Set(seen).size, seen.length)
    assert.equal(seen.length, count)
    assert.deepEqual(
      seen,
      [...seen].sort((a, b) => b - a),
    )
  })

  test('a person is found by full ID number, mobile or name, but not by part of an ID number', async () => {
    const person = personAt(0)
    for (const keyword of [person.idNumber, person.mobile, person.name]) {
      const rows = await find('centre', keyword)
      assert.ok(
        rows.some((row) => row.id === person.id),
        keyword.slice(0, 3),
      )
    }
    assert.deepEqual(await find('centre', person.idNumber.slice(0, 10)), [])
    const [row] = await find('centre', person.idNumber)
    assert.ok(row?.idNumber.includes('*') && row.mobile.includes('*'))
    assert.deepEqual(
      row?.units.map((unit) => unit.id),
      [1],
    )
  })

  test('a unit sees only its own people and payments', async () => {
    const person = personAt(1)
    const operator = await server.must('unit1', 'operators.get', { operatorId: person.id })
    assert.deepEqual(
      operator.links.map((link) => link.unitId),
      [1],
    )
    assert.equal((await server.call('unit2', 'operators.get', { operatorId: person.id })).error, 'notFound')
    assert.equal((await server.call('checker', 'operators.list', { kind: 'platform' })).error, 'forbidden')
    const { rows } = await server.must('unit2', 'operators.list', { kind: 'platform', size: 200 })
    assert.ok(rows.length > 0 && rows.every((row) => row.units.every((unit) => unit.id === 2)))
    const income = await server.must('unit1', 'operators.income', { operatorId: person.id })
    const paidSum = await sql<{
      sum: number
    }>`select coalesce(sum(gross_fen), 0)::bigint as sum from payment_line where operator_id = ${person.id} and unit_id = 1
      and state = 'success'`.execute(server.running.kernel.database.kysely)
    assert.equal(
      income.reduce((sum, month) => sum + month.gross, 0),
      paidSum.rows[0]?.sum,
    )
  })

  test('operators with a business have a separate list', async () => {
    const { rows } = await server.must('centre', 'operators.list', { kind: 'ordinary', size: 200 }, homePlace)
    assert.ok(rows.length > 0 && rows.every((row) => row.kind === 'ordinary' && row.entityName !== ''))
  })

  test('the filters by signed agreement and tax authorisation agree with the rows', async () => {
    for (const isSigned of [true, false]) {
      const { rows } = await server.must('centre', 'operators.list', { kind: 'platform', isSigned, size: 200 }, homePlace)
      assert.ok(rows.length > 0)
      assert.ok(rows.every((row) => (row.agreement === 'valid') === isSigned))
    }
    const { rows } = await server.must('centre', 'operators.list', { kind: 'platform', isAuthorised: false, size: 200 }, homePlace)
    assert.ok(rows.length > 0 && rows.every((row) => !row.isAuthorised))
  })

  test('a frozen operator cannot be paid until unfrozen, and both steps are in the history', async () => {
    const { id, name, idNumber, mobile, cardNo, bankName } = personAt(2)
    const { id: batchId } = await server.must('maker', 'payments.create', { orderId: 12 })
    await server.must('maker', 'lines.add', { batchId, rows: [{ name, idNumber, mobile, cardNo, bankName, amountText: '100.00' }] })
    const codes = async () =>
      (await server.must('maker', 'lines.list', { batchId })).rows[0]?.issues.map((issue) => `${issue.code} ${issue.values.reason ?? ''}`) ?? []
    assert.ok(!(await codes()).some((code) => code.startsWith('E209')))
    assert.equal((await server.call('unit1', 'operators.freeze', { operatorId: id, reason: '不归单位管' })).error, 'forbidden')
    assert.equal((await server.call('centre', 'operators.unfreeze', { operatorId: id, reason: '没有冻结' }, homePlace)).error, 'wrongStatus')
    const frozen = await server.must('centre', 'operators.freeze', { operatorId: id, reason: '涉嫌冒用身份' }, homePlace)
    assert.deepEqual([frozen.status, frozen.statusReason, frozen.may.unfreeze], [6, '涉嫌冒用身份', ''])
    await revalidate()
    assert.deepEqual(await codes(), ['E209 涉嫌冒用身份'])
    await server.must('centre', 'operators.unfreeze', { operatorId: id, reason: '已核实本人' }, homePlace)
    await revalidate()
    assert.ok(!(await codes()).some((code) => code.startsWith('E209')))
    const { rows } = await server.must('centre', 'operators.changes', { operatorId: id }, homePlace)
    assert.deepEqual(
      rows.map((row) => [row.action, row.words]),
      [
        ['operators.unfreeze', '已核实本人'],
        ['operators.freeze', '涉嫌冒用身份'],
      ],
    )
  })

  test('a card changes only when the bank confirms its owner, and a mobile changes at once', async () => {
    const { id, cardNo } = personAt(3)
    const bankName = '中国建设银行'
    const changedCard = await server.call('centre', 'operators.setCard', { operatorId: id, cardNo: bankCardFor('621700', 7, '9999'), bankName }, homePlace)
    assert.equal(changedCard.error, 'cardRefused')
    assert.equal((await server.call('unit1', 'operators.setCard', { operatorId: id, cardNo, bankName })).error, 'noPlace')
    for (const invalidCard of ['1234567890123456789012', '0222000000000002'])
      assert.equal(
        (await server.call('centre', 'operators.setCard', { operatorId: id, cardNo: invalidCard, bankName }, homePlace)).error,
        'badCard',
        invalidCard,
      )
    const newCard = bankCardFor('621700', 88)
    const operatorWithCard = await server.must('centre', 'operators.setCard', { operatorId: id, cardNo: newCard, bankName }, homePlace)
    assert.equal(operatorWithCard.cardTail, newCard.slice(-4))
    assert.deepEqual(
      operatorWithCard.cards.filter((card) => card.isDefault).map((card) => [card.tail, card.isVerified]),
      [[newCard.slice(-4), true]],
    )
    const operatorWithMobile = await server.must('centre', 'operators.setMobile', { operatorId: id, mobile: '13912340000' }, homePlace)
    assert.equal(operatorWithMobile.mobile, '139****0000')
  })

  test('a unit that ends the link no longer sees the person', async () => {
    const { id } = personAt(4)
    await server.must('unit1', 'operators.unlink', { operatorId: id, unitId: 1, reason: '合作结束' })
    assert.equal((await server.call('unit1', 'operators.get', { operatorId: id })).error, 'notFound')
    const seen = await server.must('centre', 'operators.get', { operatorId: id }, homePlace)
    assert.deepEqual(
      seen.links.map((link) => [link.unitId, link.isActive]),
      [[1, false]],
    )
    assert.equal((await server.call('centre', 'operators.unlink', { operatorId: id, unitId: 1, reason: '再来一次' }, homePlace)).error, 'noUnit')
  })

  test('a person and the centre are notified 30 days before an ID expires and again after it', async () => {
    const operatorId = 1001
    const messagesOf = async (who: string, kind: 'paperEnding' | 'papersEnding') =>
      (await server.must(who, 'messages.list', { size: 50 }, who === 'centre' ? homePlace : undefined)).rows.filter((row) => row.kind === kind)
    const sweep = async () => {
      await server.must('centre', 'messages.read', { all: true }, homePlace)
      await server.job('operators.papers', {})
      await server.job('operators.papers', {})
      return [(await messagesOf('operator', 'paperEnding')).length, (await messagesOf('centre', 'papersEnding')).length] as const
    }
    const setValidTo = async (days: number) => {
      const validTo = shiftDay(dayOf(server.running.kernel.clock.now()), days)
      const { sex, birth, nationality } = await server.must('centre', 'operators.get', { operatorId }, homePlace)
      const particulars = { sex, birth, nationality, validFrom: '2016-11-01', validTo, reason: '登记有效期' }
      await server.must('centre', 'operators.setParticulars', { operatorId, ...particulars }, homePlace)
      return validTo
    }
    await setValidTo(31)
    const [personal, central] = await sweep()
    const validTo = await setValidTo(30)
    assert.deepEqual(await sweep(), [personal + 1, central + 1])
    server.advance(30 * 86_400_000)
    assert.deepEqual(await sweep(), [personal + 1, central + 1], 'the last day is valid')
    server.advance(86_400_000)
    assert.deepEqual(await sweep(), [personal + 2, central + 2])
    const [message, earlierMessage] = await messagesOf('operator', 'paperEnding')
    assert.deepEqual([message?.values.day, earlierMessage?.values.day, message?.isRead], [validTo, validTo, false])
    assert.match((await messagesOf('centre', 'papersEnding'))[0]?.path ?? '', /[?]paper=over$/)
    assert.deepEqual((await messagesOf('unit1', 'papersEnding')).length, 0)
  })

  test('a centre gets one message about IDs that will expire and one about expired IDs', async () => {
    await server.must('centre', 'messages.read', { all: true }, homePlace)
    const daysById = new Map([
      [personAt(1).id, 20],
      [personAt(2).id, 25],
      [personAt(3).id, -1],
    ])
    for (const [operatorId, days] of daysById) {
      const validTo = shiftDay(dayOf(server.running.kernel.clock.now()), days)
      const { sex, birth, nationality } = await server.must('centre', 'operators.get', { operatorId }, homePlace)
      const particulars = { sex, birth, nationality, validFrom: '2016-11-01', validTo, reason: '登记有效期' }
      await server.must('centre', 'operators.setParticulars', { operatorId, ...particulars }, homePlace)
    }
    await server.job('operators.papers', {})
    const { rows } = await server.must('centre', 'messages.list', { unread: true, size: 50 }, homePlace)
    const messages = rows.filter((row) => row.kind === 'papersEnding').map((row) => [row.path?.split('?')[1] ?? '', row.values.count])
    assert.deepEqual(messages.toSorted(), [
      ['paper=over', 1],
      ['paper=soon', 2],
    ])
  })

  test('an export contains the filtered operators with masked numbers', async () => {
    const person = personAt(5)
    const { fileId, taskId } = await server.must('centre', 'operators.export', { kind: 'platform', keyword: person.idNumber }, homePlace)
    assert.equal(taskId, null)
    const text = await textsOf(await server.running.kernel.store.read(fileId ?? assert.fail()))
    assert.ok(text.includes('行数 1<') && text.includes(person.name))
    for (const hidden of [person.idNumber, person.mobile, person.cardNo]) assert.ok(!text.includes(hidden), hidden)
  })

  /** Runs the queued batch checks. */
  async function revalidate(): Promise<void> {
    const { kysely } = server.running.kernel.database
    const queuedJobs = await sql<{ data: Record<string, unknown> }>`delete from pgboss.job where name = 'lines.revalidate' returning data`.execute(kysely)
    for (const { data } of queuedJobs.rows) await server.job('lines.revalidate', data)
  }
})
