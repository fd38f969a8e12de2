import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type BillOfMaterials, billText } from '#/tools/sbom.ts'
import { root } from '#/tools/sources.ts'

// The bill of materials published with each version.

test('the bill of materials lists every production library with version, address and checksum', () => {
  const bill = JSON.parse(billText()) as BillOfMaterials
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string
    version: string
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  assert.equal(bill.bomFormat, 'CycloneDX')
  assert.deepEqual([bill.metadata.component.name, bill.metadata.component.version], [manifest.name, manifest.version])
  const componentsByName = new Map(bill.components.map((component) => [`${component.name}@${component.version}`, component]))
  const missingLibraries = Object.entries(manifest.dependencies).filter(
    ([name, version]) => !version.startsWith('npm:') && !componentsByName.has(`${name}@${version}`),
  )
  assert.deepEqual(missingLibraries, [])
  assert.ok(bill.components.length > Object.keys(manifest.dependencies).length, 'libraries of libraries too')
  const unverifiedLibraries = bill.components.filter(({ purl, hashes = [] }) => !purl.startsWith('pkg:npm/') || !hashes.some(({ alg }) => alg === 'SHA-512'))
  assert.deepEqual(unverifiedLibraries, [])
  assert.ok(!bill.components.some(({ name }) => name === '@playwright/test'), 'no library of the tests')
})
