import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { MobileText, NameText, PriceText } from '#/api/fields.ts'
import type { Language } from '#/domain/base/text.ts'
import { parseInput } from '#/server/kernel/request/input.ts'
import { refusalBody } from '#/server/kernel/request/pipeline.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'

const form = z.object({ name: NameText, mobile: MobileText, price: PriceText, age: z.int() })

function refusalOf(fields: Record<string, string>, language: Language) {
  try {
    parseInput(form, new Map(Object.entries(fields)), language)
  } catch (error) {
    if (error instanceof Refusal) return refusalBody(error, { language, requestId: 'r' })
    throw error
  }
  return null
}

test('an invalid field is refused with the message of the specification', () => {
  const body = refusalOf({ name: '张', mobile: '', price: '1.234', age: '3' }, 'zh')
  assert.deepEqual(body?.issues, [
    { path: 'name', message: '不得小于2个或大于30个字符!' },
    { path: 'mobile', message: '手机号码不能为空!' },
    { path: 'price', message: '单价格式错误!' },
  ])
  assert.equal(body?.message, '提交的内容有误：不得小于2个或大于30个字符!; 手机号码不能为空!; 单价格式错误!')
})

test('refusals use the language of the request', () => {
  assert.match(String(refusalOf({ name: '', mobile: '1', price: '1', age: '3' }, 'en')?.message), /Enter a name!; The mobile number is not valid/)
  assert.match(String(refusalOf({ name: '张三', mobile: '13800000000', price: '1', age: 'x' }, 'es')?.message), /age .*número/)
})

test('a valid form is accepted and its values are trimmed', () => {
  assert.deepEqual(parseInput(form, new Map(Object.entries({ name: ' 张三 ', mobile: '13800000000', price: '9.90', age: '3' })), 'zh'), {
    name: '张三',
    mobile: '13800000000',
    price: '9.90',
    age: 3,
  })
})

test('the text "null" means null in nullable fields and stays text in other fields', () => {
  const answers = z.object({
    choice: z.enum(['credit', 'refund']).nullable(),
    until: z.iso.date().nullable().default(null),
    staffId: z.int().nullable().optional(),
    remark: z.string(),
  })
  const nullFields = { choice: 'null', until: 'null', staffId: 'null', remark: 'null' }
  assert.deepEqual(parseInput(answers, new Map(Object.entries(nullFields)), 'en'), { choice: null, until: null, staffId: null, remark: 'null' })
})
