import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { pdfPage } from '#/server/services/files/testing.ts'
import { type ApplicationDetail, applyForPaidBatch, invoicesOf, resultsFile } from '#/server/taxation/invoices/testing.ts'
import { addTestAccount, allPermissionKeys, sendAs, type TestAccount } from '#/server/tests/hostile-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

// The invoices belong to unit 1 at centre 2. The strangers have every permission except the platform's, so only their
// scope limits them.

type Answer = Awaited<ReturnType<typeof sendAs>>
type Input = Readonly<Record<string, unknown>>

describe('invoices and other tenants', () => {
  const server = testServer()
  let finance: TestAccount
  let strangers: readonly TestAccount[]
  let issued: ApplicationDetail
  let waiting: ApplicationDetail
  let batchId: number

  const centreOf = (who: TestAccount) => who.centres[0] ?? 2
  const send = (who: TestAccount, name: string, input: Input, centre = centreOf(who)): Promise<Answer> => {
    const [module = '', operation = ''] = name.split('.')
    return sendAs(server, who.id, { module, operation }, input, { centre: String(centre), mode: '2' })
  }
  const fileOf = (text: string) => ({ filename: `${text}.pdf`, mediaType: 'application/pdf', bytes: pdfPage(text) })
  const mustSend = async (who: TestAccount, name: string, input: Input) => {
    const answer = await send(who, name, input)
    assert.equal(answer.code, 1, `${who.username}: ${name} ${answer.message}`)
    return answer.data as never
  }
  /** Returns all rows of the invoices as text. */
  const rowsAsText = async () => {
    const rowsOf = async (table: string) =>
      (
        await sql<{ row: string }>`select row_to_json(each)::text as row from ${sql.table(table)} each order by 1`.execute(
          server.running.kernel.database.kysely,
        )
      ).rows
    const tables = ['invoice_application', 'invoice', 'invoice_file', 'invoice_line', 'invoice_use', 'invoice_step', 'red_letter', 'invoice_order']
    return JSON.stringify(await Promise.all(tables.map(rowsOf)))
  }

  before(async () => {
    const paid = await applyForPaidBatch(server)
    batchId = paid.batch
    waiting = paid.waitingApplication
    const { id, version, invoices } = paid.issuedApplication
    const red = { invoicingId: id, version, invoiceId: invoices[0]?.id ?? assert.fail(), reason: 'discount', amount: '1.00' } as const
    issued = await server.must('finance', 'invoices.askRed', red, { centre: 2, mode: 2 })
    const keys = allPermissionKeys
    const unit = { keys, usertype: userType.unit }
    strangers = [
      await addTestAccount(server, { ...unit, id: 9_200_001, username: 'unit of the same centre', unitId: 2 }),
      await addTestAccount(server, { ...unit, id: 9_200_002, username: 'unit of another centre', unitId: 3 }),
      await addTestAccount(server, { keys, id: 9_200_003, username: 'another centre', usertype: userType.centre, poststatus: postStatus.auditor, centreId: 3 }),
    ]
    finance = await addTestAccount(server, {
      keys,
      id: 9_200_004,
      username: 'own centre',
      usertype: userType.centre,
      poststatus: postStatus.finance,
      centreId: 2,
    })
  })

  test('lists, totals and searches contain no application of another tenant', async () => {
    const filters = [{}, { unitId: 1 }, { keyword: issued.no }, { keyword: issued.number }]
    const visibleTo = async (who: TestAccount) => {
      const answers = await Promise.all(filters.map((filter) => mustSend(who, 'invoices.list', { ...filter, isWhole: true })))
      const [figures, reds, units, lines] = [
        await mustSend(who, 'invoices.figures', {}),
        await mustSend(who, 'invoices.reds', {}),
        await mustSend(who, 'invoices.units', { unitId: 1 }),
        await mustSend(who, 'invoices.lines', { show: 'application', invoicingId: issued.id }),
      ]
      const { paid, used, waiting, issued: issuedSum } = figures as Record<string, number>
      return {
        applications: (answers as { rows: unknown[]; count: number }[]).map(({ rows, count }) => [rows.length, count]),
        figures: [paid, used, waiting, issuedSum].map((sum) => sum !== 0),
        others: [(reds as { count: number }).count, (units as unknown[]).length, (lines as { count: number }).count].map((count) => count > 0),
      }
    }
    const none = { applications: filters.map(() => [0, 0]), others: [false, false, false] }
    for (const who of strangers) {
      const { figures, ...seen } = await visibleTo(who)
      assert.deepEqual(seen, none, who.username)
      assert.deepEqual(figures.slice(1), [false, false, false], who.username)
    }
    const own = await visibleTo(finance)
    assert.deepEqual(own, {
      applications: [
        [2, 2],
        [2, 2],
        [1, 1],
        [1, 1],
      ],
      figures: [true, true, true, true],
      others: [true, true, true],
    })
  })

  test('exports contain nothing of another tenant', async () => {
    const { no: batchNo } = await server.must('payer', 'payments.get', { id: batchId })
    const textsIn = async (who: TestAccount, name: string, input: Input) => {
      const { fileId } = (await mustSend(who, name, input)) as { fileId: string }
      return textsOf(await server.running.kernel.store.read(fileId))
    }
    for (const [name, input, secret] of [
      ['invoices.exportList', {}, issued.no],
      ['invoices.exportReds', {}, issued.number],
      ['invoices.exportLines', { show: 'application', invoicingId: issued.id }, batchNo],
    ] as const) {
      assert.ok((await textsIn(finance, name, input)).includes(secret), name)
      for (const who of strangers) assert.ok(!(await textsIn(who, name, input)).includes(secret), `${who.username}: ${name}`)
    }
  })

  test('every action on an application or red letter of another tenant finds nothing', async () => {
    const number = '26352000000099999999'
    const issuedOn = dayOf(server.running.kernel.clock.now())
    const staleVersion = 99_999
    const [invoice, red] = [issued.invoices[0] ?? assert.fail(), issued.reds[0] ?? assert.fail()]
    const actionsOn = (row: ApplicationDetail): [string, Input][] => {
      const target = { invoicingId: row.id, version: staleVersion }
      const invoiceId = (row.invoices[0] ?? assert.fail()).id
      return [
        ['invoices.get', { invoicingId: row.id }],
        ['invoices.machine', { invoicingId: row.id }],
        ['invoices.withdraw', target],
        ['invoices.review', { ...target, approve: true }],
        ['invoices.issue', { ...target, invoiceId, number, issuedOn, file: fileOf(number) }],
        ['invoices.fail', { ...target, reason: '不予开票' }],
        ['invoices.release', { ...target, reason: '不予开票' }],
        ['invoices.reopen', target],
        ['invoices.mail', { ...target, email: 'stranger@example.com' }],
        ['invoices.sendOrders', target],
      ]
    }
    const issuedTarget = { invoicingId: issued.id, version: staleVersion, invoiceId: invoice.id }
    const redTarget = { redId: red.id, version: staleVersion }
    const actions: [string, Input][] = [
      ...actionsOn(waiting),
      ...actionsOn(issued),
      ['invoices.zip', { invoicingId: issued.id }],
      ['invoices.replaceFile', { ...issuedTarget, reason: '替换文件', file: fileOf(number) }],
      ['invoices.askRed', { ...issuedTarget, reason: 'discount', amount: '1.00' }],
      ['invoices.moveRed', { ...redTarget, code: '02', confirmNo: 'HZ1' }],
      ['invoices.issueRed', { ...redTarget, number, issuedOn, file: fileOf(number) }],
      ['invoices.sendRed', redTarget],
      ['invoices.reviewMany', { invoicingIds: [waiting.id] }],
    ]
    const rowsBefore = await rowsAsText()
    const notFound = ['applicationNotFound', 'redNotFound', 'not_all_there']
    for (const [name, input] of actions) {
      for (const who of strangers) {
        const { error } = await send(who, name, input)
        assert.ok(notFound.includes(error ?? 'done'), `${who.username}: ${name} → ${error}`)
      }
      // The issuer finds the row. The version is stale, so that the issuer changes nothing either.
      if (!['invoices.reviewMany', 'invoices.zip'].includes(name)) assert.ok(!notFound.includes((await send(finance, name, input)).error ?? 'done'), name)
    }
    assert.equal(await rowsAsText(), rowsBefore)
  })

  test('a file of an invoice cannot be opened by another tenant', async () => {
    const fileIds = issued.invoices.flatMap((invoice) => invoice.files.map((file) => file.fileId))
    const { fileId: zipId } = (await mustSend(finance, 'invoices.zip', { invoicingId: issued.id })) as { fileId: string }
    assert.ok(fileIds.length > 0)
    for (const fileId of fileIds) await mustSend(finance, 'files.link', { fileId })
    for (const who of strangers)
      for (const fileId of [...fileIds, zipId]) assert.equal((await send(who, 'files.link', { fileId })).error, 'file_not_found', who.username)
  })

  test('a unit cannot apply with the title or the batches of another unit', async () => {
    const { rows } = await sql<{ name: string; taxNo: string; foreignTitle: number }>`select name, credit_code as "taxNo",
      (select title_id from invoice_application where id = ${issued.id}) as "foreignTitle" from unit where id = 2`.execute(
      server.running.kernel.database.kysely,
    )
    const { foreignTitle, ...titleForm } = rows[0] ?? assert.fail()
    const [sameCentre = assert.fail(), otherCentre = assert.fail()] = strangers
    const ownTitle = (await mustSend(sameCentre, 'titles.create', { ...titleForm, email: 'fp@example.com' })) as { id: number }
    const form = { centreId: 2, kind: 'ordinary', category: issued.category, email: 'fp@example.com', amount: '10.00' }
    const ofBatch = { basis: 'batches', batchIds: [batchId] }
    const rowsBefore = await rowsAsText()
    for (const name of ['invoices.preview', 'invoices.apply']) {
      const errorOf = async (who: TestAccount, input: Input) => (await send(who, name, { ...form, ...input })).error
      assert.equal(await errorOf(sameCentre, { titleId: foreignTitle, basis: 'amount' }), 'titleNotFound')
      assert.equal(await errorOf(sameCentre, { titleId: ownTitle.id, ...ofBatch }), 'not_all_there')
      assert.equal(await errorOf(otherCentre, { titleId: foreignTitle, basis: 'amount' }), 'placeNotFound')
    }
    assert.equal(await rowsAsText(), rowsBefore)
  })

  test('results imported at another centre issue no invoice', async () => {
    const stranger = strangers[2] ?? assert.fail()
    const result = invoicesOf(server).resultOf(waiting, 1, { number: '26352000000088888888' })
    const rowsBefore = await rowsAsText()
    const { importId } = (await mustSend(stranger, 'invoices.importResults', { file: await resultsFile([result]) })) as { importId: number }
    await server.job('invoices.readResults', { importId, userId: stranger.id, centreId: 3, mode: 2 })
    const [imported] = (await mustSend(stranger, 'invoices.imports', {})) as { id: number; done: number; faults: { problem: string }[] }[]
    assert.deepEqual([imported?.id, imported?.done, imported?.faults.map((fault) => fault.problem)], [importId, 0, ['申请单号不存在']])
    assert.equal(await rowsAsText(), rowsBefore)
  })

  test('a user of another centre gains nothing by naming the centre of the invoices', async () => {
    const stranger = strangers[2] ?? assert.fail()
    assert.equal((await send(stranger, 'invoices.get', { invoicingId: issued.id }, 2)).error, 'applicationNotFound')
    const list = await send(stranger, 'invoices.list', {}, 2)
    assert.deepEqual([list.code, (list.data as { count: number }).count], [1, 0])
  })
})
