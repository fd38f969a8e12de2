import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import { demoPeople } from '#/demo/load.ts'
import { lastDigitsOf, pdfsig, runQueuedJobs, signAll, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { openArchive } from '#/server/lib/spreadsheet/archive.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeTwoPlace = { centre: 2, mode: 2 } as const
const dayMs = 86_400_000
const { specials, ordinary } = demoPeople()
const people = ordinary.filter((person) => person.centreId === 2).map((person) => person.id)

describe('contract lifecycle', () => {
  const server = testServer()
  let signerIndex = 0
  const db = () => server.running.kernel.database.kysely
  const get = (id: number) => server.must('centre', 'contracts.get', { id }, modeTwoPlace)
  const version = async (id: number) => ({ id, version: (await get(id)).version })

  const draw = async (operatorId: number) => {
    const { templates } = await server.must('centre', 'contracts.choices', {}, modeTwoPlace)
    const terms = { centreId: 2, mode: 2 as const, operatorId, from: '2026-01-01', to: '2030-10-31', fields: { service_scope: '直播服务' } }
    return server.must(
      'centre',
      'contracts.create',
      { templateId: templates.find((template) => template.kind === 'operator_agreement')?.id ?? 0, ...terms },
      modeTwoPlace,
    )
  }
  const send = async (operatorId = people[signerIndex++] ?? 0) => {
    const draft = await draw(operatorId)
    const sentContract = await server.must('centre', 'contracts.send', { id: draft.id, version: draft.version }, modeTwoPlace)
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    return { ...sentContract, operatorId, signTaskId: sentContract.openTaskId ?? 0 }
  }
  const signAsOperator = async (operatorId: number, signTaskId: number) =>
    signAll(server, await ticketFromOutbox(server, signTaskId), await lastDigitsOf(server, operatorId), signTaskId)
  const sendAndSign = async () => {
    const sentContract = await send()
    await signAsOperator(sentContract.operatorId, sentContract.signTaskId)
    return sentContract
  }
  const messages = async (signTaskId: number) => (await db().selectFrom('outbox').select('id').where('about', '=', `sign:${signTaskId}`).execute()).length

  test('staff can remind a signer at most three times a day', async () => {
    const { id, signTaskId } = await send()
    const remind = async () => server.must('centre', 'contracts.remind', { ids: [id] }, modeTwoPlace)
    for (let attempt = 0; attempt < 3; attempt++) assert.deepEqual((await remind()).ok, [id])
    const fourthReminder = await remind()
    assert.deepEqual([fourthReminder.ok, fourthReminder.fail[0]?.reason], [[], '今天已提醒 3 次'])
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    assert.equal(await messages(signTaskId), 4)
    server.advance(dayMs)
    assert.deepEqual((await remind()).ok, [id])
    await server.must('centre', 'contracts.revoke', { ...(await version(id)), reason: '不再需要' }, modeTwoPlace)
  })

  test('signers get one automatic reminder, and an expired contract can be extended and signed', async () => {
    const { id, signTaskId, operatorId } = await send()
    const ticket = await ticketFromOutbox(server, signTaskId)
    server.advance(5 * dayMs)
    await server.job('contracts.sweep')
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    assert.equal(await messages(signTaskId), 2)
    await server.job('contracts.sweep')
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    assert.equal(await messages(signTaskId), 2)
    server.advance(3 * dayMs)
    await server.job('contracts.sweep')
    assert.equal((await get(id)).state, 'expired')
    assert.equal((await server.must(null, 'signing.look', { ticket })).state, 'expired')
    assert.equal((await server.call(null, 'signing.open', { ticket, tail: await lastDigitsOf(server, operatorId) })).error, 'ticketDead')
    await server.must('centre', 'contracts.extend', { ...(await version(id)), days: 5 }, modeTwoPlace)
    await signAll(server, ticket, await lastDigitsOf(server, operatorId), signTaskId)
    assert.equal((await get(id)).state, 'done')
  })

  test('only a signed termination ends the contract and the consents', async () => {
    const { id, operatorId } = await sendAndSign()
    const begin = async () => {
      await server.must('centre', 'contracts.terminate', { ...(await version(id)), reason: '双方协商' }, modeTwoPlace)
      await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
      const contract = await get(id)
      assert.equal(contract.state, 'terminating')
      const paper = await get(contract.related.filter((each) => !each.isEarlier).at(-1)?.id ?? 0)
      return { signTaskId: paper.openTaskId ?? 0, ticket: await ticketFromOutbox(server, paper.openTaskId ?? 0) }
    }
    const first = await begin()
    const { pass } = await server.must(null, 'signing.open', { ticket: first.ticket, tail: await lastDigitsOf(server, operatorId) })
    await server.must(null, 'signing.refuse', { ticket: first.ticket, pass, reason: '不同意解约' })
    assert.equal((await get(id)).state, 'done')
    const second = await begin()
    await signAsOperator(operatorId, second.signTaskId)
    const contract = await get(id)
    assert.deepEqual([contract.state, contract.endReason], ['terminated', '双方协商'])
    const openConsents = await db().selectFrom('consent').select('id').where('contract_id', '=', id).where('revoked_at', 'is', null).execute()
    assert.equal(openConsents.length, 0)
    assert.equal((await server.call('centre', 'contracts.terminate', { ...(await version(id)), reason: '再次' }, modeTwoPlace)).error, 'wrongState')
  })

  test('a renewed unit contract takes over the orders of the earlier one', async () => {
    const { rows } = await server.must('centre', 'contracts.list', { kinds: ['general_contract'], unitId: 1 }, modeTwoPlace)
    const oldContract = rows.find((row) => row.state === 'done')
    assert.ok(oldContract)
    const renewal = await server.must('centre', 'contracts.renew', { ...(await version(oldContract.id)), from: '2026-01-01', to: '2031-12-31' }, modeTwoPlace)
    const sentRenewal = await server.must('centre', 'contracts.send', { id: renewal.id, version: renewal.version }, modeTwoPlace)
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    const code = await db().selectFrom('unit').select('credit_code').where('id', '=', 1).executeTakeFirstOrThrow()
    await signAll(server, await ticketFromOutbox(server, sentRenewal.openTaskId ?? 0), code.credit_code.slice(-4), sentRenewal.openTaskId ?? 0)
    assert.equal((await get(renewal.id)).state, 'done')
    const orders = await db()
      .selectFrom('service_order')
      .select('contract_id')
      .where('unit_id', '=', 1)
      .where('mode', '=', 2)
      .where('state', 'not in', ['settled', 'cancelled'])
      .execute()
    assert.deepEqual([...new Set(orders.map((order) => order.contract_id))], [renewal.id])
    const { orders: open } = await server.must('maker', 'payments.choices', {})
    assert.ok(open.some((order) => order.mode === 2 && order.problem === null))
  })

  test('a supplement is drafted only when its variables are filled in', async () => {
    const { id } = await sendAndSign()
    assert.equal((await server.call('centre', 'contracts.supplement', { ...(await version(id)), fields: {} }, modeTwoPlace)).error, 'missing')
    const paper = await server.must('centre', 'contracts.supplement', { ...(await version(id)), fields: { terms: '延长六个月' } }, modeTwoPlace)
    assert.deepEqual([paper.kind, paper.state, paper.previousId], ['supplement', 'draft', id])
  })

  test('a scanned contract takes effect only after another person has checked it', async () => {
    const bytes = await renderDocument({ title: '线下协议', createdAt: new Date(0), blocks: [{ kind: 'paragraph', text: '双方签字盖章' }] })
    const file = { filename: '协议.pdf', mediaType: 'application/pdf', bytes }
    const operatorId = people[signerIndex++] ?? 0
    const input = {
      kind: 'operator_agreement' as const,
      name: '线下经营者协议',
      centreId: 2,
      mode: 2 as const,
      operatorId,
      from: '2026-01-01',
      to: '2030-01-01',
    }
    assert.equal(
      (await server.call('centre', 'contracts.uploadPaper', { ...input, file: { ...file, bytes: Buffer.from('PK') } }, modeTwoPlace)).error,
      'archiveBroken',
    )
    const paper = await server.must('centre', 'contracts.uploadPaper', { ...input, file }, modeTwoPlace)
    assert.equal((await server.call('centre', 'contracts.check', { id: paper.id, version: paper.version, isSame: true }, modeTwoPlace)).error, 'toSelf')
    const checkRefusalFor = async (name: 'centre' | 'auditor') => (await server.must(name, 'contracts.get', { id: paper.id }, modeTwoPlace)).may.check
    assert.equal(await checkRefusalFor('centre'), contractRefusals.toSelf.zh)
    assert.equal(await checkRefusalFor('auditor'), '')
    await assert.rejects(db().updateTable('contract').set({ sign_state: 'done', checked_by: 2 }).where('id', '=', paper.id).execute(), /contract_two_people/)
    const papersTask = (await server.must('auditor', 'tasks.waiting', {}, modeTwoPlace)).find((task) => task.kind === 'papers')
    assert.equal(papersTask?.count, 1)
    const checkedContract = await server.must('auditor', 'contracts.check', { id: paper.id, version: paper.version, isSame: true }, modeTwoPlace)
    assert.deepEqual([checkedContract.state, checkedContract.checkedBy], ['done', '沈知微'])
    const consents = await db().selectFrom('consent').select('kind').where('contract_id', '=', paper.id).execute()
    assert.equal(consents.length, 2)
  })

  test('a bulk job sends each contract once and skips operators who have signed', async () => {
    const ids = [specials.noAgreement?.id ?? 0, specials.expiredAgreement?.id ?? 0, people[signerIndex++] ?? 0]
    const requestWithUnknownId = { kinds: ['operator_agreement' as const], centreId: 2, mode: 2 as const, operatorIds: [...ids, 987_654_321] }
    assert.equal((await server.call('centre', 'contracts.startMany', requestWithUnknownId, modeTwoPlace)).error, 'not_all_there')
    const start = () => server.must('centre', 'contracts.startMany', { kinds: ['operator_agreement'], centreId: 2, mode: 2, operatorIds: ids }, modeTwoPlace)
    const { taskId } = await start()
    await runQueuedJobs(server, 'contracts.startMany')
    const list = async () =>
      (await server.must('centre', 'contracts.list', { states: ['signing'], kinds: ['operator_agreement'], size: 100 }, modeTwoPlace)).rows.filter((row) =>
        row.parties.some((party) => ids.includes(party.id)),
      )
    assert.equal((await list()).length, 2)
    const task = await server.must('centre', 'tasks.get', { id: taskId })
    assert.deepEqual([task.state, task.done, task.message], ['done', 3, '已发起 2 份，跳过 1 份'])
    await start()
    await runQueuedJobs(server, 'contracts.startMany')
    assert.equal((await list()).length, 2)
  })

  test('only the operator can withdraw consents, and withdrawing the agreement ends its contract', async () => {
    const operatorId = 1001
    const { id, signTaskId } = await send(operatorId)
    const pendingSignatures = async () => (await server.must('operator', 'tasks.waiting', {})).find((task) => task.kind === 'sign')?.count ?? 0
    assert.equal(await pendingSignatures(), 1)
    await signAsOperator(operatorId, signTaskId)
    assert.equal(await pendingSignatures(), 0)
    const { rows } = await server.must('operator', 'contracts.consents', {})
    const agreementConsent = rows.find((row) => row.kind === 'agreement' && row.contractId === id)
    assert.ok(agreementConsent?.mayWithdraw)
    assert.equal(
      (await server.call('centre', 'contracts.withdraw', { consentId: agreementConsent.id, reason: '代为撤回' }, modeTwoPlace)).error,
      'consentNotFound',
    )
    await server.must('operator', 'contracts.withdraw', { consentId: agreementConsent.id, reason: '不再合作' })
    assert.equal((await server.call('operator', 'contracts.withdraw', { consentId: agreementConsent.id, reason: '再次撤回' })).error, 'consentOver')
    assert.equal((await get(id)).state, 'terminated')
    const taxConsent = rows.find((row) => row.kind === 'tax_filing' && row.revokedAt === null)
    assert.ok(taxConsent)
    await server.must('operator', 'contracts.withdraw', { consentId: taxConsent.id, reason: '自行申报' })
  })

  test('a stale send is refused, and readers outside the scope cannot find the contract', async () => {
    const draft = await draw(people[signerIndex++] ?? 0)
    const first = { id: draft.id, version: draft.version }
    await server.must('centre', 'contracts.send', first, modeTwoPlace)
    assert.equal((await server.call('centre', 'contracts.send', first, modeTwoPlace)).error, 'changed')
    assert.equal((await server.call('unit2', 'contracts.get', { id: draft.id })).error, 'notFound')
    assert.equal((await server.call('operator', 'contracts.pdf', { id: draft.id })).error, 'notFound')
  })

  test('a contract with a wrong party, mode, template, days or a missing field is refused', async () => {
    const { templates } = await server.must('centre', 'contracts.choices', {}, modeTwoPlace)
    const agreementTemplateId = templates.find((template) => template.kind === 'operator_agreement')?.id ?? 0
    const partnerTemplateId = templates.find((template) => template.kind === 'partner')?.id ?? 0
    const terms = { centreId: 2, mode: 2 as const, from: '2026-01-01', to: '2030-10-31', fields: {} }
    const create = async (input: object) =>
      (await server.call('centre', 'contracts.create', { templateId: agreementTemplateId, ...terms, ...input }, modeTwoPlace)).error
    assert.equal(await create({ operatorId: 987_654_321 }), 'noSubject')
    assert.equal(await create({ unitId: 1 }), 'wrongSubject')
    assert.equal(await create({ operatorId: people[0], to: '2025-01-01' }), 'wrongDays')
    assert.equal(await create({ operatorId: people[0], mode: 1 }), 'otherMode')
    assert.equal(await create({ templateId: partnerTemplateId, partnerId: 1 }), 'missing')
    assert.equal(await create({ templateId: 987_654 }), 'noTemplate')
  })

  test('evidence, list and files of contracts can be exported', async () => {
    const { id } = await sendAndSign()
    const { fileId } = await server.must('centre', 'contracts.evidence', { id }, modeTwoPlace)
    assert.equal(
      Buffer.from(await server.running.kernel.store.read(fileId))
        .subarray(0, 5)
        .toString(),
      '%PDF-',
    )
    assert.ok((await server.must('centre', 'contracts.exportList', {}, modeTwoPlace)).fileId)
    // The director's first centre differs from that of the request, to which the files must belong.
    const db = server.running.kernel.database.kysely
    await sql`insert into centre overriding system value select (jsonb_populate_record(centre, '{"id": 1, "code": "YC1", "credit_code": "1"}')).* from centre where id = 2`.execute(
      db,
    )
    await sql`insert into user_centre (user_id, centre_id, modes) values (2, 1, '{2}')`.execute(db)
    const { taskId, count } = await server.must('centre', 'contracts.zip', { ids: [id] }, modeTwoPlace)
    assert.equal(count, 1)
    await runQueuedJobs(server, 'contracts.zip')
    const task = await server.must('centre', 'tasks.get', { id: taskId }, modeTwoPlace)
    assert.equal(task.state, 'done')
    const { names } = await openArchive(Buffer.from(await server.running.kernel.store.read(task.fileId ?? '')))
    assert.deepEqual([names.length, names.at(-1)], [2, 'index.xlsx'])
    const { fileId: paper } = await server.must('centre', 'contracts.pdf', { id }, modeTwoPlace)
    assert.match(pdfsig(await server.running.kernel.store.read(paper)), /Signature is Valid/)
  })
})
