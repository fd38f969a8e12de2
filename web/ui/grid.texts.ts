import type { Text } from '#/domain/base/text.ts'

export const gridTexts = {
  rowsLeftOut: {
    zh: '有 {rows, number} 行未粘贴：表格没有更多行，请在文件中补充后重新导入。',
    en: '{rows, plural, one {# row was} other {# rows were}} not pasted: the grid has no more rows. Add them to the file and import it again.',
    es: '{rows, plural, one {No se pegó # fila} other {No se pegaron # filas}}: la tabla no tiene más. Añádalas al archivo e impórtelo de nuevo.',
    ja: '{rows, number} 行は貼り付けられませんでした。表に行が足りません。ファイルに追加して再度取り込んでください。',
  },
  lockedLeftOut: {
    zh: '有 {rows, number} 行未粘贴：该行已剔除或不可修改，请恢复后再粘贴。',
    en: '{rows, plural, one {# row was} other {# rows were}} not pasted: excluded or locked rows cannot be edited. Restore them, then paste again.',
    es: '{rows, plural, one {No se pegó # fila} other {No se pegaron # filas}}: las excluidas o bloqueadas no se rellenan. Restáurelas y pegue de nuevo.',
    ja: '{rows, number} 行は貼り付けられませんでした。除外またはロックされた行です。復元してから貼り付けてください。',
  },
  columnsLeftOut: {
    zh: '有 {columns, number} 列未粘贴：右侧没有更多可填写的列，请从左边的单元格开始粘贴。',
    en: '{columns, plural, one {# column was} other {# columns were}} not pasted: there are no more editable columns to the right. Start from a cell further left.',
    es: '{columns, plural, one {No se pegó # columna} other {No se pegaron # columnas}}: a la derecha no hay más que rellenar. Empiece en una celda más a la izquierda.',
    ja: '{columns, number} 列は貼り付けられませんでした。右側に入力できる列が足りません。より左のセルから貼り付けてください。',
  },
  editHint: {
    zh: '方向键移动，回车或直接输入修改，Esc 取消，可粘贴 Excel 区域',
    en: 'Use arrows to move, Enter or typing to edit, Esc to cancel. You can paste cells from Excel.',
    es: 'Flechas para moverse, Intro o escribir para editar, Esc para cancelar; se puede pegar desde Excel.',
    ja: '矢印キーで移動、Enter または入力で編集、Esc で取消。Excel から貼り付け可能です。',
  },
  selectRow: { zh: '选择第 {row} 行', en: 'Select row {row}', es: 'Seleccionar la fila {row}', ja: '{row} 行目を選択' },
} as const satisfies Record<string, Text>
