import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { uniquePhoto } from '#/server/onboarding/applications/registering-testing.ts'
import {
  candidateCellsOf,
  candidatesOfBatch,
  createBatchUnderReview,
  lineOf,
  newIdNumber,
  newPerson,
  registeredPerson,
  runMatchingJobs,
  runRevalidation,
  testPlace,
} from '#/server/people/operators/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const hour = 3_600_000

describe('review of a candidate', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({ env: { SITE_URL: 'https://pay.example' } })
  })
  after(() => server.close())

  const db = () => server.running.kernel.database.kysely
  const submitOne = async (cells = newPerson(Math.floor(1000 + serial++))) => {
    const { batchId } = await createBatchUnderReview(server, [cells])
    const row = (await candidatesOfBatch(server, batchId))[0] ?? assert.fail('no one is under review')
    return { batchId, row, id: row.id, cells }
  }
  let serial = 0
  const detail = (candidateId: number, who = 'auditor') => server.must(who, 'operators.candidate', { candidateId }, testPlace)
  const messages = async (who: string) => (await server.must(who, 'messages.list', { size: 50 })).rows
  /** Returns the link in the latest text message about a candidate. */
  const ticketOf = async (candidateId: number) => {
    await runMatchingJobs(server, 'papers.ask', { name: 'candidateId', value: candidateId })
    const rows = await sql<{
      recipient: string
      body: string
    }>`select recipient, body from outbox where about = ${`candidate:${candidateId}`} order by id desc limit 1`.execute(db())
    const message = rows.rows[0] ?? assert.fail('no text message')
    const ticket = message.body.match(/https:\/\/pay\.example\/Uploadapp\?of=person&ticket=([\w-]+)/)?.[1] ?? assert.fail(message.body)
    return { ticket, to: message.recipient, text: message.body }
  }
  const askForDocuments = async (candidateId: number, kinds: ('idFront' | 'bankCard' | 'acceptance')[] = ['acceptance']) => {
    const { version } = await detail(candidateId)
    return server.call('auditor', 'operators.askForPapers', { candidateId, version, kinds, reason: '请补充验收单' }, testPlace)
  }

  test('the review continues after a person without an account sends the requested pictures', async () => {
    const { batchId, id, cells } = await submitOne()
    assert.equal((await askForDocuments(id)).code, 1)
    assert.deepEqual([(await detail(id)).state, (await detail(id)).wanted], ['waiting', ['acceptance']])
    const { ticket, to, text } = await ticketOf(id)
    assert.equal(to, cells.mobile)
    assert.match(text, /验收单/)
    assert.ok(!text.includes(cells.idNumber) && !text.includes(cells.name))
    const openedTicket = await server.must(null, 'papers.open', { ticket })
    assert.deepEqual([openedTicket.wanted, openedTicket.reason, openedTicket.papers], [['acceptance'], '请补充验收单', []])
    assert.ok(!openedTicket.name.includes(cells.name))
    assert.equal((await server.call(null, 'papers.submit', { ticket })).error, 'missing')
    await server.must(null, 'papers.add', { ticket, kind: 'acceptance', file: await uniquePhoto() })
    const { paper } = await server.must(null, 'papers.add', { ticket, kind: 'acceptance', file: await uniquePhoto('png') })
    assert.deepEqual(
      (await server.must(null, 'papers.open', { ticket })).papers.map((each) => each.id),
      [paper.id],
    )
    assert.match((await server.must(null, 'papers.picture', { ticket, paperId: paper.id })).url, /^data:image\/jpeg/)
    await server.must(null, 'papers.submit', { ticket })
    const currentDetail = await detail(id)
    assert.deepEqual([currentDetail.state, currentDetail.papers.map((each) => each.kind), currentDetail.paperCount], ['open', ['acceptance'], 1])
    assert.ok((await messages('auditor')).some((message) => message.kind === 'papersArrived' && message.path === `/datacheck/datacheck?open=${id}`))
    const fileId = currentDetail.papers[0]?.fileId ?? ''
    assert.equal((await server.call('auditor', 'files.link', { fileId }, testPlace)).code, 1)
    assert.equal((await server.call('maker', 'files.link', { fileId })).error, 'file_not_found')
    assert.equal((await server.call('centre', 'files.link', { fileId }, { centre: 5, mode: 2 })).error, 'file_not_found')
    await server.must('auditor', 'operators.acceptCandidates', { ids: [id], versions: [currentDetail.version] }, testPlace)
    await runRevalidation(server, batchId)
    assert.ok((await messages('maker')).some((message) => message.kind === 'candidatesAccepted' && message.path === `/zf/batch/${batchId}`))
  })

  test('used, replaced, invented and expired links are refused', async () => {
    const { id } = await submitOne()
    await askForDocuments(id)
    const firstTicket = (await ticketOf(id)).ticket
    await askForDocuments(id)
    const secondTicket = (await ticketOf(id)).ticket
    const file = await uniquePhoto()
    assert.equal((await server.call(null, 'papers.open', { ticket: firstTicket })).error, 'ticketDead')
    assert.equal((await server.call(null, 'papers.open', { ticket: 'a'.repeat(43) })).error, 'ticketDead')
    await server.must(null, 'papers.add', { ticket: secondTicket, kind: 'acceptance', file })
    await server.must(null, 'papers.submit', { ticket: secondTicket })
    for (const name of ['papers.open', 'papers.submit'] as const)
      assert.equal((await server.call(null, name, { ticket: secondTicket })).error, 'ticketDead', name)
    assert.equal((await server.call(null, 'papers.add', { ticket: secondTicket, kind: 'acceptance', file })).error, 'ticketDead')
    await askForDocuments(id)
    const thirdTicket = (await ticketOf(id)).ticket
    await sql`update reg_ticket set expires_at = ${new Date(Date.now() - 60_000)} where candidate_id = ${id} and ended_at is null`.execute(db())
    assert.equal((await server.call(null, 'papers.open', { ticket: thirdTicket })).error, 'ticketDead')
  })

  test('a link is limited to one person and the requested pictures and ends with the decision', async () => {
    const [mine, other] = [await submitOne(), await submitOne()]
    await askForDocuments(mine.id)
    await askForDocuments(other.id)
    const [a, b] = [(await ticketOf(mine.id)).ticket, (await ticketOf(other.id)).ticket]
    const { paper } = await server.must(null, 'papers.add', { ticket: b, kind: 'acceptance', file: await uniquePhoto() })
    assert.equal((await server.call(null, 'papers.picture', { ticket: a, paperId: paper.id })).error, 'paperGone')
    assert.equal((await server.call(null, 'papers.add', { ticket: a, kind: 'licence', file: await uniquePhoto() })).error, 'notWanted')
    const badUpload = (bytes: Uint8Array, filename: string): Upload => ({ filename, mediaType: 'image/jpeg', bytes })
    for (const file of [
      badUpload(new TextEncoder().encode('<svg onload="x"/>'), 'a.svg'),
      badUpload(new TextEncoder().encode('%PDF-1.7'), 'a.jpg'),
      badUpload(new Uint8Array(0), 'a.jpg'),
    ])
      assert.notEqual((await server.call(null, 'papers.add', { ticket: a, kind: 'acceptance', file })).code, 1, file.filename)
    assert.equal((await server.call(null, 'applications.open', { ticket: a })).error, 'ticketDead', 'no ticket of registration')
    await server.must('auditor', 'operators.rejectCandidates', { ids: [mine.id], reason: '资料不实' }, testPlace)
    assert.equal((await server.call(null, 'papers.open', { ticket: a })).error, 'ticketDead', 'decided meanwhile')
  })

  test('only reviewers at the candidate’s centre, except the submitter, can request pictures', async () => {
    const { id, row } = await submitOne()
    const request = { candidateId: id, version: row.version, kinds: ['idFront' as const], reason: '看不清' }
    assert.equal((await server.call('maker', 'operators.askForPapers', request)).error, 'forbidden')
    assert.equal((await server.call('centre', 'operators.askForPapers', request, { centre: 5, mode: 2 })).error, 'candidateNotFound')
    assert.equal((await server.call('centre', 'operators.candidate', { candidateId: id }, { centre: 5, mode: 2 })).error, 'other_place')
    assert.equal((await server.call('auditor03', 'operators.candidate', { candidateId: id }, { centre: 3 })).error, 'candidateNotFound')
    assert.equal((await server.call('auditor', 'operators.askForPapers', { ...request, version: row.version + 5 }, testPlace)).error, 'changed')
    await sql`update candidate set submitted_by = (select id from app_user where username = 'auditor') where id = ${id}`.execute(db())
    assert.equal((await server.call('auditor', 'operators.askForPapers', request, testPlace)).error, 'ownSubmission')
  })

  test('a second reviewer must take the candidate over, and stale decisions are refused', async () => {
    const { id, row } = await submitOne()
    await server.must('auditor', 'operators.takeCandidate', { candidateId: id }, testPlace)
    // Assigning the reviewer does not change the version that the reviewer has read.
    const request = { candidateId: id, version: row.version, kinds: ['idFront' as const], reason: '看不清' }
    await server.must('auditor', 'operators.askForPapers', request, testPlace)
    const secondRejection = await server.must('centre', 'operators.rejectCandidates', { ids: [id], reason: '资料不实' }, testPlace)
    assert.match(secondRejection.fail[0]?.reason ?? '', /正在审核/)
    await server.must('centre', 'operators.takeCandidate', { candidateId: id }, testPlace)
    assert.ok((await messages('auditor')).some((message) => message.kind === 'candidateTaken'))
    const staleResult = await server.must('centre', 'operators.rejectCandidates', { ids: [id], versions: [row.version], reason: '资料不实' }, testPlace)
    assert.equal(staleResult.fail[0]?.reason, '资料已更新，请刷新后再处理')
    const { version } = await detail(id, 'centre')
    await server.must('centre', 'operators.rejectCandidates', { ids: [id], versions: [version], reason: '资料不实' }, testPlace)
    assert.equal((await server.must('auditor', 'operators.acceptCandidates', { ids: [id] }, testPlace)).fail[0]?.reason, '该人员已处理（已驳回）')
  })

  test('reviews can be assigned to colleagues, but not to the submitter', async () => {
    const [a, b] = [await submitOne(), await submitOne()]
    const people = await server.must('centre', 'operators.candidateColleagues', {}, testPlace)
    const auditor = people.find((person) => person.name.length > 0 && person.id === auditorId) ?? assert.fail('the auditor is a colleague')
    const before = auditor.open
    const unknownAssignment = await server.call('centre', 'operators.assignCandidates', { candidateIds: [a.id, b.id, 999_999], userId: auditor.id }, testPlace)
    assert.equal(unknownAssignment.error, 'not_all_there')
    const answer = await server.must('centre', 'operators.assignCandidates', { candidateIds: [a.id, b.id], userId: auditor.id }, testPlace)
    assert.deepEqual([answer.ok, answer.fail], [[a.id, b.id], []])
    assert.equal(
      (await server.must('centre', 'operators.candidateColleagues', {}, testPlace)).find((candidateColleague) => candidateColleague.id === auditor.id)?.open,
      before + 2,
    )
    assert.ok((await messages('auditor')).some((message) => message.kind === 'candidatesAssigned'))
    const candidates = await server.must('auditor', 'operators.candidates', { reviewer: 'mine', size: 200 }, testPlace)
    assert.ok([a.id, b.id].every((id) => candidates.rows.some((row) => row.id === id && row.reviewerId === auditor.id)))
    assert.equal((await server.call('centre', 'operators.assignCandidates', { candidateIds: [a.id], userId: 1 + 99_999 }, testPlace)).error, 'notReviewer')
    await sql`update candidate set reviewer_id = null, submitted_by = ${auditor.id} where id = ${a.id}`.execute(db())
    const assignment = await server.call('centre', 'operators.assignCandidates', { candidateIds: [a.id], userId: auditor.id }, testPlace)
    assert.equal(assignment.data?.fail[0]?.reason, '不能审核自己提交的人员')
    assert.equal(assignment.message, '成功 0 个，失败 1 个')
  })
  let auditorId = 0
  before(async () => {
    auditorId = (await db().selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow()).id
  })

  test('fields are rejected with separate reasons, which the submitter sees', async () => {
    const { id } = await submitOne()
    const rejects = [
      { field: 'name' as const, reason: '与身份证不一致' },
      { field: 'cardNo' as const, reason: '卡已注销' },
    ]
    assert.equal((await server.call('auditor', 'operators.rejectCandidates', { ids: [id] }, testPlace)).error, 'reasonNeeded')
    await server.must('auditor', 'operators.rejectCandidates', { ids: [id], rejects }, testPlace)
    const currentDetail = await detail(id)
    assert.deepEqual([currentDetail.state, currentDetail.rejects, currentDetail.reason], ['rejected', rejects, '姓名：与身份证不一致；银行卡：卡已注销'])
    const message = (await messages('maker')).find((each) => each.kind === 'candidatesRejected')
    assert.match(JSON.stringify(message?.values), /卡已注销/)
  })

  test('undoing a merge within a day restores card, link, number and line exactly', async () => {
    const owner = registeredPerson(6)
    const registeredState = () =>
      sql`select (select json_agg(card order by id) from operator_card card where operator_id = ${owner.id}) as cards,
        (select json_agg(link order by unit_id) from unit_operator link where operator_id = ${owner.id}) as links,
        (select is_identity_verified from operator where id = ${owner.id}) as verified`.execute(db())
    const before = await registeredState()
    const { batchId, id, row, cells } = await submitOne(candidateCellsOf(owner, { idNumber: newIdNumber(901), cardNo: newPerson(901).cardNo }))
    assert.deepEqual([row.match?.operatorId, row.match?.likeness, row.match?.differs], [owner.id, 35, ['idNumber', 'cardNo']])
    await server.must('auditor', 'operators.mergeCandidate', { id, operatorId: owner.id, version: row.version }, testPlace)
    await runRevalidation(server, batchId)
    assert.equal((await lineOf(server, batchId, 1))?.idNumber, owner.idNumber)
    assert.notDeepEqual((await registeredState()).rows, before.rows)
    assert.equal((await server.call('centre', 'operators.undoMerge', { candidateId: id }, { centre: 5, mode: 2 })).error, 'candidateNotFound')
    await server.must('centre', 'operators.undoMerge', { candidateId: id }, testPlace)
    assert.deepEqual((await registeredState()).rows, before.rows)
    await runRevalidation(server, batchId)
    assert.equal((await lineOf(server, batchId, 1))?.idNumber, cells.idNumber)
    const participants = await sql<{
      username: string
    }>`select username from batch_deed join app_user on app_user.id = user_id where batch_id = ${batchId} and deed = 'edit'`.execute(db())
    assert.deepEqual(participants.rows.map((row) => row.username).sort(), ['auditor', 'centre', 'maker'], 'choosing the payee of a line is a deed in the batch')
    assert.equal((await detail(id)).state, 'open')
    assert.equal((await server.call('centre', 'operators.undoMerge', { candidateId: id }, testPlace)).code === 1, false, 'once')
  })

  test('a merge undone before the recheck does not change the lines', async () => {
    const owner = registeredPerson(7)
    const { batchId, id, cells } = await submitOne(candidateCellsOf(owner, { idNumber: newIdNumber(902) }))
    await server.must('auditor', 'operators.mergeCandidate', { id, operatorId: owner.id }, testPlace)
    await server.must('auditor', 'operators.undoMerge', { candidateId: id }, testPlace)
    await runRevalidation(server, batchId)
    assert.equal((await lineOf(server, batchId, 1))?.idNumber, cells.idNumber)
  })

  test('a merge cannot be undone after a day, or once its batch has been submitted', async () => {
    const lateCandidate = await submitOne(candidateCellsOf(registeredPerson(8), { idNumber: newIdNumber(903) }))
    await server.must('auditor', 'operators.mergeCandidate', { id: lateCandidate.id, operatorId: registeredPerson(8).id }, testPlace)
    const usedCandidate = await submitOne(candidateCellsOf(registeredPerson(9), { idNumber: newIdNumber(904), cardNo: newPerson(904).cardNo }))
    await server.must('auditor', 'operators.mergeCandidate', { id: usedCandidate.id, operatorId: registeredPerson(9).id }, testPlace)
    await runRevalidation(server, usedCandidate.batchId)
    assert.equal((await server.must('maker', 'payments.get', { id: usedCandidate.batchId })).state, 'ready')
    assert.ok((await messages('maker')).some((message) => message.kind === 'batchReady' && message.path === `/zf/batch/${usedCandidate.batchId}`))
    await sql`update payment_batch set state = 'checking', submitted_at = ${new Date(Date.parse((await detail(usedCandidate.id)).decidedAt ?? '') + 1000)} where id = ${usedCandidate.batchId}`.execute(
      db(),
    )
    assert.equal((await server.call('auditor', 'operators.undoMerge', { candidateId: usedCandidate.id }, testPlace)).error, 'undoPaid')
    assert.match((await detail(lateCandidate.id)).merge?.until ?? '', /^\d{4}/)
    server.advance(24 * hour + 60_000)
    assert.equal((await server.call('auditor', 'operators.undoMerge', { candidateId: lateCandidate.id }, testPlace)).error, 'undoLate')
    assert.notEqual((await detail(lateCandidate.id)).may.undo, '')
  })

  test('candidates can be verified without a decision, and many of them in a background task', async () => {
    const { batchId } = await createBatchUnderReview(server, [newPerson(501), newPerson(502, { name: '张假名' })])
    const ids = (await candidatesOfBatch(server, batchId)).map((row) => row.id)
    const smallResult = await server.must('auditor', 'operators.verifyCandidates', { ids }, testPlace)
    assert.deepEqual(
      [smallResult.ok, smallResult.fail.map((each) => each.reason), smallResult.taskId],
      [ids.slice(0, 1), ['核验不通过：姓名与身份证不一致'], null],
    )
    assert.deepEqual(
      (await candidatesOfBatch(server, batchId)).map((row) => [row.state, row.verification]),
      [
        ['open', 'match'],
        ['open', 'name_mismatch'],
      ],
    )
    const largeBatch = await createBatchUnderReview(
      server,
      Array.from({ length: 22 }, (_, at) => newPerson(600 + at)),
    )
    const manyIds = (await candidatesOfBatch(server, largeBatch.batchId)).map((row) => row.id)
    const { taskId } = await server.must('auditor', 'operators.verifyCandidates', { ids: manyIds }, testPlace)
    assert.ok(taskId)
    await runMatchingJobs(server, 'operators.verify', { name: 'taskId', value: taskId })
    const task = await server.must('auditor', 'tasks.get', { id: taskId })
    assert.deepEqual([task.state, task.done], ['done', 22])
    assert.ok((await candidatesOfBatch(server, largeBatch.batchId)).every((row) => row.verification === 'match'))
  })

  test('the list is filtered by unit, problem and lateness, and its export shows masked numbers', async () => {
    const { id, row, cells } = await submitOne()
    const isListed = async (filter: Parameters<typeof find>[0]) => (await find(filter)).rows.some((each) => each.id === id)
    const find = (filter: { unitId?: number; problem?: 'E201' | 'E204'; lateness?: 'late' | 'over'; reviewer?: 'nobody' }) =>
      server.must('auditor', 'operators.candidates', { ...filter, size: 200 }, testPlace)
    assert.deepEqual([await isListed({ unitId: row.unitId }), await isListed({ unitId: row.unitId + 1 })], [true, false])
    assert.deepEqual([await isListed({ problem: 'E201' }), await isListed({ problem: 'E204' }), await isListed({ reviewer: 'nobody' })], [true, false, true])
    assert.deepEqual([await isListed({ lateness: 'late' })], [false])
    server.advance(30 * hour)
    assert.deepEqual([await isListed({ lateness: 'late' }), await isListed({ lateness: 'over' })], [true, false])
    const { fileId, count } = await server.must('auditor', 'operators.exportCandidates', { unitId: row.unitId, keyword: cells.idNumber }, testPlace)
    assert.equal(count, 1)
    const note = await sql<{ detail: unknown }>`select detail from audit_log where ref_id = ${fileId} and ref_type = 'file'`.execute(db())
    assert.ok(note.rows.length > 0 && !JSON.stringify(note.rows).includes(cells.idNumber))
    const exportedTexts = await textsOf(await server.running.kernel.store.read(fileId))
    for (const shown of [cells.name, row.idNumber, row.mobile, row.cardNo]) assert.ok(exportedTexts.includes(shown), shown)
    for (const hidden of [cells.idNumber, cells.mobile, cells.cardNo]) assert.ok(!exportedTexts.includes(hidden), hidden)
    assert.deepEqual(
      [row.idNumber, row.mobile, row.cardNo].map((shown) => shown.includes('****')),
      [true, true, true],
    )
  })
})
