import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type FormKind, formKinds, formsByKind } from '#/domain/taxation/tax-form.ts'
import { columnLetters } from '#/server/lib/spreadsheet/cells.ts'
import { readTemplate, type TemplateSheet } from '#/server/lib/spreadsheet/template.ts'
import { type FormLayout, type FormRow, formStream } from '#/server/taxation/forms/filling.ts'
import { applyChosenColumns, mapForm, mappingFaults } from '#/server/taxation/forms/mapping.ts'
import { sampleHead, sampleRows } from '#/server/taxation/forms/sample.ts'
import { officialFile } from '#/server/taxation/forms/testing.ts'

const builtInLayout = (kind: FormKind): FormLayout => ({ kind, templateId: null, version: 'built-in', unconfirmed: [], official: null })

async function officialLayout(kind: FormKind, bytes: Buffer): Promise<FormLayout> {
  const mapping = mapForm(await readTemplate(bytes), formsByKind[kind]) ?? assert.fail('no headings')
  return { kind, templateId: 1, version: 'V1', unconfirmed: [], official: { bytes, mapping } }
}

async function readFilledSheet(layout: FormLayout, head: Readonly<Record<string, string>>, rows: readonly FormRow[]): Promise<TemplateSheet> {
  const [sheet] = await readTemplate(await buffer(formStream(layout, head, rows)))
  return sheet ?? assert.fail('no sheet')
}

const textAt = (sheet: TemplateSheet, address: string) => {
  const [letters = '', line = ''] = [address.replace(/\d/g, ''), address.replace(/\D/g, '')]
  const row = sheet.rows.find((each) => each.line === Number(line))
  return [...(row?.cells ?? [])].find(([column]) => columnLetters(column) === letters)?.[1].text ?? ''
}

/** 附件2 in its known layout: two lines of headings from line 4, titles above, a footer below. */
const identityFile = () =>
  officialFile({
    cells: {
      A1: '平台内的经营者和从业人员身份信息报送表',
      A3: '企业名称：',
      F3: '统一社会信用代码（纳税人识别号）：',
      Q3: '平台名称：',
      W3: '报送日期',
      A4: '序号',
      B4: '是否已取得登记证照',
      C4: '已取得登记证照',
      E4: '未取得登记证照',
      C5: '名称（姓名）',
      D5: '统一社会信用代码（纳税人识别号）',
      E5: '姓名',
      F5: '证件类型',
      G5: '证件号码',
      H5: '国家或地区',
      I4: '是否存在免于报送收入信息情形',
      J4: '店铺(用户)名称',
      K4: '店铺(用户)唯一标识码',
      L4: '银行账号/支付账户',
      M4: '经营开始时间',
      N4: '信息状态标识',
      O4: '主管税务机关',
      A8: '谨声明：以上内容真实、可靠、完整。',
      H8: '经办人：',
    },
    merged: ['A1:O1', 'A4:A5', 'B4:B5', 'C4:D4', 'E4:H4', 'I4:I5', 'J4:J5', 'K4:K5', 'L4:L5', 'M4:M5', 'N4:N5', 'O4:O5', 'A8:G8'],
  })

