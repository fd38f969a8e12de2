import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isVisibleTo, type ShowcaseRoute, showcaseGroups, showcaseLink, showcaseRoutes } from '#/api/desk/showcase.texts.ts'
import { pages } from '#/api/pages.ts'
import { publicPages } from '#/api/public-pages.ts'

const rows: readonly ShowcaseRoute[] = Object.values(showcaseRoutes)

// Specification §2, "Template demo routes": each path with the notes in brackets.
const specifiedRoutes = `
/documentation/index pinned
/guide/index
/permission/page admin
/permission/role admin
/permission/directive admin,editor
/icon/index
/components/tinymce
/components/markdown
/components/json-editor
/components/split-pane
/components/avatar-upload
/components/dropzone
/components/sticky
/components/count-to
/components/mixin
/components/back-to-top
/components/drag-dialog
/components/drag-select
/components/dnd-list
/components/drag-kanban
/charts/keyboard
/charts/line
/charts/mixchart
/nested/menu1/menu1-1
/nested/menu1/menu1-2/menu1-2-1
/nested/menu1/menu1-2/menu1-2-2
/nested/menu1/menu1-3
/nested/menu2
/example/create
/example/edit/:id hidden
/example/list
/tab/index
/error/401
/error/404
/error-log/log
/excel/export-excel
/excel/export-selected-excel
/excel/export-merge-header
/excel/upload-excel
/zip/download
/pdf/index
/pdf/download hidden
/theme/index
/clipboard/index
/i18n/index`
  .trim()
  .split('\n')

test('the demo routes are those of the specification, in order, with flags and roles', () => {
  const ourRoutes = rows.map(({ path, roles = [], isPinned, isHidden }) => [path, isPinned ? 'pinned' : '', isHidden ? 'hidden' : '', roles.join(',')].filter(Boolean).join(' '))
  assert.deepEqual(ourRoutes, specifiedRoutes)
  assert.equal(ourRoutes.length, 45)
  const misplaced = rows.filter(({ path, groups = [] }) => groups.length > 0 && groups[0] !== path.split('/')[1])
  assert.deepEqual(misplaced, [], 'the menu group is the first part of the path')
  assert.match(showcaseLink.href, /^https:/, 'the external link')
})

test('no demo route has the path of a product page, and each has a name in every language', () => {
  const existingPaths = [...Object.values(pages).map(({ path }) => path), ...Object.keys(publicPages)]
  assert.deepEqual(
    rows.filter(({ path }) => existingPaths.includes(path)),
    [],
  )
  for (const title of [...rows.map((row) => row.title), ...Object.values(showcaseGroups), showcaseLink.title]) assert.ok(Object.values(title).every((words) => words.trim() !== ''))
})

test('the demo administrator sees all routes, the editor all but two, and the visitor none', () => {
  assert.equal(rows.filter((row) => isVisibleTo('admin', row)).length, 45)
  assert.deepEqual(
    rows.filter((row) => !isVisibleTo('editor', row)).map(({ path }) => path),
    ['/permission/page', '/permission/role'],
  )
  assert.equal(rows.filter((row) => isVisibleTo('visitor', row)).length, 0)
})
