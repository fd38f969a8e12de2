import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { drawWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { confirmTaxChange, receiptPicture, testPlace, today } from '#/server/people/entities/testing.ts'
import { runRevalidation } from '#/server/people/operators/testing.ts'
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
  /** Enters a rate, which another person confirms. */
  const setConfirmedRate = async (...input: Parameters<typeof setRate>) => {
    const entered = await setRate(...input)
    assert.equal(entered.code, 1, entered.message)
    return confirmTaxChange(server, await entityOf(input[0]))
  }
  const decide = (taxChangeId: number, who: string, decision: { isConfirmed: boolean; answer?: string } = { isConfirmed: true }) =>
    server.call(who, 'entities.decideTax', { taxChangeId, ...decision }, who === 'centre' ? testPlace : {})
  const pendingKindsOf = async (who: string) => (await server.must(who, 'tasks.waiting', {}, who === 'centre' ? testPlace : {})).map(({ kind }) => kind)
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
    const entity = await setConfirmedRate(0)
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
          { fact: 'enteredBy', before: '', after: '许立言' },
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
    await setConfirmedRate(1, { rate: '0.5' })
    await setConfirmedRate(1, { rate: '2', from: inFiveDays })
    assert.equal((await addPayment(1)).iit, 5_000)
    assert.deepEqual((await entityOf(1)).nextLevy, { ratePpm: 20_000, from: inFiveDays })
    server.advance(5 * 86_400_000)
    assert.equal((await addPayment(1)).iit, 20_000)
    assert.equal((await entityOf(1)).nextLevy, null)
    await setConfirmedRate(1, { rate: '0' })
    assert.equal((await addPayment(1)).iit, 0)
    server.advance(-5 * 86_400_000)
  })

  test('a levy rate takes effect only when another person confirms it', async () => {
    const line = await addPayment(3)
    assert.equal(line.iit, 0)
    const entered = (await setRate(3)).data ?? assert.fail('not entered')
    const taxChange = entered.taxChange ?? assert.fail('nothing pending')
    assert.deepEqual([entered.levyRatePpm, entered.nextLevy, (await addPayment(3)).iit], [0, null, 0])
    assert.match(taxChange.mayDecide, /另一人确认/)
    assert.equal((await decide(taxChange.id, 'centre')).error, 'ownChange')
    assert.equal((await decide(taxChange.id, 'auditor')).error, 'forbidden')
    assert.equal((await setRate(3, { rate: '3' })).error, 'taxPending')
    assert.ok((await pendingKindsOf('platform')).includes('taxChanges'))
    assert.ok(!(await pendingKindsOf('centre')).includes('taxChanges'))
    const { rows } = await server.must('platform', 'entities.list', { isForMe: true })
    assert.deepEqual(
      rows.map(({ id }) => id),
      [entered.id],
    )
    const confirmed = (await decide(taxChange.id, 'platform')).data
    assert.deepEqual([confirmed?.levyRatePpm, confirmed?.taxChange], [15_000, null])
    assert.equal((await decide(taxChange.id, 'platform')).error, 'changeDecided')
    const { rows: checked } = await sql<{
      iit: number
      batch: number
    }>`select iit_fen as iit, batch_id as batch from payment_line where id = ${line.id}`.execute(server.running.kernel.database.kysely)
    assert.ok(checked[0])
    assert.ok((await runRevalidation(server, checked[0].batch)) > 0, 'the confirmation rechecks the open batch')
    assert.equal((await server.must('maker', 'lines.list', { batchId: checked[0].batch })).rows[0]?.iit, 15_000)
  })

  test('a rejected or withdrawn change of the taxation has no effect', async () => {
    const enterAudit = async () => {
      const { id: entityId, version } = await entityOf(4)
      const change = { entityId, version, levy: 'audit', reason: '改为查账征收', file: receiptPicture } as const
      const { taxChange } = await server.must('centre', 'entities.changeTax', change, testPlace)
      return taxChange ?? assert.fail('nothing pending')
    }
    const first = await enterAudit()
    assert.deepEqual(first.facts, [{ fact: 'levy', before: 'deemed', after: 'audit' }])
    assert.equal((await decide(first.id, 'platform', { isConfirmed: false })).error, 'answerNeeded')
    assert.equal((await decide(first.id, 'platform', { isConfirmed: false, answer: '与通知书不符' })).data?.levy, 'deemed')
    const second = await enterAudit()
    assert.equal((await server.call('platform', 'entities.withdrawTax', { taxChangeId: second.id })).error, 'notOwnChange')
    const withdrawn = await server.must('centre', 'entities.withdrawTax', { taxChangeId: second.id }, testPlace)
    assert.deepEqual([withdrawn.levy, withdrawn.taxChange], ['deemed', null])
    assert.equal((await decide(second.id, 'platform')).error, 'changeDecided')
    const confirmed = await decide((await enterAudit()).id, 'platform')
    assert.deepEqual([confirmed.data?.levy, confirmed.data?.steps[0]?.move], ['audit', 'changeTax'])
  })

  test('the database refuses a rate or kind of taxpayer that no other person confirmed', async () => {
    const { id, centreId } = await entityOf(5)
    const runAsProgram = (statement: RawBuilder<unknown>) =>
      server.running.kernel.database.kysely.transaction().execute(async (trx) => {
        await sql`select set_config('app.user', '1', true), set_config('app.all', 'on', true)`.execute(trx)
        await sql`set local role app_rw`.execute(trx)
        await statement.execute(trx)
      })
    const insertRate = sql`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, created_at)
      values (${id}, ${owner(5).id}, ${centreId}, 1, '2026-01-01', now())`
    await assert.rejects(runAsProgram(insertRate), /another person must confirm a rate/)
    for (const patch of [sql`tax_kind = 'general'`, sql`levy = 'audit'`])
      await assert.rejects(runAsProgram(sql`update operator_entity set ${patch} where id = ${id}`), /another person must confirm the taxation/)
  })

  test('only the centre can enter a levy rate, and only for a business with deemed profit', async () => {
    assert.equal((await setRate(2, {}, 'unit1')).error, 'forbidden')
    assert.equal((await setRate(2, { rate: '0' })).error, 'sameLevy')
    assert.equal((await setRate(2, { from: '2001-01-01' })).error, 'beforeTax')
    assert.equal((await setRate(2, { rate: '1e1' })).error, 'invalid_input')
    await sql`update operator_entity set levy = 'audit' where operator_id = ${owner(2).id}`.execute(server.running.kernel.database.kysely)
    assert.equal((await setRate(2)).error, 'notDeemed')
  })
})
