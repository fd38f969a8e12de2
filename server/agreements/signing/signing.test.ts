import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { beforeEach, describe, test } from 'node:test'
import { demoPeople } from '#/demo/load.ts'
import { codeFromOutbox, completeSigningSteps, drawnName, pdfsig, runQueuedJobs, sendContractTo, signAll } from '#/server/agreements/signing/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const modeTwoPlace = { centre: 2, mode: 2 } as const
const { specials, ordinary } = demoPeople()
const signers = ordinary.filter((person) => person.centreId === 2).map((person) => person.id)

describe('signing by link', () => {
  const server = testServer()
  let signerIndex = 0
  const db = () => server.running.kernel.database.kysely
  beforeEach(() => db().deleteFrom('throttle').where('subject', 'like', 'sign-%').execute())

  const bytesOf = async (id: number) => server.running.kernel.store.read((await server.must('centre', 'contracts.pdf', { id }, modeTwoPlace)).fileId)
  const send = (operatorId: number, kind?: string, scope?: string) => sendContractTo(server, operatorId, kind, scope)
  /** Sends a contract to an operator not yet used in these tests. */
  const sendToNextSigner = () => send(signers[signerIndex++] ?? 0)
  const get = (id: number) => server.must('centre', 'contracts.get', { id }, modeTwoPlace)

  /** Returns the missing documents reported by a payment to an operator without an agreement. */
  const missingPapers = async () => {
    const person = specials.noAgreement
    if (!person) throw new Error('everybody has signed')
    const { id: batchId } = await server.must('maker', 'payments.create', { orderId: 12 })
    const { name, idNumber, mobile, bankName, cardNo } = person
    await server.must('maker', 'lines.add', { batchId, rows: [{ name, idNumber, mobile, bankName, cardNo, amountText: '100.00', service: '直播服务费' }] })
    const { rows } = await server.must('maker', 'lines.list', { batchId })
    return (rows[0]?.issues ?? []).map((issue) => issue.code).filter((code) => code === 'E206' || code === 'E207')
  }

  test('sender and signer are warned of unprintable characters before signing', async () => {
    const { id, ticket, tail } = await send(signers[signerIndex++] ?? 0, 'operator_agreement', '为𪚥、𠮷、김与Łukasz提供直播服务')
    assert.equal((await get(id)).unprintable, '𪚥')
    const { pass } = await server.must(null, 'signing.open', { ticket, tail })
    assert.equal((await server.must(null, 'signing.facts', { ticket, pass })).unprintable, '𪚥')
    const simpleContract = await sendToNextSigner()
    assert.equal((await get(simpleContract.id)).unprintable, '')
  })

  test('documents that an operator signed satisfy the payment checks and pdfsig', async () => {
    const operatorId = specials.noAgreement?.id ?? 0
    await db().deleteFrom('consent').where('operator_id', '=', operatorId).execute()
    assert.deepEqual(await missingPapers(), ['E206', 'E207'])
    for (const kind of ['operator_agreement', 'tax_authorisation']) {
      const { id, signTaskId, ticket, tail } = await send(operatorId, kind)
      await signAll(server, ticket, tail, signTaskId)
      const contract = await get(id)
      assert.equal(contract.state, 'done')
      const bytes = await bytesOf(id)
      assert.equal(createHash('sha256').update(bytes).digest('hex'), contract.sha256)
      const output = pdfsig(bytes)
      assert.equal(output.match(/Signature is Valid/g)?.length, 2, output)
      assert.match(output, /ETSI\.CAdES\.detached/)
      assert.match(output, /Total document signed/)
      assert.deepEqual(
        contract.tasks.map((task) => [task.way, task.state, (task.evidence.mobileSha256 ?? '') !== '']),
        [
          ['hand', 'signed', true],
          ['seal', 'signed', false],
        ],
      )
    }
    assert.deepEqual(await missingPapers(), [])
    const consents = await db()
      .selectFrom('consent')
      .select('kind')
      .where('operator_id', '=', operatorId)
      .where('revoked_at', 'is', null)
      .orderBy('kind')
      .execute()
    assert.deepEqual(
      consents.map((row) => row.kind),
      ['agreement', 'personal_data', 'tax_filing'],
    )
  })

  test('pdfsig detects changes to a signed file, and the database refuses changes to its records', async () => {
    const { id, signTaskId, ticket, tail } = await sendToNextSigner()
    await signAll(server, ticket, tail, signTaskId)
    const bytes = Buffer.from(await bytesOf(id))
    const signatureReport = pdfsig(bytes)
    assert.ok(signatureReport.match(/Signature is Valid/g)?.length === 2 && /Total document signed/.test(signatureReport), signatureReport)
    for (const offset of [200, Math.floor(bytes.length / 2), bytes.length - 400]) {
      const changedBytes = Buffer.from(bytes)
      changedBytes[offset] = (changedBytes[offset] ?? 0) ^ 1
      const output = pdfsig(changedBytes)
      assert.ok(!(output.match(/Signature is Valid/g)?.length === 2 && /Total document signed/.test(output)), `byte ${offset} changed unseen`)
    }
    const longerReport = pdfsig(Buffer.concat([bytes, Buffer.from('\n1 0 obj\n<<>>\nendobj\n')]))
    assert.doesNotMatch(longerReport, /Total document signed/)
    assert.match(longerReport, /Signature #2/)
    const verification = await server.must('centre', 'contracts.verify', { id }, modeTwoPlace)
    assert.deepEqual([verification.isSame, verification.signatures.map((signature) => signature.isValid)], [true, [true, true]])
    const row = await db().selectFrom('contract').select(['file_id', 'sha256']).where('id', '=', id).executeTakeFirstOrThrow()
    await assert.rejects(
      db()
        .updateTable('contract')
        .set({ sha256: 'f'.repeat(64) })
        .where('id', '=', id)
        .execute(),
      /signed contract cannot change/,
    )
    await assert.rejects(db().updateTable('contract').set({ sign_state: 'draft' }).where('id', '=', id).execute(), /signature cannot be removed/)
    await assert.rejects(
      db()
        .updateTable('stored_file')
        .set({ sha256: 'f'.repeat(64) })
        .where('id', '=', row.file_id ?? '')
        .execute(),
      /stored file cannot change/,
    )
    await assert.rejects(db().updateTable('sign_task').set({ evidence: '{}' }).where('id', '=', signTaskId).execute(), /signature cannot change/)
    await assert.rejects(db().deleteFrom('contract_revision').where('contract_id', '=', id).execute(), /append-only/)
  })

  test('the fifth wrong entry of the last digits ends the link', async () => {
    const { ticket, tail, id } = await sendToNextSigner()
    const lookAnswer = await server.must(null, 'signing.look', { ticket })
    assert.equal(lookAnswer.asks, 'idNumber')
    assert.match(lookAnswer.signer, /\*/)
    const errors = []
    for (let attempt = 0; attempt < 6; attempt++)
      errors.push((await server.call(null, 'signing.open', { ticket, tail: tail === '0000' ? '1111' : '0000' })).error)
    assert.deepEqual(errors, ['wrongTail', 'wrongTail', 'wrongTail', 'wrongTail', 'ticketDead', 'ticketDead'])
    assert.equal((await server.call(null, 'signing.open', { ticket, tail })).error, 'ticketDead')
    assert.equal((await get(id)).state, 'signing')
    for (const operationName of ['facts', 'document', 'code', 'state', 'signed', 'next', 'sandbox'] as const)
      assert.equal((await server.call(null, `signing.${operationName}`, { ticket, pass: 'x'.repeat(43) })).error, 'ticketDead', operationName)
  })

  test('opening the link in a second browser invalidates the first and its confirmation', async () => {
    const { ticket, tail, signTaskId } = await sendToNextSigner()
    const first = await completeSigningSteps(server, ticket, tail, signTaskId)
    const { pass } = await server.must(null, 'signing.open', { ticket, tail })
    const image = await drawnName()
    const sign = (holder: string) =>
      server.call(null, 'signing.sign', { ticket, pass: holder, sha256: first.sha256, way: 'drawn', consents: ['agreement', 'personal_data'], image })
    assert.equal((await sign(first.pass)).error, 'elsewhere')
    assert.equal((await sign(pass)).error, 'notProved')
  })

  test('signing is refused while reading, code, signature or consent is missing', async () => {
    const { ticket, tail, signTaskId } = await sendToNextSigner()
    const { pass } = await server.must(null, 'signing.open', { ticket, tail })
    const signingPass = { ticket, pass }
    const { sha256 } = await server.must(null, 'signing.document', signingPass)
    const image = await drawnName()
    const sign = (change: object = {}) =>
      server.call(null, 'signing.sign', { ...signingPass, sha256, way: 'drawn', consents: ['agreement', 'personal_data'], image, ...change })
    assert.equal((await sign()).error, 'notRead')
    assert.equal((await server.call(null, 'signing.code', signingPass)).error, 'notRead')
    assert.equal((await server.call(null, 'signing.read', { ...signingPass, sha256: 'f'.repeat(64), pages: 1 })).error, 'otherFile')
    await server.must(null, 'signing.read', { ...signingPass, sha256, pages: 2 })
    assert.equal((await sign()).error, 'notProved')
    await server.must(null, 'signing.code', signingPass)
    assert.equal((await server.call(null, 'signing.code', signingPass)).error, 'tooSoon')
    await runQueuedJobs(server, 'signing.code')
    await server.must(null, 'signing.confirm', { ...signingPass, code: await codeFromOutbox(server, signTaskId) })
    assert.equal((await sign({ consents: ['agreement'] })).error, 'noConsent')
    assert.equal((await sign({ sha256: 'f'.repeat(64) })).error, 'otherFile')
    const picture = (bytes: Uint8Array) => ({ image: { filename: 'x.png', mediaType: 'image/png', bytes } })
    assert.equal((await sign(picture(Buffer.from('<svg onload=alert(1)>')))).error, 'badImage')
    assert.equal((await sign(picture((await drawnName('M0 0')).bytes))).error, 'emptyImage')
    assert.equal((await sign()).code, 1)
    assert.equal((await sign()).error, 'ticketDead')
  })

  test('a typed name is refused where the centre requires handwriting', async () => {
    const setWay = (way: 'sms' | 'handwriting') => db().updateTable('centre').set({ sign_way: way }).where('id', '=', 2).execute()
    await setWay('handwriting')
    const { ticket, tail, signTaskId } = await sendToNextSigner()
    const { sha256, ...inside } = await completeSigningSteps(server, ticket, tail, signTaskId)
    const signingFacts = await server.must(null, 'signing.facts', inside)
    assert.equal(signingFacts.isByHand, true)
    const sign = async (way: 'drawn' | 'typed') =>
      server.call(null, 'signing.sign', { ...inside, sha256, way, consents: signingFacts.consents, image: await drawnName() })
    assert.equal((await sign('typed')).error, 'byHand')
    assert.equal((await sign('drawn')).code, 1)
    await setWay('sms')
  })

  test('a code is invalid after use, expiry or five wrong entries, and entries are limited', async () => {
    const { ticket, tail, signTaskId } = await sendToNextSigner()
    const signingPass = { ticket, pass: (await server.must(null, 'signing.open', { ticket, tail })).pass }
    const { sha256 } = await server.must(null, 'signing.document', signingPass)
    await server.must(null, 'signing.read', { ...signingPass, sha256, pages: 2 })
    const requestCode = async () => {
      await db().updateTable('sign_ticket').set({ code_sent_at: null }).where('task_id', '=', signTaskId).execute()
      await server.must(null, 'signing.code', signingPass)
      await runQueuedJobs(server, 'signing.code')
      return codeFromOutbox(server, signTaskId)
    }
    const confirm = (code: string) => server.call(null, 'signing.confirm', { ...signingPass, code })
    const code = await requestCode()
    const wrongCode = code === '000000' ? '111111' : '000000'
    const errors = []
    for (let attempt = 0; attempt < 5; attempt++) errors.push((await confirm(wrongCode)).error)
    assert.deepEqual(errors, ['wrongCode', 'wrongCode', 'wrongCode', 'wrongCode', 'codeDead'])
    assert.equal((await confirm(code)).error, 'codeDead')
    const second = await requestCode()
    await db()
      .updateTable('sign_ticket')
      .set({ code_expires_at: new Date(0) })
      .where('task_id', '=', signTaskId)
      .execute()
    assert.equal((await confirm(second)).error, 'codeDead')
    const thirdCode = await requestCode()
    assert.equal((await confirm(thirdCode)).code, 1)
    assert.equal((await confirm(thirdCode)).error, 'codeDead')
    let lastError: string | undefined = ''
    for (let attempt = 0; attempt < 40 && lastError !== 'tooMany'; attempt++) lastError = (await confirm(wrongCode)).error
    assert.equal(lastError, 'tooMany')
  })

  test('concurrent signatures are recorded once, with one set of consents', async () => {
    const operatorId = signers[signerIndex++] ?? 0
    const { id, ticket, tail, signTaskId } = await send(operatorId)
    const { sha256, ...inside } = await completeSigningSteps(server, ticket, tail, signTaskId)
    const image = await drawnName()
    const sign = () => server.call(null, 'signing.sign', { ...inside, sha256, way: 'drawn', consents: ['agreement', 'personal_data'], image })
    const answers = await Promise.all([sign(), sign(), sign()])
    assert.equal(answers.filter((answer) => answer.code === 1).length, 1)
    await Promise.all([server.job('contracts.seal', { contractId: id }), server.job('contracts.seal', { contractId: id })])
    await runQueuedJobs(server, 'contracts.seal', 'contracts.tell', 'contracts.text')
    const contract = await get(id)
    assert.deepEqual([contract.state, contract.revisions.length], ['done', 3])
    const consents = await db().selectFrom('consent').select('id').where('contract_id', '=', id).execute()
    assert.equal(consents.length, 2)
  })

  test('a contract revoked while being read cannot be signed', async () => {
    const { id, ticket, tail, signTaskId } = await sendToNextSigner()
    const { sha256, ...inside } = await completeSigningSteps(server, ticket, tail, signTaskId)
    const { version } = await get(id)
    await server.must('centre', 'contracts.revoke', { id, version, reason: '条款有误' }, modeTwoPlace)
    assert.equal(
      (await server.call(null, 'signing.sign', { ...inside, sha256, way: 'drawn', consents: ['agreement', 'personal_data'], image: await drawnName() })).error,
      'ticketDead',
    )
    assert.equal((await server.must(null, 'signing.look', { ticket })).state, 'revoked')
  })

  test('a refusal with a reason ends signing for all parties and leaves the file unchanged', async () => {
    const { id, ticket, tail } = await sendToNextSigner()
    const contractBefore = await get(id)
    const { pass } = await server.must(null, 'signing.open', { ticket, tail })
    await server.must(null, 'signing.refuse', { ticket, pass, reason: '费率与约定不符' })
    const contract = await get(id)
    assert.deepEqual([contract.state, contract.endReason, contract.sha256], ['refused', '费率与约定不符', contractBefore.sha256])
    assert.equal((await server.must(null, 'signing.state', { ticket, pass })).state, 'refused')
  })

  test('unknown and malformed tickets show nothing and cannot open a document', async () => {
    for (const ticket of ['x'.repeat(20), 'y'.repeat(100), '../../../../etc/passwd', "' or 1=1 --aaaaaaaaaaaa"]) {
      assert.deepEqual(await server.must(null, 'signing.look', { ticket }), {
        state: 'dead',
        signer: '',
        name: '',
        asks: null,
        deadline: null,
        isSandbox: true,
      })
      assert.equal((await server.call(null, 'signing.open', { ticket, tail: '0000' })).error, 'ticketDead')
    }
  })

  test('only the signed-in signer can open the document without entering digits', async () => {
    const { id, signTaskId } = await send(1001)
    assert.equal((await server.call('maker', 'contracts.ticket', { signTaskId })).error, 'notFound')
    const { ticket } = await server.must('operator', 'contracts.ticket', { signTaskId })
    assert.equal((await server.must(null, 'signing.look', { ticket })).asks, null)
    await signAll(server, ticket, '', signTaskId)
    assert.equal((await server.must('operator', 'contracts.get', { id })).state, 'done')
  })
})
