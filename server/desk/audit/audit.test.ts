import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import { readSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('audit log', () => {
  const server = testServer()
  before(async () => {
    await sql`insert into role_permission select id, 'syslog' from role where name in ('中心负责人', '单位制单') on conflict do nothing`.execute(db())
  })

  const db = () => server.running.kernel.database.kysely
  const today = () => dayOf(server.running.kernel.clock.now())
  let topupSerial = 0
  const topup = () =>
    server.must('maker', 'prepayments.submit', {
      centreId: 2,
      mode: 2,
      amount: '100',
      payerName: '星河互娱科技有限公司',
      payerAccount: '622200001111',
      bankSerial: `A${String(++topupSerial).padStart(8, '0')}`,
    })
  const verify = async (period: { from?: string; to?: string } = {}, who = 'platform', meanwhile = async () => undefined as unknown) => {
    const { id, taskId } = await server.must(who, 'audit.verify', period, { centre: 2, mode: 2 })
    await meanwhile()
    await server.job('audit.verify', { verificationId: id, taskId, language: 'zh' })
    const verification = (await server.must(who, 'audit.verifications', {}, { centre: 2, mode: 2 })).find((each) => each.id === id)
    assert.ok(verification)
    return verification
  }
  /** Changes rows as the database owner could, after disabling the append-only trigger. */
  const tamper = async (change: ReturnType<typeof sql>) => {
    await sql`alter table audit_log disable trigger user`.execute(db())
    await change.execute(db())
    await sql`alter table audit_log enable trigger user`.execute(db())
  }

  test('entries are found by person, module, number, address, request, outcome and day', async () => {
    const newTopup = await topup()
    const listEntries = async (filter: Parameters<typeof server.must<'audit', 'list'>>[2]) =>
      (await server.must('platform', 'audit.list', { size: 200, ...filter })).rows
    const batchEntries = await listEntries({ ref: newTopup.no })
    assert.deepEqual(
      batchEntries.map((row) => [row.action, row.username, row.refNo, row.outcome]),
      [['prepayments.submit', 'maker', newTopup.no, 'done']],
    )
    const requestId = batchEntries[0]?.requestId ?? ''
    assert.equal((await listEntries({ requestId })).length, 1)
    assert.ok(
      (
        await listEntries({
          who: '叶小满',
          module: 'prepayments',
          action: 'prepayments.submit',
          ip: '127.0.0.1',
          centreId: 2,
          unit: '星河',
          from: today(),
          to: today(),
        })
      ).length > 0,
    )
    for (const emptyFilter of [
      { who: 'checker', ref: newTopup.no },
      { module: 'payments', ref: newTopup.no },
      { ip: '10.0.0.1' },
      { to: '2020-01-01' },
      { unit: '没有这个单位' },
    ])
      assert.deepEqual(await listEntries(emptyFilter), [])
  })

  test('a call without the required permission is recorded as denied', async () => {
    await server.call('checker', 'prepayments.credits', {})
    const rows = (await server.must('platform', 'audit.list', { outcome: 'denied', who: 'checker' })).rows
    assert.equal(rows[0]?.action, 'prepayments.credits')
  })

  test('a denial shows the custom name of the missing permission in the reader’s language', async () => {
    await server.call('checker', 'payments.create', { orderId: 1 })
    await server.call('centre', 'roles.list', {}, { centre: 2, mode: 2 })
    const entryTexts = async (who: string, language: 'zh' | 'en' | 'ja') => {
      const [row] = (await server.must('platform', 'audit.list', { outcome: 'denied', who }, { language })).rows
      const entryDetail = await server.must('platform', 'audit.get', { id: row?.id ?? 0 }, { language })
      assert.deepEqual([entryDetail.said, entryDetail.facts], [row?.said, []])
      return row?.said
    }
    assert.equal(await entryTexts('checker', 'zh'), '缺少权限：制单（zf:make）')
    assert.equal(await entryTexts('checker', 'ja'), '権限がありません：支払いの作成（zf:make）')
    await server.must('platform', 'roles.rename', { key: 'zf:make', version: 0, en: 'Draft payouts' })
    assert.equal(await entryTexts('checker', 'en'), 'Missing permission: Draft payouts (zf:make)')
    assert.equal(await entryTexts('centre', 'zh'), '缺少权限：角色管理（EditRose）')
    await server.must('platform', 'roles.rename', { key: 'zf:make', version: 1 })
  })

  test('paging through the list has no gaps and no repeats', async () => {
    for (let topupCount = 0; topupCount < 7; topupCount++) await topup()
    const allIds = (await server.must('platform', 'audit.list', { module: 'prepayments', size: 200 })).rows.map((row) => row.id)
    const pageIds: number[] = []
    let next: number | null = null
    do {
      const trailPage: { rows: { id: number }[]; next: number | null } = await server.must('platform', 'audit.list', {
        module: 'prepayments',
        size: 3,
        ...(next && { after: next }),
      })
      pageIds.push(...trailPage.rows.map((row) => row.id))
      next = trailPage.next
    } while (next !== null)
    assert.ok(allIds.length >= 7)
    assert.deepEqual(pageIds, allIds)
  })

  test('centres and units see only their own entries, also by id', async () => {
    await sql`select app.audit_append(${JSON.stringify({ chain: 5, at: new Date(0), requestId: 'elsewhere', userId: 2, usertype: userType.centre, centreId: 5, unitId: 2, ip: '-', action: 'payments.pay', outcome: 'done' })}::jsonb)`.execute(
      db(),
    )
    const foreignEntry = (await server.must('platform', 'audit.list', { requestId: 'elsewhere' })).rows[0]
    assert.ok(foreignEntry)
    for (const [who, options] of [
      ['maker', {}],
      ['centre', { centre: 2, mode: 2 }],
    ] as const) {
      assert.deepEqual((await server.must(who, 'audit.list', { requestId: 'elsewhere' }, options)).rows, [])
      assert.equal((await server.call(who, 'audit.get', { id: foreignEntry.id }, options)).error, 'notFound')
    }
    assert.equal((await server.must('centre', 'audit.list', { requestId: 'elsewhere' }, { centre: 5, mode: 2 })).rows.length, 1)
    const ownEntries = (await server.must('maker', 'audit.list', { size: 200 })).rows
    assert.ok(ownEntries.length > 0 && ownEntries.every((row) => row.unitName === '星河互娱科技有限公司'))
    assert.equal((await server.call('checker', 'audit.list', {})).error, 'forbidden')
  })

  test('sign-ins, failures, locks and sign-outs are listed by scope, with unknown names masked', async () => {
    const failLogin = (username: string) => server.call(null, 'auth.login', { username, password: 'Wrong#2026' })
    for (let tries = 0; tries < 5; tries++) await failLogin('auditor')
    await failLogin('auditor')
    await failLogin('Geheim#2026')
    await server.must('payer', 'auth.logout', {})
    const rows = (await server.must('platform', 'audit.signIns', { size: 200 })).rows
    const signInKindsOf = (username: string) => rows.filter((row) => row.username === username).map((row) => row.kind)
    assert.deepEqual(signInKindsOf('auditor'), ['locked', 'locked', 'failed', 'failed', 'failed', 'failed'])
    assert.deepEqual(signInKindsOf('payer'), ['out', 'in'])
    assert.ok(rows.every((row) => row.agent === 'test' && row.ip === '127.0.0.1'))
    const unknownSignIn = rows.find((row) => row.userId === null)
    assert.deepEqual([unknownSignIn?.username, unknownSignIn?.kind], ['Ge***', 'failed'])
    assert.ok(!JSON.stringify(rows).includes('Geheim#2026'))
    assert.deepEqual([...new Set((await server.must('platform', 'audit.signIns', { kind: 'locked' })).rows.map((row) => row.username))], ['auditor'])
    assert.equal((await server.must('platform', 'audit.signIns', { who: '沈知微', kind: 'failed' })).rows.length, 4)
    const centreSignIns = (await server.must('centre', 'audit.signIns', {}, { centre: 2, mode: 2 })).rows
    assert.ok(centreSignIns.some((row) => row.username === 'auditor') && !centreSignIns.some((row) => row.username === 'payer'))
  })

  test('an unchanged log verifies as intact, as a whole and by day', async () => {
    const fullVerification = await verify()
    const rows = await sql<{ count: number }>`select count(*) as count from audit_log`.execute(db())
    assert.equal(fullVerification.state, 'intact')
    assert.equal(fullVerification.broken, null)
    assert.ok(fullVerification.checked > 20 && fullVerification.checked <= (rows.rows[0]?.count ?? 0) && fullVerification.checked === fullVerification.total)
    const dayVerification = await verify({ from: today(), to: today() })
    assert.deepEqual([dayVerification.state, dayVerification.from, dayVerification.to], ['intact', today(), today()])
    assert.equal((await verify({ from: '2019-01-01', to: '2019-12-31' })).checked, 0)
    const task = (await server.must('platform', 'tasks.list', {})).find((each) => each.kind === 'audit.verify')
    assert.deepEqual([task?.state, task?.done, task?.total], ['done', 0, 0])
  })

  test('a centre can verify its own chain, and a unit cannot verify the log', async () => {
    const centreResult = await verify({}, 'centre')
    assert.equal(centreResult.state, 'intact')
    assert.ok(centreResult.checked > 0)
    assert.equal(centreResult.centreName !== null, true)
    assert.equal((await server.call('maker', 'audit.verify', {})).error, 'notYours')
    assert.deepEqual(await server.must('maker', 'audit.verifications', {}), [])
    assert.equal((await server.must('maker', 'audit.choices', {})).mayVerify, false)
  })

  test('actions appear under their names in the reader’s language, or under their module', async () => {
    const { no } = await topup()
    await server.call('checker', 'prepayments.credits', {})
    const nameOf = async (filter: { ref?: string; action?: string }, language: Language) =>
      (await server.must('platform', 'audit.list', filter, { language })).rows[0]?.actionName
    assert.equal(await nameOf({ ref: no }, 'zh'), '提交充值')
    assert.equal(await nameOf({ ref: no }, 'en'), 'Submit a top-up')
    assert.equal(await nameOf({ action: 'prepayments.credits' }, 'zh'), '预付款 · prepayments.credits')
    const { actions } = await server.must('platform', 'audit.choices', {})
    for (const expectedAction of [
      { action: 'roles.update', name: '修改角色' },
      { action: 'payouts.results', name: '登记支付结果' },
    ])
      assert.deepEqual(
        actions.filter(({ action }) => action === expectedAction.action),
        [expectedAction],
      )
  })

  test('a second verification of the same chains is refused while one is running', async () => {
    const first = await server.must('platform', 'audit.verify', {})
    assert.equal((await server.call('platform', 'audit.verify', {})).error, 'underWay')
    await server.job('audit.verify', { verificationId: first.id, taskId: first.taskId, language: 'zh' })
    assert.equal((await verify()).state, 'intact')
  })

  test('an export contains every row of the filtered list, and an empty list is not exported', async () => {
    const { fileId } = await server.must('platform', 'audit.export', { list: 'operations', module: 'prepayments', who: 'maker' })
    const rows = (await server.must('platform', 'audit.list', { module: 'prepayments', who: 'maker', size: 200 })).rows
    const bytes = await server.running.kernel.store.read(fileId ?? assert.fail())
    const columns = [{ key: 'request', headings: ['请求编号'], required: true }] as const
    const sheet = await readSheet(bytes, { columns, maxRows: 1000, unknownColumns: 'ignore' })
    assert.ok(sheet.ok)
    assert.deepEqual(
      sheet.rows.map((row) => row.cells.request.text),
      rows.map((row) => row.requestId),
    )
    assert.equal((await server.call('platform', 'audit.export', { list: 'signIns', who: '没有这个人' })).error, 'nothing')
  })

  test('verification finds and names an altered row', async () => {
    await assert.rejects(sql`update audit_log set ip = '10.9.9.9' where ref_type = 'topup'`.execute(db()), /append-only/)
    const tamperedEntry = (await server.must('platform', 'audit.list', { module: 'prepayments', size: 200 })).rows.at(-1)
    assert.ok(tamperedEntry)
    const originalDetail = await sql<{ detail: unknown }>`select detail from audit_log where id = ${tamperedEntry.id}`.execute(db())
    await tamper(sql`update audit_log set detail = jsonb_set(detail, '{amount}', '1') where id = ${tamperedEntry.id}`)
    const result = await verify()
    assert.equal(result.state, 'broken')
    assert.deepEqual([result.broken?.id, result.broken?.problem], [tamperedEntry.id, 'altered'])
    assert.equal((await verify({ from: today() }, 'centre')).broken?.id, tamperedEntry.id)
    await tamper(sql`update audit_log set detail = ${JSON.stringify(originalDetail.rows[0]?.detail)}::jsonb where id = ${tamperedEntry.id}`)
    assert.equal((await verify()).state, 'intact')
  })

  test('verification detects a changed browser name in an entry', async () => {
    const [victim] = (await server.must('platform', 'audit.signIns', {})).rows
    assert.ok(victim)
    await tamper(sql`update audit_log set agent = 'somebody else' where id = ${victim.id}`)
    assert.deepEqual((await verify()).broken?.problem, 'altered')
    await tamper(sql`update audit_log set agent = 'test' where id = ${victim.id}`)
  })

  test('verification finds removed and replaced rows and a truncated chain', async () => {
    const rows = await sql<{ seq: number }>`select seq from audit_log where chain = 2 order by seq`.execute(db())
    const middleSeq = rows.rows[2]?.seq ?? 0
    await sql`create table kept as select * from audit_log where chain = 2 and seq = ${middleSeq}`.execute(db())
    await tamper(sql`delete from audit_log where chain = 2 and seq = ${middleSeq}`)
    assert.deepEqual((await verify({}, 'centre')).broken, { id: null, chain: 2, seq: middleSeq, problem: 'missing' })
    await tamper(
      sql`insert into audit_log overriding system value select (jsonb_populate_record(kept, jsonb_build_object('previous', '\\x00'::bytea))).* from kept`,
    )
    await tamper(sql`update audit_log log set hash = app.audit_digest(log) where chain = 2 and seq = ${middleSeq}`)
    assert.equal((await verify({}, 'centre')).broken?.problem, 'unlinked')
    await tamper(sql`delete from audit_log where chain = 2 and seq = ${middleSeq}`)
    await tamper(sql`insert into audit_log overriding system value select * from kept`)
    assert.equal((await verify({}, 'centre')).state, 'intact')
    const cutChainEnd = async () => {
      await tamper(sql`delete from audit_log where chain = 2 and seq = (select max(seq) from audit_log where chain = 2)`)
      // The server that committed the row would refuse further commits. Another server, which does not know the row,
      // verifies.
      const { commitRecord: acknowledged } = server.running.kernel
      const lostHeads = await acknowledged.missing()
      assert.equal(lostHeads.length, 1)
      acknowledged.forget(lostHeads)
    }
    assert.equal((await verify({}, 'centre', cutChainEnd)).broken?.problem, 'cut')
    assert.equal((await verify({}, 'centre')).broken?.problem, 'missing', 'later entries do not hide it')
  })
})
