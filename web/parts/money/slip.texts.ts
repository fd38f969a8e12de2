import type { Text } from '#/domain/base/text.ts'

export const slipTexts = {
  paidOn: { zh: '银行日期', en: 'Bank date', es: 'Fecha del banco', ja: '銀行の日付' },
  serial: { zh: '银行流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  bankSlip: { zh: '银行回单', en: 'Bank slip', es: 'Comprobante bancario', ja: '銀行振込控' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  required: { zh: '必填', en: 'Required', es: 'Obligatorio', ja: '必須' },
  fileNeeded: { zh: '请上传文件', en: 'Add the file.', es: 'Añada el archivo.', ja: 'ファイルを添付してください。' },
  enterReturn: { zh: '银行退回', en: 'Sent back by the bank', es: 'Devuelto por el banco', ja: '組戻しを登録' },
  enterReturnNote: {
    zh: '银行把整笔款项退回时登记。由另一人核对银行流水并确认后才入账。',
    en: 'Enter it when the bank sent the whole amount back. It is booked once another person checks the bank statement and confirms.',
    es: 'Regístrelo cuando el banco devuelva todo el importe. Se contabiliza cuando otra persona revise el extracto y lo confirme.',
    ja: '銀行から全額が組み戻されたときに登録します。別の担当者が銀行明細を確認した後に記帳します。',
  },
  outcome: { zh: '银行处理结果', en: 'Result at the bank', es: 'Resultado en el banco', ja: '銀行の処理結果' },
  sentBack: { zh: '已退回', en: 'Sent the money back', es: 'Devolvió el dinero', ja: '組み戻した' },
  neverSent: { zh: '从未付出', en: 'Never made the payment', es: 'No hizo el pago', ja: '支払いを実行しなかった' },
  neverSentNote: {
    zh: '银行流水中没有这笔付款时选择，并上传银行的证明。',
    en: 'Choose this if no bank statement shows the payment, and upload the bank’s confirmation.',
    es: 'Elíjalo si ningún extracto muestra el pago y suba la confirmación del banco.',
    ja: 'どの銀行明細にもこの支払いがない場合に選び、銀行の証明を添付してください。',
  },
  confirmReturn: { zh: '确认银行退回', en: 'Confirm return', es: 'Confirmar devolución', ja: '組戻しを確認' },
  confirmReturnNote: {
    zh: '请先在银行流水中找到这笔退回款项，核对金额、日期和流水号。',
    en: 'Find the money on the bank statement first and compare amount, date and reference.',
    es: 'Busque antes el ingreso en el extracto y compare importe, fecha y referencia.',
    ja: '先に銀行明細で入金を確認し、金額・日付・取引番号を照合してください。',
  },
  declineReturn: { zh: '退回不成立', en: 'Decline return', es: 'Rechazar devolución', ja: '組戻しを差戻し' },
  returnedOn: { zh: '退回日期', en: 'Sent back on', es: 'Devuelto el', ja: '組戻し日' },
  enteredBy: { zh: '登记人', en: 'Entered by', es: 'Registrado por', ja: '登録者' },
  returnPending: { zh: '银行退回待确认', en: 'Return to confirm', es: 'Devolución por confirmar', ja: '組戻しの確認待ち' },
  returns: { zh: '银行退回', en: 'Returns by the bank', es: 'Devoluciones del banco', ja: '組戻し' },
  sentSlip: { zh: '原付款回单', en: 'Slip of the payment', es: 'Comprobante del pago', ja: '元の振込控' },
} as const satisfies Record<string, Text>
