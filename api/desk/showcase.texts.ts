import type { Text } from '#/domain/base/text.ts'

/** The menu heading of the showcase. */
export const showcaseTitle = { zh: '组件展示', en: 'Showcase', es: 'Muestra', ja: 'コンポーネント展示' } as const satisfies Text

export const showcaseGroups = {
  permission: { zh: '权限', en: 'Permissions', es: 'Permisos', ja: '権限' },
  components: { zh: '组件', en: 'Components', es: 'Componentes', ja: 'コンポーネント' },
  charts: { zh: '图表', en: 'Charts', es: 'Gráficos', ja: 'グラフ' },
  nested: { zh: '多级路由', en: 'Nested routes', es: 'Rutas anidadas', ja: '階層ルート' },
  menu1: { zh: '菜单 1', en: 'Menu 1', es: 'Menú 1', ja: 'メニュー 1' },
  menu12: { zh: '菜单 1-2', en: 'Menu 1-2', es: 'Menú 1-2', ja: 'メニュー 1-2' },
  example: { zh: '综合示例', en: 'Examples', es: 'Ejemplos', ja: '総合例' },
  error: { zh: '错误页面', en: 'Error pages', es: 'Páginas de error', ja: 'エラーページ' },
  excel: { zh: 'Excel', en: 'Excel', es: 'Excel', ja: 'Excel' },
} as const satisfies Record<string, Text>

/** The simulated role of the showcase. It is independent of real permissions. */
export type ShowcaseRole = 'admin' | 'editor' | 'visitor'

export const showcaseRoles: Readonly<Record<ShowcaseRole, Text>> = {
  admin: { zh: '管理员', en: 'Administrator', es: 'Administrador', ja: '管理者' },
  editor: { zh: '编辑', en: 'Editor', es: 'Editor', ja: '編集者' },
  visitor: { zh: '访客', en: 'Visitor', es: 'Visitante', ja: '訪問者' },
}

export interface ShowcaseRoute {
  readonly path: string
  readonly title: Text
  /** The menu groups of the route, from the outermost to the innermost. */
  readonly groups?: readonly (keyof typeof showcaseGroups)[]
  /** The roles that see the route. Without a list, all roles see it. */
  readonly roles?: readonly ShowcaseRole[]
  /** Whether the menu omits the route. */
  readonly isHidden?: true
  /** Whether the user cannot close the tab of the route. */
  readonly isPinned?: true
}

const admin = ['admin'] as const
const editors = ['admin', 'editor'] as const

