import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { isTest, type Source, sources } from '#/tools/sources.ts'

// Functions are short, counted here and not by biome alone: it takes what stands inside an element or a template for one line.

const most = 70

interface Span {
  readonly start: number
  readonly end: number
}

interface Measured extends Span {
  readonly lines: number
}

/** What is given to `describe` and `test`: a suite holds its tests, and a test tells a story from its beginning to its end. */
const suites = /^(describe|test|suite|before|after|beforeEach|afterEach)$/

function linesOf(text: string, { start, end }: Span): number {
  return text
    .slice(start, end)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}

function functionsOf({ path, text }: Pick<Source, 'path' | 'text'>): Measured[] {
  const { program, errors } = parseSync(path, text)
  assert.deepEqual(errors, [], path)
  const spans: Span[] = []
  const stories = new Set<number>()
  const take = (node: Span) => void spans.push(node)
  new Visitor({
    FunctionDeclaration: take,
    FunctionExpression: take,
    ArrowFunctionExpression: take,
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && suites.test(callee.name)) for (const each of given) stories.add(each.start)
    },
  }).visit(program)
  const counted = isTest(path) || path.startsWith('e2e/') ? spans.filter(({ start }) => !stories.has(start)) : spans
  return counted.map(({ start, end }) => ({ start, end, lines: linesOf(text, { start, end }) }))
}

const long = new Map(
  sources.flatMap((source) => {
    const lines = Math.max(0, ...functionsOf(source).map((each) => each.lines))
    return lines > most ? [[source.path, lines] as const] : []
  }),
)

test('the lines of a function are counted in elements, templates and methods too, but not in tests', () => {
  const body = '\n  <p>a</p>'.repeat(80)
  const longest = (path: string, text: string) => Math.max(0, ...functionsOf({ path, text }).map((each) => each.lines))
  assert.equal(longest('web/a.tsx', `export function A() {\n  return <div>${body}\n  </div>\n}`), 84)
  assert.equal(longest('server/a.ts', `const a = () => \`${'x\n'.repeat(80)}\``), 81)
  assert.equal(longest('server/a.ts', `class A {\n  b() {\n${'    c()\n\n'.repeat(80)}  }\n}`), 82)
  assert.equal(longest('server/a.test.ts', `test('a', () => {\n${'  c()\n'.repeat(80)}})`), 0)
  assert.equal(longest('server/a.test.ts', `function a() {\n${'  c()\n'.repeat(80)}}`), 82)
})

test(`functions are at most ${most} lines long`, () => {
  const tooLong = [...long].filter(([path, lines]) => lines > (exempt[path]?.lines ?? 0)).map(([path, lines]) => `${path}: a function of ${lines} lines`)
  assert.deepEqual(tooLong, [])
})

test('every exemption is still needed, to the line', () => {
  const loose = Object.entries(exempt).filter(([path, { lines }]) => long.get(path) !== lines)
  assert.deepEqual(
    loose.map(([path, { lines }]) => `${path}: ${long.get(path) ?? `at most ${most}`}, not ${lines}`),
    [],
  )
})

interface Exemption {
  readonly lines: number
  readonly why: string
}

/** Longer functions there are, as long as they are today: they may become shorter, not longer. */
const exempt: Readonly<Record<string, Exemption>> = {
  'bench/million.ts': { lines: 83, why: 'one list of tables with the SQL that multiplies each; every line is data' },
  'db/demo/books.ts': { lines: 80, why: 'one closure over the books: the functions of its answer share all that is kept' },
  'server/kernel/jobs.ts': { lines: 82, why: 'one closure over the timers and workers of a queue; its parts share all of them' },
  'server/tests/testing.ts': { lines: 82, why: 'a whole server put together, one part after the other' },
  'web/access/auth/CodeForm.tsx': { lines: 71, why: 'one form of two fields; its state says at which step it stands' },
  'web/access/auth/LoginPage.tsx': { lines: 80, why: 'the sign-in form: what happens after a press decides what every part shows' },
  'web/access/auth/NewPassword.tsx': { lines: 71, why: 'one form of two fields that judge each other' },
  'web/access/auth/SecondStep.tsx': { lines: 88, why: 'one field with two meanings: each attribute is told for both' },
  'web/access/roles/PermissionsPage.tsx': { lines: 87, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/access/roles/RoleDrawer.tsx': { lines: 80, why: 'one editor: name, keys and people are saved together as one version' },
  'web/access/roles/RolesPage.tsx': { lines: 72, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/access/users/AskAgainForm.tsx': { lines: 89, why: 'one form: what was rejected opens its field, and all changes together free the button' },
  'web/access/users/CreateDialog.tsx': { lines: 85, why: 'one form: kind, roles and letter decide together what is asked for' },
  'web/access/users/EmployeesPage.tsx': { lines: 83, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/agreements/contracts/CreateDialogs.tsx': { lines: 75, why: 'one form: the template decides which fields follow' },
  'web/agreements/signing/Steps.tsx': { lines: 80, why: 'one step: code asked for, typed, sent again; each shows in the same three lines' },
  'web/agreements/templates/Content.tsx': { lines: 78, why: 'one form: all of it is saved as one version of the template' },
  'web/agreements/templates/TemplatesPage.tsx': { lines: 83, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/desk/profile/MobileDialog.tsx': { lines: 73, why: 'one form: two codes, and the press that needs both' },
  'web/money/payments/ExceptionsPage.tsx': { lines: 87, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/money/payments/OfflineDialog.tsx': { lines: 72, why: 'one dialog of two steps: what was checked is what is posted' },
  'web/money/payments/OfflineLine.tsx': { lines: 72, why: 'one form: every field is compared with the line it pays' },
  'web/money/prepayments/Topups.tsx': { lines: 86, why: 'one list of columns; every entry is data' },
  'web/money/vouchers/VouchersPage.tsx': { lines: 86, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/onboarding/applications/AppealForm.tsx': { lines: 73, why: 'one form: reason, papers and press' },
  'web/onboarding/applications/ApplicationsPage.tsx': { lines: 83, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/onboarding/applications/ApproveDialog.tsx': { lines: 79, why: 'one form: what is made by the approval, field by field' },
  'web/onboarding/applications/PersonPapers.tsx': { lines: 74, why: 'one page whose answer, pictures and press follow each other' },
  'web/onboarding/applications/StartForm.tsx': { lines: 90, why: 'one form: the code that was asked for decides what every part shows' },
  'web/onboarding/applications/Wizard.tsx': { lines: 76, why: 'one form: the step that is open decides what every part shows' },
  'web/organisations/units/CreateDialog.tsx': { lines: 83, why: 'one form: facts, terms and place of a unit are made together' },
  'web/organisations/units/SettingsPage.tsx': { lines: 73, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/organisations/units/UnitsPage.tsx': { lines: 80, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/people/operators/CandidatesPage.tsx': { lines: 82, why: 'a list page: head, conditions, table and drawer in the order of the screen' },
  'web/shell/PasswordDialog.tsx': { lines: 73, why: 'one form of three fields that judge each other' },
  'web/ui/DataTable.tsx': { lines: 78, why: 'the table of every list: its properties are handed on one by one' },
  'web/ui/FileDrop.tsx': { lines: 81, why: 'one control: what it holds decides which of its faces shows' },
  'web/ui/TrendChart.tsx': { lines: 71, why: 'one drawing: axes, lines and labels share its scale' },
}
