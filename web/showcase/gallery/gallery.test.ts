import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const kit = join(import.meta.dirname, '../../ui')
const textOf = (path: string) => readFileSync(path, 'utf8')

/**
 * Components that the gallery shows only as part of another one, by name. The value is the component that contains
 * them.
 */
const shownBy: Readonly<Record<string, string>> = {
  Confirm: 'ConfirmButton',
  ConfirmDialog: 'ConfirmButton',
  DayCalendar: 'DayInput',
  DialogFrame: 'Dialog',
  DrawerFrame: 'DetailDrawer',
  Overlay: 'Dialog',
  Floating: 'Dropdown',
  GridKeyInput: 'EditGrid',
  GridRow: 'EditGrid',
  ChosenTags: 'MultiSelect',
  OptionList: 'Select',
  SelectMark: 'Select',
  ReasonFrame: 'ReasonDialog',
  Table: 'DataTable',
  TrendPicture: 'TrendChart',
}

/** Components without a picture, with the reason. */
const notShown: Readonly<Record<string, string>> = {
  Overlays: 'draws what its children open, and nothing itself',
  FailureContext: 'a context that draws nothing',
  Toasts: 'mounted once by the frame; the gallery shows its messages by showNotice',
}

const componentsOf = (path: string) => [...textOf(path).matchAll(/^export (?:function|const) ([A-Z][a-z]\w*)/gm)].map(([, name = '']) => name)

test('the gallery shows every component of the kit except listed ones', () => {
  const components = globSync('*.tsx', { cwd: kit }).flatMap((file) => componentsOf(join(kit, file)))
  const sources = [
    ...globSync('*.tsx', { cwd: import.meta.dirname }).map((file) => join(import.meta.dirname, file)),
    join(import.meta.dirname, '../pages/charts.tsx'),
  ]
  const gallery = sources.map(textOf).join('\n')
  const isUsed = (name: string) => new RegExp(`<${name}\\b`).test(gallery)
  assert.ok(components.length > 70)
  const missing = components.filter((name) => !isUsed(name) && !(name in notShown) && !isUsed(shownBy[name] ?? ''))
  assert.deepEqual(missing, [], 'add these to web/showcase/gallery, or name the reason here')
  const stale = [...Object.keys(shownBy), ...Object.keys(notShown)].filter((name) => isUsed(name) || !components.includes(name))
  assert.deepEqual(stale, [], 'the gallery shows these, or they are gone')
})
