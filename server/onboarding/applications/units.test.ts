import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { signAll } from '#/server/agreements/signing/testing.ts'
import { Applicant, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// One application of a unit, step by step from its submission to the opened account (ST-01).
describe('registration and review of a unit', () => {
  const answers = unitAnswers()
  const licence = { field: 'licence', reason: '照片模糊，看不清登记日期' }
  const server = testServer()
  let unit: Applicant
  let application: Awaited<ReturnType<Applicant['register']>>
  let password = ''
  let id = 0
  const db = () => server.running.kernel.database.kysely
  const get = (who: string, applicationId: number) => server.must(who, 'applications.get', { applicationId })
  const signIn = () => server.must(null, 'auth.login', { username: application.username, password })
  const account = () => db().selectFrom('app_user').selectAll().where('username', '=', application.username).executeTakeFirstOrThrow()
  const unitRow = () =>
    db()
      .selectFrom('unit')
      .selectAll()
      .where('credit_code', '=', answers.creditCode ?? '')
      .executeTakeFirstOrThrow()

  before(async () => {
    unit = new Applicant(server, 'unit')
    application = await unit.register(answers)
    password = await unit.password()
  })

  test('the first password is sent to the mobile of the applicant', async () => {
    const { messages } = await server.must(null, 'applications.sandbox', { ticket: unit.ticket })
    assert.deepEqual([messages[0]?.to, messages[0]?.text.includes(password)], [unit.mobile, true])
    assert.notEqual((await server.call(null, 'applications.sandbox', { ticket: 'a'.repeat(32) })).code, 1)
  })

  test('during the review, sign-in returns a ticket for the application and no session', async () => {
    assert.deepEqual([application.progress.state, application.progress.done, application.username, application.open], ['pending', 1, unit.mobile, []])
    assert.match(application.progress.no, /^RZ\d{14,}$/)
    assert.equal((await account()).email, answers.email)
    const loginInReview = await signIn()
    assert.deepEqual([loginInReview.status, loginInReview.token, loginInReview.usertype, typeof loginInReview.regticket], [1, undefined, 2, 'string'])
  })

  test('a reviewer finds the application with its pictures and a masked ID number', async () => {
    const pendingList = await server.must('auditor', 'applications.list', { tab: 'unit', state: 'pending' })
    const row = pendingList.rows.find((each) => each.no === application.progress.no)
    assert.deepEqual(
      [row?.name, row?.creditCode, row?.state, row?.source, pendingList.waiting.unit],
      [answers.name, answers.creditCode, 'pending', 'self', pendingList.count],
    )
    id = row?.id ?? 0
    assert.ok((await server.must('auditor', 'tasks.waiting', {})).some((task) => task.kind === 'applications' && task.count >= 1))
    const seen = await get('auditor', id)
    assert.equal(seen.values.find((value) => value.field === 'legalIdNumber')?.value.includes('*'), true)
    assert.equal(seen.pictures.length, 4)
  })

  test('a rejection names the field and the reason in a text message', async () => {
    const { version } = await get('auditor', id)
    assert.equal((await server.must('auditor', 'applications.reject', { applicationId: id, version, rejects: [licence] })).state, 'rejected')
    await server.job('applications.tell', { application: id, what: 'rejected' })
    const sms = await db().selectFrom('outbox').select(['recipient', 'body']).where('about', '=', `application:${id}`).orderBy('id', 'desc').executeTakeFirst()
    assert.equal(sms?.recipient, unit.mobile)
    assert.match(sms?.body ?? '', /有 1 项需要补正：营业执照（照片模糊，看不清登记日期）/)
  })

  test('a rejected application opens only the rejected fields for correction', async () => {
    const loginWithRejection = await signIn()
    assert.deepEqual([loginWithRejection.status, loginWithRejection.token], [2, undefined])
    unit.ticket = loginWithRejection.regticket ?? ''
    const correction = await unit.open()
    assert.deepEqual([correction.open, correction.rejects], [['licence'], [licence]])
    assert.equal((await unit.save({ name: '别的名称有限公司' })).error, 'fieldShut')
    const earlySubmission = await unit.submit()
    assert.deepEqual([earlySubmission.error, earlySubmission.message.includes('请先更正被驳回的内容')], ['fields', true])
    await unit.add('licence')
    assert.equal((await unit.submit()).data?.progress.state, 'pending')
  })

  test('another reviewer decides only after taking over the review', async () => {
    const secondRound = await get('centre', id)
    assert.equal(secondRound.round, 2)
    assert.match(secondRound.may.decide, /沈知微 正在审核该申请/)
    await server.must('centre', 'applications.take', { applicationId: id })
    assert.equal((await get('centre', id)).may.decide, '')
  })

  test('a unit can be approved only with a contract template', async () => {
    const plan = await db().selectFrom('fee_plan').select('id').where('mode', '=', 2).orderBy('id').executeTakeFirstOrThrow()
    const usualTemplate = await db().selectFrom('contract_template').select('id').where('kind', '=', 'general_contract').executeTakeFirstOrThrow()
    const template = (state: string) =>
      db()
        .updateTable('contract_template')
        .set({ state, is_default: state === 'enabled' })
        .where('id', '=', usualTemplate.id)
        .execute()
    const { version } = await get('centre', id)
    const approve = () => server.call('centre', 'applications.approve', { applicationId: id, version, planId: plan.id })
    await template('disabled')
    const approvalWithoutTemplate = await approve()
    assert.deepEqual([approvalWithoutTemplate.error, approvalWithoutTemplate.message.includes('总包')], ['noTemplate', true])
    assert.equal((await get('centre', id)).state, 'pending')
    await template('enabled')
    assert.equal((await approve()).data?.state, 'signing')
    assert.deepEqual([(await unitRow()).status, (await account()).status], [3, 3])
  })

  test('the legal person of an approved unit is its first related person', async () => {
    const { id: unitId } = await unitRow()
    const [legal] = await db().selectFrom('unit_related_person').selectAll().where('unit_id', '=', unitId).execute()
    assert.deepEqual([legal?.name, legal?.relation, legal?.source], [answers.legalPerson, 'legal_person', 'registration'])
  })

  test('signing the contract activates the unit, its settings and its account', async () => {
    const { id: unitId } = await unitRow()
    const loginToSign = await signIn()
    assert.deepEqual([loginToSign.status, loginToSign.token], [3, undefined])
    const [paper, ...others] = await server.must(null, 'applications.papers', { ticket: loginToSign.regticket ?? '' })
    assert.deepEqual(others, [])
    await server.job('applications.signed')
    assert.equal((await account()).status, 3, 'nothing opens before the signature')
    const task = await db().selectFrom('sign_task').select('id').where('unit_id', '=', unitId).where('way', '=', 'hand').executeTakeFirstOrThrow()
    await signAll(server, paper?.path.split('ticket=')[1] ?? '', answers.creditCode?.slice(-4) ?? '', task.id)
    await server.job('applications.signed')
    const setting = await db().selectFrom('unit_setting').selectAll().where('unit_id', '=', unitId).executeTakeFirstOrThrow()
    assert.deepEqual([setting.centre_id, setting.mode, (await unitRow()).status], [2, 2, 8])
    assert.ok(setting.contract_id)
    const activatedAccount = await account()
    assert.deepEqual([activatedAccount.status, activatedAccount.unit_id, activatedAccount.must_change_password], [8, unitId, true])
    const loginAfterActivation = await signIn()
    assert.deepEqual(
      [loginAfterActivation.status, typeof loginAfterActivation.token, loginAfterActivation.isEditPassWord, loginAfterActivation.isdz],
      [8, 'string', 0, '2'],
    )
  })

  test('the log has the steps of the application up to its approval', async () => {
    const trail = await db()
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('ref_type', '=', 'application')
      .where('ref_id', '=', String(id))
      .execute()
    const actions = new Set(trail.map((each) => each.action))
    for (const action of ['begin', 'save', 'addPicture', 'submit', 'reject', 'approve']) assert.ok(actions.has(`applications.${action}`), action)
  })
})
