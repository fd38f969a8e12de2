import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Operation } from '#/api/operation.ts'
import { demoPassword } from '#/demo/accounts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { channelKindNames, channelKinds, sandboxChannelKinds } from '#/domain/organisations/payout-channel.ts'
import { externalServices } from '#/domain/services/gateway.ts'
import { hashPassword } from '#/server/kernel/session/passwords.ts'
import { channelOpener } from '#/server/money/payouts/channels/registry.ts'
import { testServer } from '#/server/tests/testing.ts'

describe('a production installation', () => {
  const identityRequest = { name: '林知远', idKind: 'id_card' as const, idNumber: '110101199003070011', mobile: '13800000001', cardNo: '6222020000000000011' }
  const noVerdict = { answer: 'unverified', by: '', why: 'notSetUp' }
  const server = testServer({ mode: 'production' })
  const kernel = () => server.running.kernel

  before(async () => {
    const db = kernel().database.kysely
    await db
      .insertInto('app_user')
      .values({
        username: 'keeper',
        name: '周守正',
        usertype: userType.platform,
        status: accountStatus.active,
        password_hash: await hashPassword(demoPassword),
        must_change_password: false,
        created_at: new Date(),
      })
      .execute()
    await sql`insert into user_role (user_id, role_id) select app_user.id, role.id from app_user, role where role.name = '超级管理员'`.execute(db)
    await sql`insert into centre (id, code, name, legal_name, credit_code, tax_authority, region_code, city_rate_ppm, account_name, account_no, account_bank, modes, single_limit_fen, month_limit_fen, created_at)
      select 2, 'C2', '甲', '甲', '91350203MA00000000', '乙', '350200', 70000, '甲', '12345678', '丙', '{2}', 100, 100, now()`.execute(db)
  })

  test('no external service answers before it is configured', async () => {
    const { courier, gateways } = kernel()
    const checkByService: Record<(typeof externalServices)[number], () => Promise<void>> = {
      sms: () => assert.rejects(courier.sms({ to: '13800000001', about: 'x', text: 'x', kind: 'signCode', params: {} }), /no text messages/),
      identity: async () =>
        assert.deepEqual([...(await gateways.identities([identityRequest])), ...(await gateways.cards([identityRequest]))], [noVerdict, noVerdict]),
      face: async () => assert.deepEqual(await gateways.face({ ...identityRequest, picture: new Uint8Array(5000) }), { ...noVerdict, likeness: 0 }),
      register: async () => assert.deepEqual(await gateways.company({ name: '甲', creditCode: '乙', legal: '丙' }), noVerdict),
    }
    for (const service of externalServices) {
      assert.equal(gateways.source(service), null, service)
      await checkByService[service]()
    }
    assert.deepEqual([courier.ways.sms, courier.ways.mail], [false, false])
    const { services: serviceViews } = await server.must('keeper', 'gateways.state', {})
    assert.deepEqual([...new Set(serviceViews.map((each) => each.source))], ['none'])
  })

  test('sandbox channels can neither be opened nor added', async () => {
    const { vault } = kernel()
    for (const kind of sandboxChannelKinds)
      assert.throws(
        () => channelOpener({ vault, isDemo: false } as Parameters<typeof channelOpener>[0])({ channel_id: 1, channel_kind: kind, settings_sealed: '' }),
        /sandbox/,
      )
    for (const kind of channelKindNames.filter((name) => channelKinds[name].isSandbox)) {
      const addAnswer = await server.call('keeper', 'centres.addChannel', { centreId: 2, name: '通道', kind, singleLimit: '', dailyLimit: '', settings: {} })
      assert.equal(addAnswer.error, 'noSandbox', kind)
    }
  })

  test('the server produces no specimen of an ID card', async () => {
    assert.equal((await server.must('keeper', 'identity.ways', {})).isVerifying, false)
    assert.equal((await server.call('keeper', 'identity.specimen', { side: 'front', seed: 1 })).code, 0)
  })

  test('operations that return sent messages in the demo are refused in production', async () => {
    const isSandboxRead = ([name]: [string, Operation]) => /sandbox|outbox/i.test(name)
    const reads = Object.entries(kernel().served).flatMap(([module, { agreement }]) =>
      Object.entries(agreement)
        .filter(isSandboxRead)
        .map(([name]) => `${module}.${name}`),
    )
    assert.ok(reads.length >= 4)
    const requestId = crypto.randomUUID()
    assert.equal((await server.call(null, 'recovery.sandbox', { ask: requestId })).error, 'forbidden')
    assert.equal((await server.call(null, 'applications.sandbox', { ask: requestId })).error, 'forbidden')
    assert.equal((await server.call('keeper', 'demo.outbox', {})).code, 0)
  })
})
