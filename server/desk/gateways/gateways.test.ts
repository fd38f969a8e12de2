import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { runSimulator, setUpGateway, simulatorEnv, simulatorKey } from '#/server/desk/gateways/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const centre = { centre: 2, mode: 2 } as const
const faultyAnswers = ['hang', 'error', 'unsigned', 'nonsense', 'contradiction', 'drop', 'after'] as const

describe('external gateways', () => {
  let server: TestServer
  let simulator: Awaited<ReturnType<typeof runSimulator>>
  let reportUrl = ''
  let serial = 7000
  const { ordinary } = demoPeople()
  const person = ordinary.find((each) => each.centreId === 2 && each.entity === null) ?? assert.fail()
  const db = () => server.running.kernel.database.kysely
  const gateways = () => server.running.kernel.gateways
  const freshCard = () => bankCardFor('622588', serial++)
  const calls = async (service: 'identity' | 'face' | 'register') => (await server.must('platform', 'gateways.calls', { service })).rows
  const texts = async () => (await server.must('platform', 'gateways.texts', {})).rows
  before(async () => {
    ;[server, simulator] = await Promise.all([startTestServer({ env: simulatorEnv }), runSimulator()])
    await server.running.server.listen({ port: 0, host: '127.0.0.1' })
    reportUrl = `http://127.0.0.1:${(server.running.server.server.address() as AddressInfo).port}/api/gateways/report`
  })
  after(async () => {
    await simulator.close()
    await server.close()
  })

  test('without a gateway the sandbox answers checks of cards, identities and faces', async () => {
    const before = await server.must('platform', 'gateways.state', {})
    assert.deepEqual(
      before.services.map(({ service, source }) => `${service} ${source}`),
      ['sms sandbox', 'identity sandbox', 'face sandbox', 'register sandbox'],
    )
    const newPayee = {
      name: '林知远',
      idKind: 'id_card' as const,
      idNumber: '110101199003070011',
      mobile: '',
      cardNo: '6222020000000000011',
      picture: new Uint8Array(5000),
    }
    assert.deepEqual(await gateways().cards([newPayee]), [{ answer: 'match', by: 'sandbox', why: null }])
    assert.equal((await gateways().cards([{ ...newPayee, cardNo: '6222020000000009999' }]))[0]?.answer, 'card_mismatch')
    assert.equal((await gateways().identities([{ ...newPayee, name: '假名' }]))[0]?.answer, 'mismatch')
    assert.deepEqual(
      await Promise.all(
        [newPayee, { ...newPayee, name: '假脸' }, { ...newPayee, picture: new Uint8Array(10) }].map(async (each) => (await gateways().face(each)).answer),
      ),
      ['match', 'mismatch', 'no_face'],
    )
  })

  test('only the platform configures gateways, with safe addresses and hidden keys', async () => {
    for (const who of ['centre', 'maker', 'operator', 'partner']) assert.equal((await server.call(who, 'gateways.state', {}, centre)).error, 'forbidden')
    const setSettings = (settings: Record<string, string>, service: 'identity' | 'face' = 'identity') =>
      server.call('platform', 'gateways.set', {
        service,
        kind: 'http_identity',
        version: 0,
        isActive: true,
        settings: { ...simulatorKey, ...settings },
        why: '测试设置',
      })
    for (const address of ['https://10.0.0.8/id', 'https://169.254.169.254/latest', 'http://93.184.216.34/id', 'https://[::1]/id'])
      assert.equal((await setSettings({ address })).error, 'address', address)
    for (const address of ['ftp://example.com/x', 'nothing', 'https://example.com/x?y=1', ''])
      assert.equal((await setSettings({ address })).error, 'setting', address)
    assert.equal((await setSettings({ address: 'https://id.example.com/v1', secret: 'short' })).error, 'setting')
    assert.equal((await setSettings({ address: 'https://id.example.com/v1', color: 'red' })).error, 'setting')
    assert.equal((await setSettings({ address: 'https://id.example.com/v1' }, 'face')).error, 'wrongKind')
    await setUpGateway(server, 'identity', simulator.address)
    const { services } = await server.must('platform', 'gateways.state', {})
    const identity = services.find((service) => service.service === 'identity')
    assert.deepEqual([identity?.source, identity?.secrets, identity?.settings.secret, identity?.setBy !== ''], ['http_identity', ['secret'], undefined, true])
    assert.equal((await setSettings({ address: 'https://id.example.com/v1' })).error, 'changed')
    const log = await sql<{ detail: unknown }>`select detail from audit_log where action = 'gateways.set'`.execute(db())
    assert.ok(log.rows.length > 0 && !JSON.stringify(log.rows).includes(simulatorKey.secret))
    const storedGateways = await sql<{ settings_sealed: string }>`select settings_sealed from gateway`.execute(db())
    assert.ok(storedGateways.rows.length > 0 && storedGateways.rows.every((row) => !row.settings_sealed.includes(simulatorKey.app)))
  })

  test('a connection test reports whether the service accepts the key', async () => {
    const runTest = async () => server.must('platform', 'gateways.test', { service: 'identity' })
    assert.deepEqual(await runTest(), { isGood: true, said: '' })
    await setUpGateway(server, 'identity', simulator.address, { secret: 'another-secret-0001' })
    assert.equal((await runTest()).isGood, false)
    const { services } = await server.must('platform', 'gateways.state', {})
    assert.match(services.find((service) => service.service === 'identity')?.testResult ?? '', /401/)
    assert.equal((await server.call('platform', 'gateways.test', { service: 'face' })).error, 'notSetUp')
    await setUpGateway(server, 'identity', simulator.address)
  })

  test('a card query is recorded without numbers, and a repeat does not call the service', async () => {
    const cardNo = freshCard()
    const seen = await server.must('centre', 'operators.setCard', { operatorId: person.id, cardNo, bankName: '招商银行' }, centre)
    const card = seen.cards.find((each) => each.tail === cardNo.slice(-4))
    assert.deepEqual([card?.isVerified, card?.isDefault, card?.verifiedBy], [true, true, 'http_identity'])
    const [call] = await calls('identity')
    assert.deepEqual([call?.what, call?.result, call?.cost, call?.ref, call?.provider], ['card4', 'match', 40, `operator ${person.id}`, 'http_identity'])
    const callsBefore = (await simulator.seen('/identity/card4')).length
    await server.must('centre', 'operators.setCard', { operatorId: person.id, cardNo, bankName: '招商银行' }, centre)
    assert.equal((await simulator.seen('/identity/card4')).length, callsBefore)
    const wrongCardAnswer = await server.call(
      'centre',
      'operators.setCard',
      { operatorId: person.id, cardNo: bankCardFor('622588', serial++, '9999'), bankName: '招商银行' },
      centre,
    )
    assert.equal(wrongCardAnswer.error, 'cardRefused')
    assert.equal((await calls('identity'))[0]?.cost, 40)
    const rows = await sql<{ row: unknown }>`select to_jsonb(gateway_call) as row from gateway_call`.execute(db())
    assert.ok(!JSON.stringify(rows.rows).includes(cardNo) && !JSON.stringify(rows.rows).includes(person.idNumber))
  })

  test('unsupported ID kinds are not sent to the service and need manual verification', async () => {
    const { name, idNumber } = person
    const cardNo = freshCard()
    const callCount = async () => (await simulator.seen('/identity/card4')).length
    const before = await callCount()
    const cardRequest = (idKind: IdKind, number: string) => ({ name, idKind, idNumber: number, cardNo, mobile: '13800138000' })
    const verdicts = await gateways().cards([
      cardRequest('passport', 'C01X00T47'),
      cardRequest('id_card', idNumber),
      cardRequest('hk_macau_permit', 'H12345678'),
    ])
    assert.deepEqual(
      verdicts.map((each) => [each.answer, each.why]),
      [
        ['unverified', 'kind'],
        ['match', null],
        ['unverified', 'kind'],
      ],
    )
    assert.equal(await callCount(), before + 1)
    assert.deepEqual(await gateways().identities([{ name, idKind: 'foreign_pr', idNumber: '911124198108030024' }]), [
      { answer: 'unverified', by: '', why: 'kind' },
    ])
  })

  test('a faulty or missing response leaves a card, identity, face or company unverified', async () => {
    for (const faultyAnswer of faultyAnswers) {
      await simulator.recipe('/identity/card4', faultyAnswer, 1)
      const cardNo = freshCard()
      const seen = await server.must('centre', 'operators.setCard', { operatorId: person.id, cardNo, bankName: '招商银行' }, centre)
      const card = seen.cards.find((each) => each.tail === cardNo.slice(-4))
      assert.deepEqual([card?.isVerified, card?.isDefault, card?.verifiedAt, card?.verifiedBy], [false, false, null, ''], faultyAnswer)
      const [call] = await calls('identity')
      assert.deepEqual([call?.result, call?.cost], ['noAnswer', 0], faultyAnswer)
    }
    await setUpGateway(server, 'face', simulator.address)
    await setUpGateway(server, 'register', simulator.address)
    const { name, idNumber } = person
    const idKind = 'id_card' as const
    const face = { name, idKind, idNumber, picture: new Uint8Array(4000) }
    const company = { name: '星河互娱科技有限公司', creditCode: '91350203MA00000000', legal: '林知远' }
    for (const serviceFault of faultyAnswers) {
      await simulator.recipe('/face/compare', serviceFault, 1)
      await simulator.recipe('/register/check', serviceFault, 1)
      await simulator.recipe('/identity/id2', serviceFault, 1)
      assert.deepEqual(await gateways().face(face), { answer: 'unverified', likeness: 0, by: '', why: 'noAnswer' }, serviceFault)
      assert.deepEqual(await gateways().company(company), { answer: 'unverified', by: '', why: 'noAnswer' }, serviceFault)
      assert.deepEqual(await gateways().identities([{ name, idKind, idNumber }]), [{ answer: 'unverified', by: '', why: 'noAnswer' }], serviceFault)
    }
    assert.deepEqual(await gateways().face(face), { answer: 'match', likeness: 93, by: 'http_face', why: null })
    assert.deepEqual(await gateways().company(company), { answer: 'match', by: 'http_register', why: null })
    assert.deepEqual(await gateways().identities([{ name: '假名', idKind, idNumber }]), [{ answer: 'mismatch', by: 'http_identity', why: null }])
    await simulator.recipe('/register/check', 'slow', 1)
    assert.equal((await gateways().company({ ...company, name: '晨光测试不符有限公司' })).answer, 'mismatch')
  })

  test('queries are limited per card and per day, and stop while the service fails', async () => {
    const cardNo = freshCard()
    const { name, idNumber } = person
    const idKind = 'id_card' as const
    const ask = async () => (await gateways().cards([{ name, idKind, idNumber, cardNo, mobile: '' }]))[0]
    await simulator.recipe('/identity/card3', 'error', 5)
    for (let attempt = 0; attempt < 5; attempt++) assert.equal((await ask())?.why, 'noAnswer')
    assert.deepEqual(await ask(), { answer: 'unverified', by: '', why: 'cardLimit' })
    server.advance(86_400_001)
    assert.deepEqual(await ask(), { answer: 'match', by: 'http_identity', why: null })
    const cardChecks = Array.from({ length: 30 }, () => ({ name, idKind, idNumber, cardNo: freshCard(), mobile: '' }))
    const before = (await simulator.seen('/identity/card3')).length
    await simulator.recipe('/identity/card3', 'error', 100)
    assert.ok((await gateways().cards(cardChecks)).every((each) => each.why === 'noAnswer'))
    assert.ok((await simulator.seen('/identity/card3')).length - before < 15)
    await simulator.recipe('/identity/card3', 'error', 0)
    server.advance(86_400_001)
    await setUpGateway(server, 'identity', simulator.address, { platformDay: '2' })
    const verdicts = await gateways().cards(cardChecks.slice(0, 4))
    assert.deepEqual(verdicts.map((each) => each.why ?? each.answer).sort(), ['dayLimit', 'dayLimit', 'match', 'match'])
  })

  describe('text messages', () => {
    const startRecovery = async (username: string, contact: string) => {
      await sql`delete from throttle where subject like 'recovery%'`.execute(db())
      const { ask } = await server.must(null, 'recovery.ask', { username, contact })
      return async () => server.job('recovery.send', { ask })
    }
    const sentMessages = () => simulator.seen('/sms/send')

    test('messages are sent by template with parameters and stored without their text', async () => {
      await setUpGateway(server, 'sms', simulator.address)
      await server.must('platform', 'gateways.setTemplates', { templates: { recoveryCode: 'SMS_1001' } })
      assert.equal((await server.call('platform', 'gateways.setTemplates', { templates: { nonsense: 'SMS_1' } })).error, 'unknownTemplate')
      const templateList = await server.must('platform', 'gateways.templates', {})
      assert.deepEqual(templateList.find((each) => each.kind === 'recoveryCode')?.params, ['code', 'minutes'])
      await (await startRecovery('payer', '13900000007'))()
      const [order] = await sentMessages()
      const { code } = (order ?? assert.fail()).params as { code: string }
      assert.match(code, /^\d{6}$/)
      assert.deepEqual([order?.to, order?.template, order?.sign], ['13900000007', 'SMS_1001', '云创客'])
      const [row] = await texts()
      assert.deepEqual([row?.state, row?.kind, row?.mobile, row?.cost, row?.tries], ['sent', 'recoveryCode', '139****0007', 5, 1])
      const storedTexts = await sql<{ row: unknown }>`select to_jsonb(text_message) as row from text_message`.execute(db())
      assert.ok(!JSON.stringify(storedTexts.rows).includes(code) && !JSON.stringify(storedTexts.rows).includes('13900000007'))
      assert.equal((await server.must('platform', 'gateways.texts', { mobile: '13900000007', state: 'sent' })).count, 1)
    })

    test('delivery reports need our signature, a recent time and a known message', async () => {
      const [order] = await sentMessages()
      const id = String(order?.id)
      const report = (status: string, how: { as?: string; at?: number } = {}, of = id) =>
        simulator.report({ id: of, status, reason: 'X' }, { ...how, url: reportUrl })
      assert.deepEqual(await report('delivered', { as: 'another-secret-0001' }), { status: 401, body: { error: 'signature' } })
      assert.deepEqual(await report('delivered', { at: Date.now() - 600_000 }), { status: 401, body: { error: 'stale' } })
      assert.deepEqual(await report('delivered', {}, crypto.randomUUID()), { status: 404, body: { error: 'unknownMessage' } })
      assert.equal((await report('maybe')).status, 400)
      assert.equal((await texts())[0]?.state, 'sent')
      assert.equal((await report('delivered')).body.isRepeated, false)
      assert.equal((await report('delivered')).body.isRepeated, true)
      assert.equal((await report('failed')).body.isRepeated, true)
      assert.equal((await texts())[0]?.state, 'delivered')
    })

    test('a send without an answer is retried under the same id, while a refused send fails', async () => {
      const before = (await sentMessages()).length
      await simulator.recipe('/sms/send', 'after', 1)
      await (await startRecovery('checker', '13900000006'))()
      const newAttempts = (await sentMessages()).slice(before)
      assert.deepEqual([newAttempts.length, new Set(newAttempts.map((each) => each.id)).size], [2, 1])
      assert.deepEqual([(await texts())[0]?.state, (await texts())[0]?.tries], ['sent', 2])
      await simulator.recipe('/sms/send', 'refuse', 1)
      await (await startRecovery('maker', '13900000005'))()
      assert.deepEqual([(await texts())[0]?.state, (await texts())[0]?.reason], ['failed', 'BLACKLIST'])
      await simulator.recipe('/sms/send', 'unsigned', 3)
      await assert.rejects(await startRecovery('finance', '13900000004'), /did not confirm/)
      assert.deepEqual([(await texts())[0]?.state, (await texts())[0]?.reason], ['queued', 'noAnswer'])
    })

    test('messages are limited per number and per day', async () => {
      await setUpGateway(server, 'sms', simulator.address, { numberDay: '1' })
      const before = (await sentMessages()).length
      await (await startRecovery('payer', '13900000007'))()
      assert.deepEqual([(await texts())[0]?.state, (await texts())[0]?.reason], ['failed', 'numberLimit'])
      await setUpGateway(server, 'sms', simulator.address, { numberDay: '20', platformDay: '1' })
      await (await startRecovery('payer', '13900000007'))()
      assert.deepEqual([(await texts())[0]?.reason, (await sentMessages()).length], ['dayLimit', before])
    })
  })
})
