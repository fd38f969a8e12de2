import type { ComponentType } from 'react'
import type { ShowcaseKey } from '#/api/desk/showcase.texts.ts'
import { Frame } from './Frame.tsx'

const about = () => import('./pages/about.tsx')
const permission = () => import('./pages/permission.tsx')
const uploads = () => import('./pages/uploads.tsx')
const places = () => import('./pages/layout-parts.tsx')
const drags = () => import('./pages/drag-and-drop.tsx')
const charts = () => import('./pages/charts.tsx')
const example = () => import('./pages/example.tsx')
const faults = () => import('./pages/error-pages.tsx')
const excel = () => import('./pages/excel.tsx')
const files = () => import('./pages/files.tsx')
const looks = () => import('./pages/theme.tsx')
const nested = async () => (await about()).Nested

const parts: Readonly<Record<ShowcaseKey, () => Promise<ComponentType>>> = {
  documentation: async () => (await about()).Documentation,
  guide: async () => (await about()).Guide,
  permissionPage: async () => (await permission()).PagePermission,
  permissionRole: async () => (await import('./pages/roles.tsx')).Roles,
  permissionDirective: async () => (await permission()).ElementPermission,
  icon: async () => (await about()).Icons,
  tinymce: async () => (await import('./pages/rich-text.tsx')).RichTextEditor,
  markdown: async () => (await import('./pages/markdown.tsx')).Markdown,
  jsonEditor: async () => (await import('./pages/json-editor.tsx')).JsonEditor,
  splitPane: async () => (await places()).SplitPane,
  avatarUpload: async () => (await uploads()).AvatarUpload,
  dropzone: async () => (await uploads()).Dropzone,
  sticky: async () => (await places()).Sticky,
  countTo: async () => (await places()).CountTo,
  mixin: async () => (await places()).SmallParts,
  backToTop: async () => (await places()).BackToTop,
  dragDialog: async () => (await drags()).DragDialog,
  dragSelect: async () => (await drags()).DragSelect,
  dndList: async () => (await drags()).DndLists,
  dragKanban: async () => (await drags()).Kanban,
  chartKeyboard: async () => (await charts()).KeyboardChart,
  chartLine: async () => (await charts()).LineChart,
  chartMix: async () => (await charts()).MixedChart,
  nested11: nested,
  nested121: nested,
  nested122: nested,
  nested13: nested,
  nested2: nested,
  exampleCreate: async () => (await example()).CreateArticle,
  exampleEdit: async () => (await example()).EditArticle,
  exampleList: async () => (await import('./pages/articles.tsx')).Articles,
  tab: async () => (await import('./pages/articles.tsx')).TabbedArticles,
  error401: async () => (await faults()).NoPermission,
  error404: async () => (await faults()).NoPage,
  errorLog: async () => (await faults()).ErrorList,
  exportExcel: async () => (await excel()).ExportAll,
  exportSelected: async () => (await excel()).ExportSelected,
  exportMerged: async () => (await excel()).ExportMerged,
  uploadExcel: async () => (await excel()).ReadExcel,
  zip: async () => (await files()).Zip,
  pdf: async () => (await files()).Pdf,
  pdfDownload: async () => (await files()).PdfPreview,
  theme: async () => (await looks()).Theme,
  clipboard: async () => (await looks()).Clipboard,
  i18n: async () => (await looks()).Languages,
}

export async function screenOf(key: ShowcaseKey): Promise<ComponentType> {
  const Part = await parts[key]()
  return function ShowPage() {
    return (
      <Frame show={key}>
        <Part />
      </Frame>
    )
  }
}
