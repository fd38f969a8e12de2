import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { modules } from '#/api/modules.ts'
import type { Operation } from '#/api/operation.ts'

const operations = Object.entries(modules).flatMap(([module, agreement]) => Object.entries(agreement as Readonly<Record<string, Operation>>).map(([name, operation]) => ({ name: `${module}.${name}`, operation })))

test('what an operation says on success is filled in with what it answers', () => {
  const wrong = operations.flatMap(({ name, operation }) => {
    if (operation.kind !== 'write' || !operation.done) return []
    // What may be absent cannot be filled in: a sentence with a hole would turn a deed that was done into a failure.
    const shape: Readonly<Record<string, z.ZodType>> = operation.output instanceof z.ZodObject ? operation.output.shape : {}
    const known = Object.keys(shape).filter((name) => !shape[name]?.safeParse(null).success && !shape[name]?.safeParse(undefined).success)
    const wanted = Object.values(operation.done).flatMap((words) => [...words.matchAll(/\{(\w+)[,}]/g)].map(([, value]) => value ?? ''))
    return wanted.filter((value) => !known.includes(value)).map((value) => `${name}: {${value}}`)
  })
  assert.deepEqual(wrong, [])
})

test('the calls of the specification that change something say so', () => {
  for (const name of ['auth.checkPassword', 'auth.changePassword']) {
    const found = operations.find((each) => each.name === name)?.operation
    assert.ok(found?.kind === 'write' && found.done, name)
  }
})
