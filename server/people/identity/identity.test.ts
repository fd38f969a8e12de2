import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seededRandom } from '#/demo/random.ts'
import { bankCardSpecimen, drawBackSide, drawBankCard, drawFrontSide, drawLicence, type IdSpecimen, idSpecimen, licenceSpecimen } from '#/demo/specimen.ts'
import { type PhotoGrade, photograph } from '#/demo/specimen-photo.ts'
import { idNumberFor } from '#/domain/base/identity.ts'
import type { DocumentImageKind } from '#/domain/people/recognition.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { sharp } from '#/server/lib/sharp.ts'
import { Applicant } from '#/server/onboarding/applications/registering-testing.ts'
import { createReadingPool } from '#/server/people/identity/pool.ts'
import { readingOf } from '#/server/people/identity/public.ts'
import { startTestServer, testServer } from '#/server/tests/testing.ts'

const uploadOf = (bytes: Uint8Array, filename = 'card.jpg') => ({ filename, mediaType: 'image/jpeg', bytes })

async function photographFront(seed: number, grade: PhotoGrade, change: Partial<IdSpecimen> = {}) {
  const random = seededRandom(seed)
  const card = { ...idSpecimen(random), ...change }
  return { card, file: uploadOf(await photograph(await drawFrontSide(card), grade, random)) }
}

async function photographBack(seed: number, grade: PhotoGrade, change: Partial<IdSpecimen> = {}) {
  const random = seededRandom(seed)
  const card = { ...idSpecimen(random), ...change }
  return { card, file: uploadOf(await photograph(await drawBackSide(card), grade, random)) }
}

