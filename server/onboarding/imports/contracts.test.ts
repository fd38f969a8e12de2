import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { runQueuedJobs } from '#/server/agreements/signing/testing.ts'
import { gbkName, type RawFile, rawZip } from '#/server/lib/unzip-testing.ts'
import { bytesOf } from '#/server/money/lines/testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { contractsKind } from '#/server/onboarding/imports/contracts-kind.ts'
import { type ImportRowInput, listFile, personOfOtherCentre, runImportJob } from '#/server/onboarding/imports/testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { checkedTestServer } from '#/server/tests/testing.ts'
import { expectTaskLists } from '#/server/tests/waiting-testing.ts'

const homePlace = { centre: 2, mode: 2 } as const
const people = demoPeople().ordinary.filter((person) => person.centreId === 2 && person.unitIds[0] === 1)
const personAt = (at: number) => people[at] ?? assert.fail('unit 1 has fewer people')
const scanOf = (name: string): RawFile => ({ name: `${name}.pdf`, bytes: pdfPage(name), flags: 0x800 })
const serviceText = '为直播间提供内容策划、现场拍摄、短视频剪辑和数据复盘，按场次结算，以验收单和成果清单为依据。'

describe('import of older contracts with scans (T15)', () => {
  const server = checkedTestServer()
  const scenario = paymentScenario(server)
  let unit: { name: string; credit_code: string }
  /** An order under the imported contract of unit 1. */
  let orderId = 0
  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  const day = (by: number) => shiftDay(today(), by)

  const termCells = (no: string, more: ImportRowInput = {}): ImportRowInput => ({
    contractNo: no,
    mode: '总包分包',
    firstDay: day(-200),
    lastDay: day(200),
    signedOn: day(-210),
    scan: no,
    ...more,
  })
  const unitRow = (no: string, more: ImportRowInput = {}): ImportRowInput =>
    termCells(no, { contractKind: '单位服务合同', name: unit.name, creditCode: unit.credit_code, ...more })
  const personRow = (no: string, at: number, more: ImportRowInput = {}): ImportRowInput => {
    const { name, idNumber } = personAt(at)
    return termCells(no, { contractKind: '经营者协议', name, idKind: '居民身份证', idNumber, ...more })
  }

  const upload = async (rows: readonly ImportRowInput[], who = 'centre') =>
    server.must(who, 'imports.upload', { kind: 'contracts', file: await listFile(contractsKind, rows), allowSameFile: true }, homePlace)
  const addZip = (importId: number, bytes: Uint8Array, who = 'centre') =>
    server.call(who, 'imports.addScans', { importId, file: { filename: '扫描件.zip', mediaType: 'application/zip', bytes: Uint8Array.from(bytes) } }, homePlace)
  const addScans = async (importId: number, files: readonly RawFile[], who = 'centre') => {
    const answer = await addZip(importId, rawZip(files), who)
    assert.equal(answer.code, 1, answer.message)
    await runQueuedJobs(server, 'imports.readScans')
  }
  const get = (importId: number) => server.must('centre', 'imports.get', { importId }, homePlace)
  const importTarget = async (importId: number) => ({ importId, version: (await get(importId)).version })
  /** Uploads rows with one scan each and submits the list for confirmation. */
  const uploadList = async (rows: readonly ImportRowInput[]) => {
    const { importId } = await upload(rows)
    await addScans(
      importId,
      rows.map(({ scan }) => scanOf(String(scan))),
    )
    await server.must('centre', 'imports.commit', await importTarget(importId), homePlace)
    return importId
  }
  const importAll = async (rows: readonly ImportRowInput[]) => {
    const importId = await uploadList(rows)
    await server.must('finance', 'imports.confirm', await importTarget(importId), homePlace)
    await runImportJob(server, importId)
    return get(importId)
  }
  const undo = async (importId: number, who = 'centre') =>
    server.call(who, 'imports.undo', { ...(await importTarget(importId)), reason: '原系统清单有误' }, homePlace)
  const codes = async (importId: number) => {
    const { rows } = await server.must('centre', 'imports.rows', { importId, size: 200 }, homePlace)
    return rows.map((row) => row.issues.map(({ code, field, values }) => [code, field, values.problem].filter(Boolean).join(' ')))
  }
  const contractOf = async (originNo: string) => {
    const { rows } = await server.must('centre', 'contracts.list', { keyword: originNo }, homePlace)
    return rows.find((row) => row.originNo === originNo && row.state !== 'revoked') ?? assert.fail(`no contract ${originNo}`)
  }
  const endOwnContracts = (where: ReturnType<typeof sql>) =>
    sql`update contract set sign_state = 'terminated' where source <> 'moved' and sign_state = 'done' and ${where}`.execute(db())
  const endAgreement = async (at: number) => {
    await endOwnContracts(sql`operator_id = ${personAt(at).id} and kind = 'operator_agreement'`)
    await sql`update consent set revoked_at = now() where operator_id = ${personAt(at).id} and kind = 'agreement'`.execute(db())
  }
  /** Publishes an order of unit 1 under a contract. */
  const orderUnder = async (contractId: number) => {
    const form = {
      contractId,
      kind: 'task' as const,
      title: '接入合同下的订单',
      category: '软件服务',
      description: serviceText,
      criteria: '成果交付，甲方签字确认。',
    }
    const price = { mode: 'fixed' as const, price: '100.00', highest: '', quantity: 100 }
    const order = await server.must('maker', 'orders.create', { ...form, price, budget: '10000.00', from: today(), to: day(30) })
    return server.must('maker', 'orders.move', { id: order.id, version: order.version, move: 'publish' })
  }
  const hasIssue206 = async (person: (typeof people)[number]) => {
    const batch = await scenario.draft([{ person, yuan: '100.00' }], { orderId })
    const [line] = await scenario.lines(batch.id)
    return line?.issues.some(({ code }) => code === 'E206') ?? assert.fail('no line')
  }

  before(async () => {
    await sql`update unit_setting_version set evidence_limit_fen = 100000000000 where setting_id = 12`.execute(db())
    const result = await sql<{ name: string; credit_code: string }>`select name, credit_code from unit where id = 1`.execute(db())
    unit = result.rows[0] ?? assert.fail('no unit')
    await endOwnContracts(sql`unit_id = 1 and centre_id = 2 and mode = 2 and operator_id is null`)
    await sql`update unit_setting set contract_id = null where unit_id = 1 and centre_id = 2 and mode = 2`.execute(db())
  })

  test('revoking an imported contract stops the payments under it', async () => {
    const first = await importAll([unitRow('HT-1')])
    assert.deepEqual([first.state, first.createdCount, first.preparedBy !== first.confirmedBy], ['done', 1, true])
    const before = await orderUnder((await contractOf('HT-1')).id)
    const unpaidBatch = await scenario.draft([{ person: personAt(0), yuan: '100.00' }], { orderId: before.id })
    assert.equal((await undo(first.id)).data?.state, 'undone')
    const submitRefusal = await server.call('maker', 'payments.submit', { ...scenario.target(unpaidBatch), acknowledgement: '已逐条核对' })
    assert.match(submitRefusal.message, /合同/)
    assert.equal((await server.call('maker', 'payments.create', { orderId: before.id })).code === 1, false)
  })

  test('a unit can pay under an imported contract, and its list can then not be undone', async () => {
    const secondList = await importAll([unitRow('HT-1')])
    const contract = await contractOf('HT-1')
    const order = await orderUnder(contract.id)
    orderId = order.id
    const batch = await scenario.draft([{ person: personAt(0), yuan: '100.00' }], { orderId: order.id })
    const paidBatch = await scenario.pay(await scenario.audit(await scenario.check(await scenario.submit(batch))))
    await server.settle(2)
    assert.equal((await scenario.get(paidBatch.id)).state, 'paid')

    const undoRefusal = await undo(secondList.id)
    assert.equal(undoRefusal.error, 'contractsPaid')
    assert.ok(undoRefusal.message.includes(paidBatch.no) && undoRefusal.message.includes(contract.no), undoRefusal.message)
  })

  test('a contract is shown as imported, with the hash of its scan and without signatures', async () => {
    const contract = await server.must('centre', 'contracts.get', { id: (await contractOf('HT-1')).id }, homePlace)
    assert.deepEqual([contract.source, contract.originNo, contract.signedOn, contract.state, contract.effect], ['moved', 'HT-1', day(-210), 'done', 'current'])
    assert.notEqual(contract.checkedBy, contract.createdBy)
    assert.deepEqual([contract.tasks, contract.sentAt], [[], null])
    const scan = Buffer.from(pdfPage('HT-1'))
    assert.equal(contract.sha256, createHash('sha256').update(scan).digest('hex'))
    const { fileId } = await server.must('unit1', 'contracts.pdf', { id: contract.id })
    assert.deepEqual(Buffer.from(await bytesOf(server, fileId)), scan)
    assert.deepEqual(await server.must('centre', 'contracts.verify', { id: contract.id }, homePlace), { sha256: contract.sha256, isSame: true, signatures: [] })
    const { rows: movedContracts } = await server.must('centre', 'contracts.list', { source: 'moved' }, homePlace)
    assert.ok(movedContracts.length > 0 && movedContracts.every((row) => row.source === 'moved'))
    assert.equal((await server.must('centre', 'contracts.evidence', { id: contract.id }, homePlace)).fileId.length, 36)
  })

  test('a person who uploaded or corrected a list cannot confirm it', async () => {
    await endAgreement(1)
    const importId = await uploadList([personRow('XY-1', 1)])
    assert.equal((await server.call('centre', 'imports.confirm', await importTarget(importId), homePlace)).error, 'ownContracts')
    const waitsFor = async (who: string) => (await expectTaskLists(server, who, homePlace)).includes('earlierContracts')
    assert.deepEqual([await waitsFor('finance'), await waitsFor('centre')], [true, false])
    const { rows } = await server.must('finance', 'imports.rows', { importId }, homePlace)
    const change = { importId, changes: [{ rowId: rows[0]?.id ?? 0, cells: { capLeft: '100' } }] }
    assert.equal((await server.call('finance', 'imports.repair', change, homePlace)).error, 'notOpen')
    const unexplained = await server.call('finance', 'imports.sendBack', { ...(await importTarget(importId)), reason: ' ' }, homePlace)
    assert.equal(unexplained.code === 1, false, 'sending back needs a reason')
    await server.must('finance', 'imports.sendBack', { ...(await importTarget(importId)), reason: '剩余额度与合同不符' }, homePlace)
    const returnReason = async () => (await server.must('centre', 'imports.get', { importId }, homePlace)).returnReason
    assert.equal(await returnReason(), '剩余额度与合同不符', 'the person who submitted the list reads why')
    await server.must('finance', 'imports.repair', change, homePlace)
    await server.must('centre', 'imports.commit', await importTarget(importId), homePlace)
    assert.equal(await returnReason(), '', 'a list that is submitted again has no open reason')
    assert.equal(
      (await server.call('finance', 'imports.confirm', await importTarget(importId), homePlace)).error,
      'ownContracts',
      'a person who repaired a row took part',
    )
    const { committed_by } = await db().selectFrom('import_sheet').select('committed_by').where('id', '=', importId).executeTakeFirstOrThrow()
    assert.equal(committed_by, null)
    const runImport = sql`update import_sheet set state = 'running', committed_by = created_by, committed_at = now() where id = ${importId}`
    await assert.rejects(runImport.execute(db()), /import_sheet_four_eyes/)
    assert.equal((await server.call('maker', 'imports.confirm', await importTarget(importId))).code === 1, false)
    await server.must('centre', 'imports.sendBack', { ...(await importTarget(importId)), reason: '撤回' }, homePlace)
    await server.must('centre', 'imports.cancel', await importTarget(importId), homePlace)
  })

  test('an imported agreement allows payments until it ends, and payments prevent undoing it', async () => {
    await endAgreement(2)
    assert.equal(await hasIssue206(personAt(2)), true)
    const list = await importAll([personRow('XY-2', 2, { lastDay: day(5) })])
    assert.equal(await hasIssue206(personAt(2)), false)
    const { rows } = await server.must('centre', 'contracts.consents', { operatorId: personAt(2).id }, homePlace)
    const validConsents = rows.filter((row) => row.revokedAt === null && row.contractNo !== null && row.kind !== 'tax_filing')
    assert.ok(validConsents.some((row) => row.kind === 'agreement' && row.validTo === day(5)))
    assert.equal((await undo(list.id)).data?.state, 'undone')
    assert.equal(await hasIssue206(personAt(2)), true)
    const second = await importAll([personRow('XY-2', 2, { lastDay: day(5) })])
    const batch = await scenario.submit(await scenario.draft([{ person: personAt(2), yuan: '100.00' }], { orderId }))
    await scenario.pay(await scenario.audit(await scenario.check(batch)))
    const undoRefusal = await undo(second.id)
    assert.equal(undoRefusal.error, 'contractsPaid')
    assert.ok(undoRefusal.message.includes(batch.no), undoRefusal.message)
    await server.settle(2)
    server.advance(6 * 86_400_000)
    assert.equal(await hasIssue206(personAt(2)), true)
  })

  test('an expired contract is stored as history and allows no payments', async () => {
    await endAgreement(3)
    const list = await importAll([
      personRow('XY-3', 3, { lastDay: day(-1) }),
      unitRow('HT-OLD', { firstDay: day(-900), lastDay: day(-300), signedOn: day(-900) }),
    ])
    assert.deepEqual([list.createdCount, (await codes(list.id)).flat()], [2, ['W951 lastDay', 'W951 lastDay']])
    assert.equal((await contractOf('XY-3')).effect, 'over')
    assert.equal(await hasIssue206(personAt(3)), true)
    const oldContract = await contractOf('HT-OLD')
    assert.equal((await server.must('maker', 'orders.contracts', { id: oldContract.id })).length, 0)
  })

  describe('a list with every kind of fault', () => {
    let importId = 0
    let faultyRows: [ImportRowInput, string][] = []

    before(async () => {
      const outsider = personOfOtherCentre()
      const contractUnits = sql<{ name: string; credit_code: string }>`select unit.name, unit.credit_code from contract join unit on unit.id = contract.unit_id
        where contract.centre_id = 2 and contract.mode = 2 and contract.source = 'electronic' and contract.sign_state = 'done' and contract.operator_id is null limit 1`
      const neighbour = (await contractUnits.execute(db())).rows[0] ?? assert.fail('no unit has a contract of ours')
      for (const at of [10, 11, 12]) await endAgreement(at)
      faultyRows = [
        [personRow('F1', 10, { contractKind: '租赁合同' }), 'E951 contractKind'],
        [personRow('F2', 10, { mode: '其他' }), 'E951 mode'],
        [unitRow('F3', { creditCode: '91330106MA2XXXXXX1' }), 'E602 creditCode'],
        [unitRow('F4', { creditCode: creditCodeFor('91', '330106', 990_001) }), 'E952 creditCode'],
        [unitRow('F5', { name: '别的公司' }), 'E953 name'],
        [personRow('F6', 10, { idNumber: '110105199001011234' }), 'E102 idNumber checksum'],
        [personRow('F7', 10, { idNumber: outsider.idNumber, name: outsider.name }), 'E952 idNumber'],
        [personRow('F8', 10, { name: '别的名字' }), 'E202 name'],
        [personRow('F9', 10, { contractNo: '' }), 'E954 contractNo'],
        [unitRow('HT-1'), 'E955 contractNo'],
        [personRow('F10', 10, { firstDay: '去年' }), 'E956 firstDay form'],
        [personRow('F11', 10, { firstDay: day(-10), lastDay: day(-20), signedOn: day(-30) }), 'E956 lastDay order'],
        [personRow('F12', 10, { signedOn: day(1) }), 'E957 signedOn ahead'],
        [personRow('F13', 10, { firstDay: day(-50), lastDay: day(-40), signedOn: day(-30) }), 'E957 signedOn after'],
        [unitRow('F14'), 'E958 firstDay'],
        [unitRow('F15', { name: neighbour.name, creditCode: neighbour.credit_code }), 'E958 firstDay'],
        [personRow('F16', 10, { firstDay: day(1) }), 'E959 firstDay'],
        [personRow('F17', 10, { scan: 'nowhere.pdf' }), 'E960 scan'],
        [personRow('F18', 10, { scan: '' }), 'E960 scan'],
        [personRow('F19', 10, { scan: 'twice' }), 'E961 scan'],
        [personRow('F20', 10, { scan: 'F21' }), 'E958 firstDay'],
        [personRow('F21', 10), 'E962 scan'],
        [personRow('F22', 10), 'E963 scan notPdf'],
        [personRow('F23', 10), 'E963 scan tooLarge'],
        [personRow('F24', 10), 'E963 scan broken'],
        [personRow('F25', 10), 'E963 scan broken'],
        [personRow('F26', 10, { capLeft: '-3' }), 'E802 capLeft'],
        [personRow('F27', 11, { scan: 'copy' }), ''],
        [personRow('F28', 12, { scan: 'copy-of-it' }), 'W952 scan'],
        [personRow('F21', 12, { scan: 'HT-1' }), 'E955 contractNo'],
      ]
      importId = (await upload(faultyRows.map(([row]) => row))).importId
      const specialFiles: Readonly<Record<string, RawFile>> = {
        F22: { name: 'F22.pdf', bytes: Buffer.from('no pdf at all') },
        F23: { name: 'F23.pdf', bytes: Buffer.alloc(10 * 1024 * 1024 + 1) },
        F24: { ...scanOf('F24'), crc: 1 },
        F25: { name: 'F25.pdf', bytes: pdfPage('F25').subarray(0, 200) },
        copy: { ...scanOf('copy'), bytes: pdfPage('same') },
        'copy-of-it': { ...scanOf('copy-of-it'), bytes: pdfPage('same') },
      }
      const scanNames = new Set(faultyRows.map(([{ scan }]) => String(scan)).filter((name) => name !== '' && !name.startsWith('nowhere') && name !== 'twice'))
      const archive = rawZip([
        ...[...scanNames].map((name) => specialFiles[name] ?? scanOf(name)),
        { ...scanOf('twice'), name: 'a/twice.pdf' },
        { ...scanOf('twice'), name: 'b/TWICE.PDF' },
        scanOf('nobody'),
      ])
      const answer = await addZip(importId, archive)
      assert.equal(answer.code, 1, answer.message)
    })

    test('a scan missing in the archive is reported before the archive is read', async () => {
      assert.ok((await codes(importId)).some((each) => each.includes('E960 scan')))
    })

    test('the faults of all rows are reported together, each on its cell', async () => {
      await runQueuedJobs(server, 'imports.readScans')
      const issueCodes = await codes(importId)
      for (const [index, [, code]] of faultyRows.entries())
        if (code !== '') assert.ok(issueCodes[index]?.includes(code), `row ${index + 1} says ${issueCodes[index]?.join()} and not ${code}`)
        else assert.deepEqual(issueCodes[index], [])
      assert.ok(issueCodes.at(-1)?.includes('W952 scan'), 'the scan belongs to another contract')
    })

    test('a list with faults cannot be submitted, and its scans show how they were used', async () => {
      assert.equal((await server.call('centre', 'imports.commit', await importTarget(importId), homePlace)).error, 'hasErrors')
      const scans = await server.must('finance', 'imports.scans', { importId }, homePlace)
      const state = (path: string) => scans.rows.find((row) => row.path === path)?.state
      assert.deepEqual([state('nobody.pdf'), state('a/twice.pdf'), state('F23.pdf'), state('F8.pdf'), scans.waiting], ['left', 'double', 'refused', 'used', 0])
    })

    test('a later archive replaces a faulty scan and adds a missing one', async () => {
      await addScans(importId, [scanOf('F24'), scanOf('nowhere')])
      const codesAfterRepair = await codes(importId)
      assert.ok(!codesAfterRepair[24]?.some((code) => code.startsWith('E963')) && !codesAfterRepair[17]?.includes('E960 scan'))
    })
  })

  test('rows wait until their scans are read', async () => {
    await endAgreement(13)
    const { importId } = await upload([personRow('W1', 13)])
    await addZip(importId, rawZip([scanOf('W1')]))
    const { rows } = await server.must('centre', 'imports.rows', { importId }, homePlace)
    await server.must('centre', 'imports.repair', { importId, changes: [{ rowId: rows[0]?.id ?? 0, cells: { capLeft: '' } }] }, homePlace)
    assert.deepEqual(await codes(importId), [['E964 scan']])
    await runQueuedJobs(server, 'imports.readScans')
    assert.deepEqual(await codes(importId), [[]])
  })

  test('unusable or oversized archives are refused, and file names in GBK are read', async () => {
    await endAgreement(14)
    const { importId } = await upload([personRow('G1', 14, { scan: '合同一' })])
    const refusal = async (bytes: Uint8Array) => (await addZip(importId, bytes)).error
    assert.equal(await refusal(Buffer.from('no zip')), 'archiveBroken')
    assert.equal(await refusal(rawZip([{ ...scanOf('x'), flags: 1 }])), 'archiveEncrypted')
    assert.equal(await refusal(rawZip([{ ...scanOf('x'), name: '../x.pdf' }])), 'archivePath')
    assert.equal(await refusal(rawZip([{ name: 'a/', bytes: Buffer.alloc(0) }])), 'archiveEmpty')
    assert.equal(await refusal(rawZip(Array.from({ length: 30 }, (_, index) => ({ name: `${index}.pdf`, bytes: Buffer.alloc(8_000_000) })))), 'archiveTooLarge')
    assert.equal(await refusal(rawZip(Array.from({ length: 2001 }, (_, index) => ({ name: `${index}.pdf`, bytes: Buffer.alloc(0) })))), 'archiveTooMany')
    await addScans(importId, [{ name: gbkName, bytes: pdfPage('gbk') }])
    assert.deepEqual(await codes(importId), [[]])
    const { data } = await server.call('centre', 'imports.list', { kind: 'operators' }, homePlace)
    const secondContract = data?.rows[0]
    if (secondContract) assert.equal((await addZip(secondContract.id, rawZip([scanOf('x')]))).error, 'notContracts')
  })

  test('the second of two lists with the same contract is refused and reopened', async () => {
    await endAgreement(15)
    const [one, other] = [await uploadList([personRow('T1', 15)]), await uploadList([personRow('T1', 15)])]
    for (const importId of [one, other]) {
      await server.must('finance', 'imports.confirm', await importTarget(importId), homePlace)
      await runImportJob(server, importId)
    }
    const [first, second] = [await get(one), await get(other)]
    assert.deepEqual([first.state, second.state, second.stateReason], ['done', 'open', 'refused'])
    assert.ok((await codes(other))[0]?.includes('E955 contractNo'))
    assert.equal((await server.call('finance', 'imports.confirm', await importTarget(one), homePlace)).error, 'notOpen')
  })

  test('an imported contract cannot be changed, revoked under a batch, or restored', async () => {
    const { id } = await contractOf('T1')
    await assert.rejects(sql`update contract set signed_on = '2020-01-01' where id = ${id}`.execute(db()), /taken over cannot change/)
    const contractWithBatch = await contractOf('HT-1')
    await assert.rejects(sql`update contract set sign_state = 'revoked' where id = ${contractWithBatch.id}`.execute(db()), /made under this contract/)
    const restoreUpdate = sql`update contract set sign_state = 'done' where source = 'moved' and sign_state = 'revoked'`
    await assert.rejects(restoreUpdate.execute(db()), /withdrawn contract cannot be restored/)
  })

  test('contracts are imported by a centre for itself or by the platform for a named centre', async () => {
    const rows = [personRow('Z1', 16)]
    const file = await listFile(contractsKind, rows)
    assert.equal(
      (await server.call('centre', 'imports.upload', { kind: 'contracts', centreId: 5, file, allowSameFile: true }, homePlace)).error,
      'centreUnknown',
    )
    assert.equal((await server.call('platform', 'imports.upload', { kind: 'contracts', file, allowSameFile: true })).error, 'centreNeeded')
    assert.notEqual((await server.call('maker', 'imports.upload', { kind: 'contracts', file, allowSameFile: true })).code, 1)
  })
})
