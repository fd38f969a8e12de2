import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { schemaImage } from '#/server/kernel/embedded-image.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { schemaText } from '#/tools/schema-sql.ts'
import { tablesText } from '#/tools/schema-tables.ts'

// `npm run schema`: writes the files generated from the migrations.

const root = join(import.meta.dirname, '..')

/** Returns the generated files by path from the repository's root. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const database = await openDatabase({ dir: ':memory:', image: await schemaImage() })
  try {
    return { 'db/schema.sql': await schemaText(database.kysely), 'server/lib/database/tables.ts': await tablesText(database.kysely) }
  } finally {
    await database.close()
  }
}

if (import.meta.main) for (const [path, text] of Object.entries(await generatedFiles())) writeFileSync(join(root, path), text)
