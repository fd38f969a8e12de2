import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { programSources, root } from '#/tools/sources.ts'

// Row types of raw statements use column types of the generated tables (`Row`). A changed column then causes a type
// error.

/**
 * Row members with a column's name and a handwritten type, counted by file. Most are computed values. New members use
 * `Row` or another name.
 */
const allowedMembers: Readonly<Record<string, number>> = {
  'server/access/auth/store.ts': 1,
  'server/access/users/store-review.ts': 2,
  'server/access/users/store.ts': 2,
  'server/agreements/contracts/store-open.ts': 1,
  'server/agreements/contracts/store-parties.ts': 5,
  'server/agreements/contracts/store-tasks.ts': 4,
  'server/agreements/contracts/store.ts': 5,
  'server/agreements/signing/store.ts': 3,
  'server/agreements/templates/store.ts': 2,
  'server/desk/dashboard/store-months.ts': 1,
  'server/desk/dashboard/store.ts': 1,
  'server/desk/profile/store-mobile.ts': 1,
  'server/desk/profile/store.ts': 4,
  'server/kernel/rows/page.ts': 1,
  'server/money/ledger/store.ts': 11,
  'server/money/lines/store-facts.ts': 4,
  'server/money/lines/store-list.ts': 12,
  'server/money/lines/store.ts': 3,
  'server/money/payouts/exceptions/store-exceptions.ts': 7,
  'server/money/payouts/manual/store-offline.ts': 2,
  'server/money/payouts/store.ts': 1,
  'server/money/prepayments/store-accounts.ts': 6,
  'server/money/prepayments/store-credits.ts': 3,
  'server/money/prepayments/store-refunds.ts': 1,
  'server/money/prepayments/store-statements.ts': 1,
  'server/money/prepayments/store.ts': 1,
  'server/money/vouchers/store.ts': 2,
  'server/onboarding/applications/store-appeals.ts': 7,
  'server/onboarding/applications/store-places.ts': 2,
  'server/onboarding/imports/store-places.ts': 2,
  'server/organisations/staff/store.ts': 2,
  'server/people/operators/store-candidates.ts': 1,
  'server/people/operators/store-roster.ts': 3,
  'server/services/files/store.ts': 1,
  'server/services/messages/store-choices.ts': 1,
  'server/desk/audit/store-chain.ts': 9,
  'server/desk/audit/store-signatures.ts': 5,
  'server/desk/audit/store.ts': 7,
  'server/desk/gateways/store-work.ts': 3,
  'server/desk/gateways/store.ts': 4,
  'server/desk/integrity/store.ts': 3,
  'server/desk/retention/store.ts': 2,
}

function columnsByTable(): Map<string, string[]> {
  const text = readFileSync(join(root, 'server/lib/database/tables.ts'), 'utf8')
  const bodies = new Map([...text.matchAll(/^(?:export )?interface (\w+) \{\n([^}]*)\}/gm)].map(([, name = '', body = '']) => [name, body]))
  const members = (name: string) => [...(bodies.get(name) ?? '').matchAll(/^ {2}(\w+): (.*)$/gm)].map(([, key = '', type = '']) => ({ key, type }))
  return new Map(members('Tables').map(({ key, type }) => [key, members(type).map((column) => column.key)]))
}

const columnsOf = columnsByTable()

interface Span {
  readonly start: number
  readonly end: number
}

/** Returns the members with a handwritten type and the name of a column of a table in the file's statements. */
function handTypedMembers(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text)
  assert.deepEqual(errors, [], path)
  const assertedSpans: Span[] = []
  const declaredSpans = new Map<string, Span>()
  const members: (Span & { readonly name: string; readonly type: string })[] = []
  const declare = (node: Span & { readonly id: { readonly name: string } }) => void declaredSpans.set(node.id.name, node)
  new Visitor({
    TaggedTemplateExpression({ tag, typeArguments }) {
      const name = tag.type === 'MemberExpression' ? tag.property : tag
      if (name.type === 'Identifier' && ['sql', 'rows', 'row'].includes(name.name) && typeArguments) assertedSpans.push(typeArguments)
    },
    TSInterfaceDeclaration: declare,
    TSTypeAliasDeclaration: declare,
    TSPropertySignature({ start, end, key, typeAnnotation }) {
      if (key.type === 'Identifier' && typeAnnotation) members.push({ start, end, name: key.name, type: text.slice(typeAnnotation.start, typeAnnotation.end) })
    },
  }).visit(program)
  // The array grows during the loop, because a type named in an asserted type is asserted too.
  for (const { start, end } of assertedSpans)
    for (const [name] of text.slice(start, end).matchAll(/\b[A-Z]\w*/g)) {
      const span = declaredSpans.get(name)
      if (span && !assertedSpans.includes(span)) assertedSpans.push(span)
    }
  const namedTables = [...columnsOf.keys()].filter((table) => new RegExp(`\\b(?:from|join|into|update|selectFrom\\(')\\s*${table}\\b`).test(text))
  const columns = new Set(namedTables.flatMap((table) => columnsOf.get(table) ?? []))
  const handTypedTexts = assertedSpans.flatMap(({ start, end }) => {
    const body = text.slice(start, end)
    const wholeRowColumns = [...body.matchAll(/Row<'(\w+)'>(?!\[)/g)].flatMap(([, table = '']) => columnsOf.get(table) ?? [])
    const takenColumns = new Set([...wholeRowColumns, ...[...body.matchAll(/'(\w+)'/g)].map(([, name = '']) => name)])
    return members
      .filter((member) => start <= member.start && member.end <= end)
      .filter(({ name, type }) => columns.has(name) && !takenColumns.has(name) && !/\bRow<|\['/.test(type))
  })
  return [...new Set(handTypedTexts)].map(({ name }) => name)
}

const tablesByName = new Map(
  programSources.flatMap(({ path, text }) => {
    const names = path.startsWith('server/') ? handTypedMembers(path, text) : []
    return names.length > 0 ? [[path, names] as const] : []
  }),
)

test('a handwritten member with a column’s name is found in every kind of row declaration', () => {
  const rows = (declaration: string, asserted: string) => handTypedMembers('a.ts', `${declaration}\nconst a = sql<${asserted}>\`select 1 from unit\``)
  assert.deepEqual(rows('', '{ id: number; count: number }'), ['id'])
  assert.deepEqual(rows('interface A { name: string; more: number }', 'A & B'), ['name'])
  assert.deepEqual(rows('interface A extends B { more: number }\ninterface B { code: string }', 'A'), ['code'])
  assert.deepEqual(rows("interface A extends Row<'unit', 'state'> { state: 'a' | 'b'; place: Row<'unit'>['name'] }", 'A'), [])
  assert.deepEqual(rows("type A = Row<'unit'> & { state: 'a' | 'b' }", 'A[]'), [])
  assert.deepEqual(rows('interface Filter { name: string }', 'number'), [])
  assert.deepEqual(handTypedMembers('a.ts', 'const a = ctx.row<{ id: number }>`select id from unit`'), ['id'])
})

test('row types use the column types of the tables, except the members counted here', () => {
  const declarationCounts = Object.fromEntries([...tablesByName].map(([path, names]) => [path, names.length]))
  assert.deepEqual(declarationCounts, allowedMembers, [...tablesByName].map(([path, names]) => `${path}: ${names.join(', ')}`).join('\n'))
})
