import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaImage } from '#/server/kernel/archive/embedded-image.ts'
import { baselineName } from '#/server/kernel/archive/migrate.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { differencesFromMigrations } from '#/tools/schema-facts.ts'
import { baselineText } from '#/tools/schema-files.ts'
import { tablesText } from '#/tools/schema-tables.ts'
import { root } from '#/tools/sources.ts'

// `npm run schema`: writes the table types from the migrations, and prints how db/schema differs from them. `npm run
// schema -- baseline` writes the baseline from db/schema, which is possible only while no migration follows it.

const migrations = join(root, 'db/migrations')

/** Returns the generated files by path from the repository's root. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const database = await openDatabase({ dir: ':memory:', image: await schemaImage() })
  try {
    return { 'server/lib/database/tables.ts': await tablesText(database.kysely) }
  } finally {
    await database.close()
  }
}

function makeBaseline(): void {
  const laterMigrations = readdirSync(migrations).filter((name) => name !== baselineName)
  if (laterMigrations.length > 0) throw new Error(`${laterMigrations.join(', ')} follow the baseline: it stays as it is`)
  writeFileSync(join(migrations, baselineName), baselineText())
}

async function main(): Promise<void> {
  if (process.argv[2] === 'baseline') makeBaseline()
  for (const [path, text] of Object.entries(await generatedFiles())) if (readFileSync(join(root, path), 'utf8') !== text) writeFileSync(join(root, path), text)
  const database = await openDatabase({ dir: ':memory:', image: await schemaImage() })
  const files = await openDatabase({ dir: ':memory:' })
  try {
    const differences = await differencesFromMigrations(files, database)
    if (differences.length === 0) return
    process.stdout.write(`${differences.join('\n')}\n${differences.length} differences between db/schema and db/migrations\n`)
    process.exitCode = 1
  } finally {
    await files.close()
    await database.close()
  }
}

if (import.meta.main) await main()
