import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaStatements, statementsOf, tablesOf } from '#/tools/schema-files.ts'

// Every two-person rule uses `app.expect_other_hand`. Every draft that several people may change records all of them
// as participants (decision 0093).

type Statements = ReturnType<typeof schemaStatements>
const schema = schemaStatements()

interface ColumnPair {
  readonly table: string
  readonly decider: string
  readonly maker: string
}

/** Returns the constraints that require two different people, as table, decider and maker. */
function pairsOf(statements: Statements): ColumnPair[] {
  const comparisonPattern = /(\w+_(?:by|id)) (?:<>|is distinct from) (?:all \(|coalesce\()?(\w+_by|user_id|hands|preparers)\b/g
  return tablesOf(statements).flatMap(({ name, body }) =>
    [...body.matchAll(comparisonPattern)].map(([, decider = '', maker = '']) => ({ table: name, decider, maker })),
  )
}

/** Returns the pairs that triggers compare, as `table decider maker`. */
function comparedColumnsIn(statements: Statements): Set<string> {
  const triggerPattern = /^create trigger \w+ before (?:insert|update)[\s\S]*? on (\w+) [\s\S]*?app\.expect_other_hand\('(\w*)',\s+([^)]*)\)/
  return new Set(
    statements.flatMap(({ text }) => {
      const [, table = '', decider = '', makers = ''] = triggerPattern.exec(text) ?? []
      return [...makers.matchAll(/'(\w+)'/g)].map(([, maker = '']) => `${table} ${decider} ${maker}`)
    }),
  )
}

const comparedPairs = comparedColumnsIn(schema)
const pairs = pairsOf(schema)

/** Pairs that another rule enforces. */
const pairsEnforcedByCode: Readonly<Record<string, string>> = {
  'guarded_change decided_by proposed_by': 'app.guarded_change_by_other',
  'account_application reviewer_id requested_by': 'the reviewer only reserves the application; the decision is checked',
  'account_change decided_by user_id': 'no one manages their own account',
  'account_change proposed_by user_id': 'no one manages their own account',
  'candidate reviewer_id submitted_by': 'the reviewer only reserves the person; the decision is checked',
  'application reviewer_id user_id': 'the reviewer only reserves the application',
  'application decided_by user_id': 'the applicant is not a colleague and sets no passwords',
  'account_closing decided_by user_id': 'the operator is not a colleague and sets no passwords',
  'tax_form published_by made_by': 'the trigger on hands covers the maker',
  'tax_form published_by edited_by': 'the trigger on hands covers the editor',
  'opening_sheet confirmed_by prepared_by': 'the trigger on hands covers the preparer',
  'payout_report decided_by reported_by': 'compared when it is confirmed',
}

/** Maker columns that the program overwrites. The later maker replaces the whole content of the earlier one. */
const replacedMakers: Readonly<Record<string, string>> = {
  'identity_dispute kept_by': 'a trigger keeps the first person (app.expect_two_steps)',
  'refund decided_by': 'decided once: a trigger keeps the decision',
  'refund paid_by': 'a declined failure is deleted as a whole',
  'candidate submitted_by': 'submitting a person again replaces every field',
  'contract created_by': 'written once, when it is drawn up',
  'payout_stop asked_by': 'requested once, with the reason',
  'commission_bill prepared_by': 'a declined payment is deleted as a whole',
  'tax_declaration closed_by': 'closing recomputes the month; its figures cannot be typed',
  'opening_sheet undo_asked_by': 'a declined request is deleted as a whole',
  'opening_sheet prepared_by': 'the trigger on hands covers everyone',
  'tax_form edited_by': 'the trigger on hands covers everyone',
  'tax_entry reverse_by': 'a declined request is deleted as a whole',
  'tax_clearing offered_by': 'the job computes the amounts; no one types them',
  'tax_clearing chosen_by': 'a trigger lets only the payee choose, or two people together from a signed paper',
  'tax_draft leave_by': 'a declined request is deleted as a whole',
}

test('every constraint that requires two people has a trigger or a listed exception', () => {
  const unenforcedPairs = pairs
    .map(({ table, decider, maker }) => `${table} ${decider} ${maker}`)
    .filter((name) => !comparedPairs.has(name) && !(name in pairsEnforcedByCode))
  assert.deepEqual([...new Set(unenforcedPairs)], [], 'add a trigger with app.expect_other_hand, or name here the rule that replaces it')
})

test('a table whose maker column is overwritten records all participants or is listed', () => {
  const grants = new Map<string, readonly string[] | 'all'>()
  for (const { text } of schema) {
    const [, rights = '', table = ''] = /^grant ([\s\S]*) on (\w+) to app_rw$/.exec(text) ?? []
    const [, columns] = /\bupdate(?: \(([^)]*)\))?/.exec(rights) ?? []
    if (/\bupdate\b/.test(rights)) grants.set(table, columns?.split(/,\s+/) ?? 'all')
  }
  const isWritten = (table: string, column: string) => grants.get(table) === 'all' || grants.get(table)?.includes(column)
  const rewrittenMakers = pairs.filter(({ table, maker }) => maker.endsWith('_by') && isWritten(table, maker)).map(({ table, maker }) => `${table} ${maker}`)
  assert.deepEqual(
    [...new Set(rewrittenMakers)].filter((name) => !(name in replacedMakers)),
    [],
    'record every hand (app.keep_hands), or state here why no content of an earlier maker remains',
  )
})

