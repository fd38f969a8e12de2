import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { pdfsig, runQueuedJobs, signAll, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { hashPassword } from '#/server/kernel/session/passwords.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { Applicant, partnerAnswers, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
const modeTwoPlace = { centre: 2, mode: 2 } as const

describe('readiness of partners', () => {
  const server = testServer()
  before(async () => {
    await proveAs(server, 'platform')
  })
  const db = () => server.running.kernel.database.kysely
  const partnerOf = async (partnerId: number) => server.must('platform', 'partners.get', { id: partnerId })
  const statusOf = async (partnerId: number) => {
    const { standing, agreement } = await partnerOf(partnerId)
    return [standing, agreement.stand]
  }
  const contract = async (id: number) => server.must('platform', 'contracts.get', { id })
  const version = async (id: number) => ({ id, version: (await contract(id)).version })
  const canBeAssigned = async (partnerId: number) => (await server.must('platform', 'units.assign', { ids: [2], partnerId })).ok.length === 1
  const activateSigned = async () => server.job('applications.signed')
  const smsTo = async (mobile: string) =>
    (await db().selectFrom('outbox').select('body').where('recipient', '=', mobile).orderBy('id', 'desc').execute()).map((row) => row.body)

  const approvePartner = async (subjectKind: 'company' | 'person') => {
    const answers = partnerAnswers(subjectKind)
    const person = new Applicant(server, 'partner')
    await person.register(answers)
    const applicationId = await person.id()
    const seen = await server.must('platform', 'applications.get', { applicationId })
    const messages = await server.must('platform', 'applications.approve', { applicationId, version: seen.version, centreId: 2 })
    await runQueuedJobs(server, 'applications.tell', 'contracts.tell', 'contracts.text')
    const application = await db().selectFrom('application').selectAll().where('id', '=', applicationId).executeTakeFirstOrThrow()
    const partnerId = application.partner_id as number
    const task = await db().selectFrom('sign_task').selectAll().where('partner_id', '=', partnerId).where('way', '=', 'hand').executeTakeFirstOrThrow()
    const tail = (answers.creditCode ?? answers.idNumber ?? '').slice(-4)
    return { answers, person, applicationId, partnerId, contractId: task.contract_id, signTaskId: task.id, tail, messages }
  }
  type ApprovedPartner = Awaited<ReturnType<typeof approvePartner>>
  const sign = async ({ signTaskId, tail }: Pick<ApprovedPartner, 'signTaskId' | 'tail'>) => {
    await signAll(server, await ticketFromOutbox(server, signTaskId), tail, signTaskId)
    await activateSigned()
    await runQueuedJobs(server, 'applications.tell')
  }
  /** Activates a partner's account with the password of the demo. */
  const activatePartner = async (username: string) =>
    db()
      .updateTable('app_user')
      .set({ password_hash: await hashPassword(demoPassword), must_change_password: false })
      .where('username', '=', username)
      .execute()

  for (const kind of ['company', 'person'] as const)
    test(`a ${kind} becomes ready only after signing by the link in the approval notice`, async () => {
      const partner = await approvePartner(kind)
      const { person, partnerId, applicationId, answers, messages } = partner
      assert.deepEqual([messages.state, messages.papers], ['signing', 1])
      const account = () =>
        db().selectFrom('app_user').select(['status', 'partner_id', 'usertype']).where('username', '=', person.mobile).executeTakeFirstOrThrow()
      assert.deepEqual(await account(), { status: accountStatus.signing, partner_id: partnerId, usertype: userType.partner })
      assert.deepEqual(await statusOf(partnerId), ['signing', 'signing'])
      assert.equal(await canBeAssigned(partnerId), false)
      const smsText = (await smsTo(person.mobile)).join('\n')
      assert.match(smsText, /已通过审核，请登录完成签约/)
      assert.match(smsText, /渠道合作协议.*\/Sign\?ticket=/)
      const ownForm = await person.open()
      assert.deepEqual([ownForm.progress.state, ownForm.progress.done], ['signing', 2])
      const papers = await server.must(null, 'applications.papers', { ticket: person.ticket })
      assert.deepEqual(
        papers.map((paper) => paper.name),
        ['渠道合作协议'],
      )
      const partnerDetail = await partnerOf(partnerId)
      assert.equal(partnerDetail.area, '福建省')
      assert.deepEqual([partnerDetail.accountNo, partnerDetail.accountName, partnerDetail.accountBank], ['', '', ''], 'the reviewer alone gives no account')
      assert.deepEqual(
        partnerDetail.changes.map(({ state, differences }) => [state, differences.map(({ after }) => after.slice(-4))]),
        [['waiting', [(answers.accountName ?? '').slice(-4), '8902', (answers.accountBank ?? '').slice(-4)]]],
      )
      await approveChanges(server)
      assert.match((await partnerOf(partnerId)).accountNo, /8902$/)
      const lookAnswer = await server.must(null, 'signing.look', { ticket: await ticketFromOutbox(server, partner.signTaskId) })
      assert.deepEqual(
        kind === 'company' ? [lookAnswer.asks, lookAnswer.signer] : [lookAnswer.asks, lookAnswer.signer.includes('*')],
        kind === 'company' ? ['creditCode', answers.name] : ['idNumber', true],
      )
      await activateSigned()
      assert.equal((await account()).status, 3, 'nothing opens before it is signed')

      await sign(partner)
      assert.deepEqual(await statusOf(partnerId), ['ready', 'current'])
      assert.equal((await account()).status, 8)
      const after = await person.open()
      assert.deepEqual([after.progress.state, after.progress.done], ['active', 4])
      assert.match((await smsTo(person.mobile))[0] ?? '', /账户已开通/)
      const application = await db().selectFrom('application').select(['contract_id', 'centre_id']).where('id', '=', applicationId).executeTakeFirstOrThrow()
      assert.deepEqual(application, { contract_id: partner.contractId, centre_id: null })
      const row = await db().selectFrom('contract').select(['parties', 'file_id']).where('id', '=', partner.contractId).executeTakeFirstOrThrow()
      if (kind === 'person') assert.ok(!JSON.stringify(row.parties).includes(answers.idNumber ?? '-'), 'stored masked with the document')
      assert.equal(pdfsig(Buffer.from(await server.running.kernel.store.read(row.file_id as string))).match(/Signature is Valid/g)?.length, 2)
      assert.equal(await canBeAssigned(partnerId), true)
    })

  test('a partner can open only its own contracts and sign their termination in its account', async () => {
    const firstPartner = await approvePartner('company')
    const secondPartner = await approvePartner('company')
    await sign(firstPartner)
    await activatePartner(firstPartner.person.mobile)
    const demoUsername = firstPartner.person.mobile
    const { rows } = await server.must(demoUsername, 'contracts.list', {})
    assert.deepEqual(
      rows.map((row) => row.id),
      [firstPartner.contractId],
    )
    assert.equal((await server.call(demoUsername, 'contracts.get', { id: secondPartner.contractId })).error, 'notFound')
    const { fileId } = await server.must(demoUsername, 'contracts.pdf', { id: firstPartner.contractId })
    assert.equal((await server.call(demoUsername, 'files.link', { fileId })).code, 1)
    const foreignContract = await db().selectFrom('contract').select('file_id').where('id', '=', secondPartner.contractId).executeTakeFirstOrThrow()
    assert.equal((await server.call(demoUsername, 'files.link', { fileId: foreignContract.file_id as string })).error, 'file_not_found')
    assert.equal((await server.call(demoUsername, 'contracts.ticket', { signTaskId: secondPartner.signTaskId })).error, 'notFound')
    assert.equal(
      (await server.call(demoUsername, 'contracts.terminate', { ...(await version(firstPartner.contractId)), reason: '不想合作' })).error,
      'forbidden',
    )
    const subjectCount = async (centre: string, place: { centre: number; mode: number }) =>
      (await server.must(centre, 'contracts.subjects', { type: 'partner', keyword: secondPartner.answers.name ?? '' }, place)).length
    assert.equal(await subjectCount('centre', modeTwoPlace), 1)
    assert.equal(await subjectCount('centre', { centre: 5, mode: 2 }), 0)

    // Later contracts are signed from the account. Each has a message, a pending task and a ticket.
    await server.must('centre', 'contracts.terminate', { ...(await version(firstPartner.contractId)), reason: '双方协商一致' }, modeTwoPlace)
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    assert.deepEqual(await statusOf(firstPartner.partnerId), ['ready', 'current'], 'until all parties have signed the termination')
    assert.ok((await server.must(demoUsername, 'messages.list', {})).rows.some((row) => row.kind === 'contractToSign'))
    assert.equal((await server.must(demoUsername, 'tasks.waiting', {})).find((task) => task.kind === 'sign')?.count, 1)
    const [end] = (await server.must(demoUsername, 'contracts.list', { isMine: true })).rows
    const { ticket } = await server.must(demoUsername, 'contracts.ticket', { signTaskId: end?.ownTaskId ?? 0 })
    await signAll(server, ticket, '', end?.ownTaskId ?? 0)
    assert.deepEqual(await statusOf(firstPartner.partnerId), ['lacking', 'terminated'])
    assert.equal(await canBeAssigned(firstPartner.partnerId), false)
  })

  test('after a refused agreement a partner is not ready until another agreement is signed', async () => {
    const partner = await approvePartner('company')
    const ticket = await ticketFromOutbox(server, partner.signTaskId)
    const { pass } = await server.must(null, 'signing.open', { ticket, tail: partner.tail })
    await server.must(null, 'signing.refuse', { ticket, pass, reason: '结算周期需要再谈' })
    await activateSigned()
    assert.deepEqual(await statusOf(partner.partnerId), ['lacking', 'refused'])
    assert.equal((await partner.person.open()).progress.state, 'signing')
    assert.deepEqual(await server.must(null, 'applications.papers', { ticket: partner.person.ticket }), [])
    assert.ok((await server.must('platform', 'messages.list', {})).rows.some((row) => row.kind === 'contractOver'))
    const pendingAgreements = (await server.must('platform', 'tasks.waiting', {})).find((task) => task.kind === 'agreements')
    const { count } = await server.must('platform', 'partners.list', { standing: 'lacking' })
    assert.deepEqual([pendingAgreements?.count, pendingAgreements?.path], [count, '/user/partnerList?standing=lacking'])
    assert.ok((await server.must('platform', 'partners.list', { agreement: 'refused' })).rows.some((row) => row.id === partner.partnerId))
    assert.equal(
      (await server.must('operation', 'partners.list', { standing: 'ready' })).rows.some((row) => row.id === partner.partnerId),
      false,
    )

    // The centre draws up another agreement from the same template.
    const { templates } = await server.must('centre', 'contracts.choices', {}, modeTwoPlace)
    const template = templates.find((each) => each.kind === 'partner')
    const terms = { centreId: 2, mode: 2 as const, partnerId: partner.partnerId, from: '2026-01-01', to: '2030-10-31', fields: { region: '福建省、广东省' } }
    const draft = await server.must('centre', 'contracts.create', { templateId: template?.id ?? 0, ...terms }, modeTwoPlace)
    assert.deepEqual(await statusOf(partner.partnerId), ['lacking', 'refused'], 'a draft is not an agreement')
    const sentContract = await server.must('centre', 'contracts.send', { id: draft.id, version: draft.version }, modeTwoPlace)
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    assert.deepEqual(await statusOf(partner.partnerId), ['signing', 'signing'])
    await sign({ signTaskId: sentContract.openTaskId ?? 0, tail: partner.tail })
    assert.deepEqual(await statusOf(partner.partnerId), ['ready', 'current'])
    assert.equal((await partner.person.open()).progress.state, 'active')
  })

  test('partners are not ready after revocation or expiry, but ready after extension and signing', async () => {
    const revokedPartner = await approvePartner('company')
    await server.must('platform', 'contracts.revoke', { ...(await version(revokedPartner.contractId)), reason: '条款有误' })
    assert.deepEqual(await statusOf(revokedPartner.partnerId), ['lacking', 'revoked'])
    const latePartner = await approvePartner('person')
    server.advance(8 * dayMs)
    await server.job('contracts.sweep')
    assert.deepEqual(await statusOf(latePartner.partnerId), ['lacking', 'expired'])
    assert.equal(await canBeAssigned(latePartner.partnerId), false)
    await server.must('platform', 'contracts.extend', { ...(await version(latePartner.contractId)), days: 5 })
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    await sign(latePartner)
    assert.deepEqual(await statusOf(latePartner.partnerId), ['ready', 'current'])
  })

  test('without a matching template, a checked paper agreement opens the account', async () => {
    const usualTemplate = await db().selectFrom('contract_template').select('id').where('kind', '=', 'partner').executeTakeFirstOrThrow()
    const setTemplate = (to: { state: string; is_default: boolean }) =>
      db().updateTable('contract_template').set(to).where('id', '=', usualTemplate.id).execute()
    const registerUnsent = async () => {
      const person = new Applicant(server, 'partner')
      await person.register(partnerAnswers('company'))
      const applicationId = await person.id()
      const { version: seen } = await server.must('platform', 'applications.get', { applicationId })
      assert.equal((await server.call('platform', 'applications.approve', { applicationId, version: seen })).error, 'centreNeeded')
      const messages = await server.must('platform', 'applications.approve', { applicationId, version: seen, centreId: 2 })
      assert.deepEqual([messages.state, messages.papers], ['signing', 0])
      await runQueuedJobs(server, 'applications.tell')
      assert.match((await smsTo(person.mobile))[0] ?? '', /协议准备好后会短信通知您签署/)
      await activateSigned()
      const { partner_id: partnerId } = await db().selectFrom('application').select('partner_id').where('id', '=', applicationId).executeTakeFirstOrThrow()
      assert.deepEqual(await statusOf(partnerId as number), ['lacking', 'none'])
      return { person, partnerId: partnerId as number }
    }
    await setTemplate({ state: 'disabled', is_default: false })
    await registerUnsent()
    await setTemplate({ state: 'enabled', is_default: true })
    await sql`insert into contract_template select (jsonb_populate_record(null::contract_template, to_jsonb(known) || ${JSON.stringify({
      id: 900,
      for_centre_id: 2,
      body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: '推广费率：{{bonus}}' }] }] },
      fields: [{ key: 'bonus', label: '推广费率', sample: '0.8%', isRequired: true }],
    })}::jsonb)).* from contract_template known where id = ${usualTemplate.id}`.execute(db())
    const { person, partnerId } = await registerUnsent()
    await sql`update contract_template set state = 'disabled', is_default = false where id = 900`.execute(db())

    const bytes = await renderDocument({ title: '渠道合作协议', createdAt: new Date(), blocks: [{ kind: 'paragraph', text: '双方盖章。' }], footer: '' })
    const file = { filename: '协议.pdf', mediaType: 'application/pdf', bytes }
    const terms = {
      kind: 'partner' as const,
      name: '渠道合作协议（纸质）',
      centreId: 2,
      mode: 2 as const,
      partnerId,
      from: '2026-01-01',
      to: '2030-12-31',
      file,
    }
    const paper = await server.must('platform', 'contracts.uploadPaper', terms)
    assert.equal((await person.open()).progress.state, 'signing')
    await server.must('operation', 'contracts.check', { id: paper.id, version: paper.version, isSame: true })
    await activateSigned()
    assert.deepEqual([(await person.open()).progress.state, ...(await statusOf(partnerId))], ['active', 'ready', 'current'])
  })

  test('a partner can bring units only while an agreement is in effect', async () => {
    const { code } = await server.must('partner', 'applications.invite', {})
    assert.equal((await server.must(null, 'applications.options', { invite: code })).invite?.name, '同舟渠道合伙企业')
    const unit = new Applicant(server, 'unit')
    const answers = unitAnswers()
    await unit.register(answers, code)
    const applicationId = await unit.id()
    const [signed] = (await server.must('platform', 'contracts.list', { kinds: ['partner'], keyword: '同舟渠道' })).rows
    assert.deepEqual([signed?.state, signed?.effect, (await statusOf(1))[0]], ['done', 'current', 'ready'])
    const checks = async () => (await server.must('auditor', 'applications.get', { applicationId }, modeTwoPlace)).checks.map((check) => check.name)
    assert.ok(!(await checks()).includes('邀请方'))

    const pastContract = await db()
      .selectFrom('contract')
      .select('valid_to')
      .where('id', '=', signed?.id ?? 0)
      .executeTakeFirstOrThrow()
    const setValidTo = (valid_to: string) =>
      db()
        .updateTable('contract')
        .set({ valid_to })
        .where('id', '=', signed?.id ?? 0)
        .execute()
    await setValidTo('2026-01-01')
    assert.deepEqual(await statusOf(1), ['lacking', 'over'])
    assert.equal((await server.must(null, 'applications.options', { invite: code })).invite, null)
    assert.equal((await server.call('partner', 'applications.invite', {})).error, 'partnerUnready')
    assert.ok((await checks()).includes('邀请方'))
    assert.equal((await server.must('platform', 'units.choices', {})).partners.find((partner) => partner.id === 1)?.isReady, false)
    const planId = (await db().selectFrom('fee_plan').select('id').where('mode', '=', 2).orderBy('id').executeTakeFirstOrThrow()).id
    const { version: seen } = await server.must('auditor', 'applications.get', { applicationId }, modeTwoPlace)
    await server.must('auditor', 'applications.approve', { applicationId, version: seen, planId }, modeTwoPlace)
    const assignedUnit = await db()
      .selectFrom('unit')
      .select('partner_id')
      .where('credit_code', '=', answers.creditCode ?? '')
      .executeTakeFirstOrThrow()
    assert.equal(assignedUnit.partner_id, null)

    // The partner signs the renewal from the account and is ready again.
    const row = await contract(signed?.id ?? 0)
    const renewal = await server.must('platform', 'contracts.renew', { id: row.id, version: row.version, from: '2026-01-02', to: '2030-01-01' })
    const sentRenewal = await server.must('platform', 'contracts.send', { id: renewal.id, version: renewal.version })
    assert.deepEqual(await statusOf(1), ['signing', 'signing'])
    const { ticket } = await server.must('partner', 'contracts.ticket', { signTaskId: sentRenewal.openTaskId ?? 0 })
    await signAll(server, ticket, '', sentRenewal.openTaskId ?? 0)
    assert.deepEqual(await statusOf(1), ['ready', 'current'])
    assert.equal((await server.must('partner', 'applications.invite', {})).code, code)
    await setValidTo(pastContract.valid_to)
  })

  test('a handwriting image is stored for the partner who drew it', async () => {
    const partner = await approvePartner('company')
    await sign(partner)
    const task = await db().selectFrom('sign_task').select('image_file_id').where('id', '=', partner.signTaskId).executeTakeFirstOrThrow()
    const file = await db()
      .selectFrom('stored_file')
      .select(['partner_id', 'purpose'])
      .where('id', '=', task.image_file_id as string)
      .executeTakeFirstOrThrow()
    assert.deepEqual(file, { partner_id: partner.partnerId, purpose: 'signature' })
  })
})
