import { sheetRefusals } from '#/api/sheets.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { OpeningAccount, OpeningCell, OpeningIssueCode, OpeningState } from '#/domain/onboarding/opening.ts'

export const openingRefusals = {
  ...sheetRefusals,
  openingNotFound: { zh: '期初余额不存在或无权查看', en: 'The opening balances do not exist, or you do not have access.', es: 'Los saldos iniciales no existen o no puede verlos.', ja: '期首残高が存在しないか、閲覧権限がありません。' },
  wrongState: { zh: '当前状态（{state}）不能进行此操作', en: 'Not possible in this state ({state}).', es: 'No es posible en este estado ({state}).', ja: '現在の状態（{state}）ではできません。' },
  openingChanged: { zh: '已被他人更新，请刷新后重试', en: 'Someone else has changed these balances. Reload and try again.', es: 'Alguien ya ha cambiado estos saldos. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  placeNeeded: { zh: '请选择运营中心和结算模式', en: 'Choose the centre and the mode.', es: 'Elija el centro y la modalidad.', ja: '運営センターと精算モードを選択してください。' },
  placeUnknown: { zh: '运营中心不存在、已停用或未开通该模式', en: 'The centre does not exist, is disabled or does not work in this mode.', es: 'El centro no existe, está desactivado o no admite la modalidad.', ja: '運営センターがないか、停止中か、このモードに対応していません。' },
  dayAhead: { zh: '余额日期不能晚于今天', en: 'The balance date cannot be in the future.', es: 'La fecha de los saldos no puede ser futura.', ja: '残高の日付は今日以前にしてください。' },
  faulty: {
    zh: '还有 {count} 行错误：{rows}',
    en: '{count, plural, one {# row has errors} other {# rows have errors}}: {rows}.',
    es: '{count, plural, one {# fila con errores} other {# filas con errores}}: {rows}.',
    ja: 'エラーが {count} 行あります：{rows}。',
  },
  doesNotAddUp: {
    zh: '借贷不平：借方 {debit}，贷方 {credit}，相差 {difference}',
    en: 'The balances do not add up: debits {debit}, credits {credit}, a difference of {difference}.',
    es: 'Los saldos no cuadran: debe {debit}, haber {credit}, diferencia {difference}.',
    ja: '貸借が一致しません：借方 {debit}、貸方 {credit}、差額 {difference}。',
  },
  ownOpening: { zh: '您编制或替换过该期初余额，须由他人确认', en: 'You prepared or replaced these balances. Another person must confirm them.', es: 'Usted preparó o sustituyó estos saldos: debe confirmarlos otra persona.', ja: 'ご自身が作成または差し替えた残高は確認できません。別の担当者が確認してください。' },
  ownUndo: { zh: '不能确认自己提出的撤销', en: 'You requested the reversal. Another person must confirm it.', es: 'Usted pidió revertirlos: debe confirmarlo otra persona.', ja: 'ご自身の取消申請は確認できません。別の担当者が確認してください。' },
  unitsMoved: {
    zh: '这些单位在本系统已有资金往来，不能再录期初余额：{units}',
    en: 'These units already have movements here, so they take no opening balance: {units}.',
    es: 'Estas empresas ya tienen movimientos aquí y no admiten saldo inicial: {units}.',
    ja: '次の企業は既に資金移動があるため、期首残高を登録できません：{units}。',
  },
  openingPaid: {
    zh: '已动用期初余额，不能撤销：{unit} 的 {no}{more, plural, =0 {} other {等 # 笔}}',
    en: 'The balances have been used and cannot be reversed: {no} of {unit}{more, plural, =0 {} one { and # more} other { and # more}}.',
    es: 'Los saldos ya se usaron y no se pueden revertir: {no} de {unit}{more, plural, =0 {} one { y # más} other { y # más}}.',
    ja: '残高が使用済みのため取り消せません：{unit} の {no}{more, plural, =0 {} other {ほか # 件}}。',
  },
} as const satisfies Record<string, Text>

export const openingStateNames: Readonly<Record<OpeningState, Text>> = {
  draft: { zh: '待更正', en: 'To be corrected', es: 'Por corregir', ja: '要修正' },
  prepared: { zh: '待确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  booked: { zh: '已入账', en: 'Booked', es: 'Contabilizados', ja: '記帳済み' },
  undoing: { zh: '撤销待确认', en: 'Reversal: to be confirmed', es: 'Reversión por confirmar', ja: '取消の確認待ち' },
  undone: { zh: '已撤销', en: 'Reversed', es: 'Revertidos', ja: '取消済み' },
  cancelled: { zh: '已作废', en: 'Discarded', es: 'Descartados', ja: '破棄済み' },
}

export const openingAccountNames: Readonly<Record<OpeningAccount, Text>> = {
  unit_available: { zh: '单位预付款', en: 'Prepayments of units', es: 'Anticipos de empresas', ja: '企業の前払金' },
  bank: { zh: '银行存款', en: 'Bank', es: 'Banco', ja: '銀行預金' },
  tax_vat: { zh: '应交增值税', en: 'VAT payable', es: 'IVA por pagar', ja: '未払増値税' },
  tax_surcharge: { zh: '应交附加税费', en: 'Surcharges payable', es: 'Recargos por pagar', ja: '未払付加税' },
  tax_iit: { zh: '应交个人所得税', en: 'Income tax payable', es: 'Impuesto sobre la renta por pagar', ja: '未払個人所得税' },
  fee_income: { zh: '服务费收入', en: 'Fee income', es: 'Ingresos por tarifa de servicio', ja: '手数料収入' },
  adjustment: { zh: '调账', en: 'Adjustments', es: 'Ajustes', ja: '調整勘定' },
}

export const openingCellNames: Readonly<Record<OpeningCell, Text>> = {
  account: { zh: '科目', en: 'Account', es: 'Cuenta', ja: '科目' },
  creditCode: { zh: '单位信用代码', en: 'Credit code of the unit', es: 'Código de la empresa', ja: '企業の信用コード' },
  unitName: { zh: '单位名称', en: 'Unit', es: 'Empresa', ja: '企業名' },
  debit: { zh: '借方', en: 'Debit', es: 'Debe', ja: '借方' },
  credit: { zh: '贷方', en: 'Credit', es: 'Haber', ja: '貸方' },
  remark: { zh: '备注', en: 'Remark', es: 'Nota', ja: '備考' },
}

export const openingIssueTexts: Readonly<Record<OpeningIssueCode, Text>> = {
  account: { zh: '没有“{text}”这个科目', en: 'There is no account “{text}”', es: 'No existe la cuenta «{text}»', ja: '科目「{text}」はありません' },
  unitNeeded: { zh: '单位预付款须填单位信用代码', en: 'Prepayments need the credit code of the unit', es: 'Los anticipos necesitan el código de la empresa', ja: '前払金には企業の信用コードが必要です' },
  unitOdd: { zh: '该科目属于中心，不填单位', en: 'This account belongs to the centre: leave the unit empty', es: 'Esta cuenta es del centro: deje la empresa vacía', ja: 'この科目はセンターのものです。企業は空欄にしてください' },
  unitUnknown: { zh: '没有在本中心该模式下开通的单位', en: 'No unit with this code works at this centre in this mode', es: 'Ninguna empresa con este código trabaja aquí en esta modalidad', ja: 'このセンター・モードで稼働する企業がありません' },
  unitName: { zh: '名称与系统不一致（系统：{name}）', en: 'The name differs from the one on file ({name})', es: 'El nombre no coincide con el registrado ({name})', ja: '名称が登録と一致しません（登録：{name}）' },
  unitMoved: { zh: '该单位在本系统已有资金往来', en: 'This unit already has movements here', es: 'Ya hubo movimientos de esta empresa', ja: 'この企業は既に資金移動があります' },
  amount: { zh: '“{text}”不是有效金额：不得为负，最多两位小数', en: '“{text}” is not a valid amount: not below zero, at most two decimals', es: '«{text}» no es un importe válido: no negativo, máximo dos decimales', ja: '「{text}」は有効な金額ではありません（0以上、小数2桁まで）' },
  noSide: { zh: '借方和贷方须填一个', en: 'Enter a debit or a credit', es: 'Indique debe o haber', ja: '借方か貸方を入力してください' },
  bothSides: { zh: '借方和贷方只能填一个', en: 'Enter a debit or a credit, not both', es: 'Indique debe o haber, no ambos', ja: '借方と貸方はどちらか一方だけです' },
  unitDebit: { zh: '单位预付款是贷方余额，单位不能欠款', en: 'Prepayments are a credit balance: a unit cannot owe money', es: 'Los anticipos van al haber: una empresa no puede deber', ja: '前払金は貸方残高です。企業はマイナスにできません' },
  repeated: { zh: '与第 {seq} 行重复', en: 'Same account as row {seq}', es: 'Misma cuenta que la fila {seq}', ja: '{seq} 行目と重複' },
}

export const openingFields = {
  no: { zh: '编号', en: 'Number', es: 'Número', ja: '番号' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  day: { zh: '余额日期', en: 'Balances as of', es: 'Saldos a fecha de', ja: '残高日' },
  reason: { zh: '说明', en: 'Reason', es: 'Motivo', ja: '理由' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  rows: { zh: '行数', en: 'Rows', es: 'Filas', ja: '行数' },
  debit: { zh: '借方合计', en: 'Debits', es: 'Total debe', ja: '借方合計' },
  credit: { zh: '贷方合计', en: 'Credits', es: 'Total haber', ja: '貸方合計' },
  difference: { zh: '差额', en: 'Difference', es: 'Diferencia', ja: '差額' },
  prepared: { zh: '编制', en: 'Prepared', es: 'Preparado', ja: '作成' },
  confirmed: { zh: '确认', en: 'Confirmed', es: 'Confirmado', ja: '確認' },
  file: { zh: '余额表', en: 'Sheet', es: 'Hoja', ja: '残高表' },
  report: { zh: '原系统结账报告', en: 'Closing report', es: 'Informe de cierre', ja: '旧システムの締め報告' },
  seq: { zh: '行号', en: 'Row', es: 'Fila', ja: '行' },
  issues: { zh: '问题', en: 'Issues', es: 'Problemas', ja: '問題' },
  name: { zh: '期初余额核对报告', en: 'Report on opening balances', es: 'Informe de saldos iniciales', ja: '期首残高照合報告' },
} as const satisfies Record<string, Text>
