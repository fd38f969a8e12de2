import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import { demoPeople } from '#/demo/load.ts'
import { codeFromOutbox, drawnName, plainPicture, runQueuedJobs, samplePhoto, sendContractTo, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeTwoPlace = { centre: 2, mode: 2 } as const
const signers = demoPeople()
  .ordinary.filter((person) => person.centreId === 2)
  .map((person) => person.id)

describe('signing with face verification', () => {
  const server = testServer()
  let signerIndex = 0
  const db = () => server.running.kernel.database.kysely
  const setWay = (way: 'sms' | 'face') => db().updateTable('centre').set({ sign_way: way }).where('id', '=', 2).execute()
  before(async () => {
    await setWay('face')
  })
  const faceOf = (operatorId: number) => db().selectFrom('operator').select(['name', 'verify_face']).where('id', '=', operatorId).executeTakeFirstOrThrow()
  const facesOf = (operatorId: number) =>
    db().selectFrom('stored_file').select('id').where('operator_id', '=', operatorId).where('purpose', '=', 'face').execute()
  const pictureOf = (id = '') => db().selectFrom('stored_file').selectAll().where('id', '=', id).executeTakeFirst()
  /** Opens the link to a new contract for the next operator. */
  const begin = async (operatorId = signers[signerIndex++] ?? 0) => {
    const { ticket, tail, id, signTaskId } = await sendContractTo(server, operatorId)
    const signingPass = { ticket, pass: (await server.must(null, 'signing.open', { ticket, tail })).pass }
    const { sha256 } = await server.must(null, 'signing.document', signingPass)
    const showFace = (picture: Upload) => server.call(null, 'signing.face', { ...signingPass, picture })
    const readDocument = () => server.must(null, 'signing.read', { ...signingPass, sha256, pages: 2 })
    const agree = () => server.must(null, 'signing.agreeFace', { ...signingPass, version: '2026-11' })
    return { operatorId, id, signTaskId, ticket, tail, inside: signingPass, sha256, show: showFace, read: readDocument, agree }
  }

  test('a face check requires separate consent, and the unit cannot open its picture', async () => {
    const { operatorId, id, inside, sha256, show, read, agree } = await begin()
    const image = await drawnName()
    const sign = () => server.call(null, 'signing.sign', { ...inside, sha256, way: 'typed', consents: ['agreement', 'personal_data'], image })
    const selfie = await samplePhoto()
    assert.equal((await show(selfie)).error, 'notRead')
    await read()
    const signingFacts = await server.must(null, 'signing.facts', inside)
    assert.deepEqual([signingFacts.offersFace, signingFacts.facesLeft, signingFacts.isFaceSandbox, signingFacts.isProved], [true, 3, true, false])
    assert.match(signingFacts.faceConsent?.text ?? '', /180 天，到期删除.*相似度.*留存.*短信验证码.*个人中心.*签署链接/)
    assert.equal((await sign()).error, 'notProved')
    assert.equal((await show(selfie)).error, 'faceNotAgreed')
    assert.equal((await server.call(null, 'signing.agreeFace', { ...inside, version: '2025-06' })).error, 'otherConsent')
    await agree()
    await agree()
    const rows = await db().selectFrom('consent').select(['centre_id', 'evidence']).where('operator_id', '=', operatorId).where('kind', '=', 'face').execute()
    const { version, language, text } = (rows[0]?.evidence ?? {}) as Record<string, string>
    assert.deepEqual([rows.length, rows[0]?.centre_id, version, language, text], [1, 2, '2026-11', 'zh', signingFacts.faceConsent?.text])
    assert.equal((await server.must(null, 'signing.facts', inside)).faceConsent, null)
    assert.equal((await show({ ...selfie, bytes: Buffer.from('no picture') })).code, 0)
    assert.equal((await show(await plainPicture())).error, 'noFace')
    assert.equal((await show(selfie)).code, 1)
    assert.equal((await faceOf(operatorId)).verify_face, 1)
    assert.equal((await server.must(null, 'signing.facts', inside)).isProved, true)
    assert.equal((await sign()).code, 1)
    const { evidence } = (await server.must('centre', 'contracts.get', { id }, modeTwoPlace)).tasks[0] ?? assert.fail('somebody signed')
    assert.deepEqual([evidence.will, evidence.faceLikeness, evidence.faceVerifier, evidence.codeRefSha256], ['face', '93', 'sandbox', ''])
    const storedPicture = await pictureOf(evidence.faceFile)
    assert.deepEqual(
      [storedPicture?.purpose, storedPicture?.unit_id, storedPicture?.centre_id, storedPicture?.operator_id, storedPicture?.sha256],
      ['face', null, 2, operatorId, evidence.faceSha256],
    )
    assert.equal(((storedPicture?.expires_at?.getTime() ?? 0) - (storedPicture?.created_at.getTime() ?? 0)) / 86_400_000, 180)
    assert.equal((await server.call('maker', 'files.link', { fileId: storedPicture?.id ?? '' })).error, 'file_not_found')
    assert.equal((await server.call('centre', 'files.link', { fileId: storedPicture?.id ?? '' }, modeTwoPlace)).code, 1)
  })

  test('withdrawing the consent deletes the face picture and leaves only signing by code', async () => {
    // Operator 1001 of the demo has an account.
    const session = await begin(1001)
    await session.read()
    await session.agree()
    assert.equal((await session.show(await samplePhoto())).code, 1)
    const facesBefore = await server.must('operator', 'contracts.faces', {})
    assert.deepEqual([facesBefore.pictures, facesBefore.consents[0]?.version, facesBefore.consents[0]?.revokedAt], [1, '2026-11', null])
    assert.match(facesBefore.consents[0]?.text ?? '', /单独同意/)
    assert.equal((await server.call('maker', 'contracts.withdrawFaces', {})).error, 'consentNotFound')
    await server.must('operator', 'contracts.withdrawFaces', {})
    assert.equal((await server.call('operator', 'contracts.withdrawFaces', {})).error, 'consentOver')
    const signingFacts = await server.must(null, 'signing.facts', session.inside)
    assert.deepEqual([signingFacts.offersFace, signingFacts.isProved, signingFacts.faceConsent], [false, false, null])
    assert.equal((await session.show(await samplePhoto())).error, 'notByFace')
    assert.equal((await server.call(null, 'signing.agreeFace', { ...session.inside, version: '2026-11' })).error, 'notByFace')
    await server.job('retention.sweep')
    server.advance(3_600_000)
    await server.job('retention.sweep')
    assert.equal((await server.must('operator', 'contracts.faces', {})).pictures, 0)
    const log = await sql<{ deleted: string }>`select detail ->> 'facesDeleted' as deleted from audit_log
      where action = 'retention.sweep' and ref_type = 'operator' and ref_id = '1001'`.execute(db())
    assert.deepEqual(log.rows, [{ deleted: '1' }])
    await server.must(null, 'signing.code', session.inside)
    await runQueuedJobs(server, 'signing.code')
    await server.must(null, 'signing.confirm', { ...session.inside, code: await codeFromOutbox(server, session.signTaskId) })
    assert.equal((await server.must(null, 'signing.facts', session.inside)).isProved, true)
  })

  test('a signer without an account can withdraw face consent on the page, even after signing', async () => {
    const { operatorId, inside, sha256, signTaskId, show, read, agree } = await begin()
    const withdraw = () => server.call(null, 'signing.withdrawFace', inside)
    await read()
    assert.deepEqual([(await server.must(null, 'signing.facts', inside)).mayWithdrawFace, (await withdraw()).error], [false, 'noFaceConsent'])
    await agree()
    assert.equal((await show(await samplePhoto())).code, 1)
    assert.equal((await server.must(null, 'signing.facts', inside)).mayWithdrawFace, true)
    const consents = ['agreement' as const, 'personal_data' as const]
    await server.must(null, 'signing.sign', { ...inside, sha256, way: 'typed', consents, image: await drawnName() })
    assert.equal((await server.must(null, 'signing.state', inside)).mayWithdrawFace, true)
    assert.equal((await server.call(null, 'signing.withdrawFace', { ...inside, pass: 'x'.repeat(40) })).error, 'elsewhere')
    assert.equal((await withdraw()).code, 1)
    assert.deepEqual([(await server.must(null, 'signing.state', inside)).mayWithdrawFace, (await withdraw()).error], [false, 'noFaceConsent'])
    const rows = await db()
      .selectFrom('consent')
      .select(['kind', 'revoke_reason'])
      .where('operator_id', '=', operatorId)
      .where('revoked_at', 'is not', null)
      .execute()
    assert.deepEqual(rows, [{ kind: 'face', revoke_reason: '本人在签署页面撤回' }])
    const log = await sql<{ count: number }>`select (detail ->> 'faceWithdrawn')::int as count from audit_log
      where action = 'signing.withdrawFace' and detail ->> 'signTask' = ${String(signTaskId)} and detail ->> 'faceWithdrawn' is not null`.execute(db())
    assert.deepEqual(log.rows, [{ count: 1 }])
    await server.job('retention.sweep')
    server.advance(3_600_000)
    await server.job('retention.sweep')
    assert.equal((await facesOf(operatorId)).length, 0)
  })

  test('face pictures without an expiry date are deleted on withdrawal or after 180 days', async () => {
    const setRetention = (days: number) =>
      sql`insert into stored_file (id, sha256, size_bytes, media_type, name, purpose, centre_id, operator_id, created_by, created_at)
      values (gen_random_uuid(), repeat('0', 64), 1, 'image/jpeg', 'face.jpg', 'face', (select min(id) from centre where id <> 2), 1001, 0, ${new Date(server.running.kernel.clock.now().getTime() - days * 86_400_000)})`.execute(
        db(),
      )
    const sweep = async () => {
      await server.job('retention.sweep')
      server.advance(3_600_000)
      await server.job('retention.sweep')
    }
    const ownFaces = () => server.must('operator', 'contracts.faces', {})
    const consents = await db().selectFrom('consent').selectAll().where('operator_id', '=', 1001).where('kind', '=', 'face').execute()
    assert.ok(consents.length > 0 && consents.every((consent) => consent.revoked_at !== null))
    await setRetention(1)
    await sweep()
    assert.equal((await ownFaces()).pictures, 0, 'a withdrawal at one centre is the person’s')
    await sql`delete from consent where operator_id = 1001 and kind = 'face'`.execute(db())
    await setRetention(181)
    await setRetention(1)
    assert.deepEqual([(await ownFaces()).pictures, (await ownFaces()).mayWithdraw], [2, true])
    await sweep()
    assert.equal((await ownFaces()).pictures, 1, 'the older one had its 180 days')
    await server.must('operator', 'contracts.withdrawFaces', {})
    assert.deepEqual([(await ownFaces()).consents, (await ownFaces()).mayWithdraw], [[], false])
    await sweep()
    assert.equal((await ownFaces()).pictures, 0)
  })

  test('the database role for people without accounts can add face consents but no agreements', async () => {
    const addConsent = (kind: string) =>
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`set local role app_accounts`.execute(trx)
          await trx
            .insertInto('consent')
            .values({ operator_id: 1001, centre_id: 2, kind, document_sha256: '', given_at: new Date() } as never)
            .execute()
          await sql`reset role`.execute(trx)
        })
    await assert.rejects(addConsent('agreement'), /row-level security/)
    await addConsent('face')
  })

  test('after three consecutive failures only a new link offers the face check again', async () => {
    const { operatorId, id, inside, signTaskId, tail, show, read, agree } = await begin()
    await read()
    await agree()
    const { name } = await faceOf(operatorId)
    const renameSigner = (to: string) => db().updateTable('sign_task').set({ signer_name: to }).where('id', '=', signTaskId).execute()
    await renameSigner(`假脸${name}`)
    const selfie = await samplePhoto()
    assert.deepEqual([(await show(selfie)).message, (await show(selfie)).error], ['人脸与签署人身份信息不一致，还可尝试 2 次', 'wrongFace'])
    await renameSigner(name)
    assert.equal((await show(selfie)).code, 1, 'two failures and then the own face')
    assert.equal((await server.must(null, 'signing.facts', inside)).facesLeft, 3)
    await renameSigner(`假脸${name}`)
    const errors: (string | undefined)[] = []
    for (let attempt = 0; attempt < 3; attempt++) errors.push((await show(selfie)).error)
    assert.deepEqual(errors, ['wrongFace', 'wrongFace', 'faceOver'])
    await renameSigner(name)
    assert.equal((await show(selfie)).error, 'faceOver')
    assert.equal((await faceOf(operatorId)).verify_face, 2)
    assert.equal((await server.must(null, 'signing.facts', inside)).facesLeft, 0)
    assert.equal((await server.call(null, 'signing.code', inside)).code, 1)
    await server.must('centre', 'contracts.remind', { ids: [id] }, modeTwoPlace)
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    const secondTicket = await ticketFromOutbox(server, signTaskId)
    assert.notEqual(secondTicket, inside.ticket)
    const secondPass = { ticket: secondTicket, pass: (await server.must(null, 'signing.open', { ticket: secondTicket, tail })).pass }
    assert.equal((await server.must(null, 'signing.facts', secondPass)).facesLeft, 3)
  })

  test('a new browser requires a new face check, which a centre that uses codes refuses', async () => {
    const { ticket, tail, inside, show, read, agree } = await begin()
    await read()
    await agree()
    assert.equal((await show(await samplePhoto())).code, 1)
    const { pass } = await server.must(null, 'signing.open', { ticket, tail })
    assert.equal((await server.must(null, 'signing.facts', { ticket, pass })).isProved, false)
    await setWay('sms')
    const picture = await samplePhoto()
    assert.equal((await server.call(null, 'signing.face', { ticket, pass, picture })).error, 'notByFace')
    assert.equal((await server.call(null, 'signing.face', { ...inside, picture })).error, 'elsewhere')
    await setWay('face')
  })
})
