import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseSync, Visitor } from 'vite'
import { programSources, type Source } from '#/tools/sources.ts'

// A button that stops, pays, books, sends or deletes something first asks for confirmation and states the effect.

/** Operations that run on one click, by the reason why they need no confirmation. */
const unconfirmedByReason: Readonly<Record<string, readonly string[]>> = {
  'looks something up, or makes a file for the user': [
    'audit.verify',
    'applications.reveal',
    'contracts.zip',
    'dossiers.archive',
    'dossiers.letter',
    'einvoices.askQuota',
    'einvoices.test',
    'gateways.test',
    'integrity.run',
    'invoices.listToIssue',
    'invoices.zip',
    'payouts.query',
    'policies.examine',
    'policies.preview',
    'vouchers.fetch',
    'vouchers.zip',
  ],
  'makes a draft or a list that the user looks at before anything follows': [
    'businessfilings.generate',
    'clearings.search',
    'forms.adjust',
    'imports.addScans',
    'news.addFile',
    'platformreports.generate',
    'templates.upload',
  ],
  'takes back a request of the same user, who can send it again': [
    'closings.withdraw',
    'collections.withdraw',
    'disputes.withdraw',
    'verifications.withdraw',
    'entities.withdrawTax',
    'platformreports.withdrawPlan',
  ],
  'is undone by the button next to it': [
    'collections.attach',
    'invoices.reopen',
    'lines.adopt',
    'messages.choose',
    'messages.read',
    'news.save',
    'news.unschedule',
    'payments.attach',
    'payouts.addSlip',
    'payouts.takeException',
    'reconciliation.take',
    'reconciliation.wait',
    'templates.enable',
    'templates.setDefault',
    'titles.makeDefault',
    'views.change',
    'views.save',
  ],
  'ends a form or a review whose marks the user set just before': [
    'accounting.decide',
    'applications.reject',
    'gateways.setTemplates',
    'imports.keep',
    'moving.keep',
    'operators.acceptCandidates',
    'operators.mergeCandidate',
    'operators.rejectCandidates',
    'platformreports.confirm',
    'platformreports.decidePlan',
    'policies.endLeave',
    'users.approve',
    'users.reject',
  ],
  'proves who the user is': ['profile.askProofCode', 'profile.prove'],
  'sends the user, or a checking service, what the button names': ['closings.askCode', 'news.translate', 'operators.verifyCandidates', 'verifications.again'],
  'exists in demos only': ['demo.advance'],
}

interface Span {
  readonly start: number
  readonly end: number
}

const isInside = (inner: Span, outer: Span) => outer.start <= inner.start && inner.end <= outer.end

interface Call extends Span {
  readonly name: string
}

interface Handler extends Span {
  readonly element: string
}

/** Finds the declarations, calls and button handlers of a file. */
function partsOf({ path, text }: Pick<Source, 'path' | 'text'>) {
  const operations = new Map<string, string>()
  const functions = new Map<string, Span>()
  const submitCalls: Call[] = []
  const calls: Call[] = []
  const confirmCalls: Span[] = []
  const handlers: Handler[] = []
  const names: Call[] = []
  const { program } = parseSync(path, text)
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !init) return
      const operation = /^useSubmit\(\s*api\.(\w+\.\w+)/.exec(text.slice(init.start, init.end))?.[1]
      if (operation) operations.set(id.name, operation)
      else if (init.type === 'ArrowFunctionExpression') functions.set(id.name, init)
    },
    FunctionDeclaration({ id, body }) {
      if (id && body) functions.set(id.name, body)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name === 'confirm') confirmCalls.push(node)
      if (callee.type === 'Identifier') calls.push({ name: callee.name, start: node.start, end: node.end })
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return
      if (callee.property.type === 'Identifier' && callee.property.name === 'submit')
        submitCalls.push({ name: callee.object.name, start: node.start, end: node.end })
    },
    JSXOpeningElement({ name, attributes }) {
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || !attribute.value || attribute.name.type !== 'JSXIdentifier') continue
        if (!/^on(Press|Click|Change|Select)$/.test(attribute.name.name)) continue
        const { start, end } = attribute.value
        handlers.push({ element: text.slice(name.start, name.end), start, end })
        const soleReference = /^\{(\w+)\}$/.exec(text.slice(start, end))?.[1]
        if (soleReference) names.push({ name: soleReference, start, end })
      }
    },
  }).visit(program)
  return { operations, functions, submits: submitCalls, calls: [...calls, ...names], confirmCalls, handlers }
}

/** Returns the operations that a button in this file runs without confirmation. */
function unconfirmedOperations(source: Pick<Source, 'path' | 'text'>): string[] {
  const { operations, functions, submits, calls, confirmCalls, handlers } = partsOf(source)
  const confirmingCalls = calls.filter(({ name }) => confirmCalls.some((call) => isInside(call, functions.get(name) ?? { start: 0, end: 0 })))
  const isConfirmed = (call: Span, place: Span) =>
    [...confirmCalls, ...confirmingCalls].some((requested) => requested !== call && isInside(requested, place) && isInside(call, requested))
  const runPathsOf = (place: Span, depth: number): string[] => [
    ...submits.filter((each) => isInside(each, place) && !isConfirmed(each, place)).flatMap(({ name }) => operations.get(name) ?? []),
    ...(depth === 0
      ? []
      : calls.flatMap((call) => {
          const body = functions.get(call.name)
          return body && isInside(call, place) && !isInside(place, body) && !isConfirmed(call, place) ? runPathsOf(body, depth - 1) : []
        })),
  ]
  return handlers.filter(({ element }) => element !== 'ConfirmButton').flatMap((handler) => runPathsOf(handler, 3))
}

describe('confirmations of effects that are hard to undo', () => {
  test('only a submit inside a confirmation counts as confirmed', () => {
    const file = (handler: string) => ({
      path: 'web/a.tsx',
      text: `const a = useSubmit(api.money.pay)\nconst go = () => a.submit({})\nconst b = <Button onPress={${handler}} />`,
    })
    assert.deepEqual(unconfirmedOperations(file('() => a.submit({})')), ['money.pay'])
    assert.deepEqual(unconfirmedOperations(file('go')), ['money.pay'])
    assert.deepEqual(unconfirmedOperations(file('() => void go()')), ['money.pay'])
    assert.deepEqual(unconfirmedOperations(file('() => confirm({ onOk: () => a.submit({}) })')), [])
    assert.deepEqual(unconfirmedOperations(file('() => confirm({ onOk: go })')), [])
    const helperExample = file('() => ask(() => a.submit({}))')
    assert.deepEqual(unconfirmedOperations({ ...helperExample, text: `const ask = (onOk) => confirm({ onOk })\n${helperExample.text}` }), [])
  })

  test('every operation without confirmation is listed with a reason', () => {
    const unconfirmedCalls = [
      ...new Set(programSources.filter(({ zone, path }) => zone === 'web' && path.endsWith('.tsx')).flatMap(unconfirmedOperations)),
    ].sort()
    const listedCalls = Object.values(unconfirmedByReason).flat()
    assert.deepEqual(
      { unlisted: unconfirmedCalls.filter((each) => !listedCalls.includes(each)), needless: listedCalls.filter((each) => !unconfirmedCalls.includes(each)) },
      { unlisted: [], needless: [] },
    )
  })
})
