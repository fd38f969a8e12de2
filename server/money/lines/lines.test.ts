import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { readSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import {
  bytesOf,
  fileOf,
  headings,
  type ImportRow,
  newBatch,
  payeeOfOtherUnit,
  ordinaryPerson as person,
  rowFor,
  specialPerson,
} from '#/server/money/lines/testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const unknownId = (serial: number) => idNumberFor('320000', '19910101', serial)
const codesOf = (line: { issues: readonly { code: string }[] }) => line.issues.map((issue) => issue.code)

describe('lines of a batch', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
    // Business owners are paid as natural persons here, without warning W206.
    await sql`update operator_entity set state = 'cancelled'`.execute(server.running.kernel.database.kysely)
  })
  after(async () => {
    try {
      const { kysely } = server.running.kernel.database
      const deviations = await sql`select centre_id, mode, operator_id, month, sum(gross_fen) from (
          select centre_id, mode, operator_id, month, gross_fen from tax_standing
          union all select centre_id, mode, operator_id, month, -gross_fen from tax_reservation) each group by 1, 2, 3, 4 having sum(gross_fen) <> 0`.execute(
        kysely,
      )
      assert.deepEqual(deviations.rows, [], 'standings are the sum of what is counted')
    } finally {
      await server.close()
    }
  })
  const linesOf = async (batchId: number, who = 'maker') => (await server.must(who, 'lines.list', { batchId, size: 200 })).rows
  const importRows = async (rows: readonly ImportRow[], batchId?: number) => {
    const id = batchId ?? (await newBatch(server))
    const answer = await server.must('maker', 'lines.import', { batchId: id, file: await fileOf(rows), allowSameFile: true })
    return { id, answer, lines: await linesOf(id) }
  }

  test('an upload reports the fault of each faulty row, and lines are listed by fault (ST-05)', async () => {
    const faultyRows: [Partial<ImportRow>, string][] = [
      [{ name: '' }, 'E101'],
      [{ idNumber: '110105199001011234' }, 'E102'],
      [{ idNumber: '11010519900101' }, 'E102'],
      [{ idKind: '护照' }, 'E102'],
      [{ cardNo: '0222000000000002' }, 'E104'],
      [{ mobile: '12345678901' }, 'E105'],
      [{ amount: '0' }, 'E106'],
      [{ amount: '12.345' }, 'E106'],
      [{ remark: '备'.repeat(41) }, 'E107'],
      [{ idNumber: unknownId(1) }, 'E201'],
      [{ name: '欧阳测试' }, 'E202'],
      [{ cardNo: bankCardFor('622202', 5, '9999') }, 'E204'],
      [{ amount: '200000.01' }, 'E301'],
    ]
    const rows = faultyRows.map(([more], index) => rowFor(person(index % 10), `${100 + index}.00`, more))
    const others = [
      [specialPerson('unverified'), 'E203'],
      [specialPerson('noAgreement'), 'E206'],
      [specialPerson('expiredAgreement'), 'E206'],
      [specialPerson('noTaxConsent'), 'E207'],
      [specialPerson('tooYoung'), 'E208'],
      [specialPerson('tooOld'), 'E208'],
      [specialPerson('frozen'), 'E209'],
      [specialPerson('related'), 'E210'],
    ] as const
    rows.push(...others.map(([each]) => rowFor(each, '500.00')), rowFor(person(12)), rowFor(person(13)))
    const { id, answer, lines } = await importRows(rows)
    const expected = [...faultyRows.map(([, code]) => code), ...others.map(([, code]) => code)]
    for (const [index, code] of expected.entries()) {
      const line = lines[index]
      assert.ok(line && codesOf(line).includes(code), `row ${index + 1} should have ${code}, has ${line && codesOf(line)}`)
      assert.equal(line?.state, 'invalid')
    }
    assert.equal(answer.summary.all, rows.length)
    assert.equal(answer.summary.invalid, expected.length)
    assert.equal(answer.summary.ready, 2)
    const batch = await server.must('maker', 'payments.get', { id })
    assert.deepEqual([batch.state, batch.lineCount, batch.errorCount, batch.gross], ['fixing', rows.length, expected.length, 200_000])
    assert.deepEqual(await server.must('maker', 'lines.summary', { batchId: id }), answer.summary)
    const filteredList = await server.must('maker', 'lines.list', { batchId: id, code: 'E208', size: 50 })
    assert.equal(filteredList.rows.length, 2)
    // All lines with the same issue share its advice, so it is returned once, with the unit's payees.
    const ageIssue = await server.must('maker', 'lines.withIssue', { batchId: id, code: 'E208' })
    assert.deepEqual(
      ageIssue.lineIds,
      filteredList.rows.map((line) => line.id),
    )
    assert.deepEqual(ageIssue.operatorIds, [specialPerson('tooYoung').id, specialPerson('tooOld').id])
    assert.deepEqual(await server.must('maker', 'lines.withIssue', { batchId: id, code: 'E201' }).then(({ operatorIds }) => operatorIds), [])
    assert.equal((await server.call('unit2', 'lines.withIssue', { batchId: id, code: 'E208' })).error, 'batchNotFound')
    assert.equal((await server.must('maker', 'lines.list', { batchId: id, onlyErrors: true, size: 200 })).rows.length, expected.length)
  })

  test('a batch of valid lines is ready, with tax, fee and cost', async () => {
    const { id, lines } = await importRows([rowFor(person(0), '1000.00'), rowFor(person(1), '２，０００．５０')])
    const batch = await server.must('maker', 'payments.get', { id })
    assert.deepEqual([batch.state, batch.gross, batch.fee, batch.cost], ['ready', 300_050, 18_003, 318_053])
    assert.deepEqual(
      lines.map((line) => line.state),
      ['ready', 'ready'],
    )
    const explanation = await server.must('maker', 'lines.explain', { lineId: lines[0]?.id ?? 0 })
    assert.equal(explanation.policyVersion, '2026-11')
    assert.ok(explanation.calculation.iit && explanation.calculation.vat)
  })

  test('correcting, excluding or including a line checks the batch again immediately', async () => {
    const { id, lines } = await importRows([rowFor(person(0), 'abc'), rowFor(person(1), '100', { mobile: '1' }), rowFor(person(2), '100')])
    const [first, second, third] = lines.map((line) => line.id)
    const repairResult = await server.must('maker', 'lines.repair', { batchId: id, changes: [{ lineId: first ?? 0, cells: { amountText: '88.80' } }] })
    assert.deepEqual([repairResult.summary.invalid, repairResult.changed, repairResult.missed], [1, 1, []])
    const exclusionResult = await server.must('maker', 'lines.exclude', { batchId: id, allInvalid: true })
    assert.deepEqual([exclusionResult.summary.excluded, exclusionResult.changed], [1, 1])
    const batch = await server.must('maker', 'payments.get', { id })
    assert.deepEqual([batch.state, batch.lineCount, batch.gross], ['ready', 2, 18_880])
    const inclusionResult = await server.must('maker', 'lines.include', { batchId: id, lineIds: [second ?? 0] })
    assert.equal(inclusionResult.summary.invalid, 1)
    const foreignLineAnswer = await server.call('maker', 'lines.repair', { batchId: id, changes: [{ lineId: 987_654, cells: { remark: 'x' } }] })
    assert.equal(foreignLineAnswer.error, 'not_all_there')
    const secondExclusion = await server.must('maker', 'lines.exclude', { batchId: id, lineIds: [first ?? 0, third ?? 0] })
    assert.equal(secondExclusion.summary.excluded, 2)
  })

  test('replacement in a column treats the search and replacement texts literally', async () => {
    const { id } = await importRows([rowFor(person(0), '100', { service: '推广$1' }), rowFor(person(1), '100', { service: '推广$1服务' })])
    const answer = await server.must('maker', 'lines.replace', { batchId: id, field: 'service', find: '$1', by: '$&' })
    assert.equal(answer.changed, 2)
    assert.deepEqual(
      (await linesOf(id)).map((line) => line.service),
      ['推广$&', '推广$&服务'],
    )
  })

  test('manually entered lines are checked like imported ones', async () => {
    const id = await newBatch(server)
    const { name, idNumber, mobile, cardNo } = person(3)
    const answer = await server.must('maker', 'lines.add', { batchId: id, rows: [{ name, idNumber, mobile, cardNo, amountText: '12' }, { name: '无名氏' }] })
    assert.deepEqual([answer.summary.ready, answer.summary.invalid, answer.changed], [1, 1, 2])
    assert.deepEqual(
      (await linesOf(id)).map((line) => line.seq),
      [1, 2],
    )
  })

  test('full-width digits and spaces are cleaned, and digits lost by Excel are reported', async () => {
    const { idNumber, cardNo } = person(0)
    const fullWidthNumber = [...idNumber].map((sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).join('')
    const { lines } = await importRows([
      rowFor(person(0), '100', { idNumber: fullWidthNumber, cardNo: `${cardNo.slice(0, 4)} ${cardNo.slice(4)}` }),
      rowFor(person(1), '100', { cardNo: Number(person(1).cardNo) }),
      rowFor(person(2), '100', { cardNo: '6.2220000000000E+18' }),
    ])
    assert.deepEqual([lines[0]?.state, codesOf(lines[0] ?? { issues: [] })], ['ready', ['E103', 'E103']])
    assert.equal(lines[0]?.idNumber, idNumber)
    assert.ok(codesOf(lines[1] ?? { issues: [] }).includes('W108'))
    assert.ok(codesOf(lines[2] ?? { issues: [] }).includes('W108'))
    const correctedCard = await server.must('maker', 'lines.repair', {
      batchId: lines[1]?.batchId ?? 0,
      changes: [{ lineId: lines[1]?.id ?? 0, cells: { cardNo: person(1).cardNo } }],
    })
    assert.equal(correctedCard.summary.byCode.W108, 1)
  })

  test('a repeated amount for one payee raises W401 until one of the lines is excluded', async () => {
    const { id, lines } = await importRows([rowFor(person(0), '66'), rowFor(person(0), '66.00')])
    assert.deepEqual([lines[1]?.state, lines[1]?.issues[0]?.code, lines[1]?.issues[0]?.values], ['warned', 'W401', { seq: 1 }])
    const answer = await server.must('maker', 'lines.exclude', { batchId: id, lineIds: [lines[0]?.id ?? 0] })
    assert.equal(answer.summary.warned, 0)
  })

  test('an unknown card is verified (W205) or refused (E204), and the card on file can replace it', async () => {
    const card = bankCardFor('622202', 777)
    const { lines } = await importRows([rowFor(person(4), '50', { cardNo: card }), rowFor(person(5), '50', { cardNo: bankCardFor('622202', 6, '9999') })])
    assert.deepEqual([lines[0]?.state, codesOf(lines[0] ?? { issues: [] })], ['warned', ['W205']])
    assert.deepEqual(codesOf(lines[1] ?? { issues: [] }), ['E204'])
    const { kysely } = server.running.kernel.database
    const storedCard = await kysely
      .selectFrom('operator_card')
      .select(['is_verified', 'is_default'])
      .where('card_no_index', '=', server.running.kernel.vault.index('card_no', card))
      .executeTakeFirst()
    assert.deepEqual(storedCard, { is_verified: true, is_default: false })
    const adoptedCards = await server.must('maker', 'lines.adopt', { batchId: lines[0]?.batchId ?? 0, lineIds: lines.map((line) => line.id), what: 'card' })
    assert.deepEqual([adoptedCards.summary.ready, adoptedCards.changed], [2, 2])
  })

  test('registered names of the unit’s payees can be adopted, and those of others are masked', async () => {
    const payee = payeeOfOtherUnit()
    const { id, lines } = await importRows([rowFor(payee, '50', { name: '甲乙丙' })])
    const issue = lines[0]?.issues.find((each) => each.code === 'E202')
    assert.ok(String(issue?.values.known).includes('*'))
    assert.ok(!JSON.stringify(lines).includes(payee.name))
    const answer = await server.must('maker', 'lines.adopt', { batchId: id, lineIds: [lines[0]?.id ?? 0], what: 'name' })
    assert.deepEqual([answer.changed, answer.missed], [0, ['1']])
    const importedRows = await importRows([rowFor(person(6), '50', { name: '甲乙丙' })])
    const adoptedName = await server.must('maker', 'lines.adopt', { batchId: importedRows.id, lineIds: [importedRows.lines[0]?.id ?? 0], what: 'name' })
    assert.deepEqual([adoptedName.changed, adoptedName.summary.ready], [1, 1])
  })

  describe('the file of faulty rows', () => {
    const columns = '行号 姓名 证件类型 证件号码 手机号 收款银行 收款账号 应发金额 个体户名称 统一社会信用代码 服务内容 备注 错误码 错误说明 建议 行标识'.split(
      ' ',
    )
    let batch: Awaited<ReturnType<typeof importRows>>
    let rows: string[][] = []

    before(async () => {
      batch = await importRows([rowFor(person(0), '10', { mobile: '1' }), rowFor(person(1), '20'), rowFor(person(2), 'x', { name: '' })])
      const { fileId } = await server.must('maker', 'lines.errorFile', { batchId: batch.id })
      const read = await readSheet(await bytesOf(server, fileId), {
        maxRows: 10,
        columns: columns.map((heading) => ({ key: heading, headings: [heading], required: true })),
      })
      assert.ok(read.ok)
      rows = read.rows.map(({ cells }) => columns.map((heading) => cells[heading]?.text ?? ''))
    })

    test('the error file lists only the faulty rows, with the codes and texts of their faults', () => {
      assert.deepEqual(
        rows.map((row) => [row[columns.indexOf('行号')], row[columns.indexOf('错误码')]]),
        [
          ['1', 'E105'],
          ['3', 'E101 E106'],
        ],
      )
      assert.match(rows[1]?.[columns.indexOf('错误说明')] ?? '', /姓名不能为空/)
    })

    test('importing the corrected error file changes only its rows and reports unknown ones', async () => {
      const correctedRows = rows.map((row) => {
        const { name, idNumber, mobile, bankName, cardNo } = person(Number(row[0]) - 1)
        return [row[0], name, row[2], idNumber, mobile, bankName, cardNo, '77.70', '', '', ...row.slice(10)]
      })
      const sheet = {
        name: '错误明细',
        columns: columns.map((heading) => ({ heading })),
        rows: [...correctedRows, ['9', ...(correctedRows[0] ?? []).slice(1)]],
      }
      const file = { filename: 'a.xlsx', mediaType: '', bytes: await writeSheet({ sheets: [sheet] }) }
      const answer = await server.must('maker', 'lines.reimport', { batchId: batch.id, file })
      assert.deepEqual([answer.summary.ready, answer.changed, answer.missed], [3, 2, ['9']])
      assert.deepEqual(
        (await linesOf(batch.id)).map((line) => [line.amountText, line.version > (batch.lines[line.seq - 1]?.version ?? 0)]),
        [
          ['77.70', true],
          ['20', false],
          ['77.70', true],
        ],
      )
    })

    test('importing a file without fault codes as a corrected error file is refused', async () => {
      const ordinaryFileAnswer = await server.call('maker', 'lines.reimport', { batchId: batch.id, file: await fileOf([rowFor(person(0))]) })
      assert.equal(ordinaryFileAnswer.error, 'notAnErrorFile')
    })
  })

  test('an imported net amount stays the line’s net, and its gross is higher', async () => {
    const id = await newBatch(server, { amountBasis: 'net' })
    const netHeadings = headings.map((heading) => heading.replace('应发', '实发'))
    await server.must('maker', 'lines.import', { batchId: id, file: await fileOf([rowFor(person(8), '20000.00')], { headings: netHeadings }) })
    const [line] = await linesOf(id)
    assert.deepEqual([line?.net, line?.state, (line?.gross ?? 0) > 2_000_000], [2_000_000, 'ready', true])
  })

  test('two concurrent corrections both take effect', async () => {
    const { id, lines } = await importRows([rowFor(person(0), '100'), rowFor(person(1), '100')])
    await Promise.all(
      lines.map((line, index) =>
        server.must('maker', 'lines.repair', { batchId: id, changes: [{ lineId: line.id, cells: { amountText: `${200 + index}` } }] }),
      ),
    )
    const batch = await server.must('maker', 'payments.get', { id })
    assert.equal(batch.gross, 40_100)
  })

  test('a person’s month includes other batches while they are reserved', async () => {
    const createAuditedBatch = async (yuan: string) => {
      const { id } = await importRows([rowFor(person(11), yuan)])
      const versionOf = async (who: string, extra = {}) => ({ id, version: (await server.must(who, 'payments.get', { id }, extra)).version })
      await server.must('maker', 'payments.submit', { ...(await versionOf('maker')), acknowledgement: '已逐条核对' })
      await server.must('checker', 'payments.check', { ...(await versionOf('checker')), approve: true })
      const checklist = { contract: true, evidence: true, unique: true, people: true, amounts: true }
      return server.must(
        'auditor',
        'payments.audit',
        { ...(await versionOf('auditor', { centre: 2, mode: 2 })), approve: true, checklist },
        { centre: 2, mode: 2 },
      )
    }
    const first = await createAuditedBatch('48000.00')
    assert.equal(first.state, 'payable')
    const { lines } = await importRows([rowFor(person(11), '54000.00')])
    assert.deepEqual(codesOf(lines[0] ?? { issues: [] }), ['W303'])
    assert.ok((lines[0]?.vat ?? 0) > 0)
    await server.must('auditor', 'payments.cancel', { id: first.id, version: first.version, reason: '测试' }, { centre: 2, mode: 2 })
    const recheckedBatch = await server.must('maker', 'lines.repair', {
      batchId: lines[0]?.batchId ?? 0,
      changes: [{ lineId: lines[0]?.id ?? 0, cells: { remark: '再算' } }],
    })
    assert.deepEqual([recheckedBatch.summary.warned, recheckedBatch.summary.ready], [0, 1])
  })

  test('a unit’s daily limit (E302) counts other batches of today without failed lines', async () => {
    const { kysely } = server.running.kernel.database
    const settingUpdate = kysely.updateTable('unit_setting_version').where('setting_id', '=', 12)
    const settingBefore = await kysely.selectFrom('unit_setting_version').select('day_limit_fen').where('setting_id', '=', 12).executeTakeFirstOrThrow()
    const usedToday = await sql<{ fen: number }>`select coalesce(sum(gross_fen), 0)::bigint as fen from payment_batch
      where unit_id = 1 and mode = 2 and centre_id = 2 and state in ('payable', 'paying', 'paid')`.execute(kysely)
    await settingUpdate.set({ day_limit_fen: (usedToday.rows[0]?.fen ?? 0) + 60_000 }).execute()
    const act = paymentScenario(server)
    const { id: earlier } = await act.createPaidBatch([
      { person: person(15), yuan: '300.00' },
      { person: person(16), yuan: '200.00' },
    ])
    const lines = await act.lines(earlier)
    const limitedBatch = await importRows([rowFor(person(17), '150.00')])
    assert.deepEqual([limitedBatch.lines[0]?.issues[0]?.code, limitedBatch.lines[0]?.issues[0]?.values.scope], ['E302', 'day'])
    for (const state of ['sent', 'failed'])
      await kysely
        .updateTable('payment_line')
        .set({ state })
        .where('id', '=', lines[1]?.id ?? 0)
        .execute()
    await kysely.updateTable('payment_batch').set({ state: 'partial', failed_count: 1 }).where('id', '=', earlier).execute()
    const recheckedBatch = await server.must('maker', 'lines.repair', {
      batchId: limitedBatch.id,
      changes: [{ lineId: limitedBatch.lines[0]?.id ?? 0, cells: { remark: '再查' } }],
    })
    assert.equal(recheckedBatch.summary.ready, 1)
    await settingUpdate.set(settingBefore).execute()
  })
})
