import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { IdKind } from '#/domain/base/id-paper.ts'
import { bankCardFor, idNumberFor } from '#/domain/base/identity.ts'
import { checkPerson, isAcceptableRemark, type PersonCells, personNameProblem } from '#/domain/people/person-check.ts'

const validPerson: PersonCells = { name: '张三', idNumber: idNumberFor('110101', '19900307', 1), mobile: '13800138000', cardNo: bankCardFor('622200', 7) }

test('a name has 2 to 30 characters, counted in code points', () => {
  assert.equal(personNameProblem(''), 'empty')
  assert.deepEqual(['张', '张三', '张'.repeat(30), '张'.repeat(31)].map(personNameProblem), ['length', null, null, 'length'])
  assert.deepEqual(['𠮷'.repeat(30), '𠮷'.repeat(31)].map(personNameProblem), [null, 'length'])
})

test('a format problem of a person is reported in its cell', () => {
  assert.deepEqual(checkPerson(validPerson, 'id_card'), [])
  const issuesOf = (cells: Partial<PersonCells>, kind: IdKind | null = 'id_card') =>
    checkPerson({ ...validPerson, ...cells }, kind).map(({ code, field, values }) => [code, field, values.problem])
  assert.deepEqual(issuesOf({ name: '', idNumber: '', mobile: '', cardNo: '' }), [
    ['E101', 'name', 'empty'],
    ['E102', 'idNumber', 'empty'],
    ['E104', 'cardNo', 'empty'],
    ['E105', 'mobile', undefined],
  ])
  assert.deepEqual(issuesOf({ idNumber: '1' }), [['E102', 'idNumber', 'length']])
  assert.deepEqual(issuesOf({}, null), [['E102', 'idNumber', 'kind']])
  assert.deepEqual(issuesOf({}, 'taiwan_permit'), [['E102', 'idNumber', 'form']])
  assert.deepEqual(issuesOf({ cardNo: '62220000' }), [['E104', 'cardNo', 'form']])
  assert.deepEqual(issuesOf({ cardNo: '0222000000000002' }), [['E104', 'cardNo', 'form']], 'no card begins with 0, Luhn or not')
  assert.deepEqual(checkPerson({ ...validPerson, cardNo: '6222000000000001' }, 'id_card'), [{ code: 'W104', level: 'warning', field: 'cardNo', values: {} }])
})

test('a remark has at most 40 plain characters and does not start like a formula', () => {
  for (const fine of ['', '劳务费 2026-11', 'a=1', '字'.repeat(40)]) assert.ok(isAcceptableRemark(fine), fine)
  for (const wrong of ['字'.repeat(41), '=1', '+1', '-1', '@a', 'a<b', "it's", 'a\nb', '😀', '50%']) assert.ok(!isAcceptableRemark(wrong), wrong)
})

test('mobile numbers are from the mainland, or foreign for holders of other IDs', () => {
  const mobileIssueCodes = (mobile: string, kind: IdKind) =>
    checkPerson({ ...validPerson, idNumber: kind === 'id_card' ? validPerson.idNumber : 'H12345678', mobile }, kind).map((each) => each.code)
  for (const mobile of ['+85291234567', '+85366123456', '+886912345678', '+14155550101', '13800138000'])
    assert.deepEqual(mobileIssueCodes(mobile, 'hk_macau_permit'), [], mobile)
  for (const mobile of ['+85291234567', '91234567', '']) assert.deepEqual(mobileIssueCodes(mobile, 'id_card'), ['E105'], mobile)
  for (const mobile of ['91234567', '85291234567', '+8613800138000', '']) assert.deepEqual(mobileIssueCodes(mobile, 'hk_macau_permit'), ['E105'], mobile)
})
