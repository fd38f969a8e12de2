import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { newMigration } from '#/tools/new.ts'

test('a new migration has the next number and asks for the same change in db/schema', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yck-new-'))
  writeFileSync(join(folder, '0001_baseline.sql'), '')
  writeFileSync(join(folder, '0009_fees.sql'), '')
  assert.equal(newMigration('bank_holidays', folder), '0010_bank_holidays.sql')
  assert.equal(newMigration('rates', folder), '0011_rates.sql')
  assert.match(readFileSync(join(folder, '0010_bank_holidays.sql'), 'utf8'), /Make the same change in db\/schema/)
  assert.throws(() => newMigration('Bank Holidays', folder), /lower case/)
  rmSync(folder, { recursive: true })
})
