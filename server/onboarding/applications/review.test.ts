import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { Applicant, operatorAnswers, uniquePhoto, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const hourMs = 3_600_000

describe('review of applications', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const idOf = async (no: string) => (await db().selectFrom('application').select('id').where('no', '=', no).executeTakeFirstOrThrow()).id
  const get = (who: string, applicationId: number) => server.must(who, 'applications.get', { applicationId })

  test('an application is visible to its centre only, and revealing its numbers is logged', async () => {
    const answers = unitAnswers()
    const application = await new Applicant(server, 'unit').register(answers)
    const id = await idOf(application.progress.no)
    assert.equal((await server.call('auditor03', 'applications.get', { applicationId: id }, { centre: 3 })).error, 'notFound')
    for (const demoUsername of ['maker', 'operator'])
      assert.equal((await server.call(demoUsername, 'applications.get', { applicationId: id })).error, 'forbidden')
    assert.deepEqual((await server.must('partner', 'applications.list', {})).rows, [])
    const { values } = await server.must('auditor', 'applications.reveal', { applicationId: id })
    assert.equal(values.find((value) => value.field === 'legalIdNumber')?.value, answers.legalIdNumber)
    assert.ok((await get('auditor', id)).events.some((event) => event.kind === 'revealed' && event.by === '沈知微'))
    const link = await server.call('auditor', 'files.link', { fileId: (await get('auditor', id)).pictures[0]?.fileId ?? '' })
    assert.equal(link.code, 1)
    const foreignLink = await server.call('auditor03', 'files.link', { fileId: (await get('auditor', id)).pictures[0]?.fileId ?? '' }, { centre: 3 })
    assert.equal(foreignLink.error, 'file_not_found')
  })

  test('a refused decision names the reviewer in charge or the one who has decided', async () => {
    const application = await new Applicant(server, 'unit').register(unitAnswers())
    const id = await idOf(application.progress.no)
    const { version } = await get('auditor', id)
    await server.must('auditor', 'applications.take', { applicationId: id })
    const rejects = [{ field: 'licence', reason: '请上传原件' }]
    const second = await server.call('centre', 'applications.reject', { applicationId: id, version, rejects })
    assert.deepEqual([second.error, second.message], ['taken', '沈知微 正在审核该申请；如需接手，请先点“接手”'])
    await server.must('auditor', 'applications.reject', { applicationId: id, version, rejects })
    const lateRejection = await server.call('auditor', 'applications.reject', { applicationId: id, version, rejects })
    assert.match(lateRejection.message, /沈知微 处理（已驳回）/)
  })

  test('a decision needs the current version, fields of the form to reject, and terms to approve', async () => {
    const application = await new Applicant(server, 'unit').register(unitAnswers())
    const id = await idOf(application.progress.no)
    const { version } = await get('auditor', id)
    assert.equal(
      (await server.call('auditor', 'applications.reject', { applicationId: id, version: version + 1, rejects: [{ field: 'name', reason: '不一致' }] })).error,
      'changed',
    )
    assert.equal(
      (await server.call('auditor', 'applications.reject', { applicationId: id, version, rejects: [{ field: 'cardNo', reason: '不一致' }] })).error,
      'noField',
    )
    assert.equal((await server.call('auditor', 'applications.approve', { applicationId: id, version })).error, 'termsNeeded')
  })

  test('an invitation records the inviter and excludes the inviter from the review', async () => {
    const { code } = await server.must('auditor', 'applications.invite', {})
    assert.equal((await server.must('auditor', 'applications.invite', {})).code, code)
    const person = new Applicant(server, 'unit')
    const application = await person.register(unitAnswers(), code)
    const id = await idOf(application.progress.no)
    const seen = await get('auditor', id)
    assert.deepEqual([seen.source, seen.inviter], ['staff', '沈知微'])
    assert.match(seen.may.decide, /不能审核自己提交或邀请的申请/)
    assert.equal((await server.call('auditor', 'applications.take', { applicationId: id })).error, 'ownApplication')
    assert.equal((await get('centre', id)).may.decide, '')
  })

  test('a unit’s invitation links approved operators to the unit', async () => {
    const { code } = await server.must('unit1', 'applications.invite', {})
    const { name } = await db().selectFrom('unit').select('name').where('id', '=', 1).executeTakeFirstOrThrow()
    assert.equal((await server.must(null, 'applications.options', { invite: code })).invite?.name, name)
    const application = await new Applicant(server, 'operator').register(operatorAnswers(), code)
    const id = await idOf(application.progress.no)
    const seen = await get('auditor', id)
    assert.deepEqual([seen.source, seen.inviter], ['unit', '苏明远'])
    await server.must('auditor', 'applications.approve', { applicationId: id, version: seen.version })
    const acceptedApplication = await db().selectFrom('application').select('operator_id').where('id', '=', id).executeTakeFirstOrThrow()
    const unitLinks = await db().selectFrom('unit_operator').select('unit_id').where('operator_id', '=', acceptedApplication.operator_id).execute()
    assert.deepEqual(unitLinks, [{ unit_id: 1 }])
  })

  test('an inviter is a party of the unit at once, and the reviewer’s choice waits', async () => {
    const { code } = await server.must('partner', 'applications.invite', {})
    const application = await new Applicant(server, 'unit').register(unitAnswers(), code)
    const id = await idOf(application.progress.no)
    const { version } = await get('auditor', id)
    await server.must('auditor', 'applications.approve', { applicationId: id, version, planId: 1, salesmanId: 18 })
    const { unit_id: unitId } = await db().selectFrom('application').select('unit_id').where('id', '=', id).executeTakeFirstOrThrow()
    const unit = await db().selectFrom('unit').select(['partner_id', 'salesman_id']).where('id', '=', unitId).executeTakeFirstOrThrow()
    assert.deepEqual(unit, { partner_id: 1, salesman_id: null })
    const assignments = await server.must('operation', 'units.assignments', { id: unitId ?? 0 })
    assert.deepEqual(
      assignments.map(({ role, state }) => [role, state]),
      [
        ['salesman', 'proposed'],
        ['partner', 'current'],
      ],
    )
  })

  test('an inviter does not review the application with another account of the same person', async () => {
    const { code } = await server.must('partner', 'applications.invite', {})
    const application = await new Applicant(server, 'unit').register(unitAnswers(), code)
    const id = await idOf(application.progress.no)
    const { version, may } = await get('auditor', id)
    assert.equal(may.decide, '')
    const setMobile = (mobile: unknown, username: string) => sql`update app_user set mobile = ${mobile} where username = ${username}`.execute(db())
    const mobileOf = (username: string) => db().selectFrom('app_user').select('mobile').where('username', '=', username).executeTakeFirstOrThrow()
    const { mobile } = await mobileOf('auditor')
    await setMobile((await mobileOf('partner')).mobile, 'auditor')
    assert.match((await get('auditor', id)).may.decide, /不能审核自己提交或邀请的申请/)
    assert.equal((await server.call('auditor', 'applications.approve', { applicationId: id, version, planId: 1 })).error, 'ownApplication')
    const auditor = (await server.must('centre', 'applications.colleagues', {})).find((colleague) => colleague.name === '沈知微')?.id ?? 0
    assert.deepEqual((await server.must('centre', 'applications.assign', { applicationIds: [id], userId: auditor })).ok, [])
    await setMobile(mobile, 'auditor')
    assert.deepEqual((await server.must('centre', 'applications.assign', { applicationIds: [id], userId: auditor })).ok, [id])
  })

  test('the database lets an application open only its own unit to the inviter', async () => {
    const { code } = await server.must('partner', 'applications.invite', {})
    const answers = unitAnswers()
    await new Applicant(server, 'unit').register(answers, code)
    const create = (creditCode: unknown, userId: number) =>
      inTransaction(server.running.kernel.database, { 'app.user': String(userId), 'app.all': 'on' }, async (trx) => {
        await sql`insert into unit (code, name, credit_code, legal_person, biz_kind, industry, contact_name, contact_mobile, status, partner_id, created_at)
          values ('DW-TEST', '他人贸易有限公司', ${creditCode}, '程新', 'ordinary', '软件', '程新', '13900000011', 3, 1, now())`.execute(trx)
        throw new Error('created')
      })
    await assert.rejects(create(creditCodeFor('91', '330106', 640_001), 1), /two people assign a unit/)
    await assert.rejects(create(answers.creditCode, 1), /created/)
    const { id: partnerId, mobile } = await db().selectFrom('app_user').select(['id', 'mobile']).where('username', '=', 'partner').executeTakeFirstOrThrow()
    await assert.rejects(create(answers.creditCode, partnerId), /two people assign a unit/)
    const own = await db().selectFrom('app_user').select('mobile').where('id', '=', 1).executeTakeFirstOrThrow()
    await sql`update app_user set mobile = ${mobile} where id = 1`.execute(db())
    await assert.rejects(create(answers.creditCode, 1), /two people assign a unit/)
    await sql`update app_user set mobile = ${own.mobile} where id = 1`.execute(db())
  })

  test('a checker, a payer, an operator and finance cannot invite applicants', async () => {
    for (const demoUsername of ['checker', 'payer', 'operator', 'finance'])
      assert.equal((await server.call(demoUsername, 'applications.invite', {})).error, 'forbidden', demoUsername)
  })

  test('a bulk assignment refuses an unknown application and notifies the assigned reviewer', async () => {
    const ids: number[] = []
    for (let count = 0; count < 2; count++) ids.push(await idOf((await new Applicant(server, 'unit').register(unitAnswers())).progress.no))
    const colleagues = await server.must('centre', 'applications.colleagues', {})
    const auditor = colleagues.find((colleague) => colleague.name === '沈知微')?.id ?? 0
    const unknownAssignment = await server.call('centre', 'applications.assign', { applicationIds: [...ids, 999_999], userId: auditor, reason: '请今天处理' })
    assert.equal(unknownAssignment.error, 'not_all_there')
    assert.equal((await server.must('auditor', 'applications.list', { tab: 'unit', reviewer: 'mine' })).rows.filter((row) => ids.includes(row.id)).length, 0)
    const messages = await server.must('centre', 'applications.assign', { applicationIds: ids, userId: auditor, reason: '请今天处理' })
    assert.deepEqual([messages.ok, messages.fail], [ids, []])
    assert.equal((await server.call('centre', 'applications.assign', { applicationIds: ids, userId: 5 })).error, 'notReviewer')
    const page = await server.must('auditor', 'applications.list', { tab: 'unit', reviewer: 'mine' })
    assert.ok(ids.every((id) => page.rows.some((row) => row.id === id)))
    assert.ok((await server.must('auditor', 'messages.list', {})).rows.some((row) => row.kind === 'applicationsAssigned'))
  })

  test('the filter for overdue applications lists those that wait for more than 48 hours', async () => {
    for (let count = 0; count < 2; count++) await new Applicant(server, 'unit').register(unitAnswers())
    server.advance(49 * hourMs)
    const overdueList = await server.must('auditor', 'applications.list', { tab: 'unit', lateness: 'over' })
    assert.ok(overdueList.rows.every((row) => row.waitingHours > 48) && overdueList.count >= 2)
    server.advance(-49 * hourMs)
  })

  test('the export contains the rows of the filtered list', async () => {
    const columns = [{ key: 'no', headings: ['申请编号'], required: true }] as const
    const takenId = await idOf((await new Applicant(server, 'unit').register(unitAnswers())).progress.no)
    const unassignedId = await idOf((await new Applicant(server, 'unit').register(unitAnswers())).progress.no)
    await server.must('auditor', 'applications.take', { applicationId: takenId })
    const listAndExport = async (filter: { reviewer?: 'mine' | 'nobody'; lateness?: 'late' | 'over' }) => {
      const list = await server.must('auditor', 'applications.list', { tab: 'unit', ...filter, size: 200 })
      const { fileId, count } = await server.must('auditor', 'applications.export', { tab: 'unit', ...filter })
      const sheet = await readSheet(await server.running.kernel.store.read(fileId), { columns, maxRows: 5000, unknownColumns: 'ignore' })
      assert.ok(sheet.ok)
      const rows = sheet.rows.map((row) => row.cells.no.text)
      assert.deepEqual(
        rows,
        list.rows.map((row) => row.no),
      )
      assert.equal(count, list.count)
      return list.rows.map((row) => row.id)
    }
    const assignedCounts = await listAndExport({ reviewer: 'mine' })
    assert.ok(assignedCounts.includes(takenId) && !assignedCounts.includes(unassignedId))
    const unassignedIds = await listAndExport({ reviewer: 'nobody' })
    assert.ok(unassignedIds.includes(unassignedId) && !unassignedIds.includes(takenId))
    server.advance(25 * hourMs)
    const freshId = await idOf((await new Applicant(server, 'unit').register(unitAnswers())).progress.no)
    const lateIds = await listAndExport({ lateness: 'late' })
    assert.ok(lateIds.includes(unassignedId) && !lateIds.includes(freshId))
    server.advance(-25 * hourMs)
  })

  test('approving an operator creates the person and the contracts to sign', async () => {
    const answers = operatorAnswers()
    const person = new Applicant(server, 'operator')
    const application = await person.register(answers)
    const id = await idOf(application.progress.no)
    const { version, checks } = await get('auditor', id)
    assert.ok(checks.some((check) => check.tone === 'good' && check.name.includes('银行卡')))
    assert.equal((await server.must('auditor', 'applications.approve', { applicationId: id, version })).state, 'signing')
    const index = server.running.kernel.vault.index('id_number', answers.idNumber ?? '')
    const operator = await db().selectFrom('operator').selectAll().where('id_number_index', '=', index).executeTakeFirstOrThrow()
    assert.deepEqual([operator.kind, operator.yztype, operator.status, operator.centre_id], ['ordinary', 1, 3, 2])
    const papers = await db().selectFrom('contract').select('kind').where('operator_id', '=', operator.id).orderBy('kind').execute()
    assert.deepEqual(
      papers.map((paper) => paper.kind),
      ['operator_agreement', 'tax_authorisation'],
    )
  })

  test('a card mismatch blocks the approval of an applicant', async () => {
    const applicantWithMistakes = new Applicant(server, 'operator')
    const application = await applicantWithMistakes.register(operatorAnswers({ name: '周假名' }))
    const id = await idOf(application.progress.no)
    const { version, checks } = await get('auditor', id)
    assert.ok(checks.some((check) => check.tone === 'bad'))
    assert.equal((await server.call('auditor', 'applications.approve', { applicationId: id, version })).error, 'cardMismatch')
  })

  test('only foreign applicants can use a foreign mobile, and a person checks them', async () => {
    const foreignApplicant = new Applicant(server, 'international', '+1 415 555 0101')
    await foreignApplicant.prove()
    const { nation: _nation, authority: _authority, yztype: _yztype, idNumber: _idNumber, ...rest } = operatorAnswers()
    const foreignAnswers = {
      ...rest,
      name: 'Anna Weber',
      certType: 'passport',
      certNo: 'C01X00T47',
      nationality: 'DE',
      taxResidence: 'resident',
      sex: 'F',
      birth: '1991-04-02',
      email: 'anna@example.com',
      bankMobile: '+1 (415) 555-0101',
    }
    assert.match((await foreignApplicant.save({ ...foreignAnswers, certType: 'taiwan_permit' })).message, /证件类型不符/)
    await foreignApplicant.mustSave(foreignAnswers)
    await server.must(null, 'applications.addPicture', { ticket: foreignApplicant.ticket, field: 'certFront', file: await uniquePhoto('png') })
    const submission = await foreignApplicant.submit()
    const guestId = await idOf(submission.data?.progress.no ?? '')
    const seen = await get('auditor', guestId)
    assert.ok(seen.checks.some((check) => check.name === '人工审核'))
    assert.equal(seen.mobile, '+14****0101')
    const { username } = await db().selectFrom('app_user').select('username').where('mobile', '=', '+14155550101').executeTakeFirstOrThrow()
    assert.equal(username, '+14155550101')
    // Other kinds of application need a mainland number (specification §5).
    assert.equal((await server.call(null, 'applications.askCode', { kind: 'operator', mobile: '+1 415 555 0102' })).error, 'mobile')
  })

  test('a person can apply again after withdrawing an application', async () => {
    const answers = operatorAnswers()
    const person = new Applicant(server, 'operator')
    await person.register(answers)
    await server.must(null, 'applications.withdraw', { ticket: person.ticket })
    const account = await db().selectFrom('app_user').select('status').where('username', '=', person.mobile).executeTakeFirstOrThrow()
    assert.equal(account.status, 7)
    const secondRegistration = await person.register(answers)
    assert.notEqual(secondRegistration.username, person.mobile)
  })

  test('getMsg returns progress by ticket, sends a code to a mobile and counts tasks by session', async () => {
    const person = new Applicant(server, 'unit')
    await person.register(unitAnswers())
    const messages = await server.must(null, 'applications.message', { type: 'register', ticket: person.ticket })
    assert.ok('status' in messages && messages.status === accountStatus.pending && messages.kind === 'unit' && messages.progress[0]?.done === true)
    assert.equal((await server.call(null, 'applications.message', { type: 'register', ticket: 'b'.repeat(43) })).error, 'ticketDead')
    const code = await server.must(null, 'applications.message', { type: 'sms', mobile: '16600009999', purpose: 'dw' })
    assert.deepEqual('ttl' in code && [code.ttl, code.resend], [600, 60])
    assert.equal((await server.call(null, 'applications.message', { type: 'msg' })).code, 50008)
    const message = await server.must('auditor', 'applications.message', { type: 'msg' })
    assert.ok('todo' in message && message.todo > 0)
  })
})
