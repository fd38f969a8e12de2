import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '#/tools/sources.ts'

// Every rule of two people asks `app.expect_other_hand`, and every draft that several people may change keeps all their hands (decision 0093).

const schema = readFileSync(join(root, 'db/schema.sql'), 'utf8')

interface Pair {
  readonly table: string
  readonly decider: string
  readonly maker: string
}

/** The constraints that set two people apart, as table, decider and maker. */
function pairsOf(text: string): Pair[] {
  const apart = /(\w+_(?:by|id)) (?:<>|IS DISTINCT FROM) (?:ALL \(|COALESCE\()?(\w+_by|user_id|hands|preparers)\b/g
  return [...text.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\)/gm)].flatMap(([, table = '', body = '']) =>
    [...body.matchAll(apart)].map(([, decider = '', maker = '']) => ({ table, decider, maker })),
  )
}

/** The pairs that triggers compare, as `table decider maker`. */
function comparedBy(text: string): Set<string> {
  const triggers = text.matchAll(/CREATE TRIGGER \w+ BEFORE UPDATE[^;]*? ON (\w+) [^;]*?app\.expect_other_hand\('(\w*)', ([^)]*)\)/g)
  return new Set(
    [...triggers].flatMap(([, table = '', decider = '', makers = '']) =>
      [...makers.matchAll(/'(\w+)'/g)].map(([, maker = '']) => `${table} ${decider} ${maker}`),
    ),
  )
}

const compared = comparedBy(schema)
const pairs = pairsOf(schema)

/** Pairs that another rule holds. */
const elsewhere: Readonly<Record<string, string>> = {
  'guarded_change decided_by proposed_by': 'app.guarded_change_by_other',
  'account_application reviewer_id requested_by': 'the reviewer only holds the application; the decision is compared',
  'account_change decided_by user_id': 'no one manages the own account',
  'account_change proposed_by user_id': 'no one manages the own account',
  'candidate reviewer_id submitted_by': 'the reviewer only holds the person; the decision is compared',
  'application reviewer_id user_id': 'the reviewer only holds the application',
  'application decided_by user_id': 'the applicant is no colleague and sets no passwords',
  'account_closing decided_by user_id': 'the operator is no colleague and sets no passwords',
  'tax_form published_by made_by': 'hands hold the maker',
  'tax_form published_by edited_by': 'hands hold the editor',
  'opening_sheet confirmed_by prepared_by': 'hands hold the preparer',
  'payout_report decided_by reported_by': 'compared when it is confirmed',
}

/** Makers that are written again, where the later maker replaces all content of the earlier one. */
const whole: Readonly<Record<string, string>> = {
  'refund decided_by': 'decided once: a trigger keeps what was decided',
  'candidate submitted_by': 'bringing a person again replaces every field',
  'contract created_by': 'written once, when it is drawn up',
  'payout_stop asked_by': 'asked once, with the reason',
  'commission_bill prepared_by': 'a declined payment goes as a whole',
  'tax_declaration closed_by': 'closing computes the month again; nobody types its figures',
  'opening_sheet undo_asked_by': 'a request that was not followed goes as a whole',
  'opening_sheet prepared_by': 'hands hold everyone',
  'tax_form edited_by': 'hands hold everyone',
  'tax_entry reverse_by': 'a request that was not followed goes as a whole',
  'tax_draft leave_by': 'a request that was not followed goes as a whole',
}

test('every constraint that sets two people apart is compared by app.expect_other_hand too', () => {
  const missing = pairs.map(({ table, decider, maker }) => `${table} ${decider} ${maker}`).filter((name) => !compared.has(name) && !(name in elsewhere))
  assert.deepEqual([...new Set(missing)], [], 'add a trigger with app.expect_other_hand, or say here which rule holds it')
})

test('a maker column that the program writes again belongs to a table that keeps all hands', () => {
  const granted = [...schema.matchAll(/^grant update \(([^)]*)\) on (\w+) to app_rw/gm)].map(
    ([, columns = '', table = '']) => [table, columns.split(', ')] as const,
  )
  const grants = new Map<string, readonly string[] | 'all'>(granted)
  for (const [, table = ''] of schema.matchAll(/^grant [a-z, ]*\bupdate\b[a-z, ]* on (\w+) to app_rw/gm)) grants.set(table, 'all')
  const isWritten = (table: string, column: string) => grants.get(table) === 'all' || grants.get(table)?.includes(column)
  const rewritten = pairs.filter(({ table, maker }) => maker.endsWith('_by') && isWritten(table, maker)).map(({ table, maker }) => `${table} ${maker}`)
  assert.deepEqual(
    [...new Set(rewritten)].filter((name) => !(name in whole)),
    [],
    'keep every hand (app.keep_hands), or say here why nothing of an earlier maker is left',
  )
})

test('the exceptions name pairs and makers that exist', () => {
  const names = new Set(pairs.map(({ table, decider, maker }) => `${table} ${decider} ${maker}`))
  assert.deepEqual(
    Object.keys(elsewhere).filter((name) => !names.has(name)),
    [],
  )
  const makers = new Set(pairs.map(({ table, maker }) => `${table} ${maker}`))
  assert.deepEqual(
    Object.keys(whole).filter((name) => !makers.has(name)),
    [],
  )
})

test('a new pair of an editor and a publisher without a trigger is found', () => {
  const text = 'create table thing (\n  published_by bigint,\n  constraint thing_two CHECK (published_by <> edited_by)\n);'
  assert.deepEqual(pairsOf(text), [{ table: 'thing', decider: 'published_by', maker: 'edited_by' }])
  assert.equal(comparedBy(text).size, 0)
})
