import type { Text } from '#/domain/base/text.ts'
import type { ImportResult, ImportRowState, ImportState } from '#/domain/onboarding/import.ts'

// Separate from the other texts of imports, so that a state tag does not load the messages of every row issue.

export const importStateNames: Readonly<Record<ImportState, Text>> = {
  open: { zh: '待修正', en: 'Being prepared', es: 'En preparación', ja: '準備中' },
  prepared: { zh: '待确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  running: { zh: '导入中', en: 'Importing', es: 'Importando', ja: '取込中' },
  done: { zh: '已完成', en: 'Done', es: 'Terminada', ja: '完了' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取消済み' },
  undone: { zh: '已撤销', en: 'Reversed', es: 'Revertida', ja: '一括取消済み' },
}

export const importRowStateNames: Readonly<Record<ImportRowState, Text>> = {
  invalid: { zh: '有错误', en: 'Has errors', es: 'Con errores', ja: 'エラーあり' },
  warned: { zh: '有提示', en: 'Has warnings', es: 'Con avisos', ja: '警告あり' },
  ready: { zh: '可导入', en: 'Ready', es: 'Lista', ja: '取込可' },
  excluded: { zh: '已剔除', en: 'Excluded', es: 'Excluida', ja: '除外' },
  done: { zh: '已导入', en: 'Imported', es: 'Importada', ja: '取込済み' },
}

export const importResultNames: Readonly<Record<ImportResult, Text>> = {
  created: { zh: '已新建', en: 'Created', es: 'Creada', ja: '新規登録' },
  linked: { zh: '已关联', en: 'Linked', es: 'Vinculada', ja: '関連付け済み' },
  known: { zh: '原已存在', en: 'Already existed', es: 'Ya existía', ja: '登録済み' },
  counted: { zh: '已计入', en: 'Counted', es: 'Contada', ja: '計上済み' },
}
