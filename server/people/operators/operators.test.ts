import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bankCardFor } from '#/domain/base/identity.ts'
import * as testing from '#/server/people/operators/testing.ts'
import {
  belongsToUnit,
  type CandidateCells,
  candidateCellsOf,
  isDemoPerson,
  newIdNumber,
  newPerson,
  registeredPerson,
  testPlace,
} from '#/server/people/operators/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('review of unknown payees', () => {
  const server = testServer()

  const submitBatch = (rows: readonly CandidateCells[]) => testing.createBatchUnderReview(server, rows)
  const waitingCandidates = (batchId: number, who?: string, extra?: { centre: number; mode: number }) => testing.candidatesOfBatch(server, batchId, who, extra)
  const lineOf = (batchId: number, seq: number) => testing.lineOf(server, batchId, seq)
  const revalidate = (batchId: number) => testing.runRevalidation(server, batchId)

  test('unknown or mismatching payees reach the centre with their problems and possible matches', async () => {
    const secondPerson = registeredPerson(0)
    const { batchId, referred: count } = await submitBatch([
      newPerson(1),
      candidateCellsOf(secondPerson, { name: '不是此人' }),
      candidateCellsOf(registeredPerson(1)),
    ])
    assert.equal(count, 2)
    const rows = await waitingCandidates(batchId)
    assert.deepEqual(
      rows.map((row) => [row.seq, row.problems, row.state, row.match?.operatorId ?? null]),
      [
        [1, ['E201'], 'open', null],
        [2, ['E202'], 'open', secondPerson.id],
      ],
    )
    assert.ok(rows.every((row) => row.idNumber.includes('*') && row.cardNo.includes('*')))
    assert.equal(
      (await server.must('auditor', 'operators.candidates', { problem: 'E202', size: 200 }, testPlace)).rows.filter((row) => row.batchId === batchId).length,
      1,
    )
  })

  test('submitting the same person again updates the review', async () => {
    const firstBatch = await submitBatch([newPerson(2)])
    const updatedBatch = await submitBatch([newPerson(2, { mobile: '13911112222' })])
    assert.equal((await waitingCandidates(firstBatch.batchId)).length, 0)
    assert.deepEqual(
      (await waitingCandidates(updatedBatch.batchId)).map((row) => row.mobile),
      ['139****2222'],
    )
  })

  test('accepting a candidate verifies the person, creates the operator and revalidates the line', async () => {
    const { batchId } = await submitBatch([newPerson(3), newPerson(4, { cardNo: bankCardFor('622202', 4, '9999') }), newPerson(5, { name: '张假名' })])
    const ids = (await waitingCandidates(batchId)).map((row) => row.id)
    assert.equal((await server.call('auditor', 'operators.acceptCandidates', { ids: [...ids, 999_999] }, testPlace)).error, 'not_all_there')
    const answer = await server.must('auditor', 'operators.acceptCandidates', { ids }, testPlace)
    assert.deepEqual(answer.ok, ids.slice(0, 1))
    assert.deepEqual(
      answer.fail.map((each) => each.reason),
      ['核验不通过：卡号与身份证不一致', '核验不通过：姓名与身份证不一致'],
    )
    assert.equal(await revalidate(batchId), 1)
    const codes = (await lineOf(batchId, 1))?.issues.map((issue) => issue.code)
    assert.deepEqual(codes, ['E206', 'E207'], 'known and verified now; what is left is to sign')
    const secondAcceptance = await server.must('auditor', 'operators.acceptCandidates', { ids: ids.slice(0, 1) }, testPlace)
    assert.equal(secondAcceptance.fail[0]?.reason, '该人员已处理（已转正）')
    const options = await server.must('maker', 'operators.options', { keyword: '欧阳新人' })
    assert.equal(options.length, 1)
  })

  test('a person submitted by two units is created once and must be merged the second time', async () => {
    const { batchId } = await submitBatch([newPerson(6)])
    const [mine] = await waitingCandidates(batchId)
    const { id: secondBatch } = await server.must('unit2', 'payments.create', { orderId: 22 })
    await server.must('unit2', 'lines.add', { batchId: secondBatch, rows: [{ ...newPerson(6), amountText: '5' }] })
    const [line] = (await server.must('unit2', 'lines.list', { batchId: secondBatch })).rows
    await server.must('unit2', 'lines.refer', { batchId: secondBatch, lineIds: [line?.id ?? 0] })
    const [theirs] = await waitingCandidates(secondBatch)
    const answer = await server.must('auditor', 'operators.acceptCandidates', { ids: [mine?.id ?? 0, theirs?.id ?? 0] }, testPlace)
    assert.deepEqual([answer.ok, answer.fail.map((each) => each.reason)], [[mine?.id], ['该证件号已有经营者，请使用“合并”']])
  })

  test('merging a candidate corrects name and number of the line', async () => {
    const owner = registeredPerson(2)
    const { batchId } = await submitBatch([candidateCellsOf(owner, { idNumber: newIdNumber(77) })])
    const [row] = await waitingCandidates(batchId)
    assert.equal(row?.match?.operatorId, owner.id)
    await server.must('auditor', 'operators.mergeCandidate', { id: row?.id ?? 0, operatorId: owner.id }, testPlace)
    await revalidate(batchId)
    const line = await lineOf(batchId, 1)
    assert.deepEqual([line?.idNumber, line?.name, line?.state], [owner.idNumber, owner.name, 'ready'])
    const batch = await server.must('maker', 'payments.get', { id: batchId })
    assert.equal(batch.state, 'ready')
  })

  test('a merge into another or an unknown person is refused', async () => {
    const { batchId } = await submitBatch([newPerson(8)])
    const [row] = await waitingCandidates(batchId)
    const merge = (operatorId: number) => server.call('auditor', 'operators.mergeCandidate', { id: row?.id ?? 0, operatorId }, testPlace)
    assert.equal((await merge(registeredPerson(3).id)).error, 'differentPerson')
    assert.equal((await merge(999_999)).error, 'operatorNotFound')
    assert.equal((await waitingCandidates(batchId))[0]?.state, 'open')
  })

  test('rejecting a candidate stores the reason and leaves the line unchanged', async () => {
    const { batchId } = await submitBatch([newPerson(9)])
    const [row] = await waitingCandidates(batchId)
    await server.must('auditor', 'operators.rejectCandidates', { ids: [row?.id ?? 0], reason: '资料不实' }, testPlace)
    await revalidate(batchId)
    assert.deepEqual(
      (await waitingCandidates(batchId)).map((each) => [each.state, each.reason]),
      [['rejected', '资料不实']],
    )
    assert.equal((await lineOf(batchId, 1))?.state, 'invalid')
  })

  test('a candidate is reviewed only at the unit’s centre, and not by the submitter', async () => {
    const { batchId } = await submitBatch([newPerson(10)])
    const [row] = await waitingCandidates(batchId)
    const id = row?.id ?? 0
    await server.running.kernel.database.kysely.updateTable('candidate').set({ submitted_by: 3 }).where('id', '=', id).execute()
    const acceptance = await server.must('auditor', 'operators.acceptCandidates', { ids: [id] }, testPlace)
    assert.deepEqual([acceptance.ok, acceptance.fail[0]?.reason], [[], '不能审核自己提交的人员'])
    assert.deepEqual(await waitingCandidates(batchId, 'centre', { centre: 5, mode: 2 }), [])
    const otherCentreAnswer = await server.call('centre', 'operators.acceptCandidates', { ids: [id] }, { centre: 5, mode: 2 })
    assert.equal(otherCentreAnswer.error, 'not_all_there')
    assert.equal((await server.call('maker', 'operators.acceptCandidates', { ids: [id] })).error, 'forbidden')
    assert.equal((await server.call('maker', 'operators.candidates', {})).error, 'forbidden')
  })

  test('a unit finds its own people by name prefix or full number, with masked numbers', async () => {
    const options = await server.must('maker', 'operators.options', { keyword: registeredPerson(4).name })
    assert.ok(
      options.some((each) => each.id === registeredPerson(4).id && each.idNumber.includes('*') && each.cardTail === registeredPerson(4).cardNo.slice(-4)),
    )
    const canFindRegisteredPerson = async (keyword: string) =>
      (await server.must('maker', 'operators.options', { keyword })).some((option) => option.id === registeredPerson(4).id)
    for (const keyword of [registeredPerson(4).name.slice(0, 2), registeredPerson(4).mobile, registeredPerson(4).idNumber])
      assert.ok(await canFindRegisteredPerson(keyword), keyword)
    for (const keyword of [registeredPerson(4).name.slice(1), '%', registeredPerson(4).mobile.slice(0, 10)])
      assert.ok(!(await canFindRegisteredPerson(keyword)), keyword)
    const optionsOfUnit2 = await server.must('maker02', 'operators.options', { keyword: '' })
    assert.ok(optionsOfUnit2.length > 0 && optionsOfUnit2.every((each) => !isDemoPerson(each.id) || belongsToUnit(each.id, 2)))
  })
})
