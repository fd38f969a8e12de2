import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'

const list = ['first', 'second', 'third']
const read = async (size: number) => list.slice(0, size)

test('an export of exactly the maximum number of rows contains every row', async () => {
  assert.deepEqual(await exportRows(read, 3), list)
})

test('an export of one row more than the maximum is refused with the limit', async () => {
  await assert.rejects(exportRows(read, 2), (error) => error instanceof Refusal && error.error === 'tooManyRows' && error.values.most === 2)
})
