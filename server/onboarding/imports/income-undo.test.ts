import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf } from '#/domain/base/period.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { incomeKind } from '#/server/onboarding/imports/income-kind.ts'
import { listFile, runImportJob } from '#/server/onboarding/imports/testing.ts'
import { testServer } from '#/server/tests/testing.ts'
import { expectTaskLists } from '#/server/tests/waiting-testing.ts'

const homePlace = { centre: 2, mode: 2 } as const
const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds[0] === 1)

describe('undoing earlier income by two people', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const get = (importId: number, who = 'centre') => server.must(who, 'imports.get', { importId }, homePlace)
  const target = async (importId: number) => ({ importId, version: (await get(importId)).version })
  type Step = 'imports.commit' | 'imports.confirm' | 'imports.confirmUndo' | 'imports.keep' | 'imports.cancel'
  const take = async (who: string, step: Step, importId: number) => server.call(who, step, await target(importId), homePlace)
  const ask = async (importId: number, who = 'centre') => server.call(who, 'imports.undo', { ...(await target(importId)), reason: '原系统数据有误' }, homePlace)
  const monthsOf = async (importId: number) => (await sql`select from tax_earlier where sheet_id = ${importId}`.execute(db())).rows.length
  const handIn = async (at: number) => {
    const { name = '', idNumber = '' } = people[at] ?? assert.fail('unit 1 has fewer people')
    const incomeMonth = `${monthOf(server.running.kernel.clock.now()).slice(0, 4)}-01`
    const file = await listFile(incomeKind, [{ name, idKind: '居民身份证', idNumber, incomeMonth, gross: '10000.00', vat: '0', withheld: '90.00' }])
    const { importId } = await server.must('centre', 'imports.upload', { kind: 'income', file, allowSameFile: true }, homePlace)
    await take('centre', 'imports.commit', importId)
    return importId
  }
  const importIncome = async (at: number) => {
    const importId = await handIn(at)
    await take('finance', 'imports.confirm', importId)
    await runImportJob(server, importId)
    assert.deepEqual([(await get(importId)).state, await monthsOf(importId)], ['done', 1])
    return importId
  }

  test('one person asks, and the income counts until another person confirms', async () => {
    const importId = await importIncome(0)
    const askResult = await ask(importId)
    assert.deepEqual(
      [askResult.data?.state, askResult.data?.undoReason, await monthsOf(importId)],
      ['done', '原系统数据有误', 1],
      'one person undid earlier income',
    )
    assert.equal((await take('centre', 'imports.confirmUndo', importId)).error, 'ownUndo')
    const { undoAskedBy, undoAskedAt, may } = await get(importId)
    assert.ok(undoAskedBy && undoAskedAt)
    assert.deepEqual([may.confirmUndo === '', may.keep, may.undo === ''], [false, '', false])
    assert.equal((await get(importId, 'finance')).may.confirmUndo, '')
    assert.equal((await ask(importId, 'finance')).error, 'undoAsked')
    const undone = await take('finance', 'imports.confirmUndo', importId)
    assert.deepEqual([undone.data?.state, undone.data?.undoReason, await monthsOf(importId)], ['undone', '原系统数据有误', 0])
    assert.equal((await take('finance', 'imports.confirmUndo', importId)).error, 'notDone')
  })

  test('a declined request leaves the list, and another can follow', async () => {
    const importId = await importIncome(1)
    assert.equal((await take('finance', 'imports.keep', importId)).error, 'undoNotAsked')
    await ask(importId)
    const { data } = await take('finance', 'imports.keep', importId)
    assert.deepEqual([data?.state, data?.undoReason, data?.undoAskedBy, await monthsOf(importId)], ['done', '', null, 1])
    assert.equal((await take('finance', 'imports.confirmUndo', importId)).error, 'undoNotAsked')
    await ask(importId, 'finance')
    assert.equal((await take('centre', 'imports.confirmUndo', importId)).data?.state, 'undone')
  })

  test('the request is pending work of others with the right, and the list shows it', async () => {
    const importId = await importIncome(2)
    await ask(importId)
    const idsFor = async (who: string) => (await server.must(who, 'imports.list', { kind: 'income', isForMe: true }, homePlace)).rows.map((row) => row.id)
    assert.deepEqual([await idsFor('centre'), await idsFor('finance')], [[], [importId]])
    assert.ok((await expectTaskLists(server, 'finance', homePlace)).includes('earlierIncome'))
    assert.ok(!(await expectTaskLists(server, 'centre', homePlace)).includes('earlierIncome'))
    await take('centre', 'imports.keep', importId)
    assert.ok(!(await expectTaskLists(server, 'finance', homePlace)).includes('earlierIncome'))
  })

  test('a list that was handed in is pending work of others with the right', async () => {
    const waitsFor = async (who: string) => (await expectTaskLists(server, who, homePlace)).includes('earlierIncome')
    const importId = await handIn(4)
    assert.deepEqual([await waitsFor('finance'), await waitsFor('centre')], [true, false])
    await take('finance', 'imports.confirm', importId)
    assert.equal(await waitsFor('finance'), false)
  })

  test('a list with refused rows cannot change while its reversal is requested', async () => {
    const importId = await importIncome(3)
    await sql`update import_sheet set state = 'open', finished_at = null where id = ${importId}`.execute(db())
    await ask(importId)
    assert.equal((await take('finance', 'imports.commit', importId)).error, 'undoAsked')
    assert.equal((await take('finance', 'imports.cancel', importId)).error, 'undoAsked')
    assert.equal((await take('finance', 'imports.confirmUndo', importId)).data?.state, 'undone')
  })

  test('the database refuses earlier income that one person undoes', async () => {
    const importId = await importIncome(4)
    const undo = (askerId: number, userId: number) =>
      inTransaction(server.running.kernel.database, { 'app.user': String(userId), 'app.all': 'on' }, async (trx) => {
        if (askerId !== 0)
          await sql`update import_sheet set undo_asked_by = ${askerId}, undo_asked_at = now(), undo_reason = '有误' where id = ${importId}`.execute(trx)
        await sql`update import_sheet set state = 'undone', undone_by = ${userId}, undone_at = now(), undo_reason = '有误' where id = ${importId}`.execute(trx)
      })
    await assert.rejects(undo(0, 2), /another person must confirm/)
    await assert.rejects(undo(2, 2), { code: 'YC001' })
  })
})
