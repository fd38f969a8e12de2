import type { Text } from '#/domain/text.ts'

/** What the log calls the operations of payouts. */
export const payoutLogNames = {
  'payouts.query': { zh: '查询支付结果', en: 'Ask for results', es: 'Consultar resultados', ja: '支払結果の照会' },
  'payouts.retryHeld': { zh: '重发挂起明细', en: 'Re-send held lines', es: 'Reenviar líneas retenidas', ja: '保留明細の再送' },
  'payouts.cancelHeld': { zh: '取消挂起明细', en: 'Cancel held lines', es: 'Cancelar líneas retenidas', ja: '保留明細の取消し' },
  'payouts.replaceCard': { zh: '更换收款卡', en: 'Replace a card', es: 'Cambiar la tarjeta', ja: '受取カードの変更' },
  'payouts.addSlip': { zh: '上传银行回单', en: 'Upload a bank slip', es: 'Subir un comprobante', ja: '銀行証憑のアップロード' },
  'payouts.registerOffline': { zh: '登记线下支付', en: 'Register payments made by hand', es: 'Registrar pagos externos', ja: 'オフライン支払の登録' },
  'payouts.registerLine': { zh: '登记单笔线下支付', en: 'Register one payment made by hand', es: 'Registrar un pago externo', ja: 'オフライン支払（1件）の登録' },
  'payouts.takeException': { zh: '接手支付异常', en: 'Take on a payout exception', es: 'Asumir una incidencia de pago', ja: '支払異常の担当' },
  'payouts.proposeException': { zh: '提出支付异常处理方案', en: 'Propose how an exception ends', es: 'Proponer una resolución', ja: '支払異常の処理提案' },
  'payouts.decideException': { zh: '复核支付异常处理方案', en: 'Decide a proposed resolution', es: 'Decidir una resolución propuesta', ja: '支払異常の処理確認' },
  'payouts.pause': { zh: '暂停或恢复支付通道', en: 'Pause or resume a channel', es: 'Pausar o reanudar un canal', ja: '支払チャネルの停止・再開' },
  'payouts.send': { zh: '发送支付指令', en: 'Orders sent', es: 'Órdenes enviadas', ja: '支払指図の送信' },
  'payouts.ask': { zh: '查询支付结果', en: 'Results asked for', es: 'Resultados consultados', ja: '支払結果の照会' },
  'payouts.results': { zh: '登记支付结果', en: 'Results recorded', es: 'Resultados registrados', ja: '支払結果の記録' },
  'payouts.return': { zh: '登记退汇', en: 'Returns recorded', es: 'Devoluciones registradas', ja: '組戻しの記録' },
  'payouts.close': { zh: '批次完结', en: 'Batch closed', es: 'Lote cerrado', ja: 'バッチの完結' },
} as const satisfies Record<string, Text>