/** The template's routes (specification §2, "Template demo routes"), in menu order. */
export const showcaseRoutes = {
  documentation: { path: '/documentation/index', isPinned: true, title: { zh: '展示说明', en: 'About the showcase', es: 'Sobre la muestra', ja: '展示について' } },
  guide: { path: '/guide/index', title: { zh: '引导页', en: 'Guide', es: 'Guía', ja: 'ガイド' } },
  permissionPage: { path: '/permission/page', groups: ['permission'], roles: admin, title: { zh: '页面权限', en: 'Page permission', es: 'Permiso de página', ja: 'ページ権限' } },
  permissionRole: { path: '/permission/role', groups: ['permission'], roles: admin, title: { zh: '角色权限', en: 'Role permission', es: 'Permisos por rol', ja: 'ロール権限' } },
  permissionDirective: { path: '/permission/directive', groups: ['permission'], roles: editors, title: { zh: '元素权限', en: 'Element permission', es: 'Permiso de elemento', ja: '要素権限' } },
  icon: { path: '/icon/index', title: { zh: '图标', en: 'Icons', es: 'Iconos', ja: 'アイコン' } },
  tinymce: { path: '/components/tinymce', groups: ['components'], title: { zh: '富文本编辑器', en: 'Rich text', es: 'Texto enriquecido', ja: 'リッチテキスト' } },
  markdown: { path: '/components/markdown', groups: ['components'], title: { zh: 'Markdown', en: 'Markdown', es: 'Markdown', ja: 'Markdown' } },
  jsonEditor: { path: '/components/json-editor', groups: ['components'], title: { zh: 'JSON 编辑器', en: 'JSON editor', es: 'Editor JSON', ja: 'JSON エディター' } },
  splitPane: { path: '/components/split-pane', groups: ['components'], title: { zh: '分栏', en: 'Split pane', es: 'Paneles divididos', ja: '分割ペイン' } },
  avatarUpload: { path: '/components/avatar-upload', groups: ['components'], title: { zh: '头像上传', en: 'Avatar upload', es: 'Subir avatar', ja: 'アバター' } },
  dropzone: { path: '/components/dropzone', groups: ['components'], title: { zh: '拖放上传', en: 'Dropzone', es: 'Zona de carga', ja: 'ドロップゾーン' } },
  sticky: { path: '/components/sticky', groups: ['components'], title: { zh: '吸顶', en: 'Sticky', es: 'Elemento fijo', ja: '追従表示' } },
  countTo: { path: '/components/count-to', groups: ['components'], title: { zh: '数字滚动', en: 'Count to', es: 'Contador', ja: 'カウントアップ' } },
  mixin: { path: '/components/mixin', groups: ['components'], title: { zh: '小组件', en: 'Small parts', es: 'Piezas pequeñas', ja: '小部品' } },
  backToTop: { path: '/components/back-to-top', groups: ['components'], title: { zh: '返回顶部', en: 'Back to top', es: 'Volver arriba', ja: 'トップへ戻る' } },
  dragDialog: { path: '/components/drag-dialog', groups: ['components'], title: { zh: '拖动对话框', en: 'Drag dialog', es: 'Diálogo movible', ja: 'ドラッグダイアログ' } },
  dragSelect: { path: '/components/drag-select', groups: ['components'], title: { zh: '拖动选项', en: 'Drag select', es: 'Selección ordenable', ja: 'ドラッグ選択' } },
  dndList: { path: '/components/dnd-list', groups: ['components'], title: { zh: '列表拖动', en: 'Drag-and-drop lists', es: 'Listas movibles', ja: 'リストの移動' } },
  dragKanban: { path: '/components/drag-kanban', groups: ['components'], title: { zh: '看板', en: 'Kanban', es: 'Kanban', ja: 'カンバン' } },
  chartKeyboard: { path: '/charts/keyboard', groups: ['charts'], title: { zh: '键盘图表', en: 'Keyboard chart', es: 'Gráfico por teclado', ja: 'キーボード操作グラフ' } },
  chartLine: { path: '/charts/line', groups: ['charts'], title: { zh: '折线图', en: 'Line chart', es: 'Gráfico de líneas', ja: '折れ線グラフ' } },
  chartMix: { path: '/charts/mixchart', groups: ['charts'], title: { zh: '混合图表', en: 'Mixed chart', es: 'Gráfico mixto', ja: '複合グラフ' } },
  nested11: { path: '/nested/menu1/menu1-1', groups: ['nested', 'menu1'], title: { zh: '菜单 1-1', en: 'Menu 1-1', es: 'Menú 1-1', ja: 'メニュー 1-1' } },
  nested121: { path: '/nested/menu1/menu1-2/menu1-2-1', groups: ['nested', 'menu1', 'menu12'], title: { zh: '菜单 1-2-1', en: 'Menu 1-2-1', es: 'Menú 1-2-1', ja: 'メニュー 1-2-1' } },
  nested122: { path: '/nested/menu1/menu1-2/menu1-2-2', groups: ['nested', 'menu1', 'menu12'], title: { zh: '菜单 1-2-2', en: 'Menu 1-2-2', es: 'Menú 1-2-2', ja: 'メニュー 1-2-2' } },
  nested13: { path: '/nested/menu1/menu1-3', groups: ['nested', 'menu1'], title: { zh: '菜单 1-3', en: 'Menu 1-3', es: 'Menú 1-3', ja: 'メニュー 1-3' } },
  nested2: { path: '/nested/menu2', groups: ['nested'], title: { zh: '菜单 2', en: 'Menu 2', es: 'Menú 2', ja: 'メニュー 2' } },
  exampleCreate: { path: '/example/create', groups: ['example'], title: { zh: '创建文章', en: 'New article', es: 'Nuevo artículo', ja: '記事の作成' } },
  exampleEdit: { path: '/example/edit/:id', groups: ['example'], isHidden: true, title: { zh: '编辑文章', en: 'Edit article', es: 'Editar artículo', ja: '記事の編集' } },
  exampleList: { path: '/example/list', groups: ['example'], title: { zh: '文章列表', en: 'Articles', es: 'Artículos', ja: '記事一覧' } },
  tab: { path: '/tab/index', title: { zh: '标签页', en: 'Tabs', es: 'Pestañas', ja: 'タブ' } },
  error401: { path: '/error/401', groups: ['error'], title: { zh: '401 无权访问', en: '401 No access', es: '401 Sin acceso', ja: '401 権限なし' } },
  error404: { path: '/error/404', groups: ['error'], title: { zh: '404 页面不存在', en: '404 Not found', es: '404 No encontrada', ja: '404 ページなし' } },
  errorLog: { path: '/error-log/log', title: { zh: '错误日志', en: 'Error log', es: 'Registro de errores', ja: 'エラーログ' } },
  exportExcel: { path: '/excel/export-excel', groups: ['excel'], title: { zh: '导出 Excel', en: 'Export to Excel', es: 'Exportar a Excel', ja: 'Excel 出力' } },
  exportSelected: { path: '/excel/export-selected-excel', groups: ['excel'], title: { zh: '导出所选行', en: 'Export selected rows', es: 'Exportar selección', ja: '選択行の出力' } },
  exportMerged: { path: '/excel/export-merge-header', groups: ['excel'], title: { zh: '合并表头', en: 'Merged header', es: 'Encabezado combinado', ja: '結合ヘッダー' } },
  uploadExcel: { path: '/excel/upload-excel', groups: ['excel'], title: { zh: '读取 Excel', en: 'Read Excel', es: 'Leer Excel', ja: 'Excel 読込' } },
  zip: { path: '/zip/download', title: { zh: 'ZIP 下载', en: 'ZIP download', es: 'Descarga ZIP', ja: 'ZIP ダウンロード' } },
  pdf: { path: '/pdf/index', title: { zh: 'PDF', en: 'PDF', es: 'PDF', ja: 'PDF' } },
  pdfDownload: { path: '/pdf/download', isHidden: true, title: { zh: 'PDF 预览', en: 'PDF preview', es: 'Vista previa PDF', ja: 'PDF プレビュー' } },
  theme: { path: '/theme/index', title: { zh: '主题', en: 'Theme', es: 'Tema', ja: 'テーマ' } },
  clipboard: { path: '/clipboard/index', title: { zh: '剪贴板', en: 'Clipboard', es: 'Portapapeles', ja: 'クリップボード' } },
  i18n: { path: '/i18n/index', title: { zh: '国际化', en: 'Languages', es: 'Idiomas', ja: '多言語' } },
} as const satisfies Record<string, ShowcaseRoute>

