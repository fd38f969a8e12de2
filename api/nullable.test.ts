import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { modules } from '#/api/modules.ts'
import type { Operation } from '#/api/operation.ts'

test('no nullable input field accepts the text “null”, which forms send instead of null', () => {
  const nullableFields = Object.entries(modules).flatMap(([module, agreement]) =>
    Object.entries(agreement as Readonly<Record<string, Operation>>).flatMap(([name, { input }]) =>
      Object.entries(input.shape as Readonly<Record<string, z.ZodType>>)
        .filter(([, field]) => field.safeParse(null).success && field.safeParse('null').success)
        .map(([field]) => `${module}.${name}: ${field}`),
    ),
  )
  assert.deepEqual(nullableFields, [])
})
