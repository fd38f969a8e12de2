import type { Text } from '#/domain/base/text.ts'
import type { IncomeCell } from '#/domain/onboarding/import-cells.ts'

// Earlier income: payments to operators this year in an older system (template T13).

type IncomeOnlyCell = Exclude<IncomeCell, 'name' | 'idKind' | 'idNumber' | 'remark'>

export const incomeFields: Readonly<Record<IncomeOnlyCell, Text>> = {
  incomeMonth: { zh: '所属月份', en: 'Month paid', es: 'Mes de pago', ja: '支払月' },
  payerCode: { zh: '扣缴义务人信用代码', en: 'Credit code of the payer', es: 'Código del pagador', ja: '源泉徴収者の信用コード' },
  gross: { zh: '收入额（含税）', en: 'Gross income', es: 'Ingreso bruto', ja: '収入額（税込）' },
  vat: { zh: '已扣增值税', en: 'VAT withheld', es: 'IVA retenido', ja: '控除済み増値税' },
  city: { zh: '已扣城建税', en: 'Urban construction tax withheld', es: 'Impuesto de construcción urbana retenido', ja: '控除済み都市維持建設税' },
  education: { zh: '已扣教育费附加', en: 'Education surcharge withheld', es: 'Recargo educativo retenido', ja: '控除済み教育費付加' },
  localEducation: { zh: '已扣地方教育附加', en: 'Local education surcharge withheld', es: 'Recargo educativo local retenido', ja: '控除済み地方教育付加' },
  withheld: { zh: '已扣个人所得税', en: 'Income tax withheld', es: 'Impuesto sobre la renta retenido', ja: '源泉徴収済み所得税' },
}

export const incomeMessages = {
  E801: { zh: '月份“{text}”无法识别，应为 2026-01 这样的格式', en: '“{text}” is not a month; write it as 2026-01', es: '«{text}» no es un mes; escríbalo como 2026-01', ja: '「{text}」は月として読めません。2026-01 の形式で入力してください' },
  E802: { zh: '“{text}”不是有效金额：不得小于 {least}，最多两位小数', en: '“{text}” is not a valid amount: at least {least}, at most two decimals', es: '«{text}» no es un importe válido: mínimo {least}, máximo dos decimales', ja: '「{text}」は有効な金額ではありません（{least} 以上、小数2桁まで）' },
  E803: { zh: '本中心没有该证件号码的经营者，请先导入经营者', en: 'No operator of this centre has this ID number. Import the operator first.', es: 'Nadie en este centro tiene este documento; importe antes al operador', ja: 'この身分証番号の事業者が当センターにいません。先に事業者を取り込んでください' },
  E804: { zh: '月份晚于本月（{month}）', en: 'The month is later than this month ({month})', es: 'El mes es posterior al actual ({month})', ja: '今月（{month}）より後の月です' },
  E805: { zh: '只能接续 {year} 年度的收入', en: 'Only income of {year} is carried forward', es: 'Solo se continúa con ingresos de {year}', ja: '引き継げるのは {year} 年の収入だけです' },
  E806: { zh: '自 {month} 起已在本系统付款，该月及以后以本系统为准', en: 'Paid here since {month}: this system counts that month and later ones', es: 'Pagado aquí desde {month}: ese mes y los siguientes se cuentan aquí', ja: '{month} から当システムで支払済みのため、その月以降は当システムの記録によります' },
  E807: { zh: '与第 {seq} 行为同一人同一月份', en: 'Same person and month as row {seq}', es: 'Misma persona y mes que la fila {seq}', ja: '{seq} 行目と同一人・同一月です' },
  E808: { zh: '该人该月的前期收入已接入', en: 'The earlier income of this person and month has already been imported', es: 'El ingreso anterior de esta persona y mes ya está incorporado', ja: 'この人のこの月の前期収入は引継済みです' },
  E809: { zh: '税额 {tax} 高于收入额 {gross}', en: 'The tax of {tax} is higher than the income of {gross}', es: 'El impuesto de {tax} supera el ingreso de {gross}', ja: '税額 {tax} が収入額 {gross} を上回っています' },
  E810: { zh: '该月已结账申报，不能再接入', en: 'The month is closed for declaration', es: 'El mes ya está cerrado para la declaración', ja: 'この月は申告のため締め済みです' },
  E811: { zh: '不是本中心的信用代码：其他扣缴义务人的收入不能累计', en: 'Not this centre’s credit code: income from another payer is not carried forward', es: 'No es el código de este centro: lo pagado por otro pagador no se acumula', ja: '当センターの信用コードではありません。他の支払者の収入は累計できません' },
  W812: {
    zh: '已扣个人所得税 {withheld} 高于按收入累计预扣计算的税额 {tax}，会使以后付款少扣税',
    en: 'The income tax withheld of {withheld} exceeds the tax of {tax} computed on the stated income. Later payments would be taxed too little.',
    es: 'El impuesto retenido de {withheld} supera el de {tax} calculado sobre el ingreso indicado. Los pagos posteriores tributarían de menos.',
    ja: '源泉徴収済み所得税 {withheld} が収入から計算した税額 {tax} を上回っています。以後の支払いの徴収が不足します',
  },
} as const satisfies Record<string, Text>

const compareWithOldSystem: Text = { zh: '按原系统的申报记录核对', en: 'Compare with the declaration of the old system', es: 'Compárelo con la declaración del sistema anterior', ja: '旧システムの申告記録と照合してください' }
const excludeRow: Text = { zh: '剔除该行', en: 'Exclude the row', es: 'Excluya la fila', ja: '行を除外してください' }

