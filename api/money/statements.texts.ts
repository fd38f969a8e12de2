import type { Text } from '#/domain/base/text.ts'

export const statementStateNames = {
  issued: { zh: '待确认', en: 'To confirm', es: 'Por confirmar', ja: '確認待ち' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmado', ja: '確認済み' },
  disputed: { zh: '有异议', en: 'Disputed', es: 'Impugnado', ja: '異議あり' },
} as const satisfies Record<string, Text>

/** The lines of a statement, in the order in which they add up. */
export const statementFields = {
  opening: { zh: '期初余额', en: 'Opening balance', es: 'Saldo inicial', ja: '期首残高' },
  topup: { zh: '充值', en: 'Top-ups', es: 'Recargas', ja: '入金' },
  payment: { zh: '支付', en: 'Payments', es: 'Pagos', ja: '支払い' },
  fee: { zh: '服务费', en: 'Service fee', es: 'Tarifa de servicio', ja: '手数料' },
  tax: { zh: '税费', en: 'Taxes', es: 'Impuestos', ja: '税金' },
  returned: { zh: '退汇', en: 'Returned payments', es: 'Pagos devueltos', ja: '組戻し' },
  refund: { zh: '退款', en: 'Refunds', es: 'Reembolsos', ja: '返金' },
  adjustment: { zh: '调账', en: 'Adjustments', es: 'Ajustes', ja: '調整' },
  other: { zh: '期初导入与挂账处理', en: 'Opening data and suspense', es: 'Datos iniciales y partidas en suspenso', ja: '期首データ・仮勘定処理' },
  closing: { zh: '期末余额', en: 'Closing balance', es: 'Saldo final', ja: '期末残高' },
  openingAside: { zh: '期初冻结', en: 'Reserved at the start', es: 'Reservado al inicio', ja: '期首の凍結額' },
  closingAside: { zh: '期末冻结', en: 'Reserved at the end', es: 'Reservado al final', ja: '期末の凍結額' },
} as const satisfies Record<string, Text>

export const statementTexts = {
  statement: { zh: '对账单', en: 'Statement', es: 'Extracto', ja: '取引明細書' },
  month: { zh: '月份', en: 'Month', es: 'Mes', ja: '対象月' },
  journals: { zh: '流水笔数', en: 'Movements', es: 'Movimientos', ja: '件数' },
} as const satisfies Record<string, Text>

export const statementTaskTexts = {
  title: { zh: '对账单明细', en: 'Movements of a statement', es: 'Detalle de extracto', ja: '取引明細' },
  failed: { zh: '生成失败，请重试', en: 'The file could not be created. Try again.', es: 'No se pudo generar el archivo; inténtelo de nuevo.', ja: '作成できませんでした。再度お試しください。' },
} as const satisfies Record<string, Text>

export const statementRefusals = {
  statementNotFound: { zh: '对账单不存在', en: 'The statement does not exist.', es: 'El extracto no existe.', ja: '取引明細書が存在しません。' },
  statementChanged: { zh: '对账单已被他人处理，请刷新后重试', en: 'Someone else has processed this statement. Reload.', es: 'Otra persona ya tramitó este extracto. Actualice la página.', ja: 'この取引明細書は他のユーザーが処理しました。再読み込みしてください。' },
  statementState: { zh: '对账单当前状态不能执行此操作', en: 'This action is not possible in the current status of the statement.', es: 'El estado del extracto no permite esta operación.', ja: '現在の状態ではこの操作はできません。' },
  monthNotOver: { zh: '{month} 尚未结束，次月 1 日起可生成', en: '{month} is not over; statements are issued on the first of the next month.', es: '{month} no ha terminado; los extractos salen el día 1 del mes siguiente.', ja: '{month} は終了していません。翌月 1 日以降に発行できます。' },
} as const satisfies Record<string, Text>
