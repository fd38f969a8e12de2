import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { uniquePhoto } from '#/server/onboarding/applications/registering-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const centre = { centre: 2, mode: 2 } as const

describe('manual verification by two people', () => {
  let server: TestServer
  let act: ReturnType<typeof paymentScenario>
  const person = demoPeople().ordinary.find((each) => each.entity === null && each.centreId === 2 && each.unitIds.includes(1)) ?? assert.fail()
  const db = () => server.running.kernel.database.kysely
  const detail = () => server.must('centre', 'operators.get', { operatorId: person.id }, centre)
  const ask = async (cardId: number | null, who = 'auditor') =>
    server.call(who, 'verifications.ask', { operatorId: person.id, cardId, reason: '核对身份证原件与本人', file: await uniquePhoto() }, centre)
  const decide = (id: number, who: string, isConfirmed = true) => server.call(who, 'verifications.decide', { id, isConfirmed, reason: '与证据一致' }, centre)
  const issues = async () => {
    const draft = await act.draft([{ person, yuan: '321.00' }])
    return (await server.must('maker', 'lines.list', { batchId: draft.id })).rows.flatMap((line) => line.issues.map((issue) => issue.code))
  }
  before(async () => {
    server = await startTestServer()
    act = paymentScenario(server)
    // Simulates a production start that withdrew sandbox results.
    await sql`update operator set is_identity_verified = false, identity_verified_by = '' where id = ${person.id}`.execute(db())
    await sql`update operator_card set is_verified = false, verified_at = null, verified_by = '' where operator_id = ${person.id}`.execute(db())
  })
  after(() => server.close())

  test('units cannot verify, the requester cannot confirm, and every result is final', async () => {
    assert.ok((await issues()).includes('E203'))
    for (const who of ['maker', 'operator', 'partner', 'finance']) assert.equal((await ask(null, who)).error, 'forbidden', who)
    const first = await ask(null)
    assert.equal(first.code, 1, first.message)
    assert.equal((await ask(null)).error, 'openAlready')
    const toDo = async (who: string) => (await server.must(who, 'tasks.waiting', {}, centre)).find((task) => task.kind === 'verifications')
    const listed = async (who: string) => (await server.must(who, 'verifications.list', { isForMe: true }, centre)).count
    const { count, path } = (await toDo('centre')) ?? assert.fail('nothing waits')
    assert.deepEqual([count, path, await listed('centre')], [1, '/user/userYzPtList?hand=mine', 1])
    assert.deepEqual([await toDo('auditor'), await listed('auditor')], [undefined, 0], 'no one is asked to confirm their own request')
    const { rows, waiting } = await server.must('centre', 'verifications.list', {}, centre)
    const id = rows[0]?.id ?? 0
    assert.deepEqual([waiting, rows[0]?.cardTail, rows[0]?.mayDecide], [1, '', ''])
    assert.equal((await server.call('centre', 'files.link', { fileId: rows[0]?.fileId ?? '' }, centre)).code, 1)
    assert.equal((await server.call('maker', 'files.link', { fileId: rows[0]?.fileId ?? '' })).error, 'file_not_found')
    assert.equal((await server.call('maker', 'verifications.list', {})).code, 0)
    assert.equal((await decide(id, 'auditor')).error, 'ownRequest')
    assert.equal((await server.call('centre', 'verifications.withdraw', { id }, centre)).error, 'notOwn')
    assert.equal(
      (await server.call('centre', 'verifications.decide', { id, isConfirmed: true, reason: '与证据一致' }, { centre: 5, mode: 2 })).error,
      'notFound',
    )
    await server.must('auditor', 'verifications.withdraw', { id }, centre)
    assert.equal((await decide(id, 'centre')).error, 'decided')
    assert.equal(await toDo('centre'), undefined)
    const again = await ask(null)
    assert.equal((await decide(again.data?.id ?? 0, 'centre', false)).code, 1)
    assert.equal((await detail()).isVerified, false)
  })

  test('a person whose identity and card were verified manually can be paid', async () => {
    const { cards } = await detail()
    const card = cards.find((each) => each.tail === person.cardNo.slice(-4)) ?? assert.fail('no card')
    const early = await ask(card.id)
    assert.equal((await decide(early.data?.id ?? 0, 'centre')).error, 'identityFirst')
    const identity = await ask(null)
    assert.equal((await decide(identity.data?.id ?? 0, 'centre')).code, 1)
    assert.deepEqual([(await detail()).isVerified, (await detail()).verifiedBy], [true, 'hand'])
    assert.equal((await decide(early.data?.id ?? 0, 'centre')).code, 1)
    const now = (await detail()).cards.find((each) => each.id === card.id)
    assert.deepEqual([now?.isVerified, now?.verifiedBy], [true, 'hand'])
    assert.deepEqual(
      (await issues()).filter((code) => code.startsWith('E2')),
      [],
    )
    assert.equal((await act.paid([{ person, yuan: '100.00' }])).state, 'paying')
    const trail = await sql<{
      action: string
    }>`select action from audit_log where action like 'verifications.%' and ref_id = ${String(person.id)} order by seq`.execute(db())
    assert.equal(trail.rows.filter((row) => row.action === 'verifications.decide').length, 3)
    assert.equal((await ask(null)).error, 'verified')
  })

  test('manual verification cannot override a provider’s denial', async () => {
    const refused = bankCardFor('622588', 424_242, '9999')
    await act.draft([{ person: { ...person, cardNo: refused }, yuan: '10.00' }])
    const card = (await detail()).cards.find((each) => each.tail === refused.slice(-4)) ?? assert.fail('the refused card is on file')
    assert.equal((await ask(card.id)).error, 'refused')
    await assert.rejects(
      sql`update operator_card set is_verified = true, verified_by = 'hand' where id = ${card.id}`.execute(db()),
      /no person confirmed this by hand/,
    )
    await assert.rejects(sql`update hand_verification set decision = 'x'`.execute(db()))
    await assert.rejects(
      sql`insert into hand_verification (centre_id, operator_id, state, file_id, reason, asked_by, asked_at, decided_by, decided_at)
        select centre_id, operator_id, 'confirmed', file_id, reason, asked_by, asked_at, asked_by, now() from hand_verification limit 1`.execute(db()),
    )
  })
})
