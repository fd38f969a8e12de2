import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { authorisationLetter, openByLink, openSession } from '#/server/access/users/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('review of unit accounts', () => {
  const server = testServer()

  const db = () => server.running.kernel.database.kysely
  const roleId = async (name: string) => (await db().selectFrom('role').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
  const idOf = async (username: string) => (await db().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  const askForUser = async (username: string, roles: readonly string[], extra = {}) =>
    server.call('unit1', 'users.create', {
      username,
      name: '候选人',
      mobile: '13800003333',
      usertype: userType.unit,
      roleIds: await Promise.all(roles.map(roleId)),
      letterFile: authorisationLetter,
      ...extra,
    })
  const openApplication = async (username: string, who = 'centre') =>
    (await server.must(who, 'users.applications', { keyword: username })).rows[0] ?? assert.fail(`no application for ${username}`)

  test('the centre reviews a new checker’s account and does not see its password', async () => {
    assert.equal((await askForUser('fuhe1', ['单位复核'], { letterFile: undefined })).error, 'letterNeeded')
    assert.equal(
      (await askForUser('fuhe1', ['单位复核'], { letterFile: { ...authorisationLetter, bytes: new TextEncoder().encode('GIF89a') } })).error,
      'pictureKind',
    )
    const askResponse = await askForUser('fuhe1', ['单位复核'])
    assert.deepEqual([askResponse.data?.isWaiting, askResponse.data?.sentTo], [true, ''])
    assert.deepEqual([askResponse.data?.user.status, askResponse.data?.user.roles, askResponse.data?.user.review?.state], [1, [], 'pending'])
    const id = askResponse.data?.user.id ?? 0
    assert.equal((await server.call('unit1', 'users.resetPassword', { id })).error, 'wrongStatus')
    assert.equal((await server.call('unit1', 'users.setRoles', { id, roleIds: [await roleId('单位制单')] })).error, 'pendingReview')

    const application = await openApplication('fuhe1')
    assert.deepEqual(
      [application.unitName, application.applicant, application.roles, application.duties, application.isNew, application.may.decide],
      ['星河互娱科技有限公司', '苏明远', ['单位复核'], ['checker'], true, ''],
    )
    assert.equal((await server.must('centre', 'files.link', { fileId: application.letter.fileId })).name, '授权书.pdf')
    assert.equal((await server.call('unit2', 'files.link', { fileId: application.letter.fileId })).error, 'file_not_found')
    assert.equal((await server.call('centre', 'files.link', { fileId: application.letter.fileId }, { centre: 5, mode: 2 })).error, 'file_not_found')

    for (const demoUsername of ['unit1', 'unit2', 'finance', 'maker'])
      assert.notEqual((await server.call(demoUsername, 'users.approve', { applicationId: application.id })).code, 1, demoUsername)
    assert.equal((await server.call('centre', 'users.approve', { applicationId: application.id }, { centre: 5, mode: 2 })).error, 'applicationGone')
    const approval = await server.must('centre', 'users.approve', { applicationId: application.id })
    assert.deepEqual([approval.state, approval.status, approval.decidedBy], ['approved', 8, '许立言'])
    assert.ok(!JSON.stringify(approval).includes('password'))
    assert.deepEqual([approval.isSent, approval.sentTo], [true, application.mobile])
    assert.equal((await server.call('centre', 'users.approve', { applicationId: application.id })).error, 'applicationGone')

    await openByLink(server, 'fuhe1', 'Check#2026')
    const info = await (await openSession(server, 'fuhe1', 'Check#2026')).call('auth.info')
    assert.match(JSON.stringify(info), /zf:check/)
  })

  test('the mobile number on the letter cannot change during the review', async () => {
    const askResponse = await askForUser('fuhe3', ['单位复核'])
    const id = askResponse.data?.user.id ?? 0
    const application = await openApplication('fuhe3')
    assert.equal((await server.call('unit1', 'users.update', { id, mobile: '13912340333' })).error, 'pendingReview')
    const session = { 'app.all': 'on', 'app.user': String(await idOf('unit1')), 'app.now': server.running.kernel.clock.now().toISOString() }
    const singleHandedUpdate = inTransaction(server.running.kernel.database, session, async (trx) => {
      await sql`set local role app_accounts`.execute(trx)
      await sql`update app_user set mobile = '13912340333' where id = ${id}`.execute(trx)
    })
    await assert.rejects(singleHandedUpdate, /a reviewer must compare the mobile and e-mail/)
    const approval = await server.must('centre', 'users.approve', { applicationId: application.id })
    assert.equal(approval.sentTo, application.mobile)
  })

  test('a unit can apply again after a rejection with a reason', async () => {
    const askResponse = await askForUser('caiwu1', ['单位财务'])
    const id = askResponse.data?.user.id ?? 0
    const application = await openApplication('caiwu1', 'platform')
    await server.must('platform', 'users.reject', { applicationId: application.id, reason: '授权书未盖章' })
    const refusedUser = await server.must('unit1', 'users.get', { id })
    assert.deepEqual([refusedUser.status, refusedUser.review?.state, refusedUser.review?.reason], [2, 'rejected', '授权书未盖章'])
    const roleIds = [await roleId('单位财务')]
    assert.equal((await server.call('unit1', 'users.setRoles', { id, roleIds, letterFile: authorisationLetter })).error, 'askAgain')
    const resubmittedUser = await server.must('unit1', 'users.askAgain', { id, letterFile: authorisationLetter })
    assert.deepEqual([resubmittedUser.status, resubmittedUser.review?.state], [1, 'pending'])
    await server.must('centre', 'users.approve', { applicationId: (await openApplication('caiwu1')).id })
    assert.equal((await server.must('unit1', 'users.get', { id })).status, 8)
  })

  test('after a rejection the applicant can correct only the rejected fields', async () => {
    const askResponse = await askForUser('caiwu2', ['单位财务'])
    const id = askResponse.data?.user.id ?? 0
    const application = await openApplication('caiwu2')
    assert.equal((await server.call('centre', 'users.reject', { applicationId: application.id })).error, 'reasonNeeded')
    const rejects = [
      { field: 'mobile' as const, reason: '与授权书不一致' },
      { field: 'letter' as const, reason: '未加盖公章' },
    ]
    await server.must('centre', 'users.reject', { applicationId: application.id, rejects })
    const messages = (await server.must('unit1', 'messages.list', { size: 20 })).rows.find((message) => message.kind === 'accountRejected')
    assert.match(JSON.stringify(messages?.values), /手机：与授权书不一致；授权书：未加盖公章/)
    await server.job('users.tell', { application: application.id, language: 'zh' })
    const sentMessage = await sql<{ body: string }>`select body from outbox where about = ${`account:${application.id}`}`.execute(db())
    assert.match(sentMessage.rows[0]?.body ?? '', /caiwu2.*未加盖公章/)
    const rejectedUser = await server.must('unit1', 'users.get', { id })
    assert.deepEqual([rejectedUser.review?.rejects, rejectedUser.may.askAgain, rejectedUser.may.edit !== ''], [rejects, '', true])
    const resubmit = (more: object) => server.call('unit1', 'users.askAgain', { id, mobile: '13800005555', letterFile: authorisationLetter, ...more })
    assert.equal((await resubmit({ name: '改名了' })).error, 'fieldShut')
    assert.equal((await resubmit({ roleIds: [await roleId('单位复核')] })).error, 'fieldShut')
    assert.equal((await server.call('unit1', 'users.askAgain', { id, letterFile: authorisationLetter })).error, 'fieldNeeded')
    assert.equal((await server.call('unit1', 'users.update', { id, name: '改名了' })).error, 'askAgain')
    assert.equal((await server.call('unit2', 'users.askAgain', { id, mobile: '13800005555', letterFile: authorisationLetter })).error, 'notFound')
    assert.equal((await resubmit({})).code, 1)
    const second = await openApplication('caiwu2')
    assert.deepEqual([second.isAgain, second.state, second.mobile], [true, 'pending', '138****5555'])
    await server.must('centre', 'users.approve', { applicationId: second.id })
    assert.ok((await server.must('unit1', 'messages.list', { size: 20 })).rows.some((message) => message.kind === 'accountApproved'))
  })

  test('a reviewer takes over an assigned application, but not an own one, and exports are masked', async () => {
    await askForUser('fuhe7', ['单位复核'])
    await askForUser('fuhe8', ['单位复核'])
    const [a, b] = [await openApplication('fuhe7'), await openApplication('fuhe8')]
    const [centre, platform] = [await idOf('centre'), await idOf('platform')]
    const people = await server.must('platform', 'users.applicationColleagues', {})
    assert.ok([centre, platform].every((id) => people.some((person) => person.id === id)))
    const unknownAssignment = await server.call('platform', 'users.assignApplications', { requestIds: [a.id, b.id, 999_999], userId: centre })
    assert.equal(unknownAssignment.error, 'not_all_there')
    const answer = await server.must('platform', 'users.assignApplications', { requestIds: [a.id, b.id], userId: centre })
    assert.deepEqual([answer.ok, answer.fail], [[a.id, b.id], []])
    assert.ok((await server.must('centre', 'messages.list', { size: 20 })).rows.some((message) => message.kind === 'accountsAssigned'))
    const applications = await server.must('centre', 'users.applications', { reviewer: 'mine' })
    assert.ok(applications.rows.some((row) => row.id === a.id && row.reviewer === '许立言'))
    assert.equal((await server.call('platform', 'users.approve', { applicationId: a.id })).error, 'taken')
    await server.must('platform', 'users.takeApplication', { applicationId: a.id })
    await server.must('platform', 'users.approve', { applicationId: a.id })
    assert.equal((await server.call('centre', 'users.reject', { applicationId: a.id, reason: '晚了一步' })).error, 'applicationGone')
    const pendingUser = await server.must('platform', 'users.create', {
      username: 'fuhe9',
      name: '第三复核',
      mobile: '13800006666',
      usertype: userType.unit,
      unitId: 1,
      roleIds: [await roleId('单位复核')],
      letterFile: authorisationLetter,
    })
    const request = await openApplication('fuhe9')
    assert.ok(pendingUser.user.id > 0)
    const assignmentResult = await server.must('centre', 'users.assignApplications', { requestIds: [request.id], userId: platform })
    assert.equal(assignmentResult.fail[0]?.reason, '不能审核自己提交的申请')
    assert.equal((await server.call('platform', 'users.takeApplication', { applicationId: request.id })).error, 'ownApplication')
    assert.notEqual((await server.call('maker', 'users.assignApplications', { requestIds: [b.id], userId: centre })).code, 1)
    const foreignAnswer = await server.call('centre', 'users.assignApplications', { requestIds: [b.id], userId: centre }, { centre: 5, mode: 2 })
    assert.equal(foreignAnswer.data?.ok.length ?? 0, 0)
    const { fileId, count } = await server.must('platform', 'users.exportApplications', { keyword: 'fuhe' })
    assert.ok(count >= 3)
    const workbookTexts = await textsOf(await server.running.kernel.store.read(fileId))
    assert.ok(workbookTexts.includes('fuhe8') && !workbookTexts.includes('13800003333') && workbookTexts.includes('138****3333'))
  })

  test('an active user keeps the old duty until the new one is approved', async () => {
    const createdUser = await askForUser('zhidan1', ['单位制单'], { letterFile: undefined })
    assert.ok(createdUser.data?.sentTo)
    const id = createdUser.data?.user.id ?? 0
    const roleRequest = await server.must('unit1', 'users.setRoles', { id, roleIds: [await roleId('单位复核')], letterFile: authorisationLetter })
    assert.deepEqual([roleRequest.isWaiting, roleRequest.user.status, roleRequest.user.roles.map((role) => role.name)], [true, 8, ['单位制单']])
    await server.must('centre', 'users.approve', { applicationId: (await openApplication('zhidan1')).id })
    const currentUser = await server.must('unit1', 'users.get', { id })
    assert.deepEqual(
      currentUser.roles.map((role) => role.name),
      ['单位复核'],
    )
    const restoredUser = await server.must('unit1', 'users.setRoles', { id, roleIds: [await roleId('单位查询')] })
    assert.deepEqual([restoredUser.isWaiting, restoredUser.user.duties], [false, ['viewer']])
  })

  test('two duties of a batch on one person need acknowledgement by applicant and reviewer', async () => {
    const twoDutyRoles = ['单位制单', '单位复核']
    const askResponse = await askForUser('shuangren1', twoDutyRoles)
    assert.equal(askResponse.error, 'twoDuties')
    assert.match(askResponse.message, /制单、复核/)
    assert.equal((await askForUser('shuangren1', twoDutyRoles, { acknowledge: true })).code, 1)
    const application = await openApplication('shuangren1')
    assert.deepEqual(application.overlap, ['maker', 'checker'])
    assert.equal((await server.call('centre', 'users.approve', { applicationId: application.id })).error, 'twoDuties')
    await server.must('centre', 'users.approve', { applicationId: application.id, acknowledge: true })
    await sql`update unit_setting_version set dual_control = false where unit_id = 1`.execute(db())
    assert.equal((await askForUser('shuangren2', twoDutyRoles)).code, 1)
    await sql`update unit_setting_version set dual_control = true where unit_id = 1`.execute(db())
  })

  test('a request is not approved by its applicant, nor while its applicant is disabled', async () => {
    const createdUser = await server.must('platform', 'users.create', {
      username: 'admin1',
      name: '第二管理员',
      mobile: '13800004444',
      usertype: userType.unit,
      unitId: 1,
      roleIds: [await roleId('单位管理员')],
      letterFile: authorisationLetter,
      acknowledge: true,
    })
    assert.deepEqual([createdUser.isWaiting, createdUser.sentTo], [true, ''])
    const reviewerPage = await openApplication('admin1', 'platform')
    assert.equal((await server.call('platform', 'users.approve', { applicationId: reviewerPage.id, acknowledge: true })).error, 'ownApplication')
    await server.must('centre', 'users.approve', { applicationId: reviewerPage.id, acknowledge: true })
    await askForUser('fuhe2', ['单位复核'])
    await server.must('platform', 'users.disable', { id: await idOf('unit1'), reason: '离职' })
    assert.equal((await server.call('centre', 'users.approve', { applicationId: (await openApplication('fuhe2')).id })).error, 'requesterLacks')
    await server.must('platform', 'users.enable', { id: await idOf('unit1') })
  })

  test('the notification job sends nothing to people without a mobile number', async () => {
    const unitId = (await db().selectFrom('app_user').select('unit_id').where('username', '=', 'unit1').executeTakeFirstOrThrow()).unit_id ?? 0
    const { mobile } = await db().selectFrom('app_user').select('mobile').where('username', '=', 'platform').executeTakeFirstOrThrow()
    const setMobile = (username: string, to: string | null) => db().updateTable('app_user').set({ mobile: to }).where('username', '=', username).execute()
    await setMobile('platform', null)
    const roleIds = [await roleId('单位复核')]
    const account = { username: 'wuhaoma1', name: '候选人', mobile: '13800003339', usertype: userType.unit, unitId, roleIds, letterFile: authorisationLetter }
    await server.must('platform', 'users.create', account)
    await setMobile('wuhaoma1', null)
    const application = await openApplication('wuhaoma1')
    assert.equal(application.mobile, '')
    await server.must('centre', 'users.approve', { applicationId: application.id })
    await server.job('users.tell', { application: application.id, language: 'zh' })
    assert.deepEqual(await db().selectFrom('outbox').select('recipient').where('about', '=', `account:${application.id}`).execute(), [])
    await setMobile('platform', mobile)
  })

  test('the list shows pending applications of the reviewer’s scope, longest waiting first', async () => {
    const pendingApplications = await server.must('platform', 'users.applications', { state: 'pending' })
    assert.deepEqual(
      pendingApplications.rows.slice(0, 2).map((row) => [row.username, row.waitingHours]),
      [
        ['pending', 29],
        ['payer2', 3],
      ],
    )
    assert.ok((await server.must('centre', 'users.applications', {})).count >= 5)
    assert.equal((await server.must('centre', 'users.applications', {}, { centre: 5, mode: 2 })).count, 0)
    assert.deepEqual(
      (await server.must('platform', 'users.applications', { state: 'rejected', unitId: 2 })).rows.map((row) => [row.username, row.reason]),
      [['checker2', '授权书未加盖单位公章']],
    )
  })

  test('the workbook covers the requester’s scope, names the requester and masks numbers', async () => {
    const texts = async (who: string, input = {}, at?: { centre: number; mode: number }) => {
      const { fileId } = await server.must(who, 'users.export', input, at)
      const bytes = await server.running.kernel.store.read(fileId ?? assert.fail())
      const columns = [
        { key: 'username', headings: ['用户名'], required: true },
        { key: 'mobile', headings: ['手机'], required: true },
      ] as const
      const sheet = await readSheet(Buffer.from(bytes), { columns, maxRows: 5000, unknownColumns: 'ignore' })
      assert.ok(sheet.ok)
      const first = await textsOf(bytes)
      return { first, rows: sheet.rows.map(({ cells }) => ({ username: cells.username.text, mobile: cells.mobile.text })) }
    }
    const applicationTexts = await texts('unit2')
    assert.deepEqual(applicationTexts.rows.map((row) => row.username).sort(), ['checker02', 'checker2', 'maker02', 'payer02', 'pending', 'unit2'])
    assert.ok(applicationTexts.rows.every((row) => /^1\d{2}\*{4}\d{4}$/.test(row.mobile)))
    const otherCentreTexts = await texts('centre', { usertype: userType.centre }, { centre: 5, mode: 2 })
    assert.deepEqual(otherCentreTexts.rows.map((row) => row.username).sort(), ['auditor05', 'centre', 'finance05', 'supervisor'])
    for (const expectedText of ['导出人 许立言', '运营中心 成都运营中心', '筛选条件 账号类型 运营中心', '行数 4'])
      assert.ok(otherCentreTexts.first.includes(expectedText), expectedText)
    const platformTexts = await texts('platform')
    assert.ok(platformTexts.rows.length > 25)
  })
})
