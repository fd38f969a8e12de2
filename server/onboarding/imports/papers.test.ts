import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { runQueuedJobs, signAll, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { fileOf, rowFor } from '#/server/money/lines/testing.ts'
import { atCentre, orderId } from '#/server/money/payments/testing.ts'
import { operatorsKind } from '#/server/onboarding/imports/operators-kind.ts'
import { commitAndRun, type ImportRowInput, listFile, unknownPersonRow, uploadOperators } from '#/server/onboarding/imports/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const address = '香港九龙尖沙咀弥敦道100号5楼'
const permit = unknownPersonRow(811, {
  idKind: '港澳居民来往内地通行证',
  idNumber: 'H60812345',
  mobile: '+85291234567',
  sex: '女',
  birth: '1988-06-01',
  nationality: '中国香港',
  idAddress: address,
  validFrom: '2019-03-01',
  validTo: '2029-02-28',
})
const mainlandRow = unknownPersonRow(812, { idAddress: '浙江省杭州市西湖区文三路 90 号', validTo: '长期' })

describe('people with foreign IDs, from import to taxed payment', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely
  const idOf = async (row: ImportRowInput) => {
    const { rows } = await server.must('centre', 'operators.list', { kind: 'platform', keyword: String(row.idNumber) }, atCentre)
    return rows[0]?.id ?? assert.fail('no one has this number')
  }
  const loadOperator = (who: string, operatorId: number) => server.must(who, 'operators.get', { operatorId }, who === 'centre' ? atCentre : undefined)
  const issuesOf = async (rows: readonly ImportRowInput[]) => {
    const { importId } = await uploadOperators(server, rows)
    const { rows: checked } = await server.must('centre', 'imports.rows', { importId }, atCentre)
    return checked.map((row) => row.issues.map(({ code, field, values }) => [code, field, values.problem].join(' ')))
  }
  const sign = async (operatorId: number, row: ImportRowInput) => {
    const tasks = await db()
      .selectFrom('sign_task')
      .select('id')
      .where('signer_id', '=', operatorId)
      .where('signer_type', '=', 'operator')
      .orderBy('id')
      .execute()
    for (const { id } of tasks) await signAll(server, await ticketFromOutbox(server, id), String(row.idNumber).slice(-4), id)
  }
  /** Uploads payment lines with their kind of ID and returns them. */
  const payRows = async (rows: readonly { row: ImportRowInput; idKind: string }[]) => {
    const { id: batchId } = await server.must('maker', 'payments.create', { orderId })
    const cells = rows.map(({ row, idKind }) => {
      const [name, idNumber, mobile, bankName, cardNo] = [row.name, row.idNumber, row.mobile, row.bankName, row.cardNo].map(String)
      return {
        ...rowFor({} as never, '8000.00'),
        name: name ?? '',
        idNumber: idNumber ?? '',
        mobile: mobile ?? '',
        bankName: bankName ?? '',
        cardNo: cardNo ?? '',
        idKind,
      }
    })
    await server.must('maker', 'lines.import', { batchId, file: await fileOf(cells), allowSameFile: true })
    const { rows: lines } = await server.must('maker', 'lines.list', { batchId, size: 20 })
    return { batchId, lines: lines.map((line) => ({ ...line, errors: line.issues.filter((issue) => issue.level === 'error') })) }
  }

  test('a row must contain the declaration data, agree with its number and use the new template', async () => {
    assert.deepEqual(await issuesOf([permit, mainlandRow]), [[], []])
    assert.deepEqual(await issuesOf([{ ...mainlandRow, sex: Number(String(mainlandRow.idNumber)[16]) % 2 === 1 ? '女' : '男', birth: '1970-01-02' }]), [
      ['E510 sex differs', 'E510 birth differs'],
    ])
    const incompletePermit = { ...permit, sex: '', birth: '', idNumber: 'H6081234' }
    assert.deepEqual(await issuesOf([incompletePermit]), [['E102 idNumber form']])
    assert.deepEqual(await issuesOf([{ ...incompletePermit, idNumber: 'H60812345' }]), [['E510 sex needed', 'E510 birth needed']])
    assert.deepEqual(await issuesOf([{ ...mainlandRow, mobile: '+85291234567' }]), [['E105 mobile ']])
    const { importId } = await uploadOperators(server, [{ ...mainlandRow, validTo: '2020-01-01' }])
    assert.equal((await server.must('centre', 'imports.rows', { importId }, atCentre)).rows[0]?.state, 'warned')
    const outdatedUpload = await server.call(
      'centre',
      'imports.upload',
      { kind: 'operators', unitId: 1, file: await listFile(operatorsKind, [mainlandRow], { template: { id: 'T1', version: '1' } }), allowSameFile: true },
      atCentre,
    )
    assert.equal(outdatedUpload.error, 'otherTemplate')
  })

  test('a Hong Kong permit holder is refused until declared resident and then taxed normally', async () => {
    const { importId } = await uploadOperators(server, [permit, mainlandRow])
    assert.equal((await commitAndRun(server, importId)).createdCount, 2)
    const operatorIds = [await idOf(permit), await idOf(mainlandRow)] as const
    const [operatorId, otherId] = operatorIds
    const operator = await loadOperator('centre', operatorId)
    assert.deepEqual(
      [operator.idKind, operator.sex, operator.birth, operator.nationality, operator.validFrom, operator.validTo, operator.paper, operator.taxedAs],
      ['hk_macau_permit', 'F', '1988-06-01', 'HK', '2019-03-01', '2029-02-28', 'fine', 'undeclared'],
    )
    const secondDetail = await loadOperator('centre', otherId)
    assert.deepEqual([secondDetail.idKind, secondDetail.nationality, secondDetail.validTo, secondDetail.taxedAs], ['id_card', 'CN', '长期', 'resident'])
    await server.must(
      'centre',
      'contracts.startMany',
      { kinds: ['operator_agreement', 'tax_authorisation'], centreId: 2, mode: 2, operatorIds: [...operatorIds] },
      atCentre,
    )
    await runQueuedJobs(server, 'contracts.startMany', 'contracts.tell', 'contracts.text')
    await sign(operatorId, permit)
    await sign(otherId, mainlandRow)
    const rows = [
      { row: permit, idKind: '港澳居民来往内地通行证' },
      { row: mainlandRow, idKind: '' },
    ]
    const before = await payRows(rows)
    assert.deepEqual(
      before.lines.map((line) => line.errors.map(({ code, values }) => [code, values.residence])),
      [[['E213', 'undeclared']], []],
    )
    const wrongPaperBatch = await payRows([
      { row: permit, idKind: '护照' },
      { row: permit, idKind: '军官证' },
      { row: { ...mainlandRow, mobile: '+85291234567' }, idKind: '居民身份证' },
    ])
    assert.deepEqual(
      wrongPaperBatch.lines.map((line) => line.errors.map(({ code, values }) => `${code} ${values.problem ?? ''}`)),
      [['E201 kind'], ['E102 kind'], ['E105 ']],
    )

    const fromDay = dayOf(server.running.kernel.clock.now())
    const facts = {
      operatorId,
      fromDay,
      ground: 'days',
      reason: '本人提交声明表',
      file: { filename: '出入境记录.pdf', mediaType: 'application/pdf', bytes: pdfPage('days') },
    } as const
    const declare = async (days: number) => {
      const { id } = await server.must('centre', 'residences.propose', { ...facts, days }, atCentre)
      assert.deepEqual(await server.must('finance', 'residences.decide', { residenceId: id, isConfirmed: true }, atCentre), { paid: 0 })
      return server.must('centre', 'operators.get', { operatorId }, atCentre)
    }
    assert.equal((await server.call('unit1', 'residences.propose', { ...facts, days: 200 })).error, 'noPlace')
    const declaredOperator = await declare(100)
    assert.deepEqual([declaredOperator.residence?.value, declaredOperator.taxedAs], ['non_resident', 'non_resident'])
    await runQueuedJobs(server, 'lines.revalidate')
    const recheckedLines = await server.must('maker', 'lines.list', { batchId: before.batchId, size: 20 })
    assert.equal(recheckedLines.rows[0]?.issues.find((issue) => issue.code === 'E213')?.values.residence, 'non_resident')
    await declare(183)
    const { lines } = await payRows(rows)
    const [own, everybody] = lines
    assert.deepEqual([own?.errors, everybody?.errors], [[], []])
    assert.ok(own && everybody && Number(own.iit) > 0)
    assert.deepEqual(
      [own.gross, own.vat, own.iit, own.net],
      [everybody.gross, everybody.vat, everybody.iit, everybody.net],
      'a resident is taxed as a resident',
    )
  })

  test('foreign payees are matched by number and ID type, and review cannot accept unknown ones', async () => {
    const passportRow = unknownPersonRow(813, {
      idKind: '护照',
      idNumber: '548812345',
      sex: '男',
      birth: '1985-01-31',
      nationality: '美国',
      mobile: '+14155550177',
    })
    const { importId } = await uploadOperators(server, [passportRow])
    assert.equal((await commitAndRun(server, importId)).createdCount, 1)
    const { id: batchId } = await server.must('maker', 'payments.create', { orderId })
    const cells = (row: ImportRowInput) => ({
      name: String(row.name),
      idNumber: String(row.idNumber),
      mobile: String(row.mobile),
      cardNo: String(row.cardNo),
      amountText: '100.00',
    })
    const unknownPayee = { ...cells(passportRow), name: 'John Doe', idNumber: 'X7788990', cardNo: String(unknownPersonRow(814).cardNo) }
    await server.must('maker', 'lines.add', {
      batchId,
      rows: [cells(passportRow), cells(permit), unknownPayee, { ...unknownPayee, idKind: 'taiwan_permit' as const }],
    })
    const lines = async () => (await server.must('maker', 'lines.list', { batchId, size: 20 })).rows
    const codes = (await lines()).map((line) =>
      line.issues.filter((issue) => issue.level === 'error').map(({ code, values }) => `${code} ${values.problem ?? values.status ?? ''}`),
    )
    assert.deepEqual(codes[0]?.[0], 'E209 waiting', 'the number on file is a passport’s')
    assert.deepEqual(codes.slice(1), [[], ['E201 nobody'], ['E102 form']])
    const lineId = (await lines())[3]?.id ?? 0
    await server.must('maker', 'lines.repair', { batchId, changes: [{ lineId, cells: { idNumber: 'H60812345', idKind: 'hk_macau_permit' } }] })
    assert.deepEqual((await lines())[3]?.issues.find((issue) => issue.level === 'error')?.code, 'E202')

    await server.must('maker', 'lines.refer', { batchId, lineIds: [(await lines())[2]?.id ?? 0] })
    const { rows } = await server.must('auditor', 'operators.candidates', { size: 200 }, atCentre)
    const candidate = rows.find((row) => row.batchId === batchId) ?? assert.fail('the unknown person is under review')
    const { fail } = await server.must('auditor', 'operators.acceptCandidates', { ids: [candidate.id], versions: [candidate.version] }, atCentre)
    assert.match(fail[0]?.reason ?? '', /须由本人注册/)
  })

  test('the address is sealed, masked for record keepers, and hidden from units', async () => {
    const operatorId = await idOf(permit)
    const row = await db().selectFrom('operator').select('id_address_sealed').where('id', '=', operatorId).executeTakeFirstOrThrow()
    assert.ok(row.id_address_sealed !== '' && !row.id_address_sealed.includes('弥敦道'))
    const storedRow = await db().selectFrom('import_row').select(['cells', 'id_address_sealed']).where('made_id', '=', operatorId).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(storedRow).includes('弥敦道') && storedRow.id_address_sealed !== '')
    assert.equal((await loadOperator('centre', operatorId)).address, '香港九龙尖沙****')
    const operatorForUnit = await loadOperator('unit1', operatorId)
    assert.deepEqual([operatorForUnit.address, operatorForUnit.sex, operatorForUnit.nationality], [null, 'F', 'HK'])
    await server.must('unit1', 'profile.prove', { password: demoPassword })
    assert.notEqual((await server.call('unit1', 'plain.show', { of: 'operator', id: operatorId, field: 'address' })).code, 1)
    assert.equal((await server.call('unit2', 'operators.get', { operatorId })).error, 'notFound')
    assert.equal((await server.call('centre', 'plain.show', { of: 'operator', id: operatorId, field: 'address' }, atCentre)).error, 'proofNeeded')
    await server.must('centre', 'profile.prove', { password: demoPassword })
    assert.equal((await server.must('centre', 'plain.show', { of: 'operator', id: operatorId, field: 'address' }, atCentre)).value, address)
    assert.notEqual((await server.call('centre', 'plain.show', { of: 'operator', id: operatorId, field: 'address' }, { centre: 3, mode: 2 })).code, 1)
    const sheetOf = async (more: object) => {
      const { fileId } = await server.must('centre', 'operators.export', { kind: 'platform', keyword: String(permit.idNumber), ...more }, atCentre)
      return textsOf(await server.running.kernel.store.read(fileId ?? ''))
    }
    const maskedSheet = await sheetOf({})
    assert.ok(
      maskedSheet.includes('香港九龙尖沙****') &&
        maskedSheet.includes('港澳居民来往内地通行证') &&
        maskedSheet.includes('中国香港') &&
        !maskedSheet.includes(address),
    )
    assert.ok((await sheetOf({ isPlain: true, reason: '税务检查需要' })).includes(address))
  })

  test('a centre’s correction must agree with the ID number and appears in the history', async () => {
    const operatorId = await idOf(mainlandRow)
    const operator = await loadOperator('centre', operatorId)
    const operatorInput = {
      operatorId,
      sex: operator.sex,
      birth: operator.birth,
      nationality: operator.nationality,
      validFrom: '2020-05-01',
      validTo: '2030-05-01',
      reason: '换领新证',
    }
    const change = (more: object) => server.call('centre', 'operators.setParticulars', { ...operatorInput, ...more }, atCentre)
    const wrongChange = await change({ sex: operator.sex === 'M' ? 'F' : 'M', birth: '1970-01-02', nationality: 'JP', validTo: '2019-01-01' })
    assert.equal(wrongChange.error, 'particulars')
    for (const name of ['性别', '出生日期', '国籍', '证件有效期止']) assert.match(wrongChange.message, new RegExp(name))
    const savedOperator = (await change({})).data
    assert.deepEqual(
      [savedOperator?.validFrom, savedOperator?.validTo, savedOperator?.address],
      ['2020-05-01', '2030-05-01', operator.address],
      'an address that is not given stays',
    )
    assert.equal((await change({ address: '上海市浦东新区世纪大道 1 号' })).data?.address, '上海市浦东新****')
    const { rows } = await server.must('centre', 'operators.changes', { operatorId, page: 1, size: 20 }, atCentre)
    assert.ok(rows.some((row) => row.words.includes('证件有效期止') && row.words.includes('换领新证')))
    const log = await db().selectFrom('audit_log').selectAll().where('action', '=', 'operators.setParticulars').execute()
    assert.ok(!JSON.stringify(log).includes('世纪大道'))
    assert.equal((await server.call('unit1', 'operators.setParticulars', operatorInput)).error, 'noPlace')
    assert.equal((await server.call('maker', 'operators.setParticulars', operatorInput)).error, 'forbidden')
  })

  test('an expiring ID is announced once, and an expired ID is a warning on payment lines', async () => {
    const operatorId = await idOf(permit)
    const setContractEnd = (to: string) =>
      server.must(
        'centre',
        'operators.setParticulars',
        { operatorId, sex: 'F', birth: '1988-06-01', nationality: 'HK', validFrom: '2019-03-01', validTo: to, reason: '更新有效期' },
        atCentre,
      )
    const sweep = () => server.job('operators.papers', {})
    const messages = async () => (await server.must('centre', 'messages.list', {})).rows.filter((row) => row.kind === 'papersEnding').length
    await sweep()
    const before = await messages()
    const today = dayOf(server.running.kernel.clock.now())
    const day = (away: number) => new Date(Date.parse(`${today}T00:00:00Z`) + away * 86_400_000).toISOString().slice(0, 10)
    assert.equal((await setContractEnd(day(20))).paper, 'soon')
    await sweep()
    await sweep()
    assert.equal(await messages(), before + 1)
    const contractsWith = async (paper: 'soon' | 'over') =>
      (await server.must('centre', 'operators.list', { kind: 'platform', paper }, atCentre)).rows.some((row) => row.id === operatorId)
    assert.deepEqual([await contractsWith('soon'), await contractsWith('over')], [true, false])
    assert.equal((await setContractEnd(day(-1))).paper, 'over')
    assert.deepEqual([await contractsWith('soon'), await contractsWith('over')], [false, true])
    const { lines } = await payRows([{ row: permit, idKind: '回乡证' }])
    assert.deepEqual(lines[0]?.errors, [])
    assert.deepEqual(
      lines[0]?.issues.map(({ code, values }) => [code, values.day]).filter(([code]) => code === 'W214'),
      [['W214', day(-1)]],
    )
    assert.equal(lines[0]?.state, 'warned')
  })
})
