import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { quarterOf } from '#/domain/people/obligation.ts'
import { nextQuarter, quarterBounds } from '#/domain/taxation/platform-report.ts'
import { defaultGroundRules } from '#/domain/taxation/reporter-plan.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { extendDocuments, fullChecklist } from '#/server/money/payments/testing.ts'
import { find as findVoucher } from '#/server/money/vouchers/store.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'

const placeOfCentre2 = { centreId: 2, ending: '' } as const
const placeOfCentre3 = { centreId: 3, ending: '03' } as const
type Place = typeof placeOfCentre2 | typeof placeOfCentre3
const atCentre2 = { centre: 2, mode: 2 } as const
const atCentre3 = { centre: 3, mode: 2 } as const
const receipt = { filename: '回执.pdf', mediaType: 'application/pdf', bytes: pdfPage('platform') }
const reason = '许可证持有主体统一报送'

describe('platform reports for several centres (公告2025年第15号)', () => {
  const server = checkedTestServer()
  let quarter = ''
  const people = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.includes(1))
  const person = (at: number) => people[at] ?? assert.fail('unit 1 has people')
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const toDay = (day: string) => server.advance(Date.parse(`${day}T09:00:00+08:00`) - server.running.kernel.clock.now().getTime())
  const form = (overrides: object = {}) => ({
    firstQuarter: quarter,
    platformName: '云创客测试平台',
    holderName: '云创客网络科技有限公司',
    holderCode: '91330106MA2KCX7F19',
    licenceNo: '浙B2-20250001',
    taxOffice: '西湖区税务局',
    centreIds: [2, 3],
    rules: defaultGroundRules.map(({ ground, ways, categories }) => ({ ground, ways: [...ways], categories: [...categories] })),
    reason,
    ...overrides,
  })
  const propose = (who: string, overrides: object = {}, at = {}) => server.call(who, 'platformreports.proposePlan', form(overrides), at)
  const quarterRows = async (who: string, at = {}) => (await server.must(who, 'platformreports.quarters', {}, at)).filter((each) => each.quarter === quarter)
  const generate = (who: string, centreId: number | null, overrides: object = {}, at = {}) =>
    server.call(who, 'platformreports.generate', { centreId, quarter, ...overrides }, at)

  /** Drafts a batch of a unit and returns its number and lines. */
  const draftBatch = async (
    { ending }: Place,
    payee: readonly DemoPerson[],
    yuan: string,
    accounts: readonly { nickname?: string; userNo?: string }[] = [],
  ) => {
    const maker = `maker${ending}`
    const { orders } = await server.must(maker, 'payments.choices', {})
    const order = orders.find((each) => each.problem === null && each.mode === 2) ?? assert.fail('no order')
    const { id } = await server.must(maker, 'payments.create', { orderId: order.id })
    const rows = payee.map(({ name, idNumber, mobile, bankName, cardNo }, at) => ({
      name,
      idNumber,
      mobile,
      bankName,
      cardNo,
      amountText: yuan,
      ...accounts[at],
    }))
    await server.must(maker, 'lines.add', { batchId: id, rows })
    return { id, lines: (await server.must(maker, 'lines.list', { batchId: id })).rows }
  }
  const payBatch = async (place: Place, payee: readonly DemoPerson[], yuan: string, accounts: readonly { nickname?: string; userNo?: string }[] = []) => {
    const { centreId, ending } = place
    const { id } = await draftBatch(place, payee, yuan, accounts)
    const target = async () => ({ id, version: (await server.must(`maker${ending}`, 'payments.get', { id })).version })
    await server.must(`maker${ending}`, 'payments.submit', { ...(await target()), acknowledgement: '已逐条核对' })
    await server.must(`checker${ending}`, 'payments.check', { ...(await target()), approve: true })
    await server.must(`auditor${ending}`, 'payments.audit', { ...(await target()), approve: true, checklist: fullChecklist }, { centre: centreId, mode: 2 })
    const { lineCount, net, tax, fee, cost } = await server.must(`payer${ending}`, 'payments.get', { id })
    await server.must(`payer${ending}`, 'payments.pay', { ...(await target()), lineCount, net, tax, fee, cost, paymentPassword: demoPaymentPassword })
    await server.settle(2)
  }
  const lineSums = async (centreIds: readonly number[]) => {
    const { from, to } = quarterBounds(quarter)
    const result = await sql<{
      gross: number
      payments: number
      people: number
    }>`select coalesce(sum(gross_fen), 0)::bigint as gross, count(*)::integer as payments,
        count(distinct operator_id)::integer as people from payment_line where centre_id = any(${[...centreIds]}::bigint[]) and state in ('success', 'returned')
        and (finished_at at time zone 'Asia/Shanghai')::date between ${from} and ${to}`.execute(db())
    return result.rows[0] ?? assert.fail()
  }

  before(async () => {
    await extendDocuments(server)
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000`.execute(db())
    await sql`update service_order set source_platform = '海岸线旅拍' where unit_id = 3`.execute(db())
    for (const { id } of people.slice(0, 5)) {
      await sql`insert into unit_operator (unit_id, operator_id, is_active, created_at) values (3, ${id}, true, now())`.execute(db())
      await sql`insert into consent (operator_id, kind, centre_id, document_sha256, given_at)
        select operator_id, kind, 3, document_sha256, given_at from consent where operator_id = ${id} and centre_id = 2`.execute(db())
    }
    toDay(quarterBounds(nextQuarter(quarterOf(today()))).from)
    quarter = quarterOf(today())
  })

  test('changing the reporter takes two people of the platform', async () => {
    assert.equal((await propose('finance', {}, atCentre2)).error, 'platformOnly')
    const earlyBasic = { centreId: null, cause: 'started' as const, happenedOn: today(), what: '开始经营' }
    assert.equal((await server.call('caiwu', 'platformreports.noteBasic', earlyBasic)).error, 'noHolder')
    assert.equal((await propose('caiwu', { holderCode: '91330106MA2KCX7F6M' })).error, 'holderCode')
    assert.equal((await propose('caiwu', { holderName: '=HYPERLINK(1)' })).error, 'nameHostile')
    assert.equal((await propose('caiwu', { centreIds: [2, 99] })).error, 'centreUnknown')
    assert.equal((await propose('caiwu', { rules: [{ ground: 'convenience', ways: ['EXEMPT'], categories: [] }] })).error, 'convenienceCategories')
    assert.equal((await propose('caiwu', { rules: [{ ground: 'convenience', ways: ['EXEMPT'], categories: ['没有的类目'] }] })).error, 'categoriesUnknown')
    const plan = (await propose('caiwu')).data ?? assert.fail()
    assert.equal((await propose('platform')).error, 'planPending')
    const decide = (who: string, overrides: object = {}) =>
      server.call(who, 'platformreports.decidePlan', { reporterPlanId: plan.id, isConfirmed: true, ...overrides })
    assert.equal((await decide('caiwu')).error, 'ownPlan')
    assert.equal((await decide('finance')).error, 'forbidden')
    assert.equal((await decide('platform', { isConfirmed: false })).error, 'answerNeeded')
    await assert.rejects(sql`update reporter_plan set state = 'confirmed', decided_by = proposed_by, decided_at = now() where id = ${plan.id}`.execute(db()))
    assert.deepEqual([(await decide('platform')).data?.state, (await decide('platform')).error], ['confirmed', 'planDecided'])
    const { plans } = await server.must('finance', 'platformreports.plans', {}, atCentre2)
    assert.deepEqual(
      plans.map(({ state, isInForce, centreNames, proposedBy, decidedBy }) => [state, isInForce, centreNames.length, proposedBy === decidedBy]),
      [['confirmed', true, 2, false]],
    )
  })

  test('the holder must report basic data at the start and after each change', async () => {
    const basicsToFile = async (who: string, at = {}) => (await server.must(who, 'platformreports.basics', {}, at)).filter((basic) => basic.centreId === null)
    const [start] = await basicsToFile('caiwu')
    assert.deepEqual(
      [start?.cause, start?.centreName, start?.happenedOn, start?.what.includes('91330106MA2KCX7F19')],
      ['started', '云创客网络科技有限公司', today(), true],
    )
    assert.ok((start?.dueOn ?? '') >= shiftDay(today(), 30))
    assert.deepEqual(await basicsToFile('finance', atCentre2), [], 'a centre does not report for the holder')
    const event = { centreId: null, cause: 'changed' as const, happenedOn: today(), what: '变更注册地址' }
    assert.equal((await server.call('finance', 'platformreports.noteBasic', event, atCentre2)).error, 'platformOnly')
    const changedBasic = await server.must('caiwu', 'platformreports.noteBasic', event)
    const basicToFile = { platformBasicId: changedBasic.id, version: changedBasic.version, reportedOn: today(), receiptNo: '受理-1', receipt }
    assert.equal((await server.call('finance', 'platformreports.fileBasic', basicToFile, atCentre2)).error, 'basicNotFound')
    assert.equal((await server.must('caiwu', 'platformreports.fileBasic', basicToFile)).reportedOn, today())
    assert.deepEqual((await basicsToFile('platform')).map(({ reportedOn }) => reportedOn !== null).toSorted(), [false, true])
  })

  test('an invalid account on the source platform is reported in its cell', async () => {
    const accountProblems = async (place: Place, accounts: readonly { nickname?: string; userNo?: string }[]) => {
      const { lines } = await draftBatch(place, [person(1), person(2)], '100.00', accounts)
      return lines
        .toReversed()
        .flatMap(({ seq, issues }) => issues.filter(({ code }) => /^E22[2-5]$/.test(code)).map(({ code, field }) => `${seq} ${code} ${field}`))
        .toSorted()
    }
    assert.deepEqual(await accountProblems(placeOfCentre2, [{ nickname: '阿海' }, { userNo: '10086' }]), ['1 E224 nickname', '2 E224 userNo'])
    assert.deepEqual(await accountProblems(placeOfCentre3, [{ nickname: '=cmd|1', userNo: '10086' }, { nickname: '阿海' }]), [
      '1 E222 nickname',
      '2 E225 userNo',
    ])
    assert.deepEqual(await accountProblems(placeOfCentre3, [{ userNo: '10;086' }, {}]), ['1 E223 userNo'])
    assert.deepEqual(await accountProblems(placeOfCentre3, [{ userNo: '10086' }, { userNo: '10086' }]), ['2 E225 userNo'])
    assert.deepEqual(await accountProblems(placeOfCentre3, [{ nickname: '阿海🌊', userNo: 'u-10086' }, {}]), [])
  })

  test('a person paid by two centres is reported once, with the total of both centres', async () => {
    await payBatch(placeOfCentre2, [person(0), person(1)], '1000.00')
    await payBatch(placeOfCentre3, [person(0), person(2)], '800.00', [{ nickname: '阿海', userNo: 'u-1' }])
    const [newest] = (await server.must('maker03', 'vouchers.list', { keyword: person(0).name, size: 20 })).rows
    const voucher = await jobContext(server.running.kernel, () => false).run('test', async (ctx) => findVoucher(ctx, { id: newest?.id ?? 0 }))
    assert.deepEqual([voucher?.source_platform, voucher?.nickname, voucher?.user_no], ['海岸线旅拍', '阿海', 'u-1'], 'the receipt names the account')
    assert.equal((await generate('caiwu', null)).error, 'quarterOpen')
    toDay(shiftDay(quarterBounds(quarter).to, 5))
    assert.deepEqual(
      (await quarterRows('caiwu')).map(({ reporter, centreId, state }) => [reporter, centreId, state]),
      [
        ['platform', null, 'open'],
        ['centre', 5, 'open'],
      ],
    )
    assert.equal((await generate('finance', 2, {}, atCentre2)).error, 'byPlatform')
    assert.equal((await generate('caiwu', 3)).error, 'byPlatform')
    assert.equal((await generate('finance', null, {}, atCentre2)).error, 'platformOnly')
    const platformReport = (await generate('caiwu', null)).data ?? assert.fail()
    const [all, first, second] = [await lineSums([2, 3]), await lineSums([2]), await lineSums([3])]
    assert.deepEqual([platformReport.gross, platformReport.payments, platformReport.rows], [all.gross, all.payments, all.people])
    const { centres } = await server.must('caiwu', 'platformreports.get', { platformReportId: platformReport.id })
    assert.deepEqual(
      centres.map(({ centreId, gross, people: count }) => [centreId, gross, count]),
      [
        [2, first.gross, first.people],
        [3, second.gross, second.people],
      ],
    )
    const rows = (await server.must('caiwu', 'platformreports.rows', { platformReportId: platformReport.id, size: 100 })).rows.filter(
      ({ name }) => name === person(0).name,
    )
    assert.deepEqual(
      rows.map(({ gross, payments, isCovered, excluded }) => [gross, payments, isCovered, excluded.map(({ rule }) => rule)]),
      [[180_000, 2, true, [2]]],
    )
    assert.equal((await generate('caiwu', 5)).data?.centreId, 5)
  })

  test('a centre can only read its own part of the report', async () => {
    const [row] = await quarterRows('finance03', atCentre3)
    const contribution = row?.contribution ?? assert.fail('the centre contributed')
    assert.deepEqual([row?.reporter, row?.report, contribution.gross, contribution.people], ['platform', null, 160_000, 2])
    const parts = (await server.must('finance03', 'platformreports.parts', { platformReportId: contribution.platformReportId }, atCentre3)).rows
    assert.deepEqual(
      parts.map(({ name, sourcePlatform, nickname, userNo, ground, gross }) => [name, sourcePlatform, nickname, userNo, ground, gross]).toSorted(),
      [
        [person(0).name, '海岸线旅拍', '阿海', 'u-1', 'withheld', 80_000],
        [person(2).name, '海岸线旅拍', '', '', 'withheld', 80_000],
      ].toSorted(),
    )
    assert.equal(
      (await server.call('finance03', 'platformreports.get', { platformReportId: contribution.platformReportId }, atCentre3)).error,
      'reportNotFound',
    )
    assert.equal(
      (
        await server.call(
          'finance03',
          'platformreports.export',
          { platformReportId: contribution.platformReportId, form: 'platform_income', reason },
          atCentre3,
        )
      ).error,
      'reportNotFound',
    )
  })

  test('a second person confirms the report before it is exported and registered', async () => {
    const report = (await quarterRows('caiwu'))[0]?.report ?? assert.fail()
    const exportReport = (form: 'platform_identity' | 'platform_income') =>
      server.call('caiwu', 'platformreports.export', { platformReportId: report.id, form, reason })
    await server.must('caiwu', 'profile.prove', { password: demoPassword })
    assert.equal((await exportReport('platform_income')).error, 'notConfirmed')
    const confirm = (who: string, version = report.version) => server.call(who, 'platformreports.confirm', { platformReportId: report.id, version })
    assert.equal((await confirm('caiwu')).error, 'ownReport')
    assert.equal((await confirm('platform', report.version + 1)).error, 'reportChanged')
    assert.equal((await confirm('platform')).data?.state, 'confirmed')
    await exportReport('platform_identity')
    await exportReport('platform_income')
    const files = (await server.must('caiwu', 'forms.files', { period: quarter })).rows.filter(({ centreName }) => centreName === '')
    // The income form has a line for each account. The identity form has each person once.
    const partCount = (await server.must('caiwu', 'platformreports.parts', { platformReportId: report.id, size: 100 })).count
    assert.deepEqual(files.map(({ kind, rowCount }) => [kind, rowCount]).toSorted(), [
      ['platform_identity', report.rows],
      ['platform_income', partCount],
    ])
    const { version } = (await quarterRows('caiwu'))[0]?.report ?? assert.fail()
    await server.must('caiwu', 'platformreports.register', { platformReportId: report.id, version, reportedOn: today(), receiptNo: 'P-1', receipt })
    assert.equal((await quarterRows('finance03', atCentre3))[0]?.state, 'reported')
    assert.equal((await propose('caiwu')).error, 'quarterTaken')
  })

  test('a rule excludes everyday services by category, starting with its first quarter', async () => {
    quarter = quarterOf(today())
    const { rows: orders } = await sql<{
      category: string
    }>`select distinct category from service_order where unit_id = 1 and mode = 2 and kind = 'framework'`.execute(db())
    const convenienceRule = { ground: 'convenience' as const, ways: ['EXEMPT' as const], categories: orders.map(({ category }) => category) }
    const plan = (await propose('caiwu', { centreIds: [2], rules: [convenienceRule, ...form().rules] })).data ?? assert.fail()
    await server.must('platform', 'platformreports.decidePlan', { reporterPlanId: plan.id, isConfirmed: true })
    await payBatch(placeOfCentre2, [person(3)], '300.00')
    await payBatch(placeOfCentre3, [person(4)], '400.00')
    toDay(shiftDay(quarterBounds(quarter).to, 3))
    assert.equal((await generate('finance03', 3, {}, atCentre3)).data?.gross, 40_000, 'the centre reports itself again')
    const reportWithRule = (await generate('caiwu', null)).data ?? assert.fail()
    const parts = (await server.must('caiwu', 'platformreports.parts', { platformReportId: reportWithRule.id, onlyExcluded: true })).rows
    assert.deepEqual(
      parts.map(({ name, ground, rule }) => [name, ground, rule]),
      [[person(3).name, 'convenience', 1]],
    )
  })
})
