import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, csvBytes, problemOf, rowsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'

test('headings match by their words, regardless of width, spaces, asterisks, notes and position', async () => {
  const bytes = csvBytes('填表说明,请勿修改表头', ',', '第二条说明', '应发金额（元）*,★姓　名, 身份证号(18位) ,收款账号【必填】,备注', '12.50,张三,110,6222,无')
  assert.deepEqual(
    (await rowsOf(bytes)).map(({ line, texts }) => [line, ...texts]),
    [[5, '张三', '110', '6222', '12.50', '无']],
  )
})

test('the refusal names missing, duplicate and unknown headings', async () => {
  const body = 'a,b,c,d,e'
  assert.deepEqual(await problemOf(csvBytes('姓名,证件号码,收款账号,实发金额,备注', body)), {
    code: 'headings_mismatch',
    missing: ['应发金额'],
    unexpected: ['实发金额'],
    moved: [],
  })
  assert.deepEqual(await problemOf(csvBytes('姓名,证件号码,收款账号,应发金额,附言', body)), {
    code: 'headings_mismatch',
    missing: [],
    unexpected: ['附言'],
    moved: [],
  })
  assert.deepEqual(await problemOf(csvBytes('姓名,姓名,证件号码,收款账号,应发金额', body), { unknownColumns: 'ignore' }), {
    code: 'headings_mismatch',
    missing: [],
    unexpected: ['姓名'],
    moved: [],
  })
  assert.equal((await rowsOf(csvBytes('姓名,证件号码,收款账号,应发金额,附言', body), { unknownColumns: 'ignore' })).length, 1)
  assert.equal(await codeOf(csvBytes('hello,world', 'a,b')), 'headings_mismatch')
})

test('a template with moved columns is refused if the order is fixed', async () => {
  const movedColumnsFile = csvBytes('证件号码,姓名,收款账号,应发金额', '110,张三,6222,1')
  assert.equal((await rowsOf(movedColumnsFile)).length, 1)
  assert.deepEqual(await problemOf(movedColumnsFile, { order: 'fixed' }), {
    code: 'headings_mismatch',
    missing: [],
    unexpected: [],
    moved: ['姓名', '证件号码'],
  })
})

test('headings are found below up to thirty rows of notes', async () => {
  const notes = (count: number) => Array.from({ length: count }, (_, at) => `说明${at}`)
  const list = ['姓名,证件号码,收款账号,应发金额', '张三,1,2,3']
  assert.equal((await rowsOf(csvBytes(...notes(30), ...list)))[0]?.line, 32)
  assert.equal(await codeOf(csvBytes(...notes(31), ...list)), 'headings_mismatch')
})

test('a heading named __proto__ is read like any other', async () => {
  const rows = await rowsOf(csvBytes('姓名,证件号码,收款账号,应发金额,__proto__,constructor', '张三,1,2,3,{"x":1},y'), { unknownColumns: 'ignore' })
  assert.equal(rows.length, 1)
  assert.equal(Reflect.get({}, 'x'), undefined)
  assert.equal(await codeOf(csvBytes('__proto__,toString', 'a,b')), 'headings_mismatch')
})
