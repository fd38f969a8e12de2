import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// `npm run sbom [-- FILE]`: writes the bill of materials of this version, to be published with it.

/** A library of the bill of materials, in the format of CycloneDX. */
export interface Component {
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly 'bom-ref': string
  readonly properties: readonly { readonly name: string; readonly value: string }[]
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
}

/** The parts of a CycloneDX document that we read. */
export interface BillOfMaterials {
  readonly bomFormat: string
  readonly specVersion: string
  readonly metadata: { readonly component: { readonly name: string; readonly version: string; readonly 'bom-ref': string } }
  readonly dependencies: readonly { readonly ref: string }[]
  readonly components: readonly Component[]
}

const root = join(import.meta.dirname, '..')
const megabyte = 1024 * 1024

/**
 * Returns the text of the CycloneDX bill: every library that runs in production, with version, address and checksum.
 */
export function billText(): string {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only']
  const bill = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * megabyte })) as BillOfMaterials
  // The option `--omit dev` of npm also omits libraries that production and tests share.
  const isForTests = ({ properties }: Component) => properties.some((property) => property.name === 'cdx:npm:package:development' && property.value === 'true')
  const components = bill.components.filter((component) => !isForTests(component))
  const refs = new Set(components.map((component) => component['bom-ref']))
  const dependencies = bill.dependencies.filter(({ ref }) => refs.has(ref) || ref === bill.metadata.component['bom-ref'])
  const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
  // npm names the bill after the folder.
  return `${JSON.stringify({ ...bill, components, dependencies, metadata: { ...bill.metadata, component: { ...bill.metadata.component, name } } }, null, 2)}\n`
}

if (import.meta.main) {
  const [file = 'sbom.cdx.json'] = process.argv.slice(2)
  writeFileSync(file, billText())
  process.stdout.write(`${file}\n`)
}
