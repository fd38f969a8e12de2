import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { renderDocument } from '#/server/lib/pdf/pdf.ts'
import { testServer } from '#/server/tests/testing.ts'

const docOf = (...lines: readonly string[]) =>
  JSON.stringify({ type: 'doc', content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })) })

describe('contract templates', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  const draft = async (format: 'text' | 'pdf' = 'text') =>
    server.must('platform', 'templates.create', { name: '直播合作协议', kind: 'operator_agreement', format })
  type Template = Awaited<ReturnType<typeof draft>>
  type TemplateEdit = Partial<Pick<Template, 'fields' | 'signers' | 'places' | 'name'>> & { body?: string }
  const contentOf = (template: Template, change: TemplateEdit) => ({
    id: template.id,
    version: template.version,
    name: template.name,
    ...(template.mode === null ? {} : { mode: template.mode }),
    fields: template.fields,
    signers: template.signers,
    places: template.places,
    consents: template.consents,
    validDays: template.validDays,
    signDays: template.signDays,
    ...(template.body === null ? {} : { body: template.body }),
    ...change,
  })
  const edit = (template: Template, change: TemplateEdit) => server.call('platform', 'templates.update', contentOf(template, change))
  const editTemplate = async (template: Template, change: Parameters<typeof edit>[1]) => {
    const answer = await edit(template, change)
    assert.equal(answer.code, 1, answer.message)
    return answer.data as Template
  }
  const enable = ({ id, version }: Template, who = 'operation') => server.call(who, 'templates.enable', { id, version })

  test('a template with an undefined variable cannot be enabled', async () => {
    const template = await editTemplate(await draft(), { body: docOf('{{party_a_name}} 与 {{ party_b_name }} 按 {{share}} 分成') })
    assert.deepEqual(
      template.used.map((each) => [each.key, each.isFilled]),
      [
        ['party_a_name', true],
        ['party_b_name', true],
        ['share', false],
      ],
    )
    const enableRefusal = await enable(template)
    assert.equal(enableRefusal.error, 'unfilled')
    assert.match(enableRefusal.message, /\{\{share\}\}/)
    const filledTemplate = await editTemplate(template, { fields: [{ key: 'share', label: '分成比例', sample: '30%', isRequired: true }] })
    const enabledTemplate = await enable(filledTemplate)
    assert.equal(enabledTemplate.data?.state, 'enabled')
  })

  test('no person who wrote or edited an edition enables it', async () => {
    const written = await editTemplate(await draft(), { body: docOf('{{party_a_name}} 与 {{party_b_name}}：款项付至 6222 0000 1111 2222') })
    assert.match(written.may.enable, /另一人启用/)
    assert.equal((await enable(written, 'platform')).error, 'ownText')
    // The earlier author counts too after a colleague edits the text.
    const edited = await server.must('operation', 'templates.update', contentOf(written, { name: '直播合作协议（二）' }))
    for (const who of ['platform', 'operation']) assert.equal((await enable(edited, who)).error, 'ownText', who)
    const enableInDatabase = db()
      .transaction()
      .execute(async (trx) => {
        await sql`select set_config('app.user', '1', true), set_config('app.all', 'on', true)`.execute(trx)
        await sql`set local role app_rw`.execute(trx)
        await sql`update contract_template set state = 'enabled' where id = ${edited.id}`.execute(trx)
      })
    await assert.rejects(enableInDatabase, /took part/)
  })

  test('a person who edited the first edition enables the next edition of a colleague', async () => {
    const enabled = (await enable(await editTemplate(await draft(), { body: docOf('第一版') }))).data as Template
    const { id, version } = enabled
    assert.equal((await server.call('platform', 'templates.setDefault', { id, version })).code, 1, 'a colleague has read this edition')
    const current = await server.must('platform', 'templates.get', { id })
    const next = await server.must('operation', 'templates.revise', contentOf(current, { body: docOf('第二版') }))
    assert.equal((await enable(next)).error, 'ownText')
    assert.equal((await enable(next, 'platform')).data?.isDefault, true)
    // The disabled edition needs a person other than its author again.
    const disabled = await server.must('platform', 'templates.get', { id })
    assert.equal((await enable(disabled, 'platform')).error, 'ownText')
    for (const column of ['valid_days', 'sign_days'])
      await assert.rejects(sql`update contract_template set ${sql.ref(column)} = 30 where id = ${next.id}`.execute(db()), /enabled template cannot change/)
  })

  test('an enabled edition cannot be edited, and enabling the next edition disables it', async () => {
    const { rows } = await server.must('platform', 'templates.list', { kind: 'tax_authorisation' })
    const [first] = rows
    assert.ok(first)
    const detail = await server.must('platform', 'templates.get', { id: first.id })
    assert.equal((await edit(detail, { name: '另一个名字' })).error, 'wasEnabled')
    await assert.rejects(sql`update contract_template set body = '{"type":"doc"}' where id = ${first.id}`.execute(db()), /an enabled template cannot change/)
    await assert.rejects(sql`delete from contract_template where id = ${first.id}`.execute(db()), /in use cannot be deleted/)
    const next = await server.must('platform', 'templates.revise', contentOf(detail, { name: '涉税授权书（新）' }))
    assert.deepEqual([next.edition, next.state, next.name, next.body], [2, 'draft', '涉税授权书（新）', detail.body])
    assert.equal((await server.call('platform', 'templates.revise', contentOf(detail, {}))).error, 'hasDraft')
    const changedTemplate = await editTemplate(next, { body: docOf('授权人：{{party_a_name}}', '被授权人：{{party_b_name}}') })
    assert.equal((await enable(changedTemplate)).code, 1)
    const previousTemplate = await server.must('platform', 'templates.get', { id: detail.id })
    const nextTemplate = await server.must('platform', 'templates.get', { id: next.id })
    assert.deepEqual([previousTemplate.state, previousTemplate.isDefault, nextTemplate.state, nextTemplate.isDefault], ['disabled', false, 'enabled', true])
    const { changes } = await server.must('platform', 'templates.compare', { id: next.id, otherId: detail.id })
    assert.ok(changes.some((change) => change.kind === 'added') && changes.some((change) => change.kind === 'removed'))
  })

  test('the second of two concurrent edits of a draft is refused', async () => {
    const template = await draft()
    await editTemplate(template, { body: docOf('一') })
    assert.equal((await edit(template, { body: docOf('二') })).error, 'changed')
  })

  test('a template body with unknown, malformed or too deeply nested content is refused', async () => {
    const template = await draft()
    const deepBody = `${'{"type":"blockquote","content":['.repeat(40)}{"type":"paragraph"}${']}'.repeat(40)}`
    const invalidBodies = [
      'null',
      '[]',
      '{"type":"script"}',
      '{"type":"doc","content":[{"type":"image","attrs":{"src":"x"}}]}',
      `{"type":"doc","content":[${deepBody}]}`,
      '{"type":"doc","content":[{"type":"text","text":"x","marks":[{"type":"link"}]}]}',
      '{',
    ]
    for (const body of invalidBodies) assert.equal((await edit(template, { body })).error, 'badBody', body.slice(0, 60))
  })

  test('a template with split variables, invalid signers or no text cannot be enabled', async () => {
    const splitBody = JSON.stringify({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: '{{party_' },
            { type: 'text', text: 'a_name}}', marks: [{ type: 'bold' }] },
          ],
        },
      ],
    })
    const templateWithSplit = await editTemplate(await draft(), { body: splitBody })
    assert.equal((await enable(templateWithSplit)).error, 'split')
    const emptyTemplate = await draft()
    assert.equal((await enable(emptyTemplate)).error, 'empty')
    const sealedTemplate = await editTemplate(await draft(), {
      body: docOf('x'),
      signers: [
        { party: 'a', way: 'seal' },
        { party: 'b', way: 'hand' },
      ],
    })
    assert.equal((await enable(sealedTemplate)).error, 'signersSealFirst')
    const templateWithoutHand = await editTemplate(await draft(), { body: docOf('x'), signers: [{ party: 'a', way: 'seal' }] })
    assert.equal((await enable(templateWithoutHand)).error, 'signersNoHand')
  })

  test('a PDF template needs a valid file and fields within its pages, with one for every signer', async () => {
    const template = await draft('pdf')
    const upload = (bytes: Uint8Array) =>
      server.call('platform', 'templates.upload', {
        id: template.id,
        version: template.version,
        file: { filename: 'x.pdf', mediaType: 'application/pdf', bytes },
      })
    for (const bytes of [Buffer.from('not a pdf'), Buffer.from('%PDF-1.7 broken'), Buffer.from('%PDF-1.7 /ByteRange')])
      assert.match((await upload(bytes)).error ?? '', /^(documentKind|pdfBroken|badPdf)$/)
    const pdf = await renderDocument({ title: '线下协议', createdAt: new Date(0), blocks: [{ kind: 'paragraph', text: '正文' }] })
    const { data } = await upload(pdf)
    assert.equal(data?.pages.length, 1)
    const place = { kind: 'sign' as const, key: 'b', page: 0, x: 60, y: 100, width: 150, height: 80 }
    assert.equal((await edit(data as Template, { places: [{ ...place, page: 3 }] })).error, 'outside')
    assert.equal((await edit(data as Template, { places: [{ ...place, x: 560 }] })).error, 'outside')
    const incompleteTemplate = await editTemplate(data as Template, { places: [place] })
    assert.equal((await enable(incompleteTemplate)).error, 'noPlace')
    const detail = await editTemplate(incompleteTemplate, {
      places: [place, { ...place, key: 'a', x: 300 }, { ...place, kind: 'value', key: 'party_b_name', y: 700, height: 16 }],
    })
    assert.equal((await enable(detail)).code, 1)
    assert.ok((await server.must('platform', 'templates.preview', { id: detail.id })).fileId)
  })

  test('a centre can create templates only for itself and cannot disable the platform’s templates', async () => {
    const modeTwoPlace = { centre: 2, mode: 2 } as const
    const centreTemplate = await server.must('centre', 'templates.create', { name: '本中心协议', kind: 'partner', format: 'text' }, modeTwoPlace)
    assert.equal(centreTemplate.centreId, 2)
    const { rows } = await server.must('centre', 'templates.list', {}, modeTwoPlace)
    const platformTemplate = rows.find((row) => row.centreId === null && row.state === 'enabled')
    assert.ok(platformTemplate)
    assert.equal(
      (await server.call('centre', 'templates.disable', { id: platformTemplate.id, version: platformTemplate.version }, modeTwoPlace)).error,
      'notOwn',
    )
    assert.equal(
      (await server.call('centre', 'templates.create', { name: '别人的', kind: 'partner', format: 'text', centreId: 5 }, modeTwoPlace)).error,
      'notOwn',
    )
  })
})
