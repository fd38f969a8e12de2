import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { uniquePhoto } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const centre = { centre: 2, mode: 2 } as const

describe('manual verification by two people', () => {
  const server = testServer()
  const scenario = paymentScenario(server)
  const person = demoPeople().ordinary.find((each) => each.entity === null && each.centreId === 2 && each.unitIds.includes(1)) ?? assert.fail()
  const db = () => server.running.kernel.database.kysely
  const detail = () => server.must('centre', 'operators.get', { operatorId: person.id }, centre)
  const requestVerification = async (cardId: number | null, who = 'auditor') =>
    server.call(who, 'verifications.ask', { operatorId: person.id, cardId, reason: '核对身份证原件与本人', file: await uniquePhoto() }, centre)
  const decide = (id: number, who: string, isConfirmed = true) => server.call(who, 'verifications.decide', { id, isConfirmed, reason: '与证据一致' }, centre)
  const issues = async () => {
    const draft = await scenario.draft([{ person, yuan: '321.00' }])
    return (await server.must('maker', 'lines.list', { batchId: draft.id })).rows.flatMap((line) => line.issues.map((issue) => issue.code))
  }
  before(async () => {
    // Simulates a production start that withdrew sandbox results.
    await sql`update operator set is_identity_verified = false, identity_verified_by = '' where id = ${person.id}`.execute(db())
    await sql`update operator_card set is_verified = false, verified_at = null, verified_by = '' where operator_id = ${person.id}`.execute(db())
  })

  test('units cannot verify, the requester cannot confirm, and a withdrawn request is final', async () => {
    assert.ok((await issues()).includes('E203'))
    for (const username of ['maker', 'operator', 'partner', 'finance']) assert.equal((await requestVerification(null, username)).error, 'forbidden', username)
    const first = await requestVerification(null)
    assert.equal(first.code, 1, first.message)
    assert.equal((await requestVerification(null)).error, 'openAlready')
    const pendingTask = async (who: string) => (await server.must(who, 'tasks.waiting', {}, centre)).find((task) => task.kind === 'verifications')
    const countForReviewer = async (who: string) => (await server.must(who, 'verifications.list', { isForMe: true }, centre)).count
    const { count, path } = (await pendingTask('centre')) ?? assert.fail('nothing waits')
    assert.deepEqual([count, path, await countForReviewer('centre')], [1, '/user/userYzPtList?hand=mine', 1])
    assert.deepEqual([await pendingTask('auditor'), await countForReviewer('auditor')], [undefined, 0], 'no one is asked to confirm their own request')
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
    assert.equal(await pendingTask('centre'), undefined)
    const secondRequest = await requestVerification(null)
    assert.equal((await decide(secondRequest.data?.id ?? 0, 'centre', false)).code, 1)
    assert.equal((await detail()).isVerified, false)
  })

  test('a person whose identity and card were verified manually can be paid', async () => {
    const { cards } = await detail()
    const card = cards.find((each) => each.tail === person.cardNo.slice(-4)) ?? assert.fail('no card')
    const earlyRequest = await requestVerification(card.id)
    assert.equal((await decide(earlyRequest.data?.id ?? 0, 'centre')).error, 'identityFirst')
    const identity = await requestVerification(null)
    assert.equal((await decide(identity.data?.id ?? 0, 'centre')).code, 1)
    assert.deepEqual([(await detail()).isVerified, (await detail()).verifiedBy], [true, 'hand'])
    assert.equal((await decide(earlyRequest.data?.id ?? 0, 'centre')).code, 1)
    const currentCard = (await detail()).cards.find((each) => each.id === card.id)
    assert.deepEqual([currentCard?.isVerified, currentCard?.verifiedBy], [true, 'hand'])
    assert.deepEqual(
      (await issues()).filter((code) => code.startsWith('E2')),
      [],
    )
    assert.equal((await scenario.createPaidBatch([{ person, yuan: '100.00' }])).state, 'paying')
    const trail = await sql<{
      action: string
    }>`select action from audit_log where action like 'verifications.%' and ref_id = ${String(person.id)} order by seq`.execute(db())
    assert.equal(trail.rows.filter((row) => row.action === 'verifications.decide').length, 3)
    assert.equal((await requestVerification(null)).error, 'verified')
  })

  test('manual verification cannot override a provider’s denial or be forged in the database', async () => {
    const refusedCard = bankCardFor('622588', 424_242, '9999')
    await scenario.draft([{ person: { ...person, cardNo: refusedCard }, yuan: '10.00' }])
    const card = (await detail()).cards.find((each) => each.tail === refusedCard.slice(-4)) ?? assert.fail('the refused card is on file')
    assert.equal((await requestVerification(card.id)).error, 'refused')
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
