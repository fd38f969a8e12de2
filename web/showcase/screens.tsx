import type { ComponentType } from 'react'
import type { ShowcaseKey } from '#/api/desk/showcase.texts.ts'
import { Frame } from './Frame.tsx'

const loadAbout = () => import('./pages/about.tsx')
const loadPermission = () => import('./pages/permission.tsx')
const loadUploads = () => import('./pages/uploads.tsx')
const loadLayoutParts = () => import('./pages/layout-parts.tsx')
const loadDragAndDrop = () => import('./pages/drag-and-drop.tsx')
const loadCharts = () => import('./pages/charts.tsx')
const loadExample = () => import('./pages/example.tsx')
const loadErrorPages = () => import('./pages/error-pages.tsx')
const loadExcel = () => import('./pages/excel.tsx')
const loadFiles = () => import('./pages/files.tsx')
const loadTheme = () => import('./pages/theme.tsx')
const loadNested = async () => (await loadAbout()).NestedPage

const screenLoaders: Readonly<Record<ShowcaseKey, () => Promise<ComponentType>>> = {
  documentation: async () => (await loadAbout()).Documentation,
  guide: async () => (await loadAbout()).Guide,
  permissionPage: async () => (await loadPermission()).PagePermission,
  permissionRole: async () => (await import('./pages/roles.tsx')).Roles,
  permissionDirective: async () => (await loadPermission()).ElementPermission,
  icon: async () => (await loadAbout()).Icons,
  tinymce: async () => (await import('./pages/rich-text.tsx')).RichTextEditor,
  markdown: async () => (await import('./pages/markdown.tsx')).Markdown,
  jsonEditor: async () => (await import('./pages/json-editor.tsx')).JsonEditor,
  splitPane: async () => (await loadLayoutParts()).SplitPane,
  avatarUpload: async () => (await loadUploads()).AvatarUpload,
  dropzone: async () => (await loadUploads()).Dropzone,
  sticky: async () => (await loadLayoutParts()).StickyBar,
  countTo: async () => (await loadLayoutParts()).CountUp,
  mixin: async () => (await loadLayoutParts()).SmallParts,
  backToTop: async () => (await loadLayoutParts()).BackToTop,
  dragDialog: async () => (await loadDragAndDrop()).DragDialog,
  dragSelect: async () => (await loadDragAndDrop()).DragSelect,
  dndList: async () => (await loadDragAndDrop()).DndLists,
  dragKanban: async () => (await loadDragAndDrop()).Kanban,
  chartKeyboard: async () => (await loadCharts()).KeyboardChart,
  chartLine: async () => (await loadCharts()).LineChart,
  chartMix: async () => (await loadCharts()).MixedChart,
  nested11: loadNested,
  nested121: loadNested,
  nested122: loadNested,
  nested13: loadNested,
  nested2: loadNested,
  exampleCreate: async () => (await loadExample()).CreateArticlePage,
  exampleEdit: async () => (await loadExample()).EditArticlePage,
  exampleList: async () => (await import('./pages/articles.tsx')).Articles,
  tab: async () => (await import('./pages/articles.tsx')).TabbedArticles,
  error401: async () => (await loadErrorPages()).NoPermission,
  error404: async () => (await loadErrorPages()).NoPage,
  errorLog: async () => (await loadErrorPages()).ErrorList,
  exportExcel: async () => (await loadExcel()).ExportAllPage,
  exportSelected: async () => (await loadExcel()).ExportSelectedPage,
  exportMerged: async () => (await loadExcel()).ExportMergedPage,
  uploadExcel: async () => (await loadExcel()).ReadExcelPage,
  zip: async () => (await loadFiles()).Zip,
  pdf: async () => (await loadFiles()).Pdf,
  pdfDownload: async () => (await loadFiles()).PdfPreview,
  theme: async () => (await loadTheme()).Theme,
  clipboard: async () => (await loadTheme()).Clipboard,
  i18n: async () => (await loadTheme()).Languages,
}

export async function loadScreen(key: ShowcaseKey): Promise<ComponentType> {
  const Screen = await screenLoaders[key]()
  return function ShowPage() {
    return (
      <Frame show={key}>
        <Screen />
      </Frame>
    )
  }
}
