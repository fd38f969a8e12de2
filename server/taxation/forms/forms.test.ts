import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { columnLetters } from '#/server/lib/spreadsheet/cells.ts'
import { sheetMediaType } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { atCentre } from '#/server/money/payments/testing.ts'
import { officialFile } from '#/server/taxation/forms/testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const upload = (bytes: Uint8Array, filename = '官方模板.xlsx') => ({ filename, mediaType: sheetMediaType, bytes })
const headings = (...texts: readonly string[]) => officialFile({ cells: Object.fromEntries(texts.map((text, at) => [`${columnLetters(at + 1)}2`, text])) })
const requiredHeadings = ['*姓名', '*证件类型', '*证件号码', '*所得项目', '*收入']

describe('official forms', () => {
  const server = testServer()
  let today = ''
  const uploadForm = async (who: string, kind: 'iit_withholding' | 'person_collection', bytes: Uint8Array, firstDay = today) =>
    server.call(who, 'forms.upload', { kind, firstDay, file: upload(bytes) })

  before(async () => {
    today = dayOf(server.running.kernel.clock.now())
  })

  test('without an official file the built-in layout is used and lists its unconfirmed columns', async () => {
    const kinds = await server.must('caiwu', 'forms.kinds', {})
    assert.equal(kinds.length, 7)
    for (const kind of kinds) assert.equal(kind.current, null)
    assert.ok(kinds.find(({ kind }) => kind === 'vat_agent')?.unconfirmed.includes('本期销售额'))
    for (const [language, name] of [
      ['en', 'Sales of the period (本期销售额)'],
      ['ja', '当期売上 (本期销售额)'],
    ] as const) {
      const answer = await server.call('caiwu', 'forms.kinds', {}, { language })
      assert.ok(answer.data?.find(({ kind }) => kind === 'vat_agent')?.unconfirmed.includes(name), language)
    }
    assert.equal(kinds.find(({ kind }) => kind === 'vat_withholding')?.isInForce, false)
    await server.must('finance', 'forms.sample', { kind: 'iit_report' }, atCentre)
  })

  test('an official file is matched by headings, published by a second person and immutable', async () => {
    const bytes = await headings('工号', ...requiredHeadings, '本市补充栏')
    const form = await server.must('caiwu', 'forms.upload', { kind: 'iit_withholding', firstDay: today, file: upload(bytes) })
    assert.deepEqual([form.edition, form.state, form.headingLine, form.found, form.empty], [1, 'draft', 2, 6, ['本市补充栏']])
    assert.equal(form.fields.find(({ key }) => key === 'remark')?.column, null)
    const target = { formId: form.id, version: form.version }
    assert.equal((await server.call('caiwu', 'forms.publish', target)).error, 'ownForm')
    assert.equal((await server.call('finance', 'forms.publish', target, atCentre)).error, 'forbidden')
    assert.equal((await server.call('platform', 'forms.publish', { ...target, version: 9 })).error, 'formChanged')
    const publishedForm = await server.must('platform', 'forms.publish', target)
    assert.equal(publishedForm.state, 'published')
    assert.equal((await server.call('caiwu', 'forms.adjust', { formId: form.id, version: publishedForm.version, firstDay: today })).error, 'notDraft')
    await assert.rejects(
      sql`update tax_form set chosen = '{}' where id = ${form.id}`.execute(server.running.kernel.database.kysely),
      /published or discarded template cannot change/,
    )
    assert.equal((await server.must('caiwu', 'forms.kinds', {})).find(({ kind }) => kind === 'iit_withholding')?.current?.id, form.id)
    assert.equal((await uploadForm('caiwu', 'iit_withholding', bytes)).error, 'sameFile')
    const otherForm = await server.must('caiwu', 'forms.upload', {
      kind: 'iit_withholding',
      firstDay: today,
      file: upload(await headings(...requiredHeadings)),
    })
    assert.equal((await server.call('platform', 'forms.publish', { formId: otherForm.id, version: otherForm.version })).error, 'dayTaken')
    const laterEdition = await server.must('caiwu', 'forms.adjust', { formId: otherForm.id, version: otherForm.version, firstDay: shiftDay(today, 30) })
    assert.deepEqual([laterEdition.edition, laterEdition.firstDay], [2, shiftDay(today, 30)])
    await server.must('platform', 'forms.publish', { formId: otherForm.id, version: laterEdition.version })
    assert.equal((await server.must('caiwu', 'forms.kinds', {})).find(({ kind }) => kind === 'iit_withholding')?.current?.edition, 1)
    const file = await server.must('finance', 'forms.template', { formId: form.id }, atCentre)
    await server.must('finance', 'files.link', { fileId: file.fileId }, atCentre)
    await server.must('finance', 'forms.sample', { kind: 'iit_withholding', formId: form.id }, atCentre)
  })

  test('neither the program nor the database lets an editor of a draft publish it', async () => {
    const laterFirstDay = shiftDay(today, 90)
    const form = await server.must('caiwu', 'forms.upload', {
      kind: 'iit_withholding',
      firstDay: laterFirstDay,
      file: upload(await headings(...requiredHeadings, '第三人栏')),
    })
    const editedForm = await server.must('platform', 'forms.adjust', { formId: form.id, version: form.version, firstDay: shiftDay(laterFirstDay, 1) })
    const lastEdit = await server.must('operation', 'forms.adjust', { formId: form.id, version: editedForm.version, firstDay: laterFirstDay })
    const target = { formId: form.id, version: lastEdit.version }
    for (const who of ['caiwu', 'platform', 'operation']) assert.equal((await server.call(who, 'forms.publish', target)).error, 'ownForm', who)
    const db = server.running.kernel.database.kysely
    const { rows } = await sql<{ id: number }>`select id from app_user where username = 'platform'`.execute(db)
    await assert.rejects(
      sql`update tax_form set state = 'published', published_by = ${rows[0]?.id ?? 0}, published_at = now() where id = ${form.id}`.execute(db),
      /two_people/,
    )
    await server.must('platform', 'forms.drop', target)
  })

  test('duplicate headings, missing required columns and shared columns block publishing', async () => {
    const form = await server.must('caiwu', 'forms.upload', {
      kind: 'iit_withholding',
      firstDay: shiftDay(today, 60),
      file: upload(await headings('姓名', '姓名', '证件类型', '证件号码', '收入', '备注')),
    })
    const publish = (version: number) => server.call('platform', 'forms.publish', { formId: form.id, version })
    const adjust = (version: number, chosen: Record<string, number | null>) => server.call('caiwu', 'forms.adjust', { formId: form.id, version, chosen })
    const duplicateHeading = await publish(form.version)
    assert.equal(duplicateHeading.error, 'headingTwice')
    assert.match(duplicateHeading.message, /姓名 \(A B\)/)
    assert.equal((await adjust(form.version, { wrong: 1 })).error, 'unknownField')
    assert.equal((await adjust(form.version, { name: 40 })).error, 'noSuchColumn')
    const second = (await adjust(form.version, { name: 1 })).data ?? assert.fail()
    const missingHeading = await publish(second.version)
    assert.equal(missingHeading.error, 'requiredMissing')
    assert.match(missingHeading.message, /所得项目/)
    const thirdEdition = (await adjust(second.version, { name: 1, item: 6 })).data ?? assert.fail()
    assert.equal((await publish(thirdEdition.version)).error, 'columnShared')
    const fourthEdition = (await adjust(thirdEdition.version, { name: 1, item: 6, remark: null })).data ?? assert.fail()
    assert.equal((await publish(fourthEdition.version)).data?.state, 'published')
    const draft = await server.must('caiwu', 'forms.upload', {
      kind: 'iit_withholding',
      firstDay: today,
      file: upload(await headings(...requiredHeadings, '备注')),
    })
    assert.equal((await server.must('caiwu', 'forms.drop', { formId: draft.id, version: draft.version })).state, 'dropped')
  })

  test('the refusal of an invalid official file names the fault', async () => {
    const error = async (bytes: Uint8Array) => (await uploadForm('caiwu', 'person_collection', bytes)).error
    assert.equal(await error(Buffer.from('姓名,证件号码')), 'notASpreadsheet')
    assert.equal(await error(Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'latin1')), 'oldSpreadsheet')
    assert.equal(await error((await headings('姓名', '证件号码')).subarray(0, 300)), 'notASpreadsheet')
    assert.equal(await error(await headings('日期', '金额')), 'noHeadings')
    assert.equal(await error(Buffer.concat([await headings('姓名'), Buffer.alloc(10 * 1024 * 1024)])), 'fileTooLarge')
    assert.equal(await error(await officialFile({ cells: { A1: '姓名', B1: '证件号码' }, raw: { C1: '<f>1+1</f><v>2</v>' } })), 'hasFormulas')
    assert.equal(
      await error(await officialFile({ cells: { A1: '姓名', B1: '证件号码' }, more: [{ name: 'xl/vbaProject.bin', bytes: Buffer.from('x') }] })),
      'macroSpreadsheet',
    )
    assert.equal((await uploadForm('caiwu', 'person_collection', await headings('姓名', '证件号码'), shiftDay(today, -1))).error, 'dayPast')
    assert.equal(
      (await server.call('finance', 'forms.upload', { kind: 'iit_report', firstDay: today, file: upload(await headings(...requiredHeadings)) }, atCentre))
        .error,
      'forbidden',
    )
    assert.equal((await server.call('caiwu', 'forms.get', { formId: 999_999 })).error, 'formNotFound')
  })
})
