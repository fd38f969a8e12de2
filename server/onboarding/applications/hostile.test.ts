import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { idNumberFor } from '#/domain/base/identity.ts'
import { clauseVersion } from '#/domain/onboarding/application.ts'
import { Applicant, freshIdNumber, operatorAnswers, uniquePhoto, unitAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const unknownTicket = 'a'.repeat(43)

describe('abuse of registration', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  test('codes are limited in frequency, guesses and uses, and need the current consent clause', async () => {
    const person = new Applicant(server, 'operator')
    const { ask, code } = await person.code()
    assert.equal((await server.call(null, 'applications.askCode', { kind: 'operator', mobile: person.mobile })).error, 'too_soon')
    const wrongCode = code === '000000' ? '111111' : '000000'
    const tryCode = (with_: string) => server.call(null, 'applications.begin', { ask, code: with_, clauseVersion })
    for (let remainingTries = 4; remainingTries > 0; remainingTries--)
      assert.equal((await tryCode(wrongCode)).message, `验证码错误，还可尝试 ${remainingTries} 次`)
    assert.equal((await tryCode(wrongCode)).error, 'codeDead')
    assert.equal((await tryCode(code)).error, 'codeDead', 'the right one comes too late')
    const secondCode = await person.code()
    assert.equal((await server.call(null, 'applications.begin', { ...secondCode, clauseVersion: '2000-01-01' })).error, 'clauseOld')
    assert.equal((await server.call(null, 'applications.begin', { ...secondCode, clauseVersion })).code, 1)
    assert.equal((await server.call(null, 'applications.begin', { ...secondCode, clauseVersion })).error, 'codeDead')
  })

  test('the stored code request contains neither the readable code nor the mobile number', async () => {
    const person = new Applicant(server, 'unit')
    const { ask, code } = await person.code()
    const row = await db().selectFrom('application_code').selectAll().where('id', '=', ask).executeTakeFirstOrThrow()
    assert.ok(!JSON.stringify(row).includes(code) && !JSON.stringify(row).includes(person.mobile))
  })

  test('invented, expired and replaced tickets are refused, and a new one resumes the draft', async () => {
    const person = new Applicant(server, 'operator')
    await person.prove()
    const oldTicket = person.ticket
    assert.equal((await person.open()).progress.state, 'draft')
    const { isNew } = await person.prove()
    assert.equal(isNew, false)
    assert.equal((await server.call(null, 'applications.open', { ticket: oldTicket })).error, 'ticketDead')
    assert.equal((await server.call(null, 'applications.open', { ticket: unknownTicket })).error, 'ticketDead')
    await db()
      .updateTable('reg_ticket')
      .set({ expires_at: new Date(Date.UTC(2020, 0, 1)) })
      .where('ended_at', 'is', null)
      .execute()
    assert.equal((await person.save({ name: '周明朗' })).error, 'ticketDead')
    await person.prove()
    const resumedForm = await person.open()
    assert.equal(resumedForm.progress.state, 'draft')
  })

  test('impossible numbers, ages, dates and cards, and unknown fields and centres, are refused', async () => {
    const person = new Applicant(server, 'operator')
    await person.prove()
    const errorFor = async (field: string, value: string) => (await person.save({ ...operatorAnswers(), [field]: value })).message
    assert.match(await errorFor('idNumber', idNumberFor('350203', '19900231', 12)), /出生日期不存在/)
    assert.match(await errorFor('idNumber', freshIdNumber('20091130')), /年龄须在 18-65 周岁之间（E208）/)
    assert.match(await errorFor('idNumber', freshIdNumber('19400101')), /E208/)
    assert.match(await errorFor('validTo', '2024-01-01'), /已过有效期/)
    assert.match(await errorFor('validTo', '2030-02-30'), /日期格式/)
    assert.match(await errorFor('cardNo', '6222020000000000001'), /校验位/)
    assert.match(await errorFor('name', '周'), /不得小于2个或大于30个字符/)
    assert.match(await errorFor('bankMobile', '2360000123'), /手机号码格式错误/)
    assert.equal((await person.save({ role: 'admin3' })).error, 'noField')
    assert.equal((await person.save({ idFront: '1' })).error, 'noField')
    assert.equal((await person.save({ centreId: '9999' })).error, 'centreWrong')
  })

  test('an identity number or credit code can be registered only once', async () => {
    const answers = operatorAnswers()
    await new Applicant(server, 'operator').register(answers)
    const twin = new Applicant(server, 'operator')
    await twin.prove()
    const duplicateRefusal = await twin.save(operatorAnswers({ idNumber: answers.idNumber ?? '' }))
    assert.deepEqual([duplicateRefusal.error, duplicateRefusal.message], ['known', '该证件已注册，请登录或申诉'])
    const { id_number_sealed: sealed } = await db().selectFrom('operator').select('id_number_sealed').where('id', '=', 1001).executeTakeFirstOrThrow()
    const storedNumber = server.running.kernel.vault.open('id_number', sealed)
    assert.equal((await twin.save({ idNumber: storedNumber })).error, 'known')
    const unit = await db().selectFrom('unit').select('credit_code').where('id', '=', 1).executeTakeFirstOrThrow()
    const company = new Applicant(server, 'unit')
    await company.prove()
    assert.equal((await company.save({ creditCode: unit.credit_code })).error, 'known')
  })

  test('identity, card and mobile numbers are sealed at rest and masked on the page', async () => {
    const answers = operatorAnswers()
    const person = new Applicant(server, 'operator')
    const application = await person.register(answers)
    const row = await db().selectFrom('application').selectAll().where('no', '=', application.progress.no).executeTakeFirstOrThrow()
    for (const secret of [answers.idNumber, answers.cardNo, person.mobile]) assert.ok(secret && !JSON.stringify(row).includes(secret))
    const serialized = JSON.stringify({ ...(await person.open()), username: '' })
    for (const secret of [answers.idNumber, answers.cardNo, person.mobile]) assert.ok(secret && !serialized.includes(secret))
  })

  test('only pictures are accepted, only for picture fields, and at most four of the premises', async () => {
    const person = new Applicant(server, 'unit')
    await person.prove()
    const add = (field: string, file: Awaited<ReturnType<typeof uniquePhoto>>) =>
      server.call(null, 'applications.addPicture', { ticket: person.ticket, field, file })
    const bytes = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    assert.equal((await add('sitePhotos', { filename: 'a.jpg', mediaType: 'image/jpeg', bytes })).code, 0)
    assert.equal((await add('sitePhotos', { filename: 'a.png', mediaType: 'image/png', bytes: new Uint8Array() })).code, 0)
    assert.equal((await add('name', await uniquePhoto())).error, 'noField')
    for (let count = 0; count < 4; count++) assert.equal((await add('sitePhotos', await uniquePhoto())).code, 1)
    assert.equal((await add('sitePhotos', await uniquePhoto())).error, 'picturesMost')
  })

  test('other applicants’ applications and pictures are reported as missing', async () => {
    const firstApplicant = new Applicant(server, 'unit')
    await firstApplicant.prove()
    const { picture } = await firstApplicant.add('sitePhotos')
    const secondApplicant = new Applicant(server, 'unit')
    await secondApplicant.prove()
    assert.equal((await server.call(null, 'applications.picture', { ticket: secondApplicant.ticket, pictureId: picture.id })).error, 'pictureGone')
    assert.equal((await server.call(null, 'applications.dropPicture', { ticket: secondApplicant.ticket, pictureId: picture.id })).error, 'pictureGone')
    const ownPicture = await server.must(null, 'applications.picture', { ticket: firstApplicant.ticket, pictureId: picture.id })
    assert.match(ownPicture.url, /^data:image\/jpeg;base64,/)
    const { no } = (await firstApplicant.open()).progress
    assert.equal((await server.call(null, 'applications.lookUp', { no, mobile: secondApplicant.mobile })).error, 'unknown')
    assert.equal((await server.must(null, 'applications.lookUp', { no: no.toLowerCase(), mobile: firstApplicant.mobile })).state, 'draft')
  })

  test('a phone’s ticket only adds pictures and ends with the applicant’s ticket', async () => {
    const deskApplicant = new Applicant(server, 'unit')
    await deskApplicant.prove()
    await deskApplicant.mustSave({ name: '鹭岛海风文化有限公司' })
    const { phone } = await server.must(null, 'applications.phone', { ticket: deskApplicant.ticket })
    const seen = await server.must(null, 'applications.open', { ticket: phone })
    assert.deepEqual([seen.purpose, seen.values, seen.open], ['phone', [], ['licence', 'legalIdFront', 'legalIdBack', 'sitePhotos']])
    assert.equal((await server.call(null, 'applications.save', { ticket: phone, answers: [{ field: 'name', value: '别人的公司' }] })).error, 'phoneOnly')
    assert.equal((await server.call(null, 'applications.submit', { ticket: phone })).error, 'phoneOnly')
    await server.must(null, 'applications.addPicture', { ticket: phone, field: 'sitePhotos', file: await uniquePhoto() })
    assert.deepEqual(
      (await deskApplicant.open()).pictures.map((picture) => [picture.field, picture.via]),
      [['sitePhotos', 'phone']],
    )
    await deskApplicant.prove()
    assert.equal((await server.call(null, 'applications.open', { ticket: phone })).error, 'ticketDead')
  })

  test('scripts in answers are shown as text, and direction-changing characters are refused', async () => {
    const script = '<script>alert(1)</script>“"><img src=x onerror=alert(1)>'
    const person = new Applicant(server, 'unit')
    const hostileTexts = { mainBusiness: `${script}${'正常经营'.repeat(5)}`, scenario: `${script}${'真实业务'.repeat(5)}`, name: `${script.slice(0, 25)}公司` }
    const application = await person.register(unitAnswers(hostileTexts))
    const row = (await server.must('auditor', 'applications.list', { tab: 'unit', keyword: application.progress.no })).rows[0]
    assert.equal(row?.name, hostileTexts.name)
    const sheet = await server.must('auditor', 'applications.export', { tab: 'unit' })
    assert.ok(sheet.count >= 1)
    const reversedApplicant = new Applicant(server, 'unit')
    await reversedApplicant.prove()
    assert.match((await reversedApplicant.save({ name: '公司\u202egnp.exe名称' })).message, /不可见字符/)
  })

  test('concurrent submissions succeed once, create one account and close the form to edits', async () => {
    const person = new Applicant(server, 'operator')
    await person.prove()
    await person.mustSave(operatorAnswers())
    for (const field of ['idFront', 'idBack']) await person.add(field)
    const answers = await Promise.all([person.submit(), person.submit(), person.submit()])
    assert.deepEqual(answers.map((answer) => answer.code).sort(), [0, 0, 1])
    const accounts = await db().selectFrom('app_user').select('id').where('username', '=', person.mobile).execute()
    assert.equal(accounts.length, 1)
    assert.equal((await person.save({ name: '改个名字' })).error, 'notEditable')
  })
})
