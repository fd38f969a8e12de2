import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#/tools/sources.ts'

// `npm run new -- migration <name>`: writes the next file of db/migrations.

const heading = `-- What changes, and why.
-- Make the same change in db/schema. \`npm run schema\` compares both and writes the table types.

`

/** Writes an empty migration with the next number and returns its file name. */
export function newMigration(name: string, folder: string): string {
  if (!/^[a-z]+(_[a-z]+)*$/.test(name)) throw new Error('the name of a migration is words in lower case, joined by _: bank_holidays')
  const last = Math.max(0, ...readdirSync(folder).map((each) => Number(each.slice(0, 4)) || 0))
  const file = `${String(last + 1).padStart(4, '0')}_${name}.sql`
  writeFileSync(join(folder, file), heading, { flag: 'wx' })
  return file
}

if (import.meta.main) {
  const [what, name] = process.argv.slice(2)
  try {
    if (what !== 'migration' || name === undefined) throw new Error('npm run new -- migration <name>')
    process.stdout.write(`db/migrations/${newMigration(name, join(root, 'db/migrations'))}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
