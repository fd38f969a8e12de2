import assert from 'node:assert/strict'
import { createPrivateKey } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { dayOf } from '#/domain/base/period.ts'
import { approveChanges, proveAs } from '#/server/access/changes/testing.ts'
import { completeSigningSteps, drawnName, lastDigitsOf, pdfsig, runQueuedJobs, ticketFromOutbox } from '#/server/agreements/signing/testing.ts'
import { openCertificate } from '#/server/organisations/certificates/reading.ts'
import { pkcs12 } from '#/server/organisations/certificates/testing.ts'
import { testServer } from '#/server/tests/testing.ts'
import { slowCertificate } from '#/server/tests/uploads-testing.ts'

const modeTwoPlace = { centre: 2, mode: 2 } as const
const dayMs = 86_400_000
const password = '证书123'
const signers = demoPeople().ordinary.filter((person) => person.centreId === 2)

describe('seal certificates of centres', () => {
  const server = testServer()
  let company: { legal_name: string; credit_code: string }
  before(async () => {
    company = await db().selectFrom('centre').select(['legal_name', 'credit_code']).where('id', '=', 2).executeTakeFirstOrThrow()
  })
  const db = () => server.running.kernel.database.kysely
  const now = () => server.running.kernel.clock.now()
  const inDays = (count: number) => new Date(now().getTime() + count * dayMs)
  const certificateFile = (change: Partial<Parameters<typeof pkcs12>[0]> = {}) =>
    pkcs12({ company: company.legal_name, password, from: inDays(-1), to: inDays(400), ...change })
  /** Uploads a certificate, and has another person approve it. */
  const add = async (file: ReturnType<typeof pkcs12>, change: object = {}) => {
    await proveAs(server, 'platform')
    const addResponse = await server.call('platform', 'certificates.add', { centreId: 2, file, password, why: '证书更新', ...change })
    if (addResponse.error) return addResponse
    await approveChanges(server)
    await server.job('certificates.applied', { kind: 'seal_certificate', rowId: 1, centreId: 2 })
    return { ...addResponse, data: await server.must('platform', 'certificates.list', { centreId: 2 }) }
  }
  const get = (id: number) => server.must('centre', 'contracts.get', { id }, modeTwoPlace)
  const templateOf = async (kind: string) =>
    (await server.must('centre', 'contracts.choices', {}, modeTwoPlace)).templates.find((template) => template.kind === kind)?.id ?? 0
  const draft = async (index: number) => {
    const terms = { centreId: 2, mode: 2 as const, operatorId: signers[index]?.id ?? 0, from: dayOf(now()), to: '2090-12-31', fields: {} }
    return server.must('centre', 'contracts.create', { templateId: await templateOf('operator_agreement'), ...terms }, modeTwoPlace)
  }
  /** Sends a contract and signs it by hand, without running the seal job. */
  const signContract = async (index: number) => {
    await db().deleteFrom('throttle').where('subject', 'like', 'sign-%').execute()
    const { id, version } = await draft(index)
    const { openTaskId } = await server.must('centre', 'contracts.send', { id, version, signDays: 90 }, modeTwoPlace)
    await runQueuedJobs(server, 'contracts.tell', 'contracts.text')
    const taskId = openTaskId ?? 0
    const { sha256, ...inside } = await completeSigningSteps(
      server,
      await ticketFromOutbox(server, taskId),
      await lastDigitsOf(server, signers[index]?.id ?? 0),
      taskId,
    )
    const { consents } = await server.must(null, 'signing.facts', inside)
    await server.must(null, 'signing.sign', { ...inside, sha256, way: 'drawn', consents, image: await drawnName() })
    return id
  }
  /** Returns the highest number of messages of this kind that one user of this type received. */
  const messages = async (kind: string, usertype: number) => {
    const { rows } = await sql<{ most: number }>`select coalesce(max(times), 0)::integer as most from (select count(*) as times from message
      join app_user on app_user.id = message.user_id where message.kind = ${kind} and usertype = ${usertype} group by message.user_id) each`.execute(db())
    return rows[0]?.most
  }

  test('the refusal of a certificate names its fault', async () => {
    const error = async (...args: Parameters<typeof add>) => (await add(...args)).error
    assert.equal(await error(certificateFile(), { password: 'another' }), 'password')
    assert.equal(await error(certificateFile({ form: 'noKey' })), 'noKey')
    assert.equal(await error(certificateFile({ form: 'noCertificate' })), 'noCertificate')
    assert.equal(await error(certificateFile({ form: 'otherKey' })), 'mismatch')
    assert.equal(await error(certificateFile({ form: 'rc2' })), 'cipher')
    assert.equal(await error(certificateFile({ key: 'ec' })), 'kind')
    // A 2,048-bit key is too short for a seal that is valid beyond 2030.
    assert.equal(await error(certificateFile({ to: new Date('2031-06-30T00:00:00Z') })), 'kind')
    assert.equal(await error(certificateFile({ key: 'rsa:3072', to: new Date('2031-06-30T00:00:00Z') }), { password: 'another' }), 'password')
    assert.equal(await error(certificateFile({ from: inDays(2), to: inDays(400) })), 'early')
    assert.equal(await error(certificateFile({ from: inDays(-400), to: inDays(-1) })), 'expired')
    assert.equal(await error(certificateFile({ company: `${company.legal_name}上海分公司` })), 'subject')
    assert.equal(await error({ filename: 'seal.p12', mediaType: 'application/x-pkcs12', bytes: Buffer.from('nothing') }), 'damaged')
    assert.deepEqual((await server.must('platform', 'certificates.list', { centreId: 2 })).rows, [], 'no part of it was stored')
  })

  test('a certificate that takes too long to read is reported as slow, not damaged', async () => {
    const { bytes } = slowCertificate(20)
    assert.equal(await openCertificate({ bytes, password }, 0), 'certificateSlow')
    assert.equal(await openCertificate({ bytes, password }), 'password')
  })

  test('a centre cannot add certificates, and a unit cannot list them', async () => {
    const file = certificateFile()
    assert.equal((await server.call('centre', 'certificates.add', { centreId: 2, file, password }, modeTwoPlace)).error, 'forbidden')
    assert.equal((await server.call('unit1', 'certificates.list', { centreId: 2 })).error, 'forbidden')
  })

  test('a certificate can be added, replaced and withdrawn, and its key is stored encrypted', async () => {
    const firstFile = certificateFile()
    const addAnswer = await add(firstFile)
    assert.equal(addAnswer.code, 1)
    assert.equal((await add(firstFile)).error, 'same')
    const storedCertificates = await db().selectFrom('seal_certificate').selectAll().execute()
    assert.equal(storedCertificates.length, 1)
    const { private_key_sealed: sealed } = storedCertificates[0] ?? assert.fail()
    const key = server.running.kernel.vault.open('private_key', sealed)
    assert.equal(createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' }).asymmetricKeyType, 'rsa')
    for (let from = 0; from + 20 <= key.length; from += 20) assert.ok(!sealed.includes(key.slice(from, from + 20)), 'the key is sealed')
    assert.ok(!JSON.stringify(addAnswer.data).includes('private'))
    const secondAddition = await add(certificateFile())
    assert.deepEqual(
      secondAddition.data?.rows.map((row) => [row.state, row.standing]),
      [
        ['current', 'current'],
        ['replaced', 'current'],
      ],
    )
    const id = secondAddition.data?.rows[0]?.id ?? 0
    const withdrawal = await server.must('platform', 'certificates.withdraw', { centreId: 2, id, reason: '密钥遗失' })
    assert.deepEqual([withdrawal.rows[0]?.state, withdrawal.rows[0]?.endReason, withdrawal.source], ['withdrawn', '密钥遗失', 'selfMade'])
    assert.equal((await server.call('platform', 'certificates.withdraw', { centreId: 2, id, reason: '再次' })).error, 'notCurrent')
  })

  test('contracts wait for the next certificate after the current one expires', async () => {
    assert.equal((await add(certificateFile({ to: inDays(20) }))).code, 1)
    const ids = [await signContract(0), await signContract(1), await signContract(2)]
    await server.job('contracts.seal', { contractId: ids[0] })
    assert.equal((await get(ids[0] ?? 0)).state, 'done')
    server.advance(21 * dayMs)
    for (const contractId of ids.slice(1)) await server.job('contracts.seal', { contractId })
    for (const id of ids.slice(1)) assert.deepEqual([(await get(id)).state, (await get(id)).sealFault], ['signing', 'expired'])
    const certificateList = await server.must('platform', 'certificates.list', { centreId: 2 })
    assert.deepEqual([certificateList.waiting, certificateList.rows[0]?.standing], [2, 'expired'])
    assert.equal(await messages('sealWaits', 1), 1, 'one message for all that wait')
    assert.equal(await messages('sealWaits', 4), 1)
    // Without a certificate nothing can be sent, but signing on paper still works.
    const { id, version, may } = await draft(3)
    assert.match(may.send, /过期/)
    assert.equal((await server.call('centre', 'contracts.send', { id, version }, modeTwoPlace)).error, 'sealExpired')
    assert.equal(
      (
        await server.call(
          'centre',
          'contracts.startMany',
          { kinds: ['operator_agreement'], centreId: 2, mode: 2, operatorIds: [signers[3]?.id ?? 0] },
          modeTwoPlace,
        )
      ).error,
      'sealExpired',
    )
    // The signing deadline does not apply to a contract that waits for a certificate.
    server.advance(80 * dayMs)
    await server.job('contracts.sweep')
    assert.equal((await get(ids[1] ?? 0)).state, 'signing')
    assert.equal((await add(certificateFile({ from: inDays(-2), to: inDays(365) }))).code, 1)
    await runQueuedJobs(server, 'contracts.resume', 'contracts.seal')
    for (const id of ids) {
      const contract = await get(id)
      assert.deepEqual([contract.state, contract.sealFault], ['done', null])
      const { fileId } = await server.must('centre', 'contracts.pdf', { id }, modeTwoPlace)
      const bytes = await server.running.kernel.store.read(fileId)
      assert.equal(pdfsig(bytes).match(/Signature is Valid/g)?.length, 2)
      const { signatures } = await server.must('centre', 'contracts.verify', { id }, modeTwoPlace)
      assert.ok(signatures.length > 0 && signatures.every((signature) => signature.isValid && signature.certificate.includes(company.legal_name)))
    }
    assert.equal((await server.must('platform', 'certificates.list', { centreId: 2 })).waiting, 0)
  })

  test('platform staff are warned a month and a week before a certificate expires', async () => {
    const sealStep = async () =>
      (await server.must('platform', 'readiness.overview', {})).centres.find((centre) => centre.id === 2)?.steps.find((step) => step.key === 'seal')
    assert.equal((await sealStep())?.state, 'done')
    assert.equal((await add(certificateFile({ from: inDays(-1), to: inDays(29) }))).code, 1)
    for (let attempt = 0; attempt < 2; attempt++) await server.job('certificates.watch')
    assert.equal(await messages('certificateEnding', 1), 1)
    assert.deepEqual([(await sealStep())?.state, (await sealStep())?.detail], ['advised', dayOf(inDays(29))])
    server.advance(23 * dayMs)
    for (let attempt = 0; attempt < 2; attempt++) await server.job('certificates.watch')
    assert.equal(await messages('certificateEnding', 1), 2)
    server.advance(7 * dayMs)
    await server.job('certificates.watch')
    assert.equal(await messages('certificateEnding', 1), 2)
    assert.equal((await sealStep())?.state, 'missing')
  })

  test('the request role cannot read the private key', async () => {
    await assert.rejects(
      db()
        .transaction()
        .execute(async (trx) => {
          await sql`set local role app_rw`.execute(trx)
          await sql`select private_key_sealed from seal_certificate`.execute(trx)
        }),
      /permission denied/,
    )
  })
})
