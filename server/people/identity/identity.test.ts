import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { seededRandom } from '#/demo/random.ts'
import { bankSpecimen, drawBackSide, drawBank, drawFrontSide, drawLicence, type IdSpecimen, idSpecimen, licenceSpecimen } from '#/demo/specimen.ts'
import { type PhotoGrade, photograph } from '#/demo/specimen-photo.ts'
import { idNumberFor } from '#/domain/base/identity.ts'
import type { CardSide } from '#/domain/people/recognition.ts'
import { jobContext } from '#/server/kernel/jobs.ts'
import { Applicant } from '#/server/onboarding/applications/registering-testing.ts'
import { readingPool } from '#/server/people/identity/pool.ts'
import { readingOf } from '#/server/people/identity/public.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const uploadOf = (bytes: Uint8Array, filename = 'card.jpg') => ({ filename, mediaType: 'image/jpeg', bytes })

async function front(seed: number, grade: PhotoGrade, change: Partial<IdSpecimen> = {}) {
  const random = seededRandom(seed)
  const card = { ...idSpecimen(random), ...change }
  return { card, file: uploadOf(await photograph(await drawFrontSide(card), grade, random)) }
}

async function back(seed: number, grade: PhotoGrade, change: Partial<IdSpecimen> = {}) {
  const random = seededRandom(seed)
  const card = { ...idSpecimen(random), ...change }
  return { card, file: uploadOf(await photograph(await drawBackSide(card), grade, random)) }
}

