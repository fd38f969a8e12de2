import type { FormKind } from '#/domain/tax-form.ts'
import type { Text } from '#/domain/text.ts'

export const formKindNames = {
  person_collection: { zh: '人员信息采集', en: 'Personal data collection', es: 'Alta de datos personales', ja: '人員情報の登録' },
  iit_withholding: { zh: '劳务报酬所得（扣缴端）', en: 'Service income (withholding client)', es: 'Rentas por servicios (cliente de retención)', ja: '労務報酬所得（源泉徴収クライアント）' },
  iit_report: { zh: '个人所得税扣缴申报表', en: 'Income tax withholding return', es: 'Declaración de retenciones sobre la renta', ja: '個人所得税 源泉徴収申告書' },
  vat_agent: { zh: '增值税代办申报表', en: 'VAT return filed for operators', es: 'Declaración de IVA por cuenta de operadores', ja: '増値税 代行申告書' },
  vat_withholding: { zh: '代扣代缴自然人增值税申报表', en: 'VAT withheld from individuals', es: 'IVA retenido a personas físicas', ja: '自然人増値税 源泉徴収申告書' },
  platform_identity: { zh: '平台身份信息报送表', en: 'Platform report: identities', es: 'Informe de plataforma: identidades', ja: 'プラットフォーム報告：身元情報' },
  platform_income: { zh: '平台收入信息报送表', en: 'Platform report: income', es: 'Informe de plataforma: ingresos', ja: 'プラットフォーム報告：収入情報' },
} as const satisfies Record<FormKind, Text>

export const editionStateNames = {
  draft: { zh: '待发布', en: 'Draft', es: 'Borrador', ja: '公開待ち' },
  published: { zh: '已发布', en: 'Published', es: 'Publicado', ja: '公開済み' },
  dropped: { zh: '已作废', en: 'Discarded', es: 'Descartado', ja: '破棄' },
} as const satisfies Record<string, Text>

export const formRefusals = {
  formNotFound: { zh: '模板不存在或无权查看', en: 'The template does not exist, or you do not have access.', es: 'La plantilla no existe o no puede verla.', ja: 'テンプレートが存在しないか、閲覧権限がありません。' },
  fileNotFound: { zh: '文件不存在或无权查看', en: 'The file does not exist, or you do not have access.', es: 'El archivo no existe o no puede verlo.', ja: 'ファイルが存在しないか、閲覧権限がありません。' },
  formChanged: { zh: '模板已被他人更新，请刷新后重试', en: 'Someone else has changed this template. Reload and look again.', es: 'Alguien ya cambió esta plantilla. Recargue y vuelva a mirar.', ja: 'テンプレートは他の人が更新済みです。再読み込みしてください。' },
  notDraft: { zh: '模板{state}，不能再修改', en: 'The template is “{state}” and cannot be changed.', es: 'La plantilla está «{state}» y no se puede cambiar.', ja: 'テンプレートは「{state}」のため変更できません。' },
  ownForm: { zh: '模板须由上传和调整人以外的人发布', en: 'Someone who neither uploaded nor changed the template has to publish it.', es: 'Debe publicarla alguien que no la haya subido ni cambiado.', ja: 'アップロード・変更した本人以外の人が公開してください。' },
  noHeadings: {
    zh: '前 {lines} 行没有找到《{form}》的表头，请确认上传的是官方模板',
    en: 'No headings of “{form}” in the first {lines} lines. Is this the official file?',
    es: 'No hay encabezados de «{form}» en las primeras {lines} filas. ¿Es el archivo oficial?',
    ja: '先頭 {lines} 行に「{form}」の見出しがありません。公式ファイルか確認してください。',
  },
  hasFormulas: {
    zh: '工作表「{sheet}」含有公式，填写后会失去或算错，请上传不含公式的官方模板',
    en: 'The sheet “{sheet}” has formulas, which filling in would break. Upload the official file without formulas.',
    es: 'La hoja «{sheet}» tiene fórmulas, que se romperían al rellenarla. Suba el archivo oficial sin fórmulas.',
    ja: 'シート「{sheet}」に数式があります。記入すると壊れるため、数式のない公式ファイルをアップロードしてください。',
  },
  notFillable: {
    zh: '工作表「{sheet}」的内部格式无法填写，请在 Excel 中另存为 .xlsx 后重新上传',
    en: 'The sheet “{sheet}” is stored in a way that cannot be filled in. Save it as .xlsx in Excel and upload it again.',
    es: 'La hoja «{sheet}» está guardada de un modo que no se puede rellenar. Guárdela como .xlsx en Excel y súbala de nuevo.',
    ja: 'シート「{sheet}」の内部形式には記入できません。Excel で .xlsx として保存し直してください。',
  },
  headingTwice: { zh: '表头重复，请手工指定列：{fields}', en: 'These headings occur more than once; choose the column by hand: {fields}.', es: 'Estos encabezados se repiten; elija la columna a mano: {fields}.', ja: '見出しが重複しています。列を手動で指定してください：{fields}。' },
  requiredMissing: { zh: '必填字段没有对应的列：{fields}', en: 'Required fields without a column: {fields}.', es: 'Campos obligatorios sin columna: {fields}.', ja: '必須項目に対応する列がありません：{fields}。' },
  columnShared: { zh: '多个字段对应同一列：{fields}', en: 'Several fields share a column: {fields}.', es: 'Varios campos comparten columna: {fields}.', ja: '複数の項目が同じ列に対応しています：{fields}。' },
  unknownField: { zh: '表单没有字段「{field}」', en: 'The form has no field “{field}”.', es: 'El formulario no tiene el campo «{field}».', ja: '様式に項目「{field}」はありません。' },
  noSuchColumn: { zh: '模板第 {column} 列没有表头', en: 'Column {column} of the template has no heading.', es: 'La columna {column} de la plantilla no tiene encabezado.', ja: 'テンプレートの {column} 列に見出しがありません。' },
  dayTaken: {
    zh: '{firstDay} 已有启用的版本（第 {edition} 版），请改用其他启用日期',
    en: 'Edition {edition} is already in use from {firstDay}. Choose another first day.',
    es: 'La edición {edition} ya se usa desde el {firstDay}. Elija otro día.',
    ja: '{firstDay} から使用される第 {edition} 版があります。別の日を指定してください。',
  },
  dayPast: { zh: '启用日期不能早于今天', en: 'The first day cannot lie in the past.', es: 'El primer día no puede estar en el pasado.', ja: '使用開始日に過去の日付は指定できません。' },
  sameFile: { zh: '与第 {edition} 版文件完全相同', en: 'This is the same file as edition {edition}.', es: 'Es el mismo archivo que la edición {edition}.', ja: '第 {edition} 版と同じファイルです。' },
  switchedOff: {
    zh: '按 {day} 适用的政策，自然人增值税由平台代办申报，不使用代扣代缴申报表',
    en: 'Under the policy of {day}, the platform files VAT for individuals; the withholding return is not used.',
    es: 'Según la política del {day}, la plataforma declara el IVA de las personas físicas; no se usa la declaración de retención.',
    ja: '{day} 時点の方針では自然人の増値税はプラットフォームが代行申告するため、源泉徴収申告書は使用しません。',
  },
  headingsGone: { zh: '回执没有必要的列：{fields}', en: 'The result lacks these columns: {fields}.', es: 'Al resultado le faltan columnas: {fields}.', ja: '結果ファイルに必要な列がありません：{fields}。' },
} as const satisfies Record<string, Text>
