import type { Text } from '#/domain/base/text.ts'

export const ledgerRefusals = {
  insufficient: {
    zh: '余额不足：需 {need}，可用 {available}',
    en: 'Not enough balance: {need} needed, {available} available.',
    es: 'Saldo insuficiente: se necesitan {need}, hay {available}.',
    ja: '残高不足：必要 {need}、利用可能 {available}。',
  },
  ownerClosed: {
    zh: '单位已注销或运营中心已停用，不能入账。请先由平台恢复该单位、启用该中心，入账后再为单位办理退款',
    en: 'The unit is closed or the centre is disabled, so no money can be booked to it. Ask the platform to reopen the unit or enable the centre, then book the money and refund it to the unit.',
    es: 'La empresa está cerrada o el centro desactivado y no se le puede abonar dinero. Pida a la plataforma que reabra la empresa o active el centro; después abónelo y reembólselo a la empresa.',
    ja: '企業が解約済み、またはセンターが停止中のため記帳できません。プラットフォームに企業の再開またはセンターの有効化を依頼し、記帳後に企業へ返金してください。',
  },
  serialTaken: {
    zh: '银行流水号 {serial} 已登记于{use} {no}',
    en: 'Bank reference {serial} is already registered for {use} {no}.',
    es: 'La referencia bancaria {serial} ya está registrada: {use} {no}.',
    ja: '銀行取引番号 {serial} は{use} {no} で登録済みです。',
  },
  serialBooked: {
    zh: '对账差异已将流水 {serial} 记银行账，再登记会重复。请先登记挂账已退回；已入账的差异请先冲回',
    en: 'Reconciliation has already booked bank reference {serial}. Clear its difference from suspense first, or undo the booking.',
    es: 'La conciliación ya contabilizó la referencia {serial}. Retire antes su diferencia de partidas en suspenso o anule el asiento.',
    ja: '取引番号 {serial} は照合差異として記帳済みです。先に仮勘定から消し込むか、計上を取り消してください。',
  },
  dayToReopen: {
    zh: '流水 {serial} 与登记金额的差额已在 {day} 的对账中处理，且该日已关账。请先重新打开 {day} 的对账',
    en: 'Reconciliation of {day} is closed and settles the difference between bank reference {serial} and the registered amount. Reopen {day} first.',
    es: 'La conciliación del {day} está cerrada y resuelve la diferencia entre la referencia {serial} y el importe registrado. Reabra antes el {day}.',
    ja: '取引番号 {serial} と登録金額の差額は {day} の照合で処理され、同日は締め済みです。先に {day} の締めを解除してください。',
  },
  returnDay: {
    zh: '退回日期不能早于打款日 {day}，也不能晚于今天',
    en: 'The date of the return must be between the payment on {day} and today.',
    es: 'La fecha de la devolución debe estar entre el pago del {day} y hoy.',
    ja: '組戻し日は支払日 {day} から本日までです。',
  },
  returnKnown: {
    zh: '这笔款项的银行退回已登记',
    en: 'The return of this payment by the bank is already entered.',
    es: 'La devolución de este pago por el banco ya está registrada.',
    ja: 'この支払いの組戻しは登録済みです。',
  },
  serialNeeded: {
    zh: '请填写退回流水号',
    en: 'Enter the bank reference of the return.',
    es: 'Indique la referencia bancaria de la devolución.',
    ja: '組戻しの銀行取引番号を入力してください。',
  },
  transferShown: {
    zh: '银行流水已有这笔付款 {serial}，不能登记为未付出。如已退回，请填写退回流水号',
    en: 'A bank statement shows this transfer ({serial}), so it was carried out. If the bank sent it back, enter the reference of the return.',
    es: 'Un extracto muestra esta transferencia ({serial}): sí se ejecutó. Si el banco la devolvió, indique la referencia de la devolución.',
    ja: '銀行明細にこの支払い（{serial}）があります。組み戻された場合は組戻しの取引番号を入力してください。',
  },
  noReturn: { zh: '没有待核对的银行退回', en: 'No return by the bank awaits confirmation.', es: 'No hay ninguna devolución del banco por confirmar.', ja: '確認待ちの組戻しはありません。' },
  ownReturn: {
    zh: '登记银行退回的人不能核对，请由另一人核对银行流水后确认',
    en: 'You entered this return; another person checks the bank statement and confirms it.',
    es: 'Usted registró esta devolución; otra persona revisa el extracto del banco y la confirma.',
    ja: '組戻しの登録者は確認できません。別の担当者が銀行明細を確認してください。',
  },
  returnReason: { zh: '请填写驳回原因', en: 'Enter the reason for the rejection.', es: 'Indique el motivo del rechazo.', ja: '却下の理由を入力してください。' },
} as const satisfies Record<string, Text>

export const transferUseNames = {
  topup: { zh: '充值', en: 'top-up', es: 'recarga', ja: '入金' },
  credit_return: { zh: '来款退回', en: 'returned credit', es: 'ingreso devuelto', ja: '入金返還' },
  refund: { zh: '退款', en: 'refund', es: 'reembolso', ja: '返金' },
  commission_bill: { zh: '佣金账单', en: 'commission bill', es: 'liquidación de comisiones', ja: '紹介手数料明細書' },
  tax_entry: { zh: '税款缴纳', en: 'tax payment of', es: 'pago de impuestos de', ja: '納税' },
  tax_credit_move: { zh: '退税到账', en: 'tax refund of', es: 'devolución de impuestos de', ja: '税金還付' },
  tax_clearing_entry: { zh: '收回多退税款', en: 'repaid tax of', es: 'impuesto reintegrado de', ja: '税金返納' },
  transfer_return: { zh: '银行退回', en: 'return by the bank of', es: 'devolución del banco de', ja: '組戻し' },
  tax_clearing_payment: { zh: '多扣税款退还', en: 'refund of excess tax of', es: 'devolución de impuesto excedente de', ja: '過納税額の返金' },
  payout_slip: { zh: '线下支付明细', en: 'manual payment', es: 'pago externo', ja: 'オフライン支払明細' },
} as const satisfies Record<string, Text>

export const journalKindNames: Readonly<Record<'topup' | 'freeze' | 'unfreeze' | 'payment' | 'return' | 'refund' | 'adjustment' | 'suspense' | 'opening', Text>> = {
  topup: { zh: '充值', en: 'Top-up', es: 'Recarga', ja: '入金' },
  freeze: { zh: '冻结', en: 'Reserved', es: 'Reserva', ja: '凍結' },
  unfreeze: { zh: '解冻', en: 'Released', es: 'Liberación', ja: '凍結解除' },
  payment: { zh: '支付', en: 'Payment', es: 'Pago', ja: '支払い' },
  return: { zh: '退汇', en: 'Returned', es: 'Devolución', ja: '組戻し' },
  refund: { zh: '退款', en: 'Refund', es: 'Reembolso', ja: '返金' },
  suspense: { zh: '挂账', en: 'Suspense', es: 'Partida en suspenso', ja: '仮勘定' },
  adjustment: { zh: '调账', en: 'Adjustment', es: 'Ajuste', ja: '調整' },
  opening: { zh: '期初余额', en: 'Opening balance', es: 'Saldo inicial', ja: '期首残高' },
}
