import type { Text } from '#/domain/base/text.ts'

/** Reasons why an uploaded list cannot be read. They are the same for all kinds of list. */
export const sheetRefusals = {
  tooManySheetRows: {
    zh: '单个文件最多 {limit} 行；请拆分后重新上传',
    en: 'A file holds at most {limit} rows. Split it and try again.',
    es: 'Un archivo admite como máximo {limit} filas. Divídalo e inténtelo de nuevo.',
    ja: '1ファイルは最大 {limit} 行です。分割して再度アップロードしてください。',
  },
  readTooLong: {
    zh: '读取文件用时过长；请稍后重试，若仍失败，请将数据粘贴到新下载的模板中再上传',
    en: 'Reading the file took too long. Try again later; if it fails again, paste the data into a freshly downloaded template.',
    es: 'La lectura del archivo tardó demasiado. Inténtelo más tarde; si vuelve a fallar, pegue los datos en una plantilla recién descargada.',
    ja: 'ファイルの読み取りに時間がかかりすぎました。しばらくして再試行し、失敗する場合は新しいテンプレートにデータを貼り付けてください。',
  },
  lineTooLong: {
    zh: '第 {line} 行过长，不是有效的清单；请检查引号与换行后重新上传',
    en: 'Row {line} is too long. Check quotes and line breaks, then try again.',
    es: 'La fila {line} es demasiado larga para una lista. Revise comillas y saltos de línea e inténtelo de nuevo.',
    ja: '{line} 行目が長すぎます。引用符と改行を確認してから再度アップロードしてください。',
  },
  noRows: { zh: '文件中没有可导入的明细', en: 'There are no lines to import in this file.', es: 'El archivo no contiene líneas que importar.', ja: '取り込める明細がありません。' },
  wrongHeader: {
    zh: '模板表头不匹配，请重新下载模板（缺少：{missing}；多出：{unexpected}）',
    en: 'The headings do not match the template; download it again (missing: {missing}; unknown: {unexpected}).',
    es: 'El encabezado no coincide con la plantilla; descárguela de nuevo (falta: {missing}; desconocido: {unexpected}).',
    ja: '見出しがテンプレートと一致しません。テンプレートを再ダウンロードしてください（不足：{missing}／不明：{unexpected}）。',
  },
  notASpreadsheet: { zh: '无法读取该文件，请上传由模板另存的 .xlsx 文件', en: 'This file cannot be read. Upload an .xlsx file made from the template.', es: 'No se puede leer el archivo. Suba un .xlsx hecho con la plantilla.', ja: 'ファイルを読み取れません。テンプレートから作成した .xlsx をアップロードしてください。' },
  oldSpreadsheet: { zh: '不支持旧版 .xls，请在 Excel 中另存为 .xlsx', en: 'Old .xls files are not supported; save it as .xlsx.', es: 'No se admiten archivos .xls antiguos; guárdelo como .xlsx.', ja: '旧形式の .xls は使用できません。.xlsx で保存してください。' },
  lockedSpreadsheet: { zh: '文件有密码保护，请去除密码后重新上传', en: 'The file is protected by a password; remove it and try again.', es: 'El archivo tiene contraseña; quítela e inténtelo de nuevo.', ja: 'ファイルはパスワード保護されています。解除して再度アップロードしてください。' },
  macroSpreadsheet: { zh: '文件含有宏，请另存为不含宏的 .xlsx', en: 'The file has macros; save it as .xlsx without them.', es: 'El archivo contiene macros; guárdelo como .xlsx sin ellas.', ja: 'マクロを含んでいます。マクロなしの .xlsx で保存してください。' },
  fileTooLarge: { zh: '文件过大，最大 {megabytes} MB', en: 'The file is too large; at most {megabytes} MB.', es: 'El archivo es demasiado grande; máximo {megabytes} MB.', ja: 'ファイルが大きすぎます（最大 {megabytes} MB）。' },
  hiddenRows: {
    zh: '文件中有 {count} 行被筛选或隐藏（第 {rows} 行），在 Excel 中看不到，尚未导入',
    en: '{count, plural, one {# row is} other {# rows are}} hidden in the file by a filter or manually (row {rows}). Nothing was imported.',
    es: 'El archivo tiene {count, plural, one {# fila oculta} other {# filas ocultas}} por un filtro o a mano (fila {rows}). No se ha importado nada.',
    ja: 'ファイルにフィルターなどで非表示の行が {count} 行あります（{rows} 行目）。まだ取り込まれていません。',
  },
  severalSheets: {
    zh: '文件中有多个工作表含明细（{sheets}），尚未导入；请只保留一个，或分别另存后逐个上传',
    en: 'Several sheets of the file have rows ({sheets}). Nothing was imported. Keep one sheet, or upload each as its own file.',
    es: 'Varias hojas del archivo tienen filas ({sheets}). No se ha importado nada. Deje una sola hoja o suba cada una en un archivo.',
    ja: '明細のあるシートが複数あります（{sheets}）。まだ取り込まれていません。1つだけ残すか、シートごとに別ファイルでアップロードしてください。',
  },
  mergedCells: {
    zh: '数据区含有合并单元格（{ranges}），请取消合并后重新上传',
    en: 'There are merged cells in the data ({ranges}); unmerge them and try again.',
    es: 'Hay celdas combinadas en los datos ({ranges}); sepárelas e inténtelo de nuevo.',
    ja: 'データ範囲に結合セルがあります（{ranges}）。結合を解除して再度アップロードしてください。',
  },
  otherTemplate: { zh: '模板版本已更新，请重新下载模板', en: 'The template has a newer version; download it again.', es: 'Hay una versión nueva de la plantilla; descárguela de nuevo.', ja: 'テンプレートが更新されました。再ダウンロードしてください。' },
  notAnErrorFile: { zh: '这不是错误明细文件：缺少“行号”列', en: 'This is not an error file: the column 行号 is missing.', es: 'No es un archivo de errores: falta la columna 行号.', ja: 'エラー明細ファイルではありません（「行号」列がありません）。' },
  oldErrorFile: {
    zh: '错误明细缺少“行标识”列；请重新下载错误明细，在其中更正后上传',
    en: 'The column 行标识 is missing. Download the error file again, correct it and upload it.',
    es: 'Falta la columna 行标识. Descargue de nuevo el archivo de errores, corríjalo y súbalo.',
    ja: '「行标识」列がありません。エラー明細を再ダウンロードし、修正してからアップロードしてください。',
  },
  otherErrorFile: {
    zh: '该文件是 {origin} 的错误明细，不能用于此清单；请下载此清单的错误明细',
    en: 'This is the error file of {origin}, not of this list. Download the error file of this list.',
    es: 'Es el archivo de errores de {origin}, no de esta lista. Descargue el archivo de errores de esta lista.',
    ja: 'このファイルは {origin} のエラー明細です。このリストのエラー明細をダウンロードしてください。',
  },
  repeatedRowNumbers: {
    zh: '文件中行号重复：{rows}；每个行号只能保留一行，新增的明细请另行导入',
    en: 'Row numbers occur more than once: {rows}. Keep one row for each number, and import additional rows separately.',
    es: 'Hay números de fila repetidos: {rows}. Deje una fila por número e importe aparte las filas nuevas.',
    ja: '行号が重複しています：{rows}。各行号は1行のみとし、追加の明細は別途取り込んでください。',
  },
  nothingToExport: { zh: '没有可导出的明细', en: 'There is nothing to export.', es: 'No hay nada que exportar.', ja: '出力する明細がありません。' },
} as const satisfies Record<string, Text>
