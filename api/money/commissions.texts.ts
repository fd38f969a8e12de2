import type { Text } from '#/domain/base/text.ts'
import type { BillParty, BillState, BillStep, CommissionDayState } from '#/domain/money/commission.ts'

export const commissionRefusals = {
  billNotFound: { zh: '账单不存在或无权查看', en: 'The bill does not exist, or you do not have access.', es: 'La liquidación no existe o no puede verla.', ja: '明細書が存在しないか、閲覧権限がありません。' },
  billChanged: { zh: '账单已被他人更新，请刷新后重试', en: 'Someone else has changed this bill. Reload and try again.', es: 'Alguien ya cambió esta liquidación. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  wrongBillState: { zh: '账单{state}，不能进行此操作', en: 'Not possible: the bill is “{state}”.', es: 'No es posible: la liquidación está «{state}».', ja: '明細書は「{state}」のため、この操作はできません。' },
  billIsPaid: {
    zh: '账单已于 {day} 付款，不能再提出异议或更改；如有差错，请联系运营中心在下期账单调整',
    en: 'The bill was paid on {day} and can no longer be disputed or changed. If something is wrong, ask the centre to correct the next bill.',
    es: 'La liquidación se pagó el {day}: ya no se puede impugnar ni cambiar. Si hay un error, pida al centro que lo corrija en la siguiente.',
    ja: '{day} に支払済みのため、異議や変更はできません。誤りがあれば、次回の明細書での調整をセンターにご依頼ください。',
  },
  notYourBill: { zh: '只有收款方本人可以确认、提出异议或上传发票', en: 'Only the payee of the bill can confirm it, dispute it or send the invoice.', es: 'Solo el beneficiario puede confirmarla, impugnarla o enviar la factura.', ja: '確認・異議・発票の提出は受取人本人のみ可能です。' },
  ownBill: { zh: '不能处理本人的佣金账单', en: 'This is your own bill. A colleague must handle it.', es: 'Es su propia liquidación: debe tramitarla otra persona.', ja: 'ご自身の明細書は処理できません。別の担当者が処理してください。' },
  adjustmentWaits: { zh: '已有一笔调整待复核', en: 'A correction is awaiting approval.', es: 'Hay un ajuste pendiente de aprobación.', ja: '承認待ちの調整があります。' },
  noAdjustment: { zh: '没有待复核的调整', en: 'No correction is awaiting approval.', es: 'No hay ningún ajuste por aprobar.', ja: '承認待ちの調整はありません。' },
  ownAdjustment: { zh: '不能复核自己提出的调整', en: 'You proposed this correction. Another person must approve it.', es: 'Usted propuso este ajuste: debe aprobarlo otra persona.', ja: 'ご自身が提案した調整は承認できません。別の担当者が承認してください。' },
  nothingLeft: {
    zh: '调整后应付为 {amount}，须大于零；其余请在下期账单调整',
    en: 'The bill would be {amount} but must stay above zero. Correct the rest on the next bill.',
    es: 'La liquidación quedaría en {amount}; debe ser mayor que cero. Ajuste el resto en la siguiente.',
    ja: '調整後の金額は {amount} です。0 を超える必要があります。残りは次回で調整してください。',
  },
  zeroAdjustment: { zh: '调整金额须大于零', en: 'The correction must be above zero.', es: 'El ajuste debe ser mayor que cero.', ja: '調整額は 0 より大きくしてください。' },
  declineReason: { zh: '请填写原因（至少 2 个字）', en: 'Give the reason (at least 2 characters).', es: 'Indique el motivo (al menos 2 caracteres).', ja: '理由を入力してください（2文字以上）。' },
  staffInvoice: { zh: '内部人员的佣金不需要发票', en: 'Staff do not send invoices.', es: 'El personal no envía factura.', ja: '社員の紹介手数料に発票は不要です。' },
  invoiceMissing: { zh: '尚未收到对方发票，不能付款', en: 'The invoice has not arrived yet, so the bill cannot be paid.', es: 'Aún no ha llegado la factura: la liquidación no se puede pagar.', ja: '発票が未着のため支払えません。' },
  paymentWaits: { zh: '付款已登记，待他人复核', en: 'The payment is registered and awaits approval by another person.', es: 'El pago está registrado y espera la aprobación de otra persona.', ja: '支払は登録済みで、別の担当者の承認待ちです。' },
  noPayment: { zh: '尚未登记付款', en: 'No payment has been registered.', es: 'No hay ningún pago registrado.', ja: '支払が登録されていません。' },
  ownPayment: { zh: '不能复核自己登记的付款', en: 'You registered this payment. Another person must approve it.', es: 'Usted registró este pago: debe aprobarlo otra persona.', ja: 'ご自身が登録した支払は承認できません。別の担当者が承認してください。' },
  returnWaits: { zh: '银行退回已登记，待他人核对', en: 'The return is entered and awaits confirmation by another person.', es: 'La devolución está registrada y espera la confirmación de otra persona.', ja: '組戻しは登録済みで、別の担当者の確認待ちです。' },
  noReturn: { zh: '没有待核对的银行退回', en: 'No return by the bank awaits confirmation.', es: 'No hay ninguna devolución del banco por confirmar.', ja: '確認待ちの組戻しはありません。' },
  ownReturn: { zh: '不能核对自己登记的银行退回', en: 'You entered this return. Another person must confirm it.', es: 'Usted registró esta devolución: debe confirmarla otra persona.', ja: 'ご自身が登録した組戻しは確認できません。別の担当者が確認してください。' },
  dayAhead: { zh: '付款日不能晚于今天', en: 'The payment date cannot be in the future.', es: 'La fecha de pago no puede ser futura.', ja: '支払日は今日以前にしてください。' },
  monthOpen: { zh: '{month} 尚未结束，不能生成账单', en: '{month} is not over yet.', es: '{month} aún no ha terminado.', ja: '{month} はまだ終わっていません。' },
} as const satisfies Record<string, Text>

export const billStateNames: Readonly<Record<BillState, Text>> = {
  generated: { zh: '待确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  disputed: { zh: '有异议', en: 'Disputed', es: 'Impugnada', ja: '異議あり' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmada', ja: '確認済み' },
  invoiced: { zh: '已收票', en: 'Invoice received', es: 'Con factura', ja: '発票受領済み' },
  paid: { zh: '已付款', en: 'Paid', es: 'Pagada', ja: '支払済み' },
}

export const dayStateNames: Readonly<Record<CommissionDayState, Text>> = {
  accruing: { zh: '计提中', en: 'Accruing', es: 'Devengando', ja: '計上中' },
  billed: { zh: '已出账', en: 'Billed', es: 'Liquidada', ja: '明細書発行済み' },
  paid: { zh: '已付款', en: 'Paid', es: 'Pagada', ja: '支払済み' },
}

export const billPartyNames: Readonly<Record<BillParty, Text>> = {
  partner: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
  staff: { zh: '内部人员', en: 'Staff', es: 'Personal', ja: '社員' },
}

export const billStepNames: Readonly<Record<BillStep, Text>> = {
  issued: { zh: '生成账单', en: 'Issued', es: 'Emitida', ja: '発行' },
  confirmed: { zh: '收款方确认', en: 'Confirmed by the payee', es: 'Confirmada por el beneficiario', ja: '受取人が確認' },
  disputed: { zh: '收款方提出异议', en: 'Disputed by the payee', es: 'Impugnada por el beneficiario', ja: '受取人が異議' },
  answered: { zh: '答复异议，金额不变', en: 'Answered, amount unchanged', es: 'Respondida sin cambios', ja: '回答（金額変更なし）' },
  proposed: { zh: '提出调整', en: 'Correction proposed', es: 'Ajuste propuesto', ja: '調整を提案' },
  adjusted: { zh: '调整已复核', en: 'Correction approved', es: 'Ajuste aprobado', ja: '調整を承認' },
  declined: { zh: '调整未通过', en: 'Correction declined', es: 'Ajuste rechazado', ja: '調整を却下' },
  invoiced: { zh: '上传发票', en: 'Invoice uploaded', es: 'Factura subida', ja: '発票を提出' },
  invoiceReturned: { zh: '退回发票', en: 'Invoice returned', es: 'Factura devuelta', ja: '発票を差戻し' },
  prepared: { zh: '登记付款', en: 'Payment registered', es: 'Pago registrado', ja: '支払を登録' },
  notPaid: { zh: '付款登记被退回', en: 'Payment declined', es: 'Pago rechazado', ja: '支払登録を差戻し' },
  paid: { zh: '付款已复核', en: 'Payment approved', es: 'Pago aprobado', ja: '支払を承認' },
  bounced: { zh: '登记银行退回', en: 'Return by the bank entered', es: 'Devolución del banco registrada', ja: '組戻しを登録' },
  notBounced: { zh: '银行退回未通过', en: 'Return declined', es: 'Devolución rechazada', ja: '組戻し登録を差戻し' },
  returned: { zh: '银行退回已确认，可重新付款', en: 'Return confirmed; to be paid again', es: 'Devolución confirmada; se pagará de nuevo', ja: '組戻しを確認（再度支払）' },
}

export const commissionFields = {
  no: { zh: '账单号', en: 'Bill', es: 'Liquidación', ja: '明細書番号' },
  month: { zh: '期间', en: 'Month', es: 'Mes', ja: '対象月' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  party: { zh: '收款方', en: 'Payee', es: 'Beneficiario', ja: '受取人' },
  partyType: { zh: '类型', en: 'Type', es: 'Tipo', ja: '種類' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  units: { zh: '单位数', en: 'Units', es: 'Empresas', ja: '企業数' },
  base: { zh: '业务额（计提基数）', en: 'Business volume', es: 'Volumen de negocio', ja: '取引額（計算基礎）' },
  rate: { zh: '综合费率', en: 'Effective rate', es: 'Tasa efectiva', ja: '実効料率' },
  accrued: { zh: '计提', en: 'Accrued', es: 'Devengado', ja: '計上' },
  reversed: { zh: '退汇冲回', en: 'Reversed', es: 'Revertido', ja: '組戻し' },
  carried: { zh: '其中以前月份', en: 'Of earlier months', es: 'De meses anteriores', ja: 'うち前月以前' },
  adjusted: { zh: '调整', en: 'Corrections', es: 'Ajustes', ja: '調整' },
  amount: { zh: '应付', en: 'Payable', es: 'A pagar', ja: '支払額' },
  invoice: { zh: '发票号码', en: 'Invoice', es: 'Factura', ja: '発票番号' },
  paidOn: { zh: '付款日', en: 'Paid on', es: 'Fecha de pago', ja: '支払日' },
  serial: { zh: '银行流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  batch: { zh: '批次号', en: 'Batch', es: 'Lote', ja: 'バッチ番号' },
  fee: { zh: '服务费', en: 'Service fee', es: 'Tarifa de servicio', ja: '手数料' },
  commission: { zh: '本方佣金', en: 'Commission', es: 'Comisión propia', ja: '紹介手数料' },
} as const satisfies Record<string, Text>

export const commissionListNames = {
  days: { zh: '佣金明细', en: 'Daily commission', es: 'Comisiones por día', ja: '紹介手数料明細' },
  bills: { zh: '佣金账单', en: 'Commission bills', es: 'Liquidaciones de comisión', ja: '紹介手数料明細書' },
} as const satisfies Record<string, Text>