export const incomeSuggestions: Readonly<Record<keyof typeof incomeMessages, Text>> = {
  E801: compareWithOldSystem,
  E802: compareWithOldSystem,
  E803: { zh: '核对证件号码，或先导入该经营者', en: 'Check the number, or import the operator first', es: 'Compruebe el número o importe antes al operador', ja: '番号を確認するか、先に事業者を取り込んでください' },
  E804: compareWithOldSystem,
  E805: excludeRow,
  E806: excludeRow,
  E807: { zh: '合并为一行，或剔除重复行', en: 'Combine the rows into one, or exclude the duplicate', es: 'Súmelas en una fila o excluya la repetida', ja: '1行に合算するか、重複行を除外してください' },
  E808: excludeRow,
  E809: compareWithOldSystem,
  E810: excludeRow,
  E811: excludeRow,
  W812: compareWithOldSystem,
}

/** Reasons why an import of earlier income cannot be undone. */
export const incomeRefusals = {
  notIncome: { zh: '此类清单没有该报告', en: 'This kind of list has no such report.', es: 'Este tipo de lista no tiene ese informe.', ja: 'この種類のリストにその報告書はありません。' },
  notDone: { zh: '该清单没有可撤销的内容，或已撤销', en: 'There is nothing in this list to reverse, or it has already been reversed.', es: 'No hay nada que revertir de esta lista, o ya se revirtió.', ja: 'このリストに取り消せるものがないか、取消済みです。' },
  undoAsked: {
    zh: '已有人申请撤销该清单；请先确认撤销或保留',
    en: 'A reversal of this list is requested. Confirm it or keep the list first.',
    es: 'Se pidió revertir esta lista. Antes confírmelo o consérvela.',
    ja: 'このリストは取消が申請されています。先に取消を確認するか、維持してください。',
  },
  undoNotAsked: { zh: '没有待确认的撤销申请', en: 'No reversal of this list is requested.', es: 'No hay ninguna petición de reversión.', ja: '確認待ちの取消申請はありません。' },
  ownUndo: {
    zh: '不能确认自己提出的撤销',
    en: 'You requested the reversal. Another person must confirm it.',
    es: 'Usted pidió la reversión: debe confirmarla otra persona.',
    ja: 'ご自身の取消申請は確認できません。別の担当者が確認してください。',
  },
  incomePaid: {
    zh: '已按该清单付款，不能撤销：{name} 于 {month} 的付款（批次 {batch}）{more, plural, =0 {} other {等 # 笔}}',
    en: 'Payments use this list, so it cannot be reversed: {name} in {month} (batch {batch}){more, plural, =0 {} one { and # more} other { and # more}}.',
    es: 'Hay pagos basados en esta lista, por lo que no se puede revertir: {name} en {month} (lote {batch}){more, plural, =0 {} one { y # más} other { y # más}}.',
    ja: 'このリストに基づく支払いがあるため取り消せません：{month} の {name}（バッチ {batch}）{more, plural, =0 {} other {ほか # 件}}。',
  },
  incomeClosed: { zh: '清单中的月份已结账申报（{months}），不能撤销', en: 'Months of this list are closed for declaration ({months}), so it cannot be reversed.', es: 'Hay meses de esta lista ya cerrados ({months}): no se puede revertir.', ja: 'リストの月が締め済みのため取り消せません（{months}）。' },
  centreNeeded: { zh: '请选择扣缴义务人（运营中心）', en: 'Choose the centre that withheld the tax.', es: 'Elija el centro que retuvo el impuesto.', ja: '源泉徴収した運営センターを選択してください。' },
  centreUnknown: { zh: '运营中心不存在、已停用或不支持总包分包模式', en: 'The centre does not exist, is disabled or does not pay natural persons.', es: 'El centro no existe, está desactivado o no paga a personas físicas.', ja: '運営センターがないか、停止中か、個人への支払いに対応していません。' },
} as const satisfies Record<string, Text>

/** Names of the parts of a report. `ReportPart` in `imports.ts` describes how they add up. */
export const reportParts = {
  file: { zh: '文件上传时', en: 'File as uploaded', es: 'Archivo subido', ja: 'アップロード時のファイル' },
  corrected: { zh: '上传后更正', en: 'Corrected after upload', es: 'Correcciones posteriores', ja: 'アップロード後の修正' },
  list: { zh: '清单现值', en: 'Current list', es: 'Lista actual', ja: '現在のリスト' },
  taken: { zh: '接入', en: 'Taken over', es: 'Se incorpora', ja: '引き継ぐ分' },
  refused: { zh: '有错误，不接入', en: 'Refused', es: 'Rechazado', ja: 'エラーで引き継がない分' },
  excluded: { zh: '已剔除', en: 'Excluded', es: 'Excluido', ja: '除外した分' },
} as const satisfies Record<string, Text>

export const reportFields = {
  part: { zh: '项目', en: 'Part', es: 'Parte', ja: '区分' },
  rows: { zh: '行数', en: 'Rows', es: 'Filas', ja: '行数' },
  people: { zh: '人数', en: 'People', es: 'Personas', ja: '人数' },
  months: { zh: '月份数', en: 'Months', es: 'Meses', ja: '月数' },
  surcharges: { zh: '已扣附加税费', en: 'Surcharges withheld', es: 'Recargos retenidos', ja: '控除済み付加税' },
  name: { zh: '前期收入核对报告', en: 'Report on earlier income', es: 'Informe de ingresos anteriores', ja: '前期収入照合報告' },
} as const satisfies Record<string, Text>
