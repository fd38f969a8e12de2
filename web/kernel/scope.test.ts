import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postStatus, userType } from '#/domain/base/codes.ts'
import { hasPaymentPassword, workScope } from './scope.ts'
import { centresOf, includesPermission, modesOf, type User } from './session.ts'

const centre = {
  usertype: userType.centre,
  poststatus: postStatus.director,
  isdz: '1,2',
  yycenter: '[{"id":2,"name":"默认运营中心","isdz":"1,2"},{"id":3,"name":"浙江运营中心","isdz":"2"}]',
} as User

test('a centre director starts in the first centre and its first mode', () => {
  const scope = workScope(centre, null, null)
  assert.equal(scope?.centre?.id, 2)
  assert.equal(scope?.mode, 1)
  assert.equal(scope?.canChooseCentre, true)
})

test('a stored centre or mode is used only if the account allows it', () => {
  assert.equal(workScope(centre, '3', '1')?.mode, 2)
  assert.equal(workScope(centre, '9', '2')?.centre?.id, 2)
  assert.equal(workScope(centre, '2', '2')?.mode, 2)
})

test('only poststatus 1 and 4 can choose the centre', () => {
  const allowedPosts = Object.values(postStatus).filter((poststatus) => workScope({ ...centre, poststatus }, '3', null)?.canChooseCentre)
  assert.deepEqual(allowedPosts, [1, 4])
  assert.equal(workScope({ ...centre, poststatus: postStatus.crossCentre }, '3', null)?.centre?.id, 3)
  assert.equal(workScope({ ...centre, poststatus: postStatus.crossCentre }, null, null)?.centre?.id, 2)
})

test('finance staff cannot choose the centre, and a unit has no scope', () => {
  const staff = { ...centre, poststatus: postStatus.finance }
  assert.equal(workScope(staff, '3', null)?.centre?.id, 2)
  assert.equal(workScope(staff, '3', null)?.canChooseCentre, false)
  assert.equal(workScope({ ...centre, usertype: userType.unit }, null, null), null)
})

test('units and centre directors with the payment key have a payment password', () => {
  assert.equal(hasPaymentPassword({ usertype: userType.unit, poststatus: postStatus.none }, true), true)
  assert.equal(hasPaymentPassword({ usertype: userType.centre, poststatus: postStatus.director }, true), true)
  assert.equal(hasPaymentPassword({ usertype: userType.centre, poststatus: postStatus.crossCentre }, true), false)
  assert.equal(hasPaymentPassword({ usertype: userType.unit, poststatus: postStatus.none }, false), false)
})

test('an unreadable list of centres or modes yields an empty list', () => {
  assert.deepEqual(centresOf('not json'), [])
  assert.deepEqual(centresOf('{"id":2}'), [])
  assert.deepEqual(modesOf('1,2'), [1, 2])
  assert.deepEqual(modesOf(''), [])
})

test('admin3 opens a page without its key, and other users need the key of the page', () => {
  assert.ok(includesPermission(['admin3'], 'zfPtListpt'))
  assert.ok(includesPermission(['zfPtList'], 'zfPtList'))
  assert.ok(!includesPermission(['zfPtList'], 'zfPtListpt'))
  assert.ok(includesPermission([], 'session'))
})