export type ShowcaseKey = keyof typeof showcaseRoutes

export const showcaseLink = { href: 'https://github.com/PanJiaChen/vue-element-admin', title: { zh: '外部链接', en: 'External link', es: 'Enlace externo', ja: '外部リンク' } } as const

/**
 * Returns whether a role sees a route. The administrator sees all, the editor all but the administrator's, the visitor
 * only the start page (specification §4).
 */
export function isVisibleTo(role: ShowcaseRole, { roles }: ShowcaseRoute): boolean {
  return role !== 'visitor' && (roles === undefined || roles.includes(role))
}

export const showcaseRefusals = {
  wrongLogin: { zh: '账号或密码不正确', en: 'Incorrect user name or password.', es: 'La cuenta o la contraseña no son correctas.', ja: 'アカウントまたはパスワードが正しくありません。' },
  noUser: { zh: '登录失败，无法获取用户信息', en: 'Sign-in failed: user details are unavailable.', es: 'Inicio de sesión fallido: no se pueden obtener los datos del usuario.', ja: 'ログインに失敗しました。ユーザー情報を取得できません。' },
  gone: { zh: '记录不存在', en: 'The record does not exist.', es: 'El registro no existe.', ja: '該当する記録がありません。' },
  full: { zh: '演示数据最多保存 {most} 条', en: 'The demo keeps at most {most} records.', es: 'La demostración guarda como máximo {most} registros.', ja: 'デモに保存できるのは {most} 件までです。' },
} as const satisfies Record<string, Text>
