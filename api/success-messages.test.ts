import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { z } from 'zod'
import { modules } from '#/api/modules.ts'
import type { Operation } from '#/api/operation.ts'
import { languages } from '#/domain/base/text.ts'

const operations = Object.entries(modules).flatMap(([module, agreement]) => Object.entries(agreement as Readonly<Record<string, Operation>>).map(([name, operation]) => ({ name: `${module}.${name}`, operation })))

/** Writes without a success message, grouped by the reason. */
const operationsWithoutMessage: Readonly<Record<string, readonly string[]>> = {
  'a step of signing in or out: the next step follows, or the page where one begins': ['auth.login', 'auth.secondFactor', 'auth.logout', 'recovery.ask', 'recovery.prove', 'recovery.reset', 'profile.prove', 'profile.askProofCode', 'profile.beginPasskey', 'profile.startSecondFactor'],
  'a step of a form for visitors: the next step or a closing page follows': [
    'applications.askCode',
    'applications.begin',
    'applications.phone',
    'applications.papers',
    'applications.submit',
    'applications.withdraw',
    'applications.appeal',
    'applications.message',
    'papers.submit',
    'signing.open',
    'signing.read',
    'signing.code',
    'signing.confirm',
    'signing.agreeFace',
    'signing.withdrawFace',
    'signing.face',
    'signing.sign',
    'signing.refuse',
    'signing.next',
  ],
  'saved while typing or choosing, and shown in place': ['preferences.keep', 'preferences.reset', 'applications.save', 'applications.addPicture', 'applications.dropPicture', 'papers.add', 'imports.repair', 'lines.repair', 'payouts.addSlip'],
  'the page shows the requested answer': ['applications.lookUp', 'applications.invite', 'applications.reveal', 'identity.recognise', 'imports.upload', 'invoices.reviewMany', 'forms.upload', 'payouts.testChannel', 'plain.show', 'prepayments.importCredits'],
  'opens, copies or fetches a document or a link': ['contracts.ticket', 'contracts.link', 'contracts.evidence', 'files.link', 'news.file', 'reconciliation.template', 'invoices.listToIssue', 'invoices.zip', 'forms.take', 'periods.fill', 'periods.exportCredits', 'signing.document', 'signing.signed', 'templates.preview'],
  'begins a task, whose progress the page shows or leads to': ['businessinvoices.packMonth', 'dossiers.archive', 'prepayments.statementSheet', 'periods.export', 'periods.exportShares', 'platformreports.export', 'reports.export', 'books.exportEntries', 'users.export', 'units.export', 'operators.export', 'audit.export'],
  'sent automatically by the browser': ['errors.report'],
}

type MessageElement = ReturnType<IntlMessageFormat['getAst']>[number]
/** Types of message elements in `intl-messageformat`: literal texts and plurals. */
const [words, plural] = [0, 6]

/** Returns the variables of a message, and for each whether it must be a number. */
function variablesOf(elements: readonly MessageElement[]): { readonly name: string; readonly isCounted: boolean }[] {
  return elements.flatMap((element) => {
    const nestedVariables = 'options' in element ? Object.values(element.options).flatMap((option) => variablesOf(option.value)) : []
    return 'value' in element && typeof element.value === 'string' && element.type !== words ? [{ name: element.value, isCounted: element.type === plural }, ...nestedVariables] : nestedVariables
  })
}

test('the variables of a success message are fields of the input or output', () => {
  const wrongVariables = operations.flatMap(({ name, operation }) => {
    if (operation.kind !== 'write' || !operation.done) return []
    const { done, secret = [] } = operation
    const inputShape: Readonly<Record<string, z.ZodType>> = operation.input.shape
    const outputShape: Readonly<Record<string, z.ZodType>> = operation.output instanceof z.ZodObject ? operation.output.shape : {}
    // Formatting would fail after a successful write if a field were absent or, for a count, not a number.
    const isUsable = (field: string, isCounted: boolean) => {
      const type = outputShape[field] ?? inputShape[field]
      if (!type || secret.includes(field) || type.safeParse(null).success) return false
      // The schema fills in an omitted input that has a default.
      if (type.safeParse(undefined).success && (field in outputShape || type.parse(undefined) === undefined)) return false
      return !isCounted || type.safeParse(1).success || (type instanceof z.ZodDefault ? type.unwrap() : type) instanceof z.ZodArray
    }
    const messageVariables = languages.flatMap((language) => variablesOf(new IntlMessageFormat(done[language], language).getAst()))
    return [...new Set(messageVariables.filter((each) => !isUsable(each.name, each.isCounted)).map((each) => `${name}: {${each.name}}`))]
  })
  assert.deepEqual(wrongVariables, [])
})

test('every write has a success message or a listed reason for none', () => {
  const exemptOperations = Object.values(operationsWithoutMessage).flat()
  const writes = operations.filter(({ operation }) => operation.kind === 'write')
  const writesWithoutMessage = writes.filter(({ operation }) => operation.kind === 'write' && !operation.done).map(({ name }) => name)
  assert.deepEqual(
    {
      neither: writesWithoutMessage.filter((name) => !exemptOperations.includes(name)),
      needless: exemptOperations.filter((name) => !writesWithoutMessage.includes(name)),
      twice: exemptOperations.filter((name, at) => exemptOperations.indexOf(name) !== at),
    },
    { neither: [], needless: [], twice: [] },
  )
})

test('checking and changing a password show the success messages of the specification', () => {
  const bespokeMessages = { 'auth.checkPassword': '旧密码验证通过', 'auth.changePassword': '密码修改成功' }
  for (const [name, words] of Object.entries(bespokeMessages)) {
    const operation = operations.find((each) => each.name === name)?.operation
    assert.equal(operation?.kind === 'write' && operation.done?.zh, words)
  }
})
