import type { Text } from '#/domain/base/text.ts'

export const viewTexts = {
  removeEffect: {
    zh: '该视图将被删除；列表数据不受影响。',
    en: 'The view is deleted. The rows of the list are not affected.',
    es: 'Se elimina la vista. Las filas de la lista no cambian.',
    ja: 'このビューを削除します。一覧のデータには影響しません。',
  },
  views: { zh: '常用筛选', en: 'Saved views', es: 'Vistas guardadas', ja: '保存した条件' },
  manage: { zh: '保存与管理…', en: 'Save and manage…', es: 'Guardar y gestionar…', ja: '保存と管理…' },
  saveNow: { zh: '保存当前筛选', en: 'Save the current filters', es: 'Guardar los filtros actuales', ja: '現在の条件を保存' },
  saveNowHint: { zh: '关键词不会保存', en: 'Keywords are not saved', es: 'Las palabras clave no se guardan', ja: 'キーワードは保存されません' },
  nothing: { zh: '当前没有筛选条件', en: 'No filters are set', es: 'No hay filtros aplicados', ja: '条件が設定されていません' },
  name: { zh: '名称', en: 'Name', es: 'Nombre', ja: '名称' },
  save: { zh: '保存', en: 'Save', es: 'Guardar', ja: '保存' },
  rename: { zh: '改名', en: 'Rename', es: 'Renombrar', ja: '名称変更' },
  overwrite: { zh: '更新为当前筛选', en: 'Replace with the current filters', es: 'Sustituir por los filtros actuales', ja: '現在の条件で上書き' },
  isDefault: { zh: '打开列表时使用', en: 'Use when the list opens', es: 'Usar al abrir la lista', ja: '一覧を開くときに使用' },
  remove: { zh: '删除', en: 'Delete', es: 'Eliminar', ja: '削除' },
  none: { zh: '还没有保存的筛选', en: 'No saved views yet', es: 'Aún no hay vistas guardadas', ja: '保存した条件はまだありません' },
} as const satisfies Record<string, Text>
