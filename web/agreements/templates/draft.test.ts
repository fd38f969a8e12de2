import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pendingConfirmation } from '#/web/ui/confirm.ts'
import { runOnSaved } from './draft.ts'

const question = { title: 'save first?', okText: 'save and activate' }

function activate(isUnsaved: boolean, saved: { version: number } | null) {
  const versions: number[] = []
  const draft = { isUnsaved: () => isUnsaved, save: () => Promise.resolve(saved) }
  void runOnSaved({ draft, version: 4, question, onReady: (version) => versions.push(version) })
  return versions
}

test('a template without unsaved edits is activated at once', () => {
  assert.deepEqual(activate(false, null), [4])
  assert.equal(pendingConfirmation.get(), null)
})

test('activating a template with unsaved edits asks, saves them and activates the saved version', async () => {
  const versions = activate(true, { version: 5 })
  const shownQuestion = pendingConfirmation.get()
  assert.deepEqual([shownQuestion?.title, versions], ['save first?', []])
  await shownQuestion?.onOk()
  assert.deepEqual(versions, [5])
  pendingConfirmation.set(null)
})

test('a template whose edits cannot be saved is not activated', async () => {
  const versions = activate(true, null)
  await pendingConfirmation.get()?.onOk()
  assert.deepEqual(versions, [])
  pendingConfirmation.set(null)
})
