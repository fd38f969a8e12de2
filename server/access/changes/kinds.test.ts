import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { pkcs12 } from '#/server/organisations/certificates/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const hourMs = 3_600_000
const changeReason = '合同变更'
const key = { app: 'simulator', secret: 'simulator-secret-0001' }
const fraudulentAccount = { accountName: '某某商贸有限公司', accountBank: '异地银行', accountNo: '6222000011112222' }

describe('dual control of every kind of guarded data', () => {
  const server = testServer({ env: { OUTBOUND_INTERNAL: '127.0.0.1' } })
  const db = () => server.running.kernel.database.kysely
  const waitingChanges = async () => (await server.must('operation', 'changes.list', { state: 'waiting' })).rows
  const fieldsOf = async () => (await waitingChanges())[0]?.differences.map(({ field }) => field)
  const reject = async () => {
    await proveAs(server, 'operation')
    await server.must('operation', 'changes.decide', { changeId: (await waitingChanges())[0]?.id ?? 0, isApproved: false, note: '无合同' })
  }

  test('one person alone cannot redirect a partner’s commission to another account', async () => {
    const loadPartner = () => server.must('platform', 'partners.get', { id: 1 })
    const before = await loadPartner()
    const { id, version, name, area, introduction } = before
    const update = (more: object) =>
      server.call('platform', 'partners.update', { id, version, name, contactName: '贺同舟', area, introduction, ...fraudulentAccount, ...more })
    assert.equal((await update({})).error, 'whyNeeded')
    assert.equal((await update({ why: changeReason })).error, 'proofNeeded')
    await proveAs(server, 'platform')
    assert.equal((await update({ why: changeReason })).code, 1)
    const partnerWithProposal = await loadPartner()
    assert.deepEqual(
      [partnerWithProposal.accountNo, partnerWithProposal.accountName, partnerWithProposal.accountBank],
      [before.accountNo, before.accountName, before.accountBank],
    )
    assert.deepEqual(await fieldsOf(), ['收款户名', '收款账号', '收款开户行'])
    assert.equal(partnerWithProposal.changes.length, 1)
    const storedChange = await sql<{ row: object }>`select to_jsonb(guarded_change) as row from guarded_change where kind = 'partner'`.execute(db())
    assert.ok(!JSON.stringify(storedChange.rows).includes(fraudulentAccount.accountNo), 'the number is sealed at rest')
    await approveChanges(server)
    const { rows } = await sql<{
      username: string
    }>`select username from message join app_user on app_user.id = user_id where kind = 'ownAccountChanging'`.execute(db())
    assert.deepEqual(rows, [{ username: 'partner' }], 'the partner has time to ask')
    await server.job('changes.apply')
    assert.equal((await loadPartner()).accountNo, before.accountNo)
    server.advance(25 * hourMs)
    await server.job('changes.apply')
    const currentPartner = await loadPartner()
    assert.match(currentPartner.accountNo, /2222$/)
    assert.equal(currentPartner.accountBank, fraudulentAccount.accountBank)
  })

  test('a new partner has no bank account until a second person approves the account', async () => {
    await proveAs(server, 'platform')
    const facts = { contactName: '贺同舟', contactMobile: '13900003377', ...fraudulentAccount }
    const newPartner = await server.must('platform', 'partners.create', {
      kind: 'person',
      name: '贺二人',
      idNumber: '110101199003070011',
      ...facts,
      why: changeReason,
    })
    assert.equal(newPartner.accountNo, '')
    await approveChanges(server)
    assert.match((await server.must('platform', 'partners.get', { id: newPartner.id })).accountNo, /2222$/)
  })

  test('one person alone cannot set or redirect the issuing channel of a centre', async () => {
    const get = () => server.must('platform', 'einvoices.get', { centreId: 2 })
    await proveAs(server, 'platform')
    const settings = { address: 'https://fp.example.com/e', ...key }
    await server.must('platform', 'einvoices.set', { centreId: 2, version: 0, kind: 'http', settings, why: changeReason })
    assert.equal((await get()).kind, 'manual')
    await approveChanges(server)
    const currentChannel = await get()
    assert.deepEqual([currentChannel.kind, currentChannel.settings.address], ['http', settings.address])
    const changedSettings = { address: 'https://thief.example.com/e' }
    await server.must('platform', 'einvoices.set', { centreId: 2, version: currentChannel.version, kind: 'http', settings: changedSettings, why: changeReason })
    assert.deepEqual([(await get()).settings.address, await fieldsOf()], [settings.address, ['接口地址']])
    await server.must('platform', 'einvoices.set', { centreId: 2, version: (await get()).version, kind: 'manual', settings: {} })
    assert.deepEqual([(await get()).kind, (await waitingChanges()).length], ['manual', 0], 'issuing by hand again takes one person, and ends the open change')
  })

  test('one person alone cannot set, redirect or enable a gateway', async () => {
    const get = async () => (await server.must('platform', 'gateways.state', {})).services.find(({ service }) => service === 'identity') ?? assert.fail()
    const setGateway = async (isActive: boolean, settings: Record<string, string>) =>
      server.must('platform', 'gateways.set', {
        service: 'identity',
        kind: 'http_identity',
        version: (await get()).version,
        isActive,
        settings,
        why: changeReason,
      })
    await proveAs(server, 'platform')
    await setGateway(true, { address: 'https://id.example.com/v1', ...key })
    assert.deepEqual([(await get()).isActive, (await get()).changes.length], [false, 1])
    await approveChanges(server)
    assert.deepEqual([(await get()).isActive, (await get()).settings.address], [true, 'https://id.example.com/v1'])
    await setGateway(true, { address: 'https://thief.example.com/v1' })
    assert.equal((await get()).settings.address, 'https://id.example.com/v1')
    await reject()
    await setGateway(false, {})
    assert.deepEqual([(await get()).isActive, (await waitingChanges()).length], [false, 0], 'out of use by one person')
    await setGateway(true, {})
    assert.equal((await get()).isActive, false)
    await approveChanges(server)
    assert.equal((await get()).isActive, true)
  })

  test('one person alone cannot add or replace a centre’s sealing certificate', async () => {
    const certificateStates = async () => (await server.must('platform', 'certificates.list', { centreId: 2 })).rows.map(({ state }) => state)
    const companyName = (await db().selectFrom('centre').select('legal_name').where('id', '=', 2).executeTakeFirstOrThrow()).legal_name
    const from = server.running.kernel.clock.now().getTime()
    const certificateFile = () =>
      pkcs12({ company: companyName, password: 'Seal#2026', from: new Date(from - 86_400_000), to: new Date(from + 300 * 86_400_000) })
    const addCertificate = () => server.must('platform', 'certificates.add', { centreId: 2, file: certificateFile(), password: 'Seal#2026', why: changeReason })
    await proveAs(server, 'platform')
    await addCertificate()
    assert.deepEqual(await certificateStates(), ['waiting'])
    assert.deepEqual(await fieldsOf(), ['证书主体', '证书序列号', '证书指纹', '证书到期日'])
    await approveChanges(server)
    assert.deepEqual(await certificateStates(), ['current'])
    await proveAs(server, 'platform')
    await addCertificate()
    await reject()
    assert.deepEqual(await certificateStates(), ['withdrawn', 'current'])
    await addCertificate()
    await approveChanges(server)
    assert.deepEqual(await certificateStates(), ['current', 'withdrawn', 'replaced'])
  })

  test('the database refuses to change guarded columns of these kinds without an approval', async () => {
    const tryQuery = (query: string) =>
      inTransaction(server.running.kernel.database, { 'app.all': 'on', 'app.user': '5' }, async (trx) => {
        await sql.raw(query).execute(trx)
        throw new Error('done')
      }).catch((error: Error) => error.message)
    const twoPeopleError = /only by a proposal of one person that another approved/
    for (const assignment of ["account_name = 'x'", "account_bank = 'x'", "account_no_sealed = 'x'", "account_no_index = 'x'"])
      assert.match(await tryQuery(`update partner set ${assignment} where id = 1`), twoPeopleError, assignment)
    for (const assignment of ["kind = 'http'", "kind = 'http', settings_sealed = 'x'"])
      assert.match(await tryQuery(`update einvoice_channel set ${assignment}`), twoPeopleError, assignment)
    for (const assignment of ["kind = 'x'", "settings_sealed = 'x'"])
      assert.match(await tryQuery(`update gateway set ${assignment}`), twoPeopleError, assignment)
    assert.match(await tryQuery('update gateway set is_active = false; update gateway set is_active = true'), twoPeopleError)
    assert.match(await tryQuery("update seal_certificate set state = 'current', ended_by = null, ended_at = null where state = 'withdrawn'"), twoPeopleError)
    const startsDisabled = /must start disabled/
    assert.match(
      await tryQuery("insert into gateway (service, kind, settings_sealed, is_active, set_by, set_at) values ('face', 'x', '', true, 5, now())"),
      startsDisabled,
    )
    assert.match(await tryQuery("insert into einvoice_channel (centre_id, kind, set_by, set_at) values (3, 'http', 5, now())"), startsDisabled)
    const certificate = `insert into seal_certificate (subject, issuer, serial, fingerprint, valid_from, valid_to, certificates, private_key_sealed, state, created_by, created_at)
      values ('x', 'x', 'x', 'x', now(), now() + interval '1 day', 'x', 'x', 'current', 5, now())`
    assert.match(await tryQuery(certificate), startsDisabled)
  })
})
