import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { filterValueName } from '#/api/filter-values.texts.ts'
import { filterNames, omittedFilterKeys } from '#/api/filters.texts.ts'
import { modules } from '#/api/modules.ts'
import type { Module } from '#/api/operation.ts'

interface Field {
  readonly enum?: readonly (string | number)[]
  readonly items?: Field
  readonly const?: string | number
  readonly anyOf?: readonly Field[]
}

const yesNo = ['yes', 'no']
const valuesOf = (field: Field): readonly (string | number)[] => field.enum ?? (field.items ? valuesOf(field.items) : (field.anyOf?.flatMap(valuesOf) ?? (field.const === undefined ? [] : [field.const])))

test('each export filter that is not omitted has a name, and each of its values has one', () => {
  const namedKeys: readonly string[] = [...Object.keys(filterNames), ...omittedFilterKeys]
  const missing: string[] = []
  for (const [module, operations] of Object.entries<Module>(modules))
    for (const [name, { input, limit }] of Object.entries(operations)) {
      if (limit !== 'export' || !/^export|^statementSheet$/.test(name)) continue
      const { properties = {} } = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })
      for (const [key, field] of Object.entries(properties)) {
        if (!namedKeys.includes(key)) missing.push(`${module}.${name} ${key}`)
        if ((omittedFilterKeys as readonly string[]).includes(key)) continue
        for (const value of valuesOf(field as Field)) if (!yesNo.includes(String(value)) && !filterValueName(`${module}.${name}`, key, value)) missing.push(`${module}.${name} ${key}=${value}`)
      }
    }
  assert.deepEqual(missing, [])
})
