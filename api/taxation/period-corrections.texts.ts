import type { Text } from '#/domain/base/text.ts'
import type { TaxCreditState, TaxCreditStep } from '#/domain/taxation/tax-declaration.ts'

export const changeFields = {
  before: { zh: '原申报', en: 'declared', es: 'declarado', ja: '申告済み' },
  after: { zh: '更正后', en: 'corrected', es: 'rectificado', ja: '修正後' },
  change: { zh: '差额', en: 'Change', es: 'Diferencia', ja: '差額' },
} as const satisfies Record<string, Text>

export const creditStateNames: Readonly<Record<TaxCreditState, Text>> = {
  open: { zh: '待处理', en: 'Open', es: 'Pendiente', ja: '未処理' },
  applied: { zh: '已抵缴', en: 'Applied', es: 'Aplicado', ja: '充当済み' },
  refunded: { zh: '已退税', en: 'Refunded', es: 'Devuelto', ja: '還付済み' },
  withdrawn: { zh: '已放弃', en: 'Withdrawn', es: 'Renunciado', ja: '放棄済み' },
}

export const creditMoveNames: Readonly<Record<TaxCreditStep, Text>> = {
  opened: { zh: '更正形成', en: 'Opened by the correction', es: 'Abierto por la rectificación', ja: '修正により発生' },
  applied: { zh: '抵缴', en: 'Applied', es: 'Aplicado', ja: '充当' },
  refunded: { zh: '退税', en: 'Refunded', es: 'Devuelto', ja: '還付' },
  withdrawn: { zh: '放弃', en: 'Withdrawn', es: 'Renunciado', ja: '放棄' },
}

/** Headings of credit cases, for the page and the sheet. */
export const creditFields = {
  title: { zh: '多缴税款', en: 'Overpaid tax', es: 'Impuestos pagados en exceso', ja: '過納税額' },
  no: { zh: '编号', en: 'Case', es: 'Expediente', ja: '番号' },
  month: { zh: '更正所属期', en: 'Corrected period', es: 'Período rectificado', ja: '修正対象月' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: 'センター' },
  tax: { zh: '税种', en: 'Tax', es: 'Impuesto', ja: '税目' },
  amount: { zh: '多缴金额', en: 'Overpaid', es: 'Pagado en exceso', ja: '過納額' },
  left: { zh: '未处理余额', en: 'Left', es: 'Pendiente', ja: '残高' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  step: { zh: '事项', en: 'Step', es: 'Paso', ja: '内容' },
  moved: { zh: '本次金额', en: 'Amount', es: 'Importe', ja: '金額' },
  against: { zh: '抵缴所属期', en: 'Against period', es: 'Período de aplicación', ja: '充当先の月' },
  paidOn: { zh: '退税日期', en: 'Refunded on', es: 'Fecha de devolución', ja: '還付日' },
  serial: { zh: '凭证号', en: 'Voucher number', es: 'N.º de comprobante', ja: '証憑番号' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  who: { zh: '经办人', en: 'By', es: 'Por', ja: '担当' },
  at: { zh: '时间', en: 'Time', es: 'Fecha', ja: '日時' },
} as const satisfies Record<string, Text>
