import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accountStatus } from '#/domain/base/codes.ts'
import { runQueuedJobs, signAll, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { atCentre, fullChecklist, orderId, paymentScenario } from '#/server/money/payments/testing.ts'
import { commitAndRun, type ImportRowInput, unknownPersonRow, uploadOperators } from '#/server/onboarding/imports/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('imported people sign and can then be paid', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  const [signs, onlyAgrees, waits] = [unknownPersonRow(701), unknownPersonRow(702), unknownPersonRow(703)]
  const idOf = async (row: ImportRowInput) => {
    const { rows } = await server.must('centre', 'operators.list', { kind: 'platform', keyword: String(row.idNumber) }, atCentre)
    return rows[0] ?? assert.fail('no one has this number')
  }
  const statusOf = async (row: ImportRowInput) => (await idOf(row)).status
  const draft = async (people: readonly ImportRowInput[]) => {
    const { id: batchId } = await server.must('maker', 'payments.create', { orderId })
    const rows = people.map(({ name, idNumber, mobile, bankName, cardNo }) => ({
      ...{ name: String(name), idNumber: String(idNumber), mobile: String(mobile), bankName: String(bankName), cardNo: String(cardNo) },
      amountText: '300.00',
    }))
    await server.must('maker', 'lines.add', { batchId, rows })
    return batchId
  }
  /** Returns the payment errors of each person's line. */
  const blockers = async (batchId: number) => {
    await runQueuedJobs(server, 'lines.revalidate')
    const { rows } = await server.must('maker', 'lines.list', { batchId })
    return [signs, onlyAgrees, waits].map(({ name }) => {
      const row = rows.find((each) => each.name === name) ?? assert.fail('every person has a line')
      return row.issues.filter((issue) => issue.level === 'error').map(({ code, values }) => (code === 'E209' ? `${code} ${values.status}` : code))
    })
  }
  /** Signs the person's pending contracts in order, through the links sent by text message. */
  const sign = async (operatorId: number, row: ImportRowInput, only: 'operator_agreement' | 'all') => {
    const tasks = await db()
      .selectFrom('sign_task')
      .innerJoin('contract', 'contract.id', 'sign_task.contract_id')
      .select(['sign_task.id', 'contract.kind'])
      .where('sign_task.signer_type', '=', 'operator')
      .where('sign_task.signer_id', '=', operatorId)
      .where('sign_task.state', '=', 'open')
      .orderBy('sign_task.id')
      .execute()
    for (const task of tasks) {
      if (only !== 'all' && task.kind !== only) continue
      await signAll(server, await ticketFromOutbox(server, task.id), String(row.idNumber).slice(-4), task.id)
    }
    return tasks.length
  }

  test('only imported people who signed both documents by link are paid from the waiting batch', async () => {
    const { importId } = await uploadOperators(server, [signs, onlyAgrees, waits])
    assert.equal((await commitAndRun(server, importId)).createdCount, 3)
    const allThree = [signs, onlyAgrees, waits]
    assert.deepEqual(await Promise.all(allThree.map(statusOf)), [3, 3, 3])
    const draftBatch = await draft(allThree)
    for (const codes of await blockers(draftBatch)) assert.deepEqual(codes, ['E209 waiting', 'E206', 'E207'])

    const operatorIds = await Promise.all(allThree.map(async (row) => (await idOf(row)).id))
    await server.must('centre', 'contracts.startMany', { kinds: ['operator_agreement', 'tax_authorisation'], centreId: 2, mode: 2, operatorIds }, atCentre)
    await runQueuedJobs(server, 'contracts.startMany', 'contracts.tell', 'contracts.text')
    const [first = 0, second = 0] = operatorIds
    assert.equal(await sign(first, signs, 'all'), 2)
    assert.equal(await sign(second, onlyAgrees, 'operator_agreement'), 2)
    assert.deepEqual(await Promise.all(allThree.map(statusOf)), [8, 8, 3])
    assert.deepEqual(await blockers(draftBatch), [[], ['E207'], ['E209 waiting', 'E206', 'E207']])
    assert.deepEqual(await blockers(await draft(allThree)), [[], ['E207'], ['E209 waiting', 'E206', 'E207']])
    const log = await db().selectFrom('audit_log').select('detail').where('ref_type', '=', 'operator').where('ref_id', '=', String(first)).execute()
    assert.ok(
      log.some((row) => (row.detail as { status?: number }).status === accountStatus.active),
      'the start of work is in the log',
    )

    const scenario = paymentScenario(server)
    await server.must('maker', 'lines.exclude', { batchId: draftBatch, allInvalid: true })
    const checkedBatch = await scenario.check(await scenario.submit(await server.must('maker', 'payments.get', { id: draftBatch })))
    const auditedBatch = await server.must('auditor', 'payments.audit', { ...scenario.target(checkedBatch), approve: true, checklist: fullChecklist }, atCentre)
    await scenario.pay(auditedBatch)
    await server.settle(3)
    const [line] = (await scenario.lines(draftBatch)).filter((each) => each.name === signs.name)
    assert.equal(line?.state, 'success')
    const finishedBatch = await scenario.get(draftBatch)
    assert.deepEqual([finishedBatch.state, finishedBatch.lineCount], ['paid', 1])
  })
})