describe('card recognition', () => {
  let server: TestServer
  before(async () => {
    server = await startTestServer()
  })
  after(() => server.close())

  const read = (who: string, side: CardSide, file: ReturnType<typeof uploadOf>) => server.must(who, 'identity.recognise', { file, side })
  const codes = (info: Awaited<ReturnType<typeof read>>) => info.warnings.map((warning) => warning.code)
  const doubtOf = (info: Awaited<ReturnType<typeof read>>, name: string) => info.fields.find((field) => field.field === name)?.doubt

  test('on a tilted front the number, birthday and sex confirm each other', async () => {
    const { card, file } = await front(11, 'tilted')
    const info = await read('maker', 'front', file)
    assert.deepEqual([info.idnum, info.birth, info.sex], [card.idNumber, card.birth, card.sex])
    const trusted = info.fields.filter((field) => field.isTrusted).map((field) => field.field)
    assert.deepEqual(trusted.sort(), ['birth', 'idNumber', 'sex'])
    assert.ok(info.warnings.some((warning) => warning.code === 'specimen' && warning.text.includes('样本')))
  })

  test('trusted fields are correct in dark, compressed, grey and mixed pictures', async () => {
    for (const [at, grade] of (['dim', 'compressed', 'grey', 'mixed', 'scan'] as const).entries()) {
      const { card, file } = await front(40 + at, grade)
      const info = await read('checker', 'front', file)
      const truth: Record<string, string> = { ...card, validTo: '' }
      for (const { field, value, isTrusted } of info.fields) if (isTrusted) assert.equal(value, truth[field], `${grade} ${field}`)
      if (grade === 'dim') assert.ok(codes(info).includes('dark'))
      if (grade === 'grey') assert.ok(codes(info).includes('copy'))
    }
  })

  test('an upside-down card is rotated', async () => {
    const { card, file } = await front(51, 'clean')
    const info = await read('maker', 'front', uploadOf(await sharp(file.bytes).rotate(180).jpeg().toBuffer()))
    assert.equal(info.idnum, card.idNumber)
  })

  test('the back of a card gives authority and period', async () => {
    const good = await back(12, 'clean', { validFrom: '2019-05-20', validTo: '2039-05-20' })
    const info = await read('maker', 'back', good.file)
    assert.deepEqual([info.authority, info.validfrom, info.validto], [good.card.authority, '2019-05-20', '2039-05-20'])
    assert.deepEqual([doubtOf(info, 'authority'), doubtOf(info, 'validTo')], ['unproven', null])
    assert.ok(!codes(info).includes('expired'))
    const over = await back(13, 'clean', { validFrom: '2006-02-01', validTo: '2016-02-01' })
    assert.ok(codes(await read('maker', 'back', over.file)).includes('expired'))
    const forGood = await back(14, 'clean', { validTo: null })
    assert.equal((await read('maker', 'back', forGood.file)).validto, '长期')
  })

  test('bank card and licence numbers are trusted by their check digits', async () => {
    const random = seededRandom(15)
    const bank = bankSpecimen(random)
    const card = await read('payer', 'bank', uploadOf(await photograph(await drawBank(bank), 'tilted', random)))
    assert.deepEqual([card.cardno, card.bank], [bank.cardNo, bank.bank])
    assert.equal(doubtOf(card, 'cardNo'), null)
    const licence = licenceSpecimen(random)
    const paper = await read('payer', 'licence', uploadOf(await photograph(await drawLicence(licence), 'clean', random)))
    assert.deepEqual([paper.creditcode, paper.date], [licence.creditCode, licence.founded])
    assert.equal(doubtOf(paper, 'creditCode'), null)
    assert.deepEqual([doubtOf(paper, 'name'), doubtOf(paper, 'legal')], ['unproven', 'unproven'])
  })

  test('a number with a valid check digit and an impossible birthday is not trusted', async () => {
    const { file } = await front(16, 'clean', { idNumber: idNumberFor('110105', '19901332', 1), birth: '1990-12-30' })
    assert.equal(doubtOf(await read('auditor', 'front', file), 'idNumber'), 'checksum')
  })

  test('a number that contradicts the printed birthday makes both untrusted', async () => {
    const { file } = await front(17, 'clean', { idNumber: idNumberFor('110105', '19850607', 123), birth: '1990-12-30', sex: '男' })
    const info = await read('auditor', 'front', file)
    assert.deepEqual([doubtOf(info, 'idNumber'), doubtOf(info, 'birth')], ['contradiction', 'contradiction'])
  })

  test('the card of a minor is read like any other', async () => {
    const { card, file } = await front(18, 'clean', { idNumber: idNumberFor('110105', '20120607', 124), birth: '2012-06-07', sex: '女' })
    const info = await read('auditor', 'front', file)
    assert.equal(info.idnum, card.idNumber)
    assert.equal(doubtOf(info, 'idNumber'), null)
  })

  test('the wrong side and an empty picture yield no fields and a warning', async () => {
    const secondReading = await read('payer', 'front', (await back(19, 'clean')).file)
    assert.ok(codes(secondReading).includes('wrong_side'))
    assert.ok(secondReading.fields.every((field) => field.value === '' && !field.isTrusted))
    const nothing = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#88a' } })
      .jpeg()
      .toBuffer()
    const info = await read('payer', 'front', uploadOf(nothing))
    assert.ok(codes(info).includes('unread'))
    assert.ok(info.fields.every((field) => field.value === ''))
  })

  test('files that are not valid pictures are refused with a reason', async () => {
    const refused = async (bytes: Uint8Array) => (await server.call('finance', 'identity.recognise', { file: uploadOf(bytes), side: 'front' })).error
    assert.equal(await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'pictureKind')
    assert.equal(await refused(Buffer.from('MZ not a picture')), 'pictureKind')
    assert.equal(await refused(new Uint8Array(0)), 'empty')
    assert.equal(await refused(Buffer.alloc(11 * 1024 * 1024, 0xff)), 'tooLarge')
    const cut = (await front(20, 'scan')).file.bytes.subarray(0, 3000)
    assert.equal(await refused(cut), 'pictureBroken')
  })

  test('other requests are served while a card is read', async () => {
    const { file } = await front(21, 'clean')
    let isRead = false
    const reading = read('maker', 'front', file).then(() => {
      isRead = true
    })
    for (let times = 0; times < 3; times++) await server.must('checker', 'messages.unread', {})
    assert.equal(isRead, false)
    await reading
  })

  test('pictures and readings are sealed, limited to one person and absent from the log', async () => {
    const { card, file } = await front(22, 'clean')
    const { fileid } = await read('unit2', 'front', file)
    const db = server.running.kernel.database.kysely
    const row = await db.selectFrom('card_reading').selectAll().where('file_id', '=', fileid).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(card.idNumber) && !JSON.stringify(row).includes(card.name))
    const logged = await db.selectFrom('audit_log').select(['action', 'detail']).where('ref_id', '=', fileid).execute()
    assert.deepEqual(
      logged.map(({ action }) => action),
      ['identity.recognise'],
    )
    assert.ok(!JSON.stringify(logged).includes(card.idNumber))
    assert.equal((await server.call('maker', 'files.link', { fileId: fileid })).error, 'file_not_found')
    assert.match((await server.must('unit2', 'files.link', { fileId: fileid })).url, /^\/files\//)
    const idOf = async (username: string) => (await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
    const job = jobContext(server.running.kernel, () => false)
    const [own, other] = [await idOf('unit2'), await idOf('maker')]
    const requested = (who: number, holder: number) => job.runAs(who, 'test', (ctx) => readingOf(ctx, fileid, `user ${holder}`))
    assert.equal((await requested(own, own))?.fields.find((field) => field.field === 'idNumber')?.value, card.idNumber)
    assert.equal(await requested(other, other), null)
    assert.equal(await requested(other, own), null)
  })

  test('a visitor’s reading belongs to the application of their ticket', async () => {
    const { card, file } = await front(23, 'clean')
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
    const info = await read('maker', 'front', uploadOf(Buffer.from(jpeg, 'base64')))
    assert.equal(info.idnum, idSpecimen(seededRandom(5)).idNumber)
  })
})

test('a user may have at most twenty pictures read in an hour', async () => {
  const server = await startTestServer()
  try {
    const send = async (who: string) => (await server.call(who, 'identity.recognise', { file: uploadOf(Buffer.from('no picture')), side: 'front' })).error
    for (let times = 0; times < 20; times++) assert.equal(await send('maker'), 'pictureKind')
    assert.equal(await send('maker'), 'too_many')
    assert.equal(await send('checker'), 'pictureKind')
  } finally {
    await server.close()
  }
})

test('a reading beyond the time limit or the capacity is refused', async () => {
  const { file } = await front(30, 'clean')
  const pool = readingPool({ threads: 1, taskMs: 20, waiting: 1 })
  const outcomes = await Promise.all([1, 2, 3].map(() => pool.ask({ bytes: file.bytes, side: 'front', today: '2026-11-21' })))
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.answer === null ? outcome.why : 'read')),
    ['late', 'late', 'busy'],
  )
  const fresh = readingPool({ threads: 1, tasks: 1 })
  for (let times = 0; times < 2; times++) assert.notEqual((await fresh.ask({ bytes: file.bytes, side: 'front', today: '2026-11-21' })).answer, null)
  await Promise.all([pool.close(), fresh.close()])
})
