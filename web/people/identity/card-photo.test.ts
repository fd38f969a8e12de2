import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pictureProblem, pictureRule, sizeToSend } from './card-photo.ts'

test('a picture may exceed the upload limit before it is scaled', () => {
  assert.equal(pictureProblem({ name: 'IMG_1.JPG', size: pictureRule.maxBytes * 3 }), null)
})

test('an empty file and an unsupported kind of file are refused', () => {
  assert.equal(pictureProblem({ name: 'card.heic', size: 1000 }), 'wrongKind')
  assert.equal(pictureProblem({ name: 'card.png', size: 0 }), 'empty')
})

test('a picture is scaled to a limited side length in proportion, and a small one is unchanged', () => {
  assert.deepEqual(sizeToSend(1200, 900), { width: 1200, height: 900 })
  const { width, height } = sizeToSend(8000, 6000)
  assert.equal(Math.max(width, height), 2600)
  assert.ok(Math.abs(width / height - 4 / 3) < 0.01)
})