describe('card recognition', () => {
  const server = testServer()

  const recognise = (who: string, side: DocumentImageKind, file: ReturnType<typeof uploadOf>) => server.must(who, 'identity.recognise', { file, side })
  const codes = (info: Awaited<ReturnType<typeof recognise>>) => info.warnings.map((warning) => warning.code)
  const doubtOf = (info: Awaited<ReturnType<typeof recognise>>, name: string) => info.fields.find((field) => field.field === name)?.doubt

  test('on a tilted front the number, birthday and sex confirm each other', async () => {
    const { card, file } = await photographFront(11, 'tilted')
    const info = await recognise('maker', 'front', file)
    assert.deepEqual([info.idnum, info.birth, info.sex], [card.idNumber, card.birth, card.sex])
    const trustedFields = info.fields.filter((field) => field.isTrusted).map((field) => field.field)
    assert.deepEqual(trustedFields.sort(), ['birth', 'idNumber', 'sex'])
    assert.ok(info.warnings.some((warning) => warning.code === 'specimen' && warning.text.includes('样本')))
  })

  test('trusted fields are correct in dark, compressed, grey, mixed and scanned pictures', async () => {
    for (const [at, grade] of (['dim', 'compressed', 'grey', 'mixed', 'scan'] as const).entries()) {
      const { card, file } = await photographFront(40 + at, grade)
      const info = await recognise('checker', 'front', file)
      const printedValues: Record<string, string> = { ...card, validTo: '' }
      for (const { field, value, isTrusted } of info.fields) if (isTrusted) assert.equal(value, printedValues[field], `${grade} ${field}`)
      if (grade === 'dim') assert.ok(codes(info).includes('dark'))
      if (grade === 'grey') assert.ok(codes(info).includes('copy'))
    }
  })

  test('an upside-down card is rotated', async () => {
    const { card, file } = await photographFront(51, 'clean')
    const info = await recognise('maker', 'front', uploadOf(await sharp(file.bytes).rotate(180).jpeg().toBuffer()))
    assert.equal(info.idnum, card.idNumber)
  })

  test('the back of an ID card yields authority and validity period, and a warning after expiry', async () => {
    const validCard = await photographBack(12, 'clean', { validFrom: '2019-05-20', validTo: '2039-05-20' })
    const info = await recognise('maker', 'back', validCard.file)
    assert.deepEqual([info.authority, info.validfrom, info.validto], [validCard.card.authority, '2019-05-20', '2039-05-20'])
    assert.deepEqual([doubtOf(info, 'authority'), doubtOf(info, 'validTo')], ['unproven', null])
    assert.ok(!codes(info).includes('expired'))
    const expiredCard = await photographBack(13, 'clean', { validFrom: '2006-02-01', validTo: '2016-02-01' })
    assert.ok(codes(await recognise('maker', 'back', expiredCard.file)).includes('expired'))
    const unlimitedCard = await photographBack(14, 'clean', { validTo: null })
    assert.equal((await recognise('maker', 'back', unlimitedCard.file)).validto, '长期')
  })

  test('bank card and licence numbers are trusted by their check digits', async () => {
    const random = seededRandom(15)
    const bank = bankCardSpecimen(random)
    const card = await recognise('payer', 'bank', uploadOf(await photograph(await drawBankCard(bank), 'tilted', random)))
    assert.deepEqual([card.cardno, card.bank], [bank.cardNo, bank.bank])
    assert.equal(doubtOf(card, 'cardNo'), null)
    const licence = licenceSpecimen(random)
    const licenceReading = await recognise('payer', 'licence', uploadOf(await photograph(await drawLicence(licence), 'clean', random)))
    assert.deepEqual([licenceReading.creditcode, licenceReading.date], [licence.creditCode, licence.founded])
    assert.equal(doubtOf(licenceReading, 'creditCode'), null)
    assert.deepEqual([doubtOf(licenceReading, 'name'), doubtOf(licenceReading, 'legal')], ['unproven', 'unproven'])
  })

  test('a number with a valid check digit and an impossible birthday is not trusted', async () => {
    const { file } = await photographFront(16, 'clean', { idNumber: idNumberFor('110105', '19901332', 1), birth: '1990-12-30' })
    assert.equal(doubtOf(await recognise('auditor', 'front', file), 'idNumber'), 'checksum')
  })

  test('a number that contradicts the printed birthday makes both untrusted', async () => {
    const { file } = await photographFront(17, 'clean', { idNumber: idNumberFor('110105', '19850607', 123), birth: '1990-12-30', sex: '男' })
    const info = await recognise('auditor', 'front', file)
    assert.deepEqual([doubtOf(info, 'idNumber'), doubtOf(info, 'birth')], ['contradiction', 'contradiction'])
  })

  test('the card of a minor is read like any other', async () => {
    const { card, file } = await photographFront(18, 'clean', { idNumber: idNumberFor('110105', '20120607', 124), birth: '2012-06-07', sex: '女' })
    const info = await recognise('auditor', 'front', file)
    assert.equal(info.idnum, card.idNumber)
    assert.equal(doubtOf(info, 'idNumber'), null)
  })

  test('the wrong side and an empty picture yield no fields and a warning', async () => {
    const secondReading = await recognise('payer', 'front', (await photographBack(19, 'clean')).file)
    assert.ok(codes(secondReading).includes('wrong_side'))
    assert.ok(secondReading.fields.every((field) => field.value === '' && !field.isTrusted))
    const emptyPicture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#88a' } })
      .jpeg()
      .toBuffer()
    const info = await recognise('payer', 'front', uploadOf(emptyPicture))
    assert.ok(codes(info).includes('unread'))
    assert.ok(info.fields.every((field) => field.value === ''))
  })

  test('files that are not valid pictures are refused with a reason', async () => {
    const recogniseError = async (bytes: Uint8Array) => (await server.call('finance', 'identity.recognise', { file: uploadOf(bytes), side: 'front' })).error
    assert.equal(await recogniseError(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'pictureKind')
    assert.equal(await recogniseError(Buffer.from('MZ not a picture')), 'pictureKind')
    assert.equal(await recogniseError(new Uint8Array(0)), 'empty')
    assert.equal(await recogniseError(Buffer.alloc(11 * 1024 * 1024, 0xff)), 'tooLarge')
    const truncatedPicture = (await photographFront(20, 'scan')).file.bytes.subarray(0, 3000)
    assert.equal(await recogniseError(truncatedPicture), 'pictureBroken')
  })

  test('other requests are served while a card is read', async () => {
    const { file } = await photographFront(21, 'clean')
    let isRead = false
    const reading = recognise('maker', 'front', file).then(() => {
      isRead = true
    })
    for (let attempt = 0; attempt < 3; attempt++) await server.must('checker', 'messages.unread', {})
    assert.equal(isRead, false)
    await reading
  })

  test('pictures and readings are limited to one person, and numbers are sealed and not logged', async () => {
    const { card, file } = await photographFront(22, 'clean')
    const { fileid } = await recognise('unit2', 'front', file)
    const db = server.running.kernel.database.kysely
    const row = await db.selectFrom('card_reading').selectAll().where('file_id', '=', fileid).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(card.idNumber) && !JSON.stringify(row).includes(card.name))
    const logEntries = await db.selectFrom('audit_log').select(['action', 'detail']).where('ref_id', '=', fileid).execute()
    assert.deepEqual(
      logEntries.map(({ action }) => action),
      ['identity.recognise'],
    )
    assert.ok(!JSON.stringify(logEntries).includes(card.idNumber))
    assert.equal((await server.call('maker', 'files.link', { fileId: fileid })).error, 'file_not_found')
    assert.match((await server.must('unit2', 'files.link', { fileId: fileid })).url, /^\/files\//)
    const idOf = async (username: string) => (await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
    const job = jobContext(server.running.kernel, () => false)
    const [own, other] = [await idOf('unit2'), await idOf('maker')]
    const readAs = (who: number, holder: number) => job.runAs(who, 'test', (ctx) => readingOf(ctx, fileid, `user ${holder}`))
    assert.equal((await readAs(own, own))?.fields.find((field) => field.field === 'idNumber')?.value, card.idNumber)
    assert.equal(await readAs(other, other), null)
    assert.equal(await readAs(other, own), null)
  })

  test('a visitor’s reading belongs to the application of their ticket', async () => {
    const { card, file } = await photographFront(23, 'clean')
    assert.equal((await server.call(null, 'identity.recognise', { file, side: 'front' })).error, 'noTicket')
    assert.equal((await server.call(null, 'identity.recognise', { file, side: 'front', ticket: 'x'.repeat(43) })).error, 'noTicket')
    const applicant = new Applicant(server, 'operator')
    await applicant.prove()
    const info = await server.must(null, 'identity.recognise', { file, side: 'front', ticket: applicant.ticket })
    assert.equal(info.idnum, card.idNumber)
    const row = await server.running.kernel.database.kysely
      .selectFrom('card_reading')
      .select('holder')
      .where('file_id', '=', info.fileid)
      .executeTakeFirstOrThrow()
    assert.match(row.holder, /^application \d+$/)
  })

  test('the demo’s specimens can be read', async () => {
    const { jpeg } = await server.must(null, 'identity.specimen', { side: 'front', seed: 5 })
    const info = await recognise('maker', 'front', uploadOf(Buffer.from(jpeg, 'base64')))
    assert.equal(info.idnum, idSpecimen(seededRandom(5)).idNumber)
  })
})

test('a user may have at most twenty pictures read in an hour', async () => {
  const server = await startTestServer()
  try {
    const send = async (who: string) => (await server.call(who, 'identity.recognise', { file: uploadOf(Buffer.from('no picture')), side: 'front' })).error
    for (let attempt = 0; attempt < 20; attempt++) assert.equal(await send('maker'), 'pictureKind')
    assert.equal(await send('maker'), 'too_many')
    assert.equal(await send('checker'), 'pictureKind')
  } finally {
    await server.close()
  }
})

test('a reading beyond the time limit or capacity is refused, and a used-up thread is replaced', async () => {
  const { file } = await photographFront(30, 'clean')
  const pool = createReadingPool({ threads: 1, taskMs: 20, waiting: 1 })
  const outcomes = await Promise.all([1, 2, 3].map(() => pool.ask({ bytes: file.bytes, side: 'front', today: '2026-11-21' })))
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.answer === null ? outcome.why : 'read')),
    ['late', 'late', 'busy'],
  )
  const freshPool = createReadingPool({ threads: 1, tasks: 1 })
  for (let attempt = 0; attempt < 2; attempt++) assert.notEqual((await freshPool.ask({ bytes: file.bytes, side: 'front', today: '2026-11-21' })).answer, null)
  await Promise.all([pool.close(), freshPool.close()])
})
