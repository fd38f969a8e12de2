import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { demoPeople } from '#/demo/load.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { Applicant, freshIdNumber, freshMobile, operatorAnswers, uniquePhoto, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const homePlace = { centre: 2, mode: 2 } as const
const otherPlace = { centre: 5, mode: 2 } as const
const statement = '我换了手机号，这是我本人的证件'

describe('appeals against “already registered”', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  beforeEach(() => db().deleteFrom('throttle').where('subject', 'like', 'apply%').execute())

  const numberOf = async (operatorId: number) => {
    const row = await db().selectFrom('operator').select('id_number_sealed').where('id', '=', operatorId).executeTakeFirstOrThrow()
    return server.running.kernel.vault.open('id_number', row.id_number_sealed)
  }
  /** Starts an application with a registered identity and expects the refusal. */
  const refusedApplicant = async (kind: 'operator' | 'unit', answers: Record<string, string>) => {
    const person = new Applicant(server, kind)
    await person.prove()
    assert.equal((await person.save(answers)).error, 'known')
    return person
  }
  const toAnswers = (values: Record<string, string>) => Object.entries(values).map(([field, value]) => ({ field, value }))
  const appeal = (person: Applicant, values: Record<string, string>, more: object = {}) =>
    server.call(null, 'applications.appeal', { ticket: person.ticket, answers: toAnswers(values), statement, ...more })
  const appealOf = async (person: Applicant) => {
    const id = await person.id()
    return db().selectFrom('registration_appeal').selectAll().where('application_id', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow()
  }
  const decide = (who: string, appealId: number, isUpheld: boolean, at: { centre: number; mode: number } = homePlace) =>
    server.call(who, 'applications.decideAppeal', { appealId, isUpheld, resolution: '已电话核实本人身份' }, at)
  const prove = (who: string, at: { centre: number; mode: number } = homePlace) => server.must(who, 'profile.prove', { password: demoPassword }, at)
  const messageAbout = async (about: string) =>
    db().selectFrom('outbox').select(['recipient', 'body']).where('about', '=', about).orderBy('id', 'desc').executeTakeFirst()
  const notify = async (appealId: number, to: 'appellant' | 'holder') => {
    await server.job('applications.appeal', { appeal: appealId, to })
    return messageAbout(to === 'holder' ? `appeal:${appealId}:holder` : `appeal:${appealId}`)
  }

  describe('an upheld appeal against the account of an operator', () => {
    const account = () => db().selectFrom('app_user').selectAll().where('username', '=', 'operator').executeTakeFirstOrThrow()
    let typedIdentity: { name: string; idNumber: string }
    let person: Applicant
    let accountBefore: Awaited<ReturnType<typeof account>>
    let existingUnit: { name: string; code: string }
    let lodgedAppeal: Awaited<ReturnType<typeof appeal>>
    let row: Awaited<ReturnType<typeof appealOf>>

    before(async () => {
      typedIdentity = { name: '申诉的本人', idNumber: await numberOf(1001) }
      assert.equal((await server.call('operator', 'disputes.usage', {})).code, 1)
      person = await refusedApplicant('operator', operatorAnswers(typedIdentity))
      accountBefore = await account()
      existingUnit = await db().selectFrom('operator').select(['name', 'code']).where('id', '=', 1001).executeTakeFirstOrThrow()
      lodgedAppeal = await appeal(person, typedIdentity, { file: await uniquePhoto() })
      assert.equal(lodgedAppeal.code, 1, lodgedAppeal.message)
      row = await appealOf(person)
    })

    test('an appeal hides the existing account, refuses a second appeal and seals the ID number', async () => {
      assert.equal(lodgedAppeal.data?.progress.appeal?.state, 'open')
      for (const secret of [existingUnit.name, existingUnit.code, 'operator"', accountBefore.username])
        assert.ok(!JSON.stringify({ ...lodgedAppeal.data, progress: { ...lodgedAppeal.data?.progress, kind: '' } }).includes(`"${secret}`), secret)
      assert.equal((await appeal(person, typedIdentity)).error, 'appealOpen')
      assert.ok(!JSON.stringify(row).includes(typedIdentity.idNumber))
    })

    test('the holder of the account receives a text message', async () => {
      assert.match((await notify(row.id, 'holder'))?.body ?? '', /有人以与您相同的证件申请注册并提出申诉/)
    })

    test('the appeal is a task of its centre and out of reach of another centre and of a unit', async () => {
      const waitingAppeals = async (who: string, at: typeof homePlace | typeof otherPlace) =>
        (await server.must(who, 'tasks.waiting', {}, at)).find((task) => task.kind === 'appeals')
      assert.deepEqual(await waitingAppeals('auditor', homePlace), {
        kind: 'appeals',
        count: 1,
        amount: 0,
        path: '/user/hzhbList?appeals=open',
        oldestAt: row.created_at.toISOString(),
        place: { centreId: 2, isHere: true, mode: null },
      })
      assert.equal((await waitingAppeals('centre', otherPlace))?.place?.isHere, false)
      assert.equal((await server.call('centre', 'applications.appealed', { appealId: row.id }, otherPlace)).error, 'appealGone')
      assert.equal((await server.call('maker', 'applications.appealed', { appealId: row.id })).error, 'forbidden')
      assert.equal((await server.must('centre', 'applications.appeals', {}, otherPlace)).count, 0)
      assert.equal((await decide('centre', row.id, true, otherPlace)).error, 'appealGone')
    })

    test('an appeal shows its centre the file and masked numbers, and the mobile after a password', async () => {
      const detail = await server.must('auditor', 'applications.appealed', { appealId: row.id }, homePlace)
      assert.deepEqual(
        [detail.upheldAs, detail.existing.kind, detail.existing.name, detail.existing.username, detail.appellant.name],
        ['handed', 'operator', existingUnit.name, 'operator', typedIdentity.name],
      )
      for (const hiddenValue of [detail.appellant.number, detail.appellant.mobile, detail.existing.number, detail.existing.mobile])
        assert.match(hiddenValue, /\*/)
      assert.ok(!JSON.stringify(detail).includes(typedIdentity.idNumber) && !JSON.stringify(detail).includes(person.mobile))
      assert.equal((await server.must('auditor', 'files.link', { fileId: detail.fileId ?? '' }, homePlace)).url.startsWith('/files/'), true)
      assert.equal((await server.call('centre', 'files.link', { fileId: detail.fileId ?? '' }, otherPlace)).error, 'file_not_found')
      const showMobile = (at: typeof homePlace | typeof otherPlace) => server.call('centre', 'plain.show', { of: 'appeal', id: row.id, field: 'mobile' }, at)
      assert.equal((await showMobile(homePlace)).error, 'proofNeeded')
      await server.must('centre', 'profile.prove', { password: demoPassword }, homePlace)
      assert.equal((await showMobile(homePlace)).data?.value, person.mobile)
      assert.equal((await showMobile(otherPlace)).error, 'notFound')
    })

    test('two reviewers are needed to uphold the appeal, and the first needs a fresh proof', async () => {
      assert.equal((await decide('auditor', row.id, true)).error, 'proofNeeded')
      await prove('auditor')
      assert.deepEqual((await decide('auditor', row.id, true)).data, { state: 'open', isFirst: true })
      assert.deepEqual(await account(), accountBefore)
      assert.equal((await decide('auditor', row.id, true)).error, 'appealOtherPerson')
      const first = await server.must('auditor', 'applications.appealed', { appealId: row.id }, homePlace)
      assert.deepEqual([first.upheld?.by, first.upheld?.reason, first.mayUphold === ''], ['沈知微', '已电话核实本人身份', false])
      assert.equal((await server.must('centre', 'applications.appealed', { appealId: row.id }, homePlace)).mayUphold, '')
      assert.deepEqual((await decide('centre', row.id, true)).data, { state: 'handed', isFirst: false })
      assert.equal((await decide('auditor', row.id, true)).error, 'appealDecided')
    })

    test('an upheld appeal moves the account to the appellant’s mobile and ends its sessions', async () => {
      const disputedAccount = await account()
      assert.deepEqual(
        [disputedAccount.id, disputedAccount.mobile, disputedAccount.email, disputedAccount.must_change_password],
        [accountBefore.id, person.mobile, null, true],
      )
      assert.deepEqual(await db().selectFrom('session').select('id').where('user_id', '=', disputedAccount.id).where('revoked_at', 'is', null).execute(), [])
      const operator = await db().selectFrom('operator').select('mobile_sealed').where('id', '=', 1001).executeTakeFirstOrThrow()
      assert.equal(server.running.kernel.vault.open('mobile', operator.mobile_sealed), person.mobile)
    })

    test('the appellant’s one-time password replaces the old one, and the application is withdrawn', async () => {
      const sms = await notify(row.id, 'appellant')
      assert.equal(sms?.recipient, person.mobile)
      const [, username = '', password = ''] = sms?.body.match(/登录账号 (\S+)，一次性密码 (\S+)，/) ?? []
      assert.equal((await server.call(null, 'auth.login', { username, password: demoPassword })).code, 0)
      const firstLogin = await server.must(null, 'auth.login', { username, password })
      assert.deepEqual([firstLogin.status, firstLogin.isEditPassWord], [8, 0])
      const lookUpAnswer = await server.must(null, 'applications.lookUp', { no: lodgedAppeal.data?.progress.no ?? '', mobile: person.mobile })
      assert.deepEqual([lookUpAnswer.state, lookUpAnswer.appeal?.state], ['withdrawn', 'handed'])
    })

    test('the log has the appeal, its decisions and the view of the full number', async () => {
      const trail = await db()
        .selectFrom('audit_log')
        .select(['action', 'outcome'])
        .where('ref_type', '=', 'appeal')
        .where('ref_id', '=', String(row.id))
        .execute()
      assert.deepEqual(
        new Set(trail.filter((each) => each.outcome === 'done').map((each) => each.action)),
        new Set(['applications.appeal', 'applications.decideAppeal', 'plain.show']),
      )
    })
  })

  test('a rejection changes nothing, informs only the appellant, and a fourth appeal is refused', async () => {
    const { ordinary } = demoPeople()
    const secondPerson = ordinary.find((each) => each.id !== 1001 && each.centreId === 2)
    assert.ok(secondPerson)
    const typedIdentity = { name: secondPerson.name, idNumber: secondPerson.idNumber }
    const person = await refusedApplicant('operator', operatorAnswers(typedIdentity))
    const record = () => db().selectFrom('operator').selectAll().where('id', '=', secondPerson.id).executeTakeFirstOrThrow()
    const before = await record()
    for (const _ of [1, 2, 3]) {
      assert.equal((await appeal(person, typedIdentity)).code, 1)
      const { id } = await appealOf(person)
      assert.equal((await decide('platform', id, false)).data?.state, 'rejected')
      assert.match((await notify(id, 'appellant'))?.body ?? '', /未通过：已电话核实本人身份/)
    }
    assert.deepEqual(await record(), before)
    const application = await person.open()
    assert.deepEqual([application.progress.appeal?.state, application.appealAnswer], ['rejected', '已电话核实本人身份'])
    const lookUpAnswer = await server.must(null, 'applications.lookUp', { no: application.progress.no, mobile: person.mobile })
    assert.ok(!JSON.stringify(lookUpAnswer).includes('已电话核实'))
    assert.equal((await appeal(person, typedIdentity)).error, 'appealsMost')
  })

  test('the appellant continues after an upheld appeal closes the earlier application', async () => {
    const answers = operatorAnswers()
    const first = new Applicant(server, 'operator')
    await first.register(answers)
    const applicantAnswers = operatorAnswers({ idNumber: answers.idNumber ?? '' })
    const person = await refusedApplicant('operator', applicantAnswers)
    assert.equal((await appeal(person, applicantAnswers)).code, 1)
    const { id } = await appealOf(person)
    const detail = await server.must('auditor', 'applications.appealed', { appealId: id }, homePlace)
    assert.deepEqual([detail.upheldAs, detail.existing.kind, detail.existing.username], ['freed', 'application', first.mobile])
    assert.equal((await decide('auditor', id, true)).data?.state, 'freed')
    assert.match((await notify(id, 'appellant'))?.body ?? '', /原申请已关闭/)
    assert.equal((await server.call(null, 'applications.open', { ticket: first.ticket })).error, 'ticketDead')
    const closedUser = await db().selectFrom('app_user').select('status').where('username', '=', first.mobile).executeTakeFirstOrThrow()
    assert.equal(closedUser.status, 7)
    await person.mustSave(applicantAnswers)
    for (const field of ['idFront', 'idBack']) await person.add(field)
    assert.equal((await person.submit()).data?.progress.state, 'pending')
  })

  test('for an imported person without an account, an upheld appeal creates one', async () => {
    const person = await db()
      .selectFrom('operator')
      .select(['id', 'name'])
      .where('centre_id', '=', 2)
      .where('status', '=', accountStatus.active)
      .where(({ not, exists, selectFrom }) => not(exists(selectFrom('app_user').select('app_user.id').whereRef('app_user.operator_id', '=', 'operator.id'))))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const typedIdentity = { name: person.name, idNumber: await numberOf(person.id) }
    const appellant = await refusedApplicant('operator', operatorAnswers(typedIdentity))
    assert.equal((await appeal(appellant, typedIdentity)).code, 1)
    const { id } = await appealOf(appellant)
    for (const demoUsername of ['auditor', 'centre']) await prove(demoUsername)
    assert.equal((await decide('auditor', id, true)).data?.isFirst, true)
    assert.equal((await decide('centre', id, true)).data?.state, 'handed')
    const sms = await notify(id, 'appellant')
    const [, username = '', password = ''] = sms?.body.match(/登录账号 (\S+)，一次性密码 (\S+)，/) ?? []
    assert.equal(username, appellant.mobile)
    assert.equal((await server.must(null, 'auth.login', { username, password })).status, 8)
    const activatedUser = await db().selectFrom('app_user').select('operator_id').where('username', '=', username).executeTakeFirstOrThrow()
    assert.equal(activatedUser.operator_id, person.id)
  })

  test('only two people can hand the administrator account of a unit to the appellant', async () => {
    const unit = await db().selectFrom('unit').select(['id', 'name', 'credit_code']).where('id', '=', 1).executeTakeFirstOrThrow()
    const typedUnit = unitAnswers({ name: '海风新媒体有限公司', creditCode: unit.credit_code, taxNo: unit.credit_code })
    const person = await refusedApplicant('unit', typedUnit)
    assert.equal((await appeal(person, typedUnit)).code, 1)
    const row = await appealOf(person)
    assert.deepEqual([row.unit_id, row.credit_code, row.id_number_sealed], [1, unit.credit_code, ''])
    const detail = await server.must('platform', 'applications.appealed', { appealId: row.id })
    assert.deepEqual([detail.existing.kind, detail.existing.name, detail.existing.number], ['unit', unit.name, unit.credit_code])
    const keeperUsername = detail.existing.username
    assert.notEqual(keeperUsername, '')
    for (const demoUsername of ['platform', 'operation']) await prove(demoUsername)
    assert.equal((await decide('platform', row.id, true)).data?.isFirst, true)
    const idOf = async (username: string) => (await db().selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
    // Runs a statement in the name of the first person, to prove that the database refuses an appeal that one person
    // upholds and executes.
    const runSingleHanded = async (statement: ReturnType<typeof sql>) => {
      const session = { 'app.all': 'on', 'app.user': String(await idOf('platform')), 'app.now': server.running.kernel.clock.now().toISOString() }
      await inTransaction(server.running.kernel.database, session, async (trx) => {
        await sql`set local role app_accounts`.execute(trx)
        await statement.execute(trx)
      })
    }
    const keeperId = await idOf(keeperUsername)
    await assert.rejects(
      runSingleHanded(sql`update app_user set mobile = '13912340178' where id = ${keeperId}`),
      /only two people can change the mobile or e-mail/,
    )
    const closingUpdate = sql`update registration_appeal set state = 'handed', user_id = ${keeperId}, resolution = 'x', resolved_at = now(), resolved_by = 1 where id = ${row.id}`
    await assert.rejects(runSingleHanded(closingUpdate), /registration_appeal_by_two|YC001|a person who took part/)
    await assert.rejects(runSingleHanded(sql`update registration_appeal set upheld_by = 2 where id = ${row.id}`), /the first person is recorded once/)
    assert.equal((await decide('operation', row.id, true)).data?.state, 'handed')
    const day = { 'app.now': server.running.kernel.clock.now().toISOString() }
    const { rows: hands } = await inTransaction(server.running.kernel.database, day, (trx) =>
      sql<{ id: number }>`select unnest(app.hands_of(${keeperId})) as id`.execute(trx),
    )
    const bothDeciders = [await idOf('platform'), await idOf('operation')]
    assert.deepEqual(
      bothDeciders.filter((id) => !hands.some((hand) => hand.id === id)),
      [],
    )
    const others = await db().selectFrom('app_user').select(['username', 'mobile', 'status']).where('unit_id', '=', 1).execute()
    assert.deepEqual(
      others.filter((each) => each.mobile === person.mobile).map((each) => each.username),
      [keeperUsername],
    )
    assert.ok(others.every((each) => each.status !== accountStatus.closed || each.username === keeperUsername))
  })

  test('an appeal needs a registered identity, valid ticket and number, and attempts are limited', async () => {
    const person = new Applicant(server, 'operator', freshMobile())
    await person.prove()
    assert.equal((await appeal(person, { name: '周明朗', idNumber: freshIdNumber() })).error, 'notKnown')
    assert.equal((await appeal(person, { name: '周明朗', idNumber: '11010119900307123X' })).error, 'fields')
    assert.equal((await appeal(person, {})).error, 'fields')
    const { phone } = await server.must(null, 'applications.phone', { ticket: person.ticket })
    assert.equal((await server.call(null, 'applications.appeal', { ticket: phone, answers: [], statement })).error, 'phoneOnly')
    assert.equal((await server.call(null, 'applications.appeal', { ticket: 'x'.repeat(43), answers: [], statement })).error, 'ticketDead')
    const errors: (string | undefined)[] = []
    for (let attempt = 0; attempt < 12; attempt++) errors.push((await appeal(person, { name: '周明朗', idNumber: freshIdNumber() })).error)
    assert.deepEqual([errors[0], errors.at(-1)], ['notKnown', 'too_many'])
  })

  test('an appeal outlasts the retention of drafts and is withdrawn with its application', async () => {
    const typedIdentity = { name: '申诉的本人', idNumber: demoPeople().ordinary.find((each) => each.id !== 1001 && each.centreId === 2)?.idNumber ?? '' }
    const person = await refusedApplicant('operator', operatorAnswers(typedIdentity))
    assert.equal((await appeal(person, typedIdentity)).code, 1)
    const { id } = await appealOf(person)
    server.advance(40 * 86_400_000)
    await server.job('retention.sweep')
    assert.equal((await appealOf(person)).id, id)
    await server.must(null, 'applications.withdraw', { ticket: person.ticket })
    assert.equal((await appealOf(person)).state, 'withdrawn')
    assert.equal((await decide('platform', id, true)).error, 'appealDecided')
  })
})
