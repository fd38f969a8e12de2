import type { Text } from '#/domain/base/text.ts'

export const refundStateNames = {
  applied: { zh: '待审核', en: 'Awaiting decision', es: 'Por resolver', ja: '審査待ち' },
  approved: { zh: '待打款', en: 'To pay', es: 'Por pagar', ja: '支払待ち' },
  failing: { zh: '失败待确认', en: 'Failure to confirm', es: 'Fallo por confirmar', ja: '失敗の確認待ち' },
  paid: { zh: '已退款', en: 'Refunded', es: 'Reembolsado', ja: '返金済み' },
  failed: { zh: '退款失败', en: 'Failed', es: 'Fallido', ja: '返金失敗' },
  returned: { zh: '银行已退回', en: 'Sent back by the bank', es: 'Devuelto por el banco', ja: '組戻し' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取下げ' },
} as const satisfies Record<string, Text>

export const adjustmentStateNames = {
  proposed: { zh: '待审批', en: 'Awaiting decision', es: 'Por resolver', ja: '承認待ち' },
  approved: { zh: '已入账', en: 'Booked', es: 'Contabilizado', ja: '計上済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取下げ' },
} as const satisfies Record<string, Text>

export const refundFields = {
  refundNo: { zh: '退款单号', en: 'Refund', es: 'Reembolso', ja: '返金番号' },
  payeeName: { zh: '收款户名', en: 'Refunded to', es: 'Titular', ja: '受取名義' },
  payeeAccount: { zh: '收款账号（原付款账户）', en: 'Original paying account', es: 'Cuenta de origen', ja: '返金先（振込元口座）' },
  applicant: { zh: '申请人', en: 'Requested by', es: 'Solicitante', ja: '申請者' },
  appliedAt: { zh: '申请时间', en: 'Requested', es: 'Solicitado', ja: '申請日時' },
  decider: { zh: '审核人', en: 'Decided by', es: 'Resuelto por', ja: '審査者' },
  registrar: { zh: '打款登记人', en: 'Registered by', es: 'Registrado por', ja: '支払登録者' },
  paidOn: { zh: '打款日期', en: 'Paid on', es: 'Pagado el', ja: '支払日' },
  refundSerial: { zh: '退款流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  failureConfirmedBy: { zh: '失败确认人', en: 'Failure confirmed by', es: 'Fallo confirmado por', ja: '失敗の確認者' },
  returnedOn: { zh: '银行退回日期', en: 'Sent back on', es: 'Devuelto el', ja: '組戻し日' },
  returnSerial: { zh: '退回流水号', en: 'Reference of the return', es: 'Referencia de la devolución', ja: '組戻しの取引番号' },
  answer: { zh: '处理说明', en: 'Answer', es: 'Respuesta', ja: '処理内容' },
} as const satisfies Record<string, Text>

export const refundListName: Text = { zh: '退款记录', en: 'Refunds', es: 'Reembolsos', ja: '返金記録' }

export const refundRefusals = {
  refundNotFound: { zh: '退款单不存在', en: 'The refund does not exist.', es: 'El reembolso no existe.', ja: '返金申請が存在しません。' },
  refundChanged: { zh: '退款单已被他人处理，请刷新后重试', en: 'Someone else has processed this refund. Reload.', es: 'Otra persona ya tramitó este reembolso. Actualice la página.', ja: 'この返金申請は他のユーザーが処理しました。再読み込みしてください。' },
  refundState: { zh: '退款单当前状态不能执行此操作', en: 'This action is not possible in the current status of the refund.', es: 'El estado del reembolso no permite esta operación.', ja: '現在の状態ではこの操作はできません。' },
  notAnOrigin: {
    zh: '账户 {account} 没有已入账的充值；退款只能退回原付款账户',
    en: 'No booked top-up came from account {account}; refunds go to the account of origin only.',
    es: 'Ninguna recarga contabilizada vino de la cuenta {account}; solo se reembolsa a la cuenta de origen.',
    ja: '口座 {account} からの入金はありません。返金は振込元口座に限ります。',
  },
  overOrigin: { zh: '账户 {account} 最多可退 {left}', en: 'At most {left} can go back to account {account}.', es: 'A la cuenta {account} se pueden reembolsar como máximo {left}.', ja: '口座 {account} への返金は {left} までです。' },
  unitFrozen: {
    zh: '单位已被冻结，资金不能变动，解冻后才能退款',
    en: 'The unit is frozen: its funds cannot be moved. Refunds continue once it is unfrozen.',
    es: 'La empresa está bloqueada: sus fondos no se pueden mover. Los reembolsos seguirán cuando se desbloquee.',
    ja: '企業は凍結中のため資金を動かせません。返金は凍結解除後に行えます。',
  },
  ownRefund: { zh: '申请人不能处理自己的退款', en: 'You cannot decide or pay a refund you requested.', es: 'No puede resolver ni pagar un reembolso que pidió usted.', ja: '申請者本人は処理できません。' },
  sameHands: { zh: '审核人不能登记打款，请由另一人登记', en: 'You approved this refund; another person registers its payment.', es: 'Usted aprobó este reembolso; el pago lo registra otra persona.', ja: '審査者は支払を登録できません。別の担当者が登録してください。' },
  ownRefundFailure: {
    zh: '登记失败的人不能确认，请由另一人核对银行流水后确认',
    en: 'You registered this failure; another person checks the bank statement and confirms it.',
    es: 'Usted registró este fallo; otra persona revisa el extracto del banco y lo confirma.',
    ja: '失敗の登録者は確認できません。別の担当者が銀行明細を確認してください。',
  },
  reasonNeeded: { zh: '请填写驳回原因', en: 'Enter the reason for the rejection.', es: 'Indique el motivo del rechazo.', ja: '却下の理由を入力してください。' },
  refundDay: { zh: '打款日期不能早于审核日，也不能晚于今天', en: 'The payment date must be between the approval and today.', es: 'La fecha de pago debe estar entre la aprobación y hoy.', ja: '支払日は審査日から本日までです。' },
  badRefundAmount: { zh: '金额须大于 0', en: 'The amount must be above zero.', es: 'El importe debe ser mayor que cero.', ja: '金額は 0 より大きくしてください。' },
  adjustmentNotFound: { zh: '调账单不存在', en: 'The adjustment does not exist.', es: 'El ajuste no existe.', ja: '調整伝票が存在しません。' },
  adjustmentChanged: { zh: '调账单已被他人处理，请刷新后重试', en: 'Someone else has processed this adjustment. Reload.', es: 'Otra persona ya tramitó este ajuste. Actualice la página.', ja: 'この調整は他のユーザーが処理しました。再読み込みしてください。' },
  adjustmentState: { zh: '调账单已处理，不能再改', en: 'The adjustment has already been decided.', es: 'El ajuste ya se resolvió.', ja: 'この調整は処理済みです。' },
  ownAdjustment: { zh: '提交人不能审批自己的调账', en: 'You cannot decide an adjustment you proposed.', es: 'No puede resolver un ajuste que propuso usted.', ja: '起票者本人は承認できません。' },
  notYourAdjustment: { zh: '只有提交人可以撤回', en: 'Only the proposer can withdraw the adjustment.', es: 'Solo puede retirar el ajuste quien lo propuso.', ja: '取下げは起票者のみ可能です。' },
} as const satisfies Record<string, Text>
