import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { commitAndRun, type ImportRowInput, legalIdNumber, listFile, newUnitRow, unitPlaceCells } from '#/server/onboarding/imports/testing.ts'
import { unitsKind } from '#/server/onboarding/imports/units-kind.ts'
import { approveAssignments } from '#/server/organisations/units/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('import of units (T10)', () => {
  const server = testServer()
  let place: ImportRowInput
  before(async () => {
    place = await unitPlaceCells(server)
  })

  const unit = (at: number, more: ImportRowInput = {}) => newUnitRow(at, { ...place, ...more })
  const uploadUnits = async (rows: readonly ImportRowInput[], who = 'centre') =>
    server.must(who, 'imports.upload', { kind: 'units', file: await listFile(unitsKind, rows), allowSameFile: true }, { centre: 2 })

  test('imported units are active, with marketer, invoice title, own top-up memo and log', async () => {
    const { importId, summary } = await uploadUnits([
      unit(1),
      unit(2, { bizKind: '平台型', taxpayerKind: '小规模纳税人', dualControl: '是', titleBank: '工行', titleAccountNo: '1202 0001' }),
    ])
    assert.deepEqual([summary.all, summary.ready], [2, 2])
    const finishedImport = await commitAndRun(server, importId)
    assert.deepEqual([finishedImport.state, finishedImport.createdCount], ['done', 2])
    const list = () => server.must('centre', 'units.list', { keyword: '新单位' }, { centre: 2, mode: 2 })
    const created = (await list()).rows
    assert.deepEqual(
      created.map((row) => row.marketer),
      [null, null],
      'a second person approves the marketer',
    )
    await approveAssignments(
      server,
      created.map((row) => row.id),
    )
    const { rows } = await list()
    assert.deepEqual(rows.map((row) => [row.name, row.status, row.places.length, row.marketer?.name]).sort(), [
      ['新单位1', 8, 1, place.marketer],
      ['新单位2', 8, 1, place.marketer],
    ])
    assert.equal(new Set(rows.flatMap((row) => row.places.map((each) => each.memo))).size, 2)
    const second = rows.find((row) => row.name === '新单位2')
    const secondUnit = await server.must('centre', 'units.get', { id: second?.id ?? 0 }, { centre: 2, mode: 2 })
    assert.deepEqual(
      [secondUnit.bizKind, secondUnit.taxpayerKind, secondUnit.titles[0]?.bank, secondUnit.titles[0]?.accountNo],
      ['platform', 'small', '工行', '12020001'],
    )
    const { rows: changes } = await server.must('centre', 'units.changes', { id: secondUnit.id }, { centre: 2, mode: 2 })
    assert.ok(changes.length > 0, 'the unit’s log has the import')
  })

  test('the faults of all rows are reported together on their cells and block the import', async () => {
    const takenCode = (await server.must('centre', 'units.list', {}, { centre: 2 })).rows[0]?.creditCode ?? ''
    const faultyRows: [ImportRowInput, string, string][] = [
      [unit(10, { unitName: '' }), 'E601', 'unitName'],
      [unit(11, { creditCode: '91330106XXXXXXXXXX' }), 'E602', 'creditCode'],
      [unit(10), 'E603', 'creditCode'],
      [unit(12, { creditCode: takenCode }), 'E604', 'creditCode'],
      [unit(13, { email: '不是邮箱' }), 'E605', 'email'],
      [unit(14, { industry: '长'.repeat(61) }), 'E606', 'industry'],
      [unit(15, { bizKind: 'constructor' }), 'E607', 'bizKind'],
      [unit(16, { centre: '火星中心' }), 'E608', 'centre'],
      [unit(17, { mode: '模式3' }), 'E607', 'mode'],
      [unit(18, { plan: '没有的方案' }), 'E610', 'plan'],
      [unit(19, { marketer: '无此人' }), 'E612', 'marketer'],
      [unit(20, { mobile: '1' }), 'E105', 'mobile'],
      [unit(21, { contactName: '甲' }), 'E101', 'contactName'],
      [unit(22, { idNumber: '' }), 'E601', 'idNumber'],
      [unit(23, { idNumber: '330106197503160000' }), 'E102', 'idNumber'],
      [unit(24, { idNumber: 'E12345678' }), 'E102', 'idNumber'],
    ]
    const { importId, summary } = await uploadUnits(faultyRows.map(([row]) => row))
    assert.equal(summary.invalid, faultyRows.length)
    const { rows } = await server.must('centre', 'imports.rows', { importId, size: 50 })
    for (const [at, [, code, field]] of faultyRows.entries())
      assert.ok(
        rows[at]?.issues.some((issue) => issue.code === code && issue.field === field),
        `row ${at + 1}: ${JSON.stringify(rows[at]?.issues)}`,
      )
    assert.equal((await commitAndRun(server, importId).catch((error: Error) => error.message)).toString().includes('hasErrors'), true)
  })

  test('the legal person’s number is sealed, masked after the import, and kept as related person', async () => {
    const { importId } = await uploadUnits([unit(50)])
    const db = server.running.kernel.database.kysely
    const storedRow = await db.selectFrom('import_row').selectAll().where('sheet_id', '=', importId).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(storedRow).includes(legalIdNumber(50)))
    assert.equal(server.running.kernel.vault.open('id_number', storedRow.id_number_sealed), legalIdNumber(50))
    const seen = async () => (await server.must('centre', 'imports.rows', { importId, size: 20 })).rows[0]?.cells.idNumber
    assert.equal(await seen(), legalIdNumber(50), 'the user who repairs it sees the full number')
    await commitAndRun(server, importId)
    assert.equal(await seen(), maskIdNumber(legalIdNumber(50)))
    const { rows } = await server.must('centre', 'units.list', { keyword: '新单位50' }, { centre: 2, mode: 2 })
    const people = await server.must('centre', 'relations.list', { unitId: rows[0]?.id ?? 0 }, { centre: 2, mode: 2 })
    assert.deepEqual(
      people.rows.map((row) => [row.name, row.relation]),
      [['王立本', 'legal_person']],
    )
    const person = await db
      .selectFrom('unit_related_person')
      .selectAll()
      .where('unit_id', '=', rows[0]?.id ?? 0)
      .executeTakeFirstOrThrow()
    assert.equal(server.running.kernel.vault.open('id_number', person.id_number_sealed), legalIdNumber(50))
  })

  test('a file of an earlier template version is refused with that reason', async () => {
    const outdatedFile = await listFile(unitsKind, [unit(60)], { template: { id: 'T10', version: '1' } })
    const templateRefusal = await server.call('centre', 'imports.upload', { kind: 'units', file: outdatedFile }, { centre: 2 })
    assert.equal(templateRefusal.error, 'otherTemplate', templateRefusal.message)
  })

  test('units are imported by a centre for itself or by the platform, and not by a unit', async () => {
    const { centres } = await server.must('platform', 'units.choices', {})
    const secondCentreName = centres.find((centre) => centre.id !== 2 && centre.modes.includes(2))?.name ?? ''
    const otherCentreUpload = await uploadUnits([unit(30, { centre: secondCentreName, marketer: '' })])
    assert.equal(otherCentreUpload.summary.byCode.E608, 1)
    const { importId, summary } = await uploadUnits([unit(30, { centre: secondCentreName, marketer: '' })], 'platform')
    assert.equal(summary.invalid, 0)
    assert.equal((await server.call('centre', 'imports.get', { importId })).error, 'notFound')
    assert.equal((await commitAndRun(server, importId, 'platform')).createdCount, 1)
    assert.equal((await server.call('unit1', 'imports.template', { kind: 'units' })).error, 'noRight')
  })

  test('duplicate units and files of more than 500 rows are refused', async () => {
    const [one, other] = [await uploadUnits([unit(40), unit(41)]), await uploadUnits([unit(41), unit(42)])]
    const [first, second] = [await commitAndRun(server, one.importId), await commitAndRun(server, other.importId).catch((error: Error) => error)]
    assert.equal(first.createdCount, 2)
    assert.match(String(second), /hasErrors/)
    const oversizedList = await listFile(
      unitsKind,
      Array.from({ length: 501 }, (_, at) => unit(at)),
    )
    assert.equal((await server.call('centre', 'imports.upload', { kind: 'units', file: oversizedList }, { centre: 2 })).error, 'tooManySheetRows')
  })

  test('the template lists the allowed values of the user’s centre', async () => {
    const { fileId } = await server.must('centre', 'imports.template', { kind: 'units' }, { centre: 2 })
    const columns = [
      { key: 'column', headings: ['列'], required: true },
      { key: 'word', headings: ['可填写'], required: true },
    ] as const
    const choiceSheet = await readSheet(await bytesOf(server, fileId), { columns, maxRows: 500, sheet: '可选值', unknownColumns: 'ignore' })
    assert.ok(choiceSheet.ok)
    const centres = choiceSheet.rows.filter((row) => row.cells.column.text === '运营中心').map((row) => row.cells.word.text)
    assert.deepEqual(centres, [place.centre])
  })
})
