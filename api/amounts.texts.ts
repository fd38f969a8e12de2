import type { Text } from '#/domain/base/text.ts'

// The names of amounts. Pages, exports and figures all use these definitions (docs/glossary.md).

export const amountNames = {
  gross: { zh: '应发金额', en: 'Gross', es: 'Bruto', ja: '総支給額' },
  tax: { zh: '税费', en: 'Tax', es: 'Impuestos', ja: '税額' },
  fee: { zh: '服务费', en: 'Service fee', es: 'Tarifa de servicio', ja: '手数料' },
  net: { zh: '实发金额', en: 'Net', es: 'Neto', ja: '手取り額' },
  /** The net amount, as the payee sees it. */
  received: { zh: '实收金额', en: 'Received', es: 'Recibido', ja: '受取額' },
  cost: { zh: '单位应付', en: 'Cost to unit', es: 'Coste para la empresa', ja: '企業支払額' },
} as const satisfies Record<string, Text>

/** Net amount that reached payees in a month, by day of arrival, less returned payments. */
export const paidAmountNames = {
  month: { zh: '本月实发（按到账日）', en: 'Net this month, by date of receipt', es: 'Neto del mes, por fecha de abono', ja: '今月の手取り額（着金日基準）' },
  ofUnits: { zh: '名下单位本月实发（按到账日）', en: 'Net amount of assigned units this month, by date of receipt', es: 'Neto del mes de sus empresas, por fecha de abono', ja: '担当企業の今月の手取り額（着金日基準）' },
  column: { zh: '本月实发', en: 'Net this month', es: 'Neto del mes', ja: '今月の手取り額' },
  ofUnitsColumn: { zh: '名下单位本月实发', en: 'Net of units this month', es: 'Neto del mes de sus empresas', ja: '担当企業の今月の手取り額' },
  note: { zh: '实发金额按到账日统计，不含已退汇', en: 'Net amounts by date of receipt, without returned payments', es: 'Importes netos por fecha de abono, sin los devueltos', ja: '手取り額を着金日で集計（組戻し分を除く）' },
} as const satisfies Record<string, Text>

/** The cost to the unit of the lines in a list or figure, not of their whole batches. */
export const concernedAmounts = {
  failed: { zh: '失败明细应付', en: 'Cost of failed payments', es: 'Coste de los pagos fallidos', ja: '失敗明細の企業支払額' },
  returned: { zh: '退汇明细应付', en: 'Cost of returned payments', es: 'Coste de los pagos devueltos', ja: '組戻し明細の企業支払額' },
  any: { zh: '失败与退汇明细应付', en: 'Cost of failed and returned payments', es: 'Coste de los pagos fallidos y devueltos', ja: '失敗・組戻し明細の企業支払額' },
  held: { zh: '挂起明细应付', en: 'Cost of payments on hold', es: 'Coste de los pagos en espera', ja: '保留明細の企業支払額' },
  unknown: { zh: '待查明细应付', en: 'Cost of payments of unknown outcome', es: 'Coste de los pagos de resultado desconocido', ja: '結果照会中明細の企業支払額' },
  differing: { zh: '对账差异明细应付', en: 'Cost of payments with differences', es: 'Coste de los pagos con diferencias', ja: '照合差異のある明細の企業支払額' },
} as const satisfies Record<string, Text>

/** The two balances of a unit: available and reserved. */
export const balanceNames = {
  available: { zh: '可用余额', en: 'Available balance', es: 'Saldo disponible', ja: '利用可能残高' },
  frozen: { zh: '冻结余额', en: 'Reserved balance', es: 'Saldo reservado', ja: '凍結残高' },
  availableChange: { zh: '可用变动', en: 'Available, change', es: 'Variación del disponible', ja: '利用可能残高の増減' },
  frozenChange: { zh: '冻结变动', en: 'Reserved, change', es: 'Variación del reservado', ja: '凍結残高の増減' },
} as const satisfies Record<string, Text>

/** The account to which a unit transfers money, and the reference that identifies its transfers. */
export const transferNames = {
  account: { zh: '充值收款账户', en: 'Account for top-ups', es: 'Cuenta para recargas', ja: '入金先口座' },
  memo: { zh: '充值附言', en: 'Transfer reference', es: 'Concepto de la transferencia', ja: '振込メモ' },
} as const satisfies Record<string, Text>
