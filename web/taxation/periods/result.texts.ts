import type { Text } from '#/domain/base/text.ts'

export const resultTexts = {
  tab: { zh: '算税结果', en: 'Tax office result', es: 'Cálculo de Hacienda', ja: '税務局の結果' },
  read: { zh: '导入算税结果', en: 'Import a result', es: 'Importar un resultado', ja: '結果を取り込む' },
  note: {
    zh: '扣缴端导出的个人所得税扣缴申报表（算税后）。按证件号逐人比对“应补/退税额”，差 0.01 元也列出。',
    en: 'The withholding return as the client exports it after computing. Tax due is compared person by person; 0.01 is a difference.',
    es: 'La declaración de retenciones exportada tras el cálculo. Se compara persona a persona; 0,01 ya es diferencia.',
    ja: '源泉徴収ソフトが計算後に出力する申告書。身分証番号ごとに税額を照合し、0.01 元の差も表示します。',
  },
  file: { zh: '结果文件', en: 'Result file', es: 'Archivo de resultado', ja: '結果ファイル' },
  needed: { zh: '请选择文件', en: 'Choose the file.', es: 'Elija el archivo.', ja: 'ファイルを選択してください。' },
  compared: {
    zh: '{at} {by} 比对 {rows} 人，差异 {differences} 条',
    en: '{rows} people compared by {by}, {at}; {differences} differ',
    es: '{by} comparó {rows} personas ({at}); {differences} difieren',
    ja: '{at} {by} が {rows} 名を照合、差異 {differences} 件',
  },
  left: {
    zh: '还有 {open} 条差异未说明，说明前不能申报或缴款',
    en: '{open, plural, one {# difference is} other {# differences are}} unexplained. Explain them before the period is declared or paid.',
    es: '{open, plural, one {Queda # diferencia} other {Quedan # diferencias}} sin explicar. Explíquelas antes de declarar o pagar.',
    ja: '未説明の差異が {open} 件あります。説明するまで申告・納付できません',
  },
  same: { zh: '与明细完全一致', en: 'The same as our lines', es: 'Igual que nuestras líneas', ja: '明細と一致しています' },
  none: { zh: '尚未导入算税结果', en: 'No result imported yet', es: 'Aún no se ha importado ningún resultado', ja: '結果はまだありません' },
  kind: { zh: '差异', en: 'Difference', es: 'Diferencia', ja: '差異' },
  person: { zh: '人员', en: 'Person', es: 'Persona', ja: '対象者' },
  line: { zh: '行', en: 'Row', es: 'Fila', ja: '行' },
  ours: { zh: '本平台', en: 'This platform', es: 'Nuestro', ja: '当方' },
  theirs: { zh: '税局', en: 'Tax office', es: 'Hacienda', ja: '税務局' },
  reason: { zh: '说明', en: 'Explanation', es: 'Explicación', ja: '説明' },
  explain: { zh: '说明', en: 'Explain', es: 'Explicar', ja: '説明する' },
  open: { zh: '待说明', en: 'To explain', es: 'Por explicar', ja: '未説明' },
} as const satisfies Record<string, Text>

/** 分包凭证: texts for units and centres. */
export const shareTexts = {
  note: {
    zh: '按所属期列出实际付款的经营者及本单位份额（应发和已扣税费）、申报与完税凭证。完税凭证若含其他付款，单位只看本单位份额；四流档案随附可查看的凭证。',
    en: 'People paid in a period, with the unit’s share, its declaration and the tax certificate. If a certificate also covers other payments, units see only their share. Evidence archives contain the visible certificates.',
    es: 'Quién cobró en el período, con la parte de la empresa, su declaración y el certificado. Si el certificado incluye otros pagos, la empresa ve solo su parte. Los expedientes llevan los certificados visibles.',
    ja: '対象月に支払った事業者と自社分、申告、納税証明書です。証明書に他の支払が含まれる場合、企業には自社分のみ表示します。証拠アーカイブには閲覧可能な証明書が入ります。',
  },
  none: { zh: '该所属期没有付款', en: 'No payments in this period', es: 'Sin pagos en el período', ja: 'この対象月の支払はありません' },
  export: { zh: '导出清单', en: 'Export the list', es: 'Exportar la lista', ja: '一覧を出力' },
} as const satisfies Record<string, Text>
