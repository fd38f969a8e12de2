import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { dueDay, shiftDay } from '#/domain/base/period.ts'
import { cancelBusinessesOf, confirmTaxChange, createBusinessInState, createOwner, receiptPicture, testPlace, today } from '#/server/people/entities/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000

describe('obligations of a business', () => {
  const server = testServer()

  const db = () => server.running.kernel.database.kysely
  const sweep = () => server.job('entities.sweep')
  const get = (entityId: number) => server.must('centre', 'entities.get', { entityId }, testPlace)
  const lastYear = () => Number(today(server).slice(0, 4)) - 1
  const settleAll = async (entityId: number, but: readonly string[] = []) => {
    for (const duty of (await get(entityId)).obligations.filter((obligation) => obligation.maySettle === '' && !but.includes(obligation.kind)))
      await server.must(
        'centre',
        'entities.settle',
        { obligationId: duty.id, settledOn: today(server), receiptNo: `HZ${duty.id}`, file: receiptPicture },
        testPlace,
      )
    return get(entityId)
  }

  test('an overdue annual report makes a business abnormal and blocks its cancellation', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'operating', `${lastYear() - 1}-12-20`)
    await sweep()
    const lateEntity = await get(entity.id)
    assert.equal(lateEntity.state, 'abnormal')
    const report = lateEntity.obligations.find((obligation) => obligation.kind === 'annualReport' && obligation.period === String(lastYear() - 1))
    assert.deepEqual([report?.state, report?.dueOn], ['overdue', dueDay('ANNUAL_REPORT', String(lastYear() - 1))])
    assert.deepEqual(
      lateEntity.blockers.map((each) => each.kind),
      ['abnormal', 'annualReport', 'declaration'],
    )
    const cancelInput = { entityId: entity.id, version: lateEntity.version, reason: '本人申请注销', file: receiptPicture }
    const cancelRefusal = await server.call('centre', 'entities.beginCancel', cancelInput, testPlace)
    assert.equal(cancelRefusal.error, 'blocked')
    for (const each of lateEntity.blockers) assert.ok(cancelRefusal.message.includes(each.text))
    const entityWithLateReport = await settleAll(entity.id, ['annualReport'])
    assert.equal(entityWithLateReport.state, 'abnormal', 'one late report is enough')
    const settledObligations = await settleAll(entity.id)
    assert.equal(settledObligations.state, 'operating')
    assert.equal(settledObligations.steps[0]?.move, 'cure')
    assert.ok((settledObligations.reportedYear ?? 0) >= lastYear() - 1)
    const settledReport = settledObligations.obligations.find((obligation) => obligation.id === report?.id)
    assert.deepEqual([settledReport?.state, settledReport?.receiptNo, settledReport?.settledBy], ['done', `HZ${report?.id}`, '许立言'])
    assert.ok(settledReport?.fileId)
  })

  test('an obligation is settled once, with a receipt, neither too early nor on a future day', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'operating', `${lastYear()}-02-01`)
    await sweep()
    const { obligations } = await get(entity.id)
    const openObligation = obligations.find((obligation) => obligation.maySettle === '')
    const earlyObligation = obligations.find((obligation) => obligation.opensOn > today(server))
    assert.ok(openObligation && earlyObligation)
    const settleInput = { obligationId: openObligation.id, settledOn: today(server), file: receiptPicture }
    assert.equal(
      (await server.call('centre', 'entities.settle', { obligationId: openObligation.id, settledOn: today(server) } as never, testPlace)).error,
      'invalid_input',
    )
    assert.equal((await server.call('centre', 'entities.settle', { ...settleInput, settledOn: shiftDay(today(server), 1) }, testPlace)).error, 'future')
    assert.equal(
      (await server.call('centre', 'entities.settle', { ...settleInput, settledOn: shiftDay(openObligation.opensOn, -1) }, testPlace)).error,
      'settledBefore',
    )
    assert.equal((await server.call('centre', 'entities.settle', { ...settleInput, obligationId: earlyObligation.id }, testPlace)).error, 'tooEarly')
    assert.equal((await server.call('centre', 'entities.settle', settleInput, { centre: 5, mode: 2 })).error, 'obligationNotFound')
    const answers = await Promise.all([
      server.call('centre', 'entities.settle', settleInput, testPlace),
      server.call('platform', 'entities.settle', settleInput),
    ])
    assert.deepEqual(answers.map((answer) => answer.error ?? 'done').sort(), ['done', 'settled'])
  })

  test('the annual fee applies at once and blocks cancellation until it is paid in full', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'operating')
    const entityWithFee = await server.must(
      'centre',
      'entities.setFee',
      { entityId: entity.id, version: entity.version, fee: '600.00', reason: '按服务协议' },
      testPlace,
    )
    const fee = entityWithFee.obligations.find((obligation) => obligation.kind === 'serviceFee')
    assert.deepEqual([fee?.amount, fee?.opensOn, fee?.dueOn], [60_000, today(server), shiftDay(today(server), 30)])
    assert.deepEqual(
      entityWithFee.blockers.map((each) => each.kind),
      ['serviceFee'],
    )
    assert.equal(
      (await server.call('centre', 'entities.setFee', { entityId: entity.id, version: entityWithFee.version, fee: '600', reason: '再来一次' }, testPlace))
        .error,
      'sameFee',
    )
    const feePayment = { obligationId: fee?.id ?? 0, settledOn: today(server), file: receiptPicture }
    assert.equal((await server.call('centre', 'entities.settle', { ...feePayment, amount: '599.99' }, testPlace)).error, 'feeAmount')
    const entityWithPaidFee = await server.must('centre', 'entities.settle', { ...feePayment, amount: '600.00' }, testPlace)
    assert.deepEqual(entityWithPaidFee.blockers, [])
    assert.equal(entityWithPaidFee.state, 'operating')
  })

  test('cancellation takes two steps with documents, voids obligations and allows a new business', async () => {
    const operatorId = await createOwner(server)
    const entity = await createBusinessInState(server, operatorId, 'operating')
    const target = { entityId: entity.id, version: entity.version }
    assert.equal((await server.call('centre', 'entities.finishCancel', { ...target, file: receiptPicture }, testPlace)).error, 'wrongState')
    const cancellingEntity = await server.must('centre', 'entities.beginCancel', { ...target, reason: '本人申请注销', file: receiptPicture }, testPlace)
    assert.deepEqual([cancellingEntity.state, cancellingEntity.steps[0]?.papers[0]?.kind], ['cancelling', 'clearance'])
    assert.ok(
      cancellingEntity.obligations.length > 0 && cancellingEntity.obligations.every((obligation) => obligation.state === 'void' && obligation.maySettle !== ''),
    )
    const cancelledEntity = await server.must(
      'centre',
      'entities.finishCancel',
      { entityId: entity.id, version: cancellingEntity.version, file: receiptPicture },
      testPlace,
    )
    assert.deepEqual([cancelledEntity.state, cancelledEntity.steps[0]?.papers[0]?.kind], ['cancelled', 'cancelNotice'])
    await sweep()
    assert.ok((await get(entity.id)).obligations.every((obligation) => obligation.state === 'void'))
    const row = await sql<{ yztype: number }>`select yztype from operator where id = ${operatorId}`.execute(db())
    assert.equal(row.rows[0]?.yztype, 1)
    assert.equal((await createBusinessInState(server, operatorId, 'editing')).state, 'editing')
  })

  test('changing the kind of taxpayer switches VAT obligations between quarters and months', async () => {
    const entity = await createBusinessInState(server, await createOwner(server), 'operating')
    const kinds = (obligations: typeof entity.obligations) =>
      obligations.filter((obligation) => obligation.kind === 'vat' && obligation.state === 'open').map((obligation) => obligation.period)
    assert.ok(kinds(entity.obligations).length > 0 && kinds(entity.obligations).every((period) => period.includes('Q')))
    const target = { entityId: entity.id, version: entity.version, reason: '登记为一般纳税人', file: receiptPicture }
    const changeTo = async (taxKind: 'general' | 'small', version: number) =>
      confirmTaxChange(server, await server.must('centre', 'entities.changeTax', { ...target, version, taxKind }, testPlace))
    const generalEntity = await changeTo('general', entity.version)
    assert.ok(kinds(generalEntity.obligations).length > 1 && kinds(generalEntity.obligations).every((period) => !period.includes('Q')))
    const restoredEntity = await changeTo('small', generalEntity.version)
    assert.deepEqual(kinds(restoredEntity.obligations), kinds(entity.obligations))
  })

  test('the calendar lists obligations by due day and counts the overdue ones', async () => {
    await sweep()
    const seen: { id: number; dueOn: string }[] = []
    let after: number | undefined
    do {
      const calendarPage = await server.must(
        'centre',
        'entities.calendar',
        { size: 9, states: ['open', 'overdue'], ...(after !== undefined && { after }) },
        testPlace,
      )
      if (after === undefined) assert.ok(calendarPage.counts)
      seen.push(...calendarPage.rows)
      after = calendarPage.next ?? undefined
    } while (after !== undefined)
    assert.equal(new Set(seen.map((each) => each.id)).size, seen.length)
    assert.deepEqual(
      seen.map((each) => each.dueOn),
      seen.map((each) => each.dueOn).sort(),
    )
    const { counts } = await server.must('centre', 'entities.calendar', { states: ['overdue'] }, testPlace)
    const { rows } = await server.must('centre', 'entities.calendar', { states: ['overdue'], size: 200 }, testPlace)
    assert.equal(counts?.overdue, rows.length)
    assert.equal((await server.call('unit1', 'entities.calendar', {})).error, 'forbidden')
    assert.equal((await server.must('finance', 'entities.calendar', { states: ['overdue'] }, testPlace)).rows.length, rows.length)
  })

  test('the annual report is announced when filing opens, and a reminder can follow the next day', async () => {
    await cancelBusinessesOf(server, 1001)
    const entity = await createBusinessInState(server, 1001, 'operating')
    const messages = async () =>
      (await server.must('operator', 'messages.list', {})).rows.filter((message) => message.kind === 'obligationDue' && message.values.kind === 'annualReport')
        .length
    await sweep()
    assert.equal(await messages(), 0)
    const newYear = `${lastYear() + 2}-01-01`
    server.advance(Date.parse(`${newYear}T04:00:00+08:00`) - server.running.kernel.clock.now().getTime())
    await sweep()
    await sweep()
    assert.equal(await messages(), 1)
    const report = (await get(entity.id)).obligations.find((obligation) => obligation.kind === 'annualReport' && obligation.opensOn === newYear)
    assert.equal(report?.urgency, 'far')
    assert.equal((await server.call('centre', 'entities.remind', { obligationId: report?.id ?? 0 }, testPlace)).error, 'remindedToday')
    server.advance(dayMs)
    await server.must('centre', 'entities.remind', { obligationId: report?.id ?? 0 }, testPlace)
    assert.equal(await messages(), 2)
  })

  test('automatic state changes are logged and have no person as author', async () => {
    const { rows } = await sql<{
      from: string
      to: string
    }>`select detail -> 'before' ->> 'state' as "from", detail -> 'after' ->> 'state' as "to" from audit_log
      where action = 'entities.sweep' and ref_type = 'entity' order by id`.execute(db())
    assert.ok(rows.some((row) => row.from === 'operating' && row.to === 'abnormal'))
    const steps = await sql<{ count: number }>`select count(*) as count from entity_step where move = 'alarm' and created_by is not null`.execute(db())
    assert.equal(steps.rows[0]?.count, 0)
  })
})