describe('official files', () => {
  test('every form has a built-in layout with numeric amounts', async () => {
    for (const kind of formKinds) {
      const form = formsByKind[kind]
      const sheets = await readTemplate(await buffer(formStream(builtInLayout(kind), sampleHead, sampleRows(kind))))
      const mapping = mapForm(sheets, form) ?? assert.fail(kind)
      assert.deepEqual(mappingFaults(mapping, form), { missing: [], twice: [], shared: [] }, kind)
      assert.equal(Object.keys(mapping.columns).length, form.fields.length, kind)
      const [sheet, notes] = sheets
      const row = sheet?.rows.find(({ line }) => line === mapping.headingLine + 1)
      for (const field of form.fields.filter(({ type }) => type === 'money'))
        assert.equal(row?.cells.get(mapping.columns[field.key] ?? 0)?.text, '1234.56', `${kind}.${field.key}`)
      const notesText = JSON.stringify(notes?.rows.map(({ cells }) => [...cells.values()].map(({ text }) => text)))
      for (const field of form.fields.filter(({ isUnconfirmed }) => isUnconfirmed))
        assert.ok(notesText.includes(field.headings[0]?.split('>').at(-1) ?? ''), `${kind}.${field.key}`)
    }
  })

  test('an official file is filled below its headings, with head values and footer kept in place', async () => {
    const layout = await officialLayout('platform_identity', await identityFile())
    const people = ['张三', '李四', '王五', '赵六'].map((name, index) => ({
      seq: index + 1,
      isRegistered: 'no',
      name,
      paper: '201',
      idNumber: '110000199001010013',
      country: '156',
      isExempt: 'no',
      shopName: name,
      shopId: `YZ${index}`,
      account: '6220000000000001',
      startedOn: '2025-07-01',
      status: 'new',
    }))
    const sheet = await readFilledSheet(
      layout,
      { agentName: '云创客中心', agentCode: '91990000MA0000015Q', platformName: '云创客', filedOn: '2025-10-20' },
      people,
    )
    assert.equal(textAt(sheet, 'A3'), '企业名称：云创客中心')
    assert.equal(textAt(sheet, 'Q3'), '平台名称：云创客')
    assert.equal(textAt(sheet, 'W3'), '报送日期：2025-10-20')
    assert.deepEqual(
      ['E6', 'F6', 'G6', 'H6', 'N9', 'E9'].map((address) => textAt(sheet, address)),
      ['张三', '201|居民身份证', '110000199001010013', '156|中国', '新增', '赵六'],
    )
    assert.deepEqual([textAt(sheet, 'C6'), textAt(sheet, 'O6')], ['', ''])
    assert.deepEqual([textAt(sheet, 'A8'), textAt(sheet, 'A10'), textAt(sheet, 'H10')], ['3', '谨声明：以上内容真实、可靠、完整。', '经办人：'])
    assert.ok(sheet.merged.includes('A10:G10') && sheet.merged.includes('E4:H4') && !sheet.merged.includes('A8:G8'))
    const shortForm = await readFilledSheet(layout, {}, people.slice(0, 1))
    assert.deepEqual([textAt(shortForm, 'A7'), textAt(shortForm, 'A8'), textAt(shortForm, 'A3')], ['', '谨声明：以上内容真实、可靠、完整。', '企业名称：'])
  })

  test('values are written under headings in any order, also with marks, spaces or notes', async () => {
    const fields = formsByKind.iit_report.fields
    const headingSpellings = fc.constantFrom(
      (heading: string) => heading,
      (heading: string) => `*${heading}`,
      (heading: string) => ` ${[...heading].join(' ')} `,
      (heading: string) => `★${heading}（必填）`,
      (heading: string) => heading.replaceAll('(', '（').replaceAll(')', '）'),
    )
    const columnLayouts = fc.tuple(
      fc.shuffledSubarray([...fields], { minLength: fields.length }),
      fc.array(headingSpellings, { minLength: fields.length, maxLength: fields.length }),
      fc.integer({ min: 1, max: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(columnLayouts, async ([order, spellings, line]) => {
        const cells = Object.fromEntries(order.map((field, index) => [`${columnLetters(index + 1)}${line}`, spellings[index]?.(field.headings[0] ?? '') ?? '']))
        const layout = await officialLayout('iit_report', await officialFile({ cells }))
        const row = Object.fromEntries(
          fields.map((field, index) => [
            field.key,
            field.type === 'money'
              ? index * 100 + 1
              : field.type === 'rate'
                ? index * 10_000
                : field.type === 'number'
                  ? index
                  : field.type === 'code'
                    ? Object.keys(field.codes ?? {})[0]
                    : `v${index}`,
          ]),
        )
        const sheet = await readFilledSheet(layout, {}, [row])
        for (const [index, field] of fields.entries()) {
          const expected =
            field.type === 'money'
              ? String((index * 100 + 1) / 100)
              : field.type === 'rate'
                ? `${index}%`
                : field.type === 'number'
                  ? String(index)
                  : field.type === 'code'
                    ? Object.values(field.codes ?? {})[0]
                    : `v${index}`
          assert.equal(textAt(sheet, `${columnLetters(order.indexOf(field) + 1)}${line + 1}`), expected, field.key)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('duplicate headings and missing columns can be assigned manually', async () => {
    const bytes = await officialFile({ cells: { A1: '姓名', B1: '姓名', C1: '证件类型', D1: '证件号码', E1: '收入', F1: '备注' } })
    const form = formsByKind.iit_withholding
    const mapping = mapForm(await readTemplate(bytes), form) ?? assert.fail()
    assert.deepEqual(mappingFaults(mapping, form), { missing: ['item'], twice: ['name'], shared: [] })
    assert.deepEqual(mappingFaults(applyChosenColumns(mapping, { name: 1, item: 6, remark: null }), form), { missing: [], twice: [], shared: [] })
    assert.deepEqual([...mappingFaults(applyChosenColumns(mapping, { name: 1, item: 6 }), form).shared].sort(), ['item', 'remark'])
  })

  test('a value that does not fit its column is refused, and a formula is stored as text', async () => {
    const fill = (row: FormRow) => buffer(formStream(builtInLayout('iit_withholding'), {}, [row]))
    await assert.rejects(fill({ income: 1.5 }), /iit_withholding\.income/)
    await assert.rejects(fill({ paper: '999' }), /iit_withholding\.paper/)
    const sheet = await readFilledSheet(builtInLayout('iit_withholding'), {}, [{ name: '=1+1', income: 100 }])
    assert.ok(sheet.rows.some(({ cells }) => [...cells.values()].some(({ text }) => text === '=1+1')))
    assert.equal(sheet.hasFormulas, false)
  })

  test('200,000 rows are streamed without loading them all into memory', async () => {
    let requestedRows = 0
    async function* manyRows() {
      for (; requestedRows < 200_000; requestedRows++)
        yield { name: `张${requestedRows}`, paper: '201', idNumber: '110000199001010013', item: 'labour', income: requestedRows }
    }
    const rowsReadAtPiece: number[] = []
    for await (const piece of formStream(builtInLayout('iit_withholding'), {}, manyRows())) if (piece) rowsReadAtPiece.push(requestedRows)
    assert.equal(requestedRows, 200_000)
    assert.ok(
      (rowsReadAtPiece[0] ?? requestedRows) < 20_000 && rowsReadAtPiece.length > 20,
      `the first of ${rowsReadAtPiece.length} pieces came after ${rowsReadAtPiece[0]} rows`,
    )
  })
})
