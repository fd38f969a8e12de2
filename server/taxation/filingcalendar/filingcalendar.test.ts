import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf, dueDay, monthOf, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { bankScenario, replies } from '#/server/money/payouts/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const atCentre = { centre: 2, mode: 2 } as const
const slip = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('calendar') }

describe('filing calendar of a centre', () => {
  const server = testServer()
  let bank: ReturnType<typeof bankScenario>
  let month: string
  let sentLine: { no: string; net: number }
  const [person] = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const today = () => dayOf(now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - now().getTime())
  const calendar = (filter: object = {}, who = 'finance', at: { centre: number; mode: number } = atCentre) =>
    server.must(who, 'filingcalendar.list', filter, at)
  const returnsOf = async (period: string) => (await calendar()).rows.filter((row) => row.period === period)
  const stepsOf = async (period: string) => (await returnsOf(period)).map(({ kind, step, state }) => `${kind} ${step} ${state}`)
  const idOf = async (period: string) => (await returnsOf(period))[0]?.declarationId ?? assert.fail(`nothing of ${period}`)
  const get = async (period: string) => server.must('finance', 'periods.get', { declarationId: await idOf(period) }, atCentre)
  const target = async (period: string) => ({ declarationId: await idOf(period), version: (await get(period)).version })
  const card = async (key: string) => (await server.must('finance', 'dashboard.figures', {}, atCentre)).cards.find((each) => each.key === key)
  const messages = async (kind: string) => {
    const { rows } = await sql<{ values: { month: string; day: string; days?: number; count?: number } }>`select distinct values from message
      where kind = ${kind} and values ->> 'month' = ${month}`.execute(db())
    return rows.map(({ values }) => values)
  }
  const close = async (period: string) => {
    await server.must('finance', 'periods.close', { ...(await target(period)), reason: '已核实' }, atCentre)
    await server.job('periods.draw', { declarationId: await idOf(period) })
    await server.must('centre', 'periods.confirm', await target(period), atCentre)
  }
  const declare = async (period: string) => {
    const { accrued, edition } = await get(period)
    const taxes = { vat: plainYuan(accrued.vat), surcharge: plainYuan(accrued.surcharge), iit: plainYuan(accrued.iit) }
    const declarationInput = { no: `R-${period}-${edition}`, vatNo: `V-${period}-${edition}`, declaredOn: today(), file: slip }
    await server.must('finance', 'periods.declare', { ...(await target(period)), ...taxes, ...declarationInput }, atCentre)
  }

  before(async () => {
    const scenario = paymentScenario(server)
    bank = bankScenario(server)
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    month = monthOf(now())
    const batch = await scenario.createPaidBatch([{ person: person ?? assert.fail(), yuan: '20000.00' }])
    await bank.send({ send: ({ requestNo, amount }) => [replies.paid(requestNo, amount)] })
    const { rows } = await sql<{ no: string; net: number }>`select attempt.request_no as no, line.net_fen as net from payout_attempt attempt
      join payment_line line on line.month = attempt.month and line.id = attempt.line_id where line.batch_id = ${batch.id}`.execute(db())
    sentLine = rows[0] ?? assert.fail('nothing was sent')
  })

  test('the calendar lists tax returns of the month and the quarter’s report before their windows', async () => {
    const { rows } = await calendar({ states: ['open'] })
    const dueOn = dueDay('IIT_WITHHOLDING', month, workingCalendar)
    assert.deepEqual(
      rows.filter(({ period }) => period === month).map(({ kind, step, urgency, opensOn, dueOn: day }) => [kind, step, urgency, opensOn, day]),
      (['withholding', 'agentVat'] as const).map((kind) => [kind, 'declare', 'early', `${shiftMonth(month, 1)}-01`, dueOn]),
    )
    assert.ok(rows.some(({ kind, step, urgency }) => kind === 'platformReport' && step === 'report' && urgency === 'early'))
    assert.ok(
      rows.every((row, at) => at === 0 || row.dueOn >= (rows[at - 1]?.dueOn ?? '')),
      'by due day',
    )
  })

  test('a declared tax return awaits payment if tax is left, and is done otherwise', async () => {
    toDay(`${shiftMonth(month, 1)}-02`)
    await close(month)
    await declare(month)
    const { leftByTax } = await get(month)
    assert.ok(leftByTax.iit > 0)
    const vat = leftByTax.vat + leftByTax.surcharge === 0 ? 'agentVat done done' : 'agentVat pay open'
    assert.deepEqual(await stepsOf(month), ['withholding pay open', vat])
    assert.equal((await returnsOf(month)).find(({ kind }) => kind === 'withholding')?.amount, leftByTax.iit)
    assert.equal((await get(month)).dueStep, 'pay')
  })

  test('an unpaid month is overdue in calendar, list and dashboard after its due day', async () => {
    const { dueOn } = await get(month)
    const overdueBefore = (await card('filingsOverdue'))?.count ?? assert.fail('no card')
    toDay(shiftDay(dueOn, 2))
    assert.equal((await get(month)).daysLeft, -2)
    assert.ok((await stepsOf(month)).includes('withholding pay overdue'))
    assert.ok(((await card('filingsOverdue'))?.count ?? 0) > overdueBefore)
    assert.ok(((await card('taxDue'))?.days ?? 0) <= -2)
    const duePeriods = await server.must('finance', 'periods.list', { isDue: true, size: 200 }, atCentre)
    assert.ok(duePeriods.rows.some((row) => row.month === month))
    await server.job('periods.remind')
    assert.deepEqual(
      (await messages('taxOverdue')).map(({ day, days }) => [day, days]),
      [[dueOn, 2]],
    )
  })

  test('a returned payment makes its month due for correction and notifies the declarer once', async () => {
    await bank.announceReturns(replies.back(sentLine.no, sentLine.net, 'back-calendar'))
    await server.job('periods.corrections')
    await server.job('periods.corrections')
    const day = dueDay('IIT_WITHHOLDING', monthOf(now()), workingCalendar)
    assert.deepEqual(
      (await messages('correctionNeeded')).map((values) => [values.count, values.day]),
      [[1, day]],
    )
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from message join app_user on app_user.id = message.user_id
      where kind = 'correctionNeeded' and username = 'finance'`.execute(db())
    assert.equal(rows[0]?.count, 1)
    const { dueStep, dueOn } = await get(month)
    assert.deepEqual([dueStep, dueOn, await stepsOf(month)], ['correct', day, ['withholding correct open', 'agentVat correct open']])
  })

  test('a month under correction counts down, and is overdue with reminders after its due day', async () => {
    await server.must('finance', 'periods.correct', { ...(await target(month)), reason: '退汇' }, atCentre)
    await server.job('periods.draw', { declarationId: await idOf(month) })
    const { state, daysLeft, dueOn } = await get(month)
    assert.deepEqual([state, daysLeft], ['correcting', (Date.parse(dueOn) - Date.parse(today())) / 86_400_000])
    toDay(dueOn)
    await server.job('periods.remind')
    assert.deepEqual(
      (await messages('correctionDue')).map(({ days }) => days),
      [0],
    )
    toDay(shiftDay(dueOn, 1))
    await server.job('periods.remind')
    assert.deepEqual(
      (await messages('correctionOverdue')).map(({ days }) => days),
      [1],
    )
    assert.deepEqual([(await get(month)).daysLeft, await stepsOf(month)], [-1, ['withholding correct overdue', 'agentVat correct overdue']])
    await declare(month)
    assert.deepEqual([(await get(month)).daysLeft, await stepsOf(month)], [null, ['withholding done done', 'agentVat done done']])
  })

  test('the calendar shows the filings of the user’s scope and is closed to units', async () => {
    const { rows, counts } = await calendar({ kinds: ['withholding'], to: shiftDay(today(), -1) })
    assert.ok(rows.length > 0 && rows.every(({ kind, centreId, dueOn }) => kind === 'withholding' && centreId === 2 && dueOn < today()))
    assert.equal(counts.overdue, rows.filter(({ state }) => state === 'overdue').length)
    assert.equal((await server.call('maker', 'filingcalendar.list', {})).error, 'forbidden')
    const allFilings = await server.must('platform', 'filingcalendar.list', {})
    assert.ok(new Set(allFilings.rows.map(({ centreId }) => centreId)).size > 1)
  })
})
