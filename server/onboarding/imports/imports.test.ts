import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { operatorsKind } from '#/server/onboarding/imports/operators-kind.ts'
import {
  commitAndRun,
  type ImportRowInput,
  listFile,
  personOfOtherCentre,
  runImportJob,
  unknownPersonRow,
  uploadOperators,
} from '#/server/onboarding/imports/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const homePlace = { centre: 2, mode: 2 } as const
const registeredRow = () => {
  const person = demoPeople().ordinary.find((each) => each.centreId === 2 && each.unitIds.length === 1 && each.unitIds[0] === 1)
  if (!person) throw new Error('unit 1 has nobody')
  return person
}
const rowCells = ({ name, idNumber, mobile, cardNo }: { name: string; idNumber: string; mobile: string; cardNo: string }, more: ImportRowInput = {}) =>
  unknownPersonRow(0, { name, idNumber, mobile, cardNo, ...more })

describe('import of operators (T1)', () => {
  const server = testServer()

  const rowsOf = async (importId: number, who = 'centre') => (await server.must(who, 'imports.rows', { importId, size: 200 })).rows
  const codesOf = async (importId: number) =>
    (await rowsOf(importId)).map((row) => row.issues.filter((issue) => issue.level !== 'fixed').map((issue) => issue.code))
  const count = async (from: string) => {
    const result = await sql<{ count: number }>`select count(*) as count from ${sql.table(from)}`.execute(server.running.kernel.database.kysely)
    return result.rows[0]?.count ?? 0
  }
  const find = async (who: string, row: ImportRowInput) =>
    (await server.must(who, 'operators.list', { kind: 'platform', keyword: String(row.idNumber) }, homePlace)).rows

  test('a valid list creates operators who await signature and have given no consent', async () => {
    const [consents, businesses] = [await count('consent'), await count('operator_entity')]
    const people = [unknownPersonRow(1), unknownPersonRow(2), unknownPersonRow(3, { yztype: '个体工商户', entityName: '某某工作室' })]
    const { importId, summary } = await uploadOperators(server, people)
    assert.deepEqual([summary.all, summary.ready, summary.warned, summary.invalid], [3, 2, 1, 0])
    const finishedImport = await commitAndRun(server, importId)
    assert.deepEqual([finishedImport.state, finishedImport.createdCount, finishedImport.linkedCount, finishedImport.doneCount], ['done', 3, 0, 3])
    for (const person of people) {
      const [found] = await find('unit1', person)
      assert.deepEqual([found?.status, found?.isVerified, found?.yztype, found?.agreement, found?.units.map((unit) => unit.id)], [3, true, 1, 'none', [1]])
      assert.deepEqual([found?.cardTail, found?.isCardVerified], [String(person.cardNo).slice(-4), true])
    }
    assert.deepEqual(
      [await count('consent'), await count('operator_entity')],
      [consents, businesses],
      'being listed neither gives a consent nor registers a business',
    )
  })

  test('the faults of all rows are reported together and can be filtered by code', async () => {
    const registeredLine = registeredRow()
    const faultyRows: [ImportRowInput, string][] = [
      [unknownPersonRow(10, { name: '' }), 'E101'],
      [unknownPersonRow(11, { idNumber: '110105199001011234' }), 'E102'],
      [unknownPersonRow(12, { idKind: '护照' }), 'E102'],
      [unknownPersonRow(13, { cardNo: '0222000000000002' }), 'E104'],
      [unknownPersonRow(14, { cardNo: '6222020000000000001' }), 'W104'],
      [unknownPersonRow(15, { mobile: '12345' }), 'E105'],
      [unknownPersonRow(16, { remark: '=1+1' }), 'E107'],
      [unknownPersonRow(17, { idNumber: idNumberFor('330106', '20150101', 12) }), 'E208'],
      [unknownPersonRow(18, { idNumber: unknownPersonRow(10).idNumber as string }), 'E501'],
      [unknownPersonRow(19, { cardNo: unknownPersonRow(10).cardNo as string }), 'E503'],
      [unknownPersonRow(20, { mobile: unknownPersonRow(10).mobile as string }), 'W502'],
      [unknownPersonRow(21, { yztype: 'constructor' }), 'E507'],
      [unknownPersonRow(22, { entityCreditCode: '91330106MA2' }), 'E211'],
      [unknownPersonRow(23, { yztype: '个人独资企业' }), 'W509'],
      [unknownPersonRow(24, { entityName: '某某工作室' }), 'W506'],
      [rowCells(registeredLine), 'W504'],
      [
        rowCells(registeredLine, {
          name: '别的名字',
          cardNo: unknownPersonRow(30).cardNo as string,
          mobile: unknownPersonRow(30).mobile as string,
          idNumber: registeredLine.idNumber.toLowerCase(),
        }),
        'E501',
      ],
      [rowCells(personOfOtherCentre()), 'W505'],
    ]
    const { importId } = await uploadOperators(
      server,
      faultyRows.map(([row]) => row),
    )
    const codes = await codesOf(importId)
    for (const [at, [, code]] of faultyRows.entries()) assert.ok(codes[at]?.includes(code), `row ${at + 1} says ${codes[at]?.join()} and not ${code}`)
    const { summary } = await server.must('centre', 'imports.get', { importId })
    assert.deepEqual([summary.all, summary.invalid], [faultyRows.length, 12])
    const filteredRows = await server.must('centre', 'imports.rows', { importId, code: 'E208', states: ['invalid'] })
    assert.deepEqual(
      filteredRows.rows.map((row) => row.seq),
      [8],
    )
  })

  test('a name mismatch does not reveal the stored name', async () => {
    const person = personOfOtherCentre()
    const { importId } = await uploadOperators(server, [rowCells(person, { name: '张冠李戴' })], 'unit1')
    const [row] = await rowsOf(importId, 'unit1')
    assert.deepEqual(
      row?.issues.filter((issue) => issue.level === 'error'),
      [{ code: 'E508', level: 'error', field: 'name', values: {} }],
    )
    assert.ok(!JSON.stringify(row).includes(person.name))
  })

  test('a known person is linked to the unit and keeps the mobile on file', async () => {
    const person = personOfOtherCentre()
    assert.deepEqual(await find('unit1', rowCells(person)), [])
    const { importId } = await uploadOperators(server, [rowCells(person, { mobile: '13999999999' })], 'unit1')
    const finishedImport = await commitAndRun(server, importId, 'unit1')
    assert.deepEqual([finishedImport.createdCount, finishedImport.linkedCount], [0, 1])
    const [linked] = await find('unit1', rowCells(person))
    assert.equal(linked?.id, person.id)
    assert.equal(linked?.mobile.slice(-4), person.mobile.slice(-4), 'the mobile on file stays')
  })

  test('faults can be fixed in the grid, by replacing, by excluding or in the error file', async () => {
    const rows = [
      unknownPersonRow(40, { name: '甲' }),
      unknownPersonRow(41, { bankName: '工行' }),
      unknownPersonRow(42, { mobile: '1' }),
      unknownPersonRow(43, { cardNo: '1' }),
      unknownPersonRow(44, { yztype: '' }),
    ]
    const { importId } = await uploadOperators(server, rows)
    const [first, , third] = await rowsOf(importId)
    const repairResult = await server.must('centre', 'imports.repair', { importId, changes: [{ rowId: first?.id ?? 0, cells: { name: '甲乙' } }] })
    assert.deepEqual([repairResult.changed, repairResult.summary.invalid], [1, 3])
    const replaceResult = await server.must('centre', 'imports.replace', { importId, field: 'bankName', find: '工行', by: '中国工商银行' })
    assert.equal(replaceResult.changed, 1)
    const excludeResult = await server.must('centre', 'imports.exclude', { importId, rowIds: [third?.id ?? 0] })
    assert.deepEqual([excludeResult.summary.invalid, excludeResult.summary.excluded], [2, 1])
    const { fileId } = await server.must('centre', 'imports.errorFile', { importId })
    const headings = ['行号', ...operatorsKind.columns.map((column) => column.heading), '错误码', '错误说明', '建议', '行标识']
    const columns = headings.map((heading) => ({ key: heading, headings: [heading], required: true }))
    const errorSheet = await readSheet(await bytesOf(server, fileId), { columns, maxRows: 10 })
    assert.ok(errorSheet.ok)
    assert.deepEqual(
      errorSheet.rows.map((row) => [row.cells.行号?.text, row.cells.错误码?.text]),
      [
        ['4', 'E104'],
        ['5', 'E507'],
      ],
    )
    const correctedRows = errorSheet.rows.map(({ cells }) =>
      headings.map((heading) =>
        heading === '银行卡号' ? bankCardFor('622202', 777_000 + Number(cells.行号?.text)) : heading === '经营者类型' ? '自然人' : (cells[heading]?.text ?? ''),
      ),
    )
    const bytes = await writeSheet({ sheets: [{ name: '错误明细', columns: headings.map((heading) => ({ heading })), rows: correctedRows }] })
    const file = { filename: '错误明细.xlsx', mediaType: 'application/octet-stream', bytes }
    const otherList = await uploadOperators(server, rows.slice(1))
    assert.equal((await server.call('centre', 'imports.reupload', { importId: otherList.importId, file })).error, 'otherErrorFile')
    const reuploadResult = await server.must('centre', 'imports.reupload', { importId, file })
    assert.deepEqual([reuploadResult.changed, reuploadResult.missed, reuploadResult.summary.invalid], [2, [], 0])
    const secondResult = await server.must('centre', 'imports.reupload', { importId, file })
    assert.deepEqual([secondResult.changed, secondResult.missed], [0, []])
    const fourthRow = (await rowsOf(importId)).find(({ seq }) => seq === 4)
    await server.must('centre', 'imports.repair', { importId, changes: [{ rowId: fourthRow?.id ?? 0, cells: { mobile: '13700009999' } }] })
    const outdatedResult = await server.must('centre', 'imports.reupload', { importId, file })
    assert.deepEqual([outdatedResult.changed, outdatedResult.missed], [0, ['4']])
    assert.equal((await commitAndRun(server, importId)).createdCount, 4)
  })

  test('people refused by the bank are not imported and can be retried after correction', async () => {
    const { importId } = await uploadOperators(server, [
      unknownPersonRow(50),
      unknownPersonRow(51, { cardNo: bankCardFor('622202', 51, '9999') }),
      unknownPersonRow(52, { name: '假名者' }),
    ])
    const partialImport = await commitAndRun(server, importId)
    assert.deepEqual([partialImport.state, partialImport.stateReason, partialImport.createdCount, partialImport.summary.invalid], ['open', 'refused', 1, 2])
    const refusedRows = (await rowsOf(importId)).filter((row) => row.state === 'invalid')
    assert.deepEqual(
      refusedRows.map((row) => row.issues.map((issue) => [issue.code, issue.field])),
      [[['E204', 'cardNo']], [['E204', 'name']]],
    )
    const [card, name] = refusedRows
    await server.must('centre', 'imports.repair', { importId, changes: [{ rowId: card?.id ?? 0, cells: { cardNo: String(unknownPersonRow(51).cardNo) } }] })
    await server.must('centre', 'imports.exclude', { importId, rowIds: [name?.id ?? 0] })
    const finishedImport = await commitAndRun(server, importId)
    assert.deepEqual([finishedImport.state, finishedImport.createdCount], ['done', 2])
  })

  test('re-importing, rerunning and concurrent commits create no duplicates', async () => {
    const people = [unknownPersonRow(60), unknownPersonRow(61)]
    const first = await uploadOperators(server, people)
    const before = await count('operator')
    await commitAndRun(server, first.importId)
    await runImportJob(server, first.importId)
    const secondUpload = await uploadOperators(server, people)
    const finishedImport = await commitAndRun(server, secondUpload.importId)
    assert.deepEqual([finishedImport.createdCount, finishedImport.linkedCount, finishedImport.doneCount], [0, 0, 2])
    const [one, other] = [
      await uploadOperators(server, [unknownPersonRow(62), unknownPersonRow(63)]),
      await uploadOperators(server, [unknownPersonRow(63), unknownPersonRow(62)]),
    ]
    await Promise.all([commitAndRun(server, one.importId), commitAndRun(server, other.importId)])
    assert.equal(await count('operator'), before + 4)
  })

  test('after a commit, a replay, a second commit and an edit change nothing', async () => {
    const { importId } = await uploadOperators(server, [unknownPersonRow(70)])
    const { version } = await server.must('centre', 'imports.get', { importId })
    const key = '7d3c1a55-0000-4000-8000-000000000070'
    const [first, replayed] = [
      await server.call('centre', 'imports.commit', { importId, version }, { key }),
      await server.call('centre', 'imports.commit', { importId, version }, { key }),
    ]
    assert.deepEqual([first.code, replayed.code], [1, 1])
    const second = await server.call('platform', 'imports.commit', { importId, version })
    assert.equal(second.error, 'notOpen')
    const editAttempt = await server.call('centre', 'imports.exclude', { importId, allInvalid: true })
    assert.equal(editAttempt.error, 'notOpen')
    await runImportJob(server, importId)
    assert.equal((await server.must('centre', 'imports.get', { importId })).createdCount, 1)
  })

  test('lists with errors, empty lists and stale versions cannot be committed', async () => {
    const { importId } = await uploadOperators(server, [unknownPersonRow(80), unknownPersonRow(81, { name: '' })])
    const { version } = await server.must('centre', 'imports.get', { importId })
    assert.equal((await server.call('centre', 'imports.commit', { importId, version })).error, 'hasErrors')
    await server.must('centre', 'imports.exclude', { importId, allInvalid: true })
    assert.equal((await server.call('centre', 'imports.commit', { importId, version })).error, 'changedMeanwhile')
    const rows = await rowsOf(importId)
    const { id } = rows[0] ?? { id: 0 }
    await server.must('centre', 'imports.exclude', { importId, rowIds: [id] })
    const currentList = await server.must('centre', 'imports.get', { importId })
    assert.equal((await server.call('centre', 'imports.commit', { importId, version: currentList.version })).error, 'nothingToImport')
    const cancelledList = await server.must('centre', 'imports.cancel', { importId, version: currentList.version })
    assert.equal(cancelledList.state, 'cancelled')
  })

  test('invalid, oversized, outdated and repeated files are refused with the reason', async () => {
    const send = (file: { filename: string; mediaType: string; bytes: Uint8Array }) =>
      server.call('centre', 'imports.upload', { kind: 'operators', unitId: 1, file }, homePlace)
    const uploadNamed = (bytes: Uint8Array) => ({ filename: 'x.xlsx', mediaType: 'application/octet-stream', bytes })
    assert.equal((await send(uploadNamed(Buffer.from('hello')))).error, 'wrongHeader')
    assert.equal((await send(uploadNamed(Buffer.from('PK\u0003\u0004 and nothing more')))).error, 'notASpreadsheet')
    assert.equal((await send(uploadNamed(Buffer.from('d0cf11e0a1b11ae1', 'hex')))).error, 'oldSpreadsheet')
    assert.equal((await send(await listFile(operatorsKind, []))).error, 'noRows')
    const renamedHeadings = operatorsKind.columns.map((column) => (column.cell === 'idNumber' ? '护照号' : column.heading))
    assert.equal((await send(await listFile(operatorsKind, [unknownPersonRow(90)], { headings: renamedHeadings }))).error, 'wrongHeader')
    assert.equal((await send(await listFile(operatorsKind, [unknownPersonRow(90)], { template: { id: 'T1', version: '0' } }))).error, 'otherTemplate')
    const oversizedList = await listFile(
      operatorsKind,
      Array.from({ length: 5001 }, (_, at) => unknownPersonRow(at)),
    )
    const sizeRefusal = await send(oversizedList)
    assert.equal(sizeRefusal.error, 'tooManySheetRows')
    assert.match(sizeRefusal.message, /5000/)
    const repeatedList = await listFile(operatorsKind, [unknownPersonRow(91)])
    assert.equal((await send(repeatedList)).code, 1)
    assert.equal((await send(repeatedList)).error, 'sameFile')
  })

  test('the empty template is recognised and refused only because it has no rows', async () => {
    const { fileId } = await server.must('unit1', 'imports.template', { kind: 'operators' })
    const bytes = await bytesOf(server, fileId)
    const file = { filename: '经营者导入模板.xlsx', mediaType: 'application/octet-stream', bytes }
    assert.equal((await server.call('unit1', 'imports.upload', { kind: 'operators', file })).error, 'noRows')
  })

  test('users outside a unit import lists for it only if their account may enter data (islr)', async () => {
    const { kysely } = server.running.kernel.database
    const setKeyInFlag = (islr: number) => kysely.updateTable('app_user').set({ islr }).where('username', 'in', ['centre', 'unit1']).execute()
    const { importId } = await uploadOperators(server, [unknownPersonRow(105)])
    await setKeyInFlag(0)
    const file = await listFile(operatorsKind, [unknownPersonRow(106)])
    const keyInRefusal = await server.call('centre', 'imports.upload', { kind: 'operators', unitId: 1, file }, homePlace)
    assert.deepEqual([keyInRefusal.error, keyInRefusal.message], ['noKeyIn', '您的账号未开通代录入，不能为单位导入经营者'])
    const { version } = await server.must('centre', 'imports.get', { importId })
    assert.equal((await server.call('centre', 'imports.commit', { importId, version })).error, 'noKeyIn')
    assert.equal((await server.call('unit1', 'imports.upload', { kind: 'operators', file })).code, 1)
    await setKeyInFlag(1)
    assert.equal((await commitAndRun(server, importId)).createdCount, 1)
  })

  test('users can neither open nor upload lists outside their own units', async () => {
    const { importId } = await uploadOperators(server, [unknownPersonRow(107)], 'unit1')
    assert.equal((await server.call('unit2', 'imports.get', { importId })).error, 'notFound')
    const foreignUnit = await sql<{
      id: number
    }>`select id from unit where not exists (select from unit_setting where unit_id = unit.id and centre_id = 2) limit 1`.execute(
      server.running.kernel.database.kysely,
    )
    const unregisteredList = await listFile(operatorsKind, [unknownPersonRow(102)])
    const foreignUpload = await server.call(
      'centre',
      'imports.upload',
      { kind: 'operators', unitId: foreignUnit.rows[0]?.id ?? 0, file: unregisteredList },
      homePlace,
    )
    assert.equal(foreignUpload.error, 'placeUnknown')
    assert.equal((await server.call('maker', 'imports.get', { importId })).code === 1, false)
    const file = await listFile(operatorsKind, [unknownPersonRow(101)])
    assert.equal((await server.call('unit2', 'imports.upload', { kind: 'operators', unitId: 1, file })).error, 'placeUnknown')
    assert.equal((await server.call('unit2', 'imports.upload', { kind: 'units', file })).error, 'noRight')
  })

  test('only users who can correct a list see full numbers', async () => {
    const { importId } = await uploadOperators(server, [unknownPersonRow(100)], 'unit1')
    const [mine] = await rowsOf(importId, 'unit1')
    assert.equal(mine?.cells.idNumber, unknownPersonRow(100).idNumber)
    const [seen] = await rowsOf(importId, 'centre')
    assert.match(seen?.cells.idNumber ?? '', /^\d{3}\*+.{4}$/)
    assert.ok(seen?.cells.cardNo?.includes('****') && seen.cells.mobile?.includes('****'))
    assert.equal((await server.call('centre', 'imports.errorFile', { importId })).error, 'notOpen')
    await commitAndRun(server, importId, 'unit1')
    const [after] = await rowsOf(importId, 'unit1')
    assert.match(after?.cells.idNumber ?? '', /\*/)
  })

  test('a list refuses a person with an open identity dispute against the unit', async () => {
    const person = demoPeople().ordinary.filter((each) => each.centreId === 2 && each.unitIds.length === 1 && each.unitIds[0] === 1)[3]
    if (!person) throw new Error('unit 1 has fewer people')
    await sql`insert into identity_dispute (operator_id, unit_id, centre_id, statement, state, created_by, created_at) values (${person.id}, 1, 2, '不是本人', 'open', 1, now())`.execute(
      server.running.kernel.database.kysely,
    )
    const { importId } = await uploadOperators(server, [rowCells(person)])
    assert.deepEqual(await codesOf(importId), [['E209']])
  })
})