/** Columns of people who request an action that a second person approves. */
const requesterPattern = /^(?:proposed|asked|requested|reported|submitted|applied|prepared|closed|kept|upheld|reverse|undo_asked|withdraw_asked|leave)_by$/

/** Columns of requesters that no trigger of `app.expect_other_hand` compares, with the reason. */
const uncheckedColumns: Readonly<Record<string, string>> = {
  'guarded_change proposed_by': 'app.guarded_change_by_other',
  'recon_item proposed_by': 'app.recon_item_by_two',
  'recon_day closed_by': 'closing books nothing; another person reopens the day',
  'business_filing closed_by': 'the platform declares nothing for itself and books nothing',
  'platform_basic reported_by': 'the number of a report that was sent',
  'platform_report reported_by': 'the number of a report that was sent',
  'invoice_order asked_by': 'asks the issuing channel to carry out an application that another person reviewed',
  'import_sheet prepared_by': 'hands hold everyone',
  'audit_verification asked_by': 'runs a check',
  'integrity_run asked_by': 'runs a check',
}

test('each requester is compared with the person who decides, or listed with a reason', () => {
  const comparingFunctions = new Set(
    [...comparedPairs].map((name) =>
      name
        .split(' ')
        .filter((_, at) => at !== 1)
        .join(' '),
    ),
  )
  const enforcedPairs = new Set(
    Object.keys(pairsEnforcedByCode).map((name) =>
      name
        .split(' ')
        .filter((_, at) => at !== 1)
        .join(' '),
    ),
  )
  const columns = tablesOf(schema).flatMap(({ name, columns }) =>
    columns.filter((column) => requesterPattern.test(column)).map((column) => `${name} ${column}`),
  )
  assert.deepEqual(
    columns.filter((name) => !comparingFunctions.has(name) && !enforcedPairs.has(name) && !(name in uncheckedColumns)),
    [],
    'add a trigger with app.expect_other_hand, or say here which rule holds it',
  )
  assert.deepEqual(
    Object.keys(uncheckedColumns).filter((name) => !columns.includes(name) || comparingFunctions.has(name)),
    [],
  )
})

test('the exceptions name existing pairs and makers', () => {
  const names = new Set(pairs.map(({ table, decider, maker }) => `${table} ${decider} ${maker}`))
  assert.deepEqual(
    Object.keys(pairsEnforcedByCode).filter((name) => !names.has(name)),
    [],
  )
  const makers = new Set(pairs.map(({ table, maker }) => `${table} ${maker}`))
  assert.deepEqual(
    Object.keys(replacedMakers).filter((name) => !makers.has(name)),
    [],
  )
})

test('the rule finds a new pair of editor and publisher without a trigger', () => {
  const text = statementsOf('', 'create table thing (\n  published_by bigint,\n  constraint thing_two check (published_by <> edited_by)\n);')
  assert.deepEqual(pairsOf(text), [{ table: 'thing', decider: 'published_by', maker: 'edited_by' }])
  assert.equal(comparedColumnsIn(text).size, 0)
})
