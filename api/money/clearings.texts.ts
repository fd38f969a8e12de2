import type { Text } from '#/domain/base/text.ts'
import type { ClearingAnswer, ClearingChoice, ClearingEntryKind, ClearingPayment, ClearingState } from '#/domain/money/clearing.ts'

export const clearingStateNames: Readonly<Record<ClearingState, Text>> = {
  found: { zh: '待告知', en: 'To be offered', es: 'Por ofrecer', ja: '通知待ち' },
  offered: { zh: '待本人选择', en: 'Person to choose', es: 'Por elegir', ja: '本人の選択待ち' },
  chosen: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  approved: { zh: '已复核，办理中', en: 'Approved, in progress', es: 'Aprobada, en curso', ja: '承認済み・処理中' },
  done: { zh: '已办结', en: 'Completed', es: 'Completada', ja: '完了' },
  refused: { zh: '本人不同意', en: 'Refused by the person', es: 'Rechazada por la persona', ja: '本人が不同意' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取下げ' },
  expired: { zh: '已过期', en: 'Expired', es: 'Caducada', ja: '期限切れ' },
}

export const clearingChoiceNames: Readonly<Record<ClearingChoice, Text>> = {
  credit: { zh: '抵减以后税费', en: 'Credit against later tax', es: 'Crédito para impuestos futuros', ja: '以後の税額に充当' },
  refund: { zh: '退还', en: 'Refund', es: 'Devolución', ja: '返還' },
}

export const clearingAnswerNames: Readonly<Record<ClearingAnswer, Text>> = {
  ...clearingChoiceNames,
  refuse: { zh: '不同意该金额', en: 'Refused', es: 'Rechazo', ja: '不同意' },
}

export const clearingPaymentNames: Readonly<Record<ClearingPayment, Text>> = {
  refund: { zh: '退还', en: 'Refund', es: 'Devolución', ja: '返還' },
  recovery: { zh: '收回', en: 'Paid back', es: 'Reintegro', ja: '回収' },
  bounce: { zh: '银行退回', en: 'Sent back by the bank', es: 'Devuelta por el banco', ja: '組戻し' },
}

export const clearingEntryNames: Readonly<Record<ClearingEntryKind, Text>> = {
  receipt: { zh: '收到还款', en: 'Money received', es: 'Reintegro recibido', ja: '入金' },
  choice: { zh: '书面选择', en: 'Written choice', es: 'Elección por escrito', ja: '書面による選択' },
  bounce: { zh: '银行退回', en: 'Refund sent back by the bank', es: 'Devolución rechazada por el banco', ja: '返還の組戻し' },
}

export const clearingEntryStateNames: Readonly<Record<'pending' | 'confirmed' | 'rejected', Text>> = {
  pending: { zh: '待核对', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmado', ja: '確認済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
}

/** Headings of the list, its export and the document. */
export const clearingFields = {
  no: { zh: '编号', en: 'Number', es: 'Número', ja: '番号' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  code: { zh: '经营者编号', en: 'Operator number', es: 'Número de operador', ja: '事業者番号' },
  month: { zh: '所属月份', en: 'Month', es: 'Mes', ja: '対象月' },
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  amount: { zh: '多扣合计', en: 'Total over-withheld', es: 'Retenido de más', ja: '過大徴収額' },
  used: { zh: '已抵减', en: 'Credited', es: 'Acreditado', ja: '充当済み' },
  refunded: { zh: '已退还', en: 'Refunded', es: 'Devuelto', ja: '返還済み' },
  transferring: { zh: '退款转账中', en: 'Being transferred', es: 'En transferencia', ja: '送金手続中' },
  transferBy: { zh: '转账人', en: 'Transferred by', es: 'Transferida por', ja: '送金担当' },
  reversed: { zh: '退汇冲回', en: 'Reversed by a return', es: 'Revertido por un retorno', ja: '組戻しによる取消' },
  recovered: { zh: '已收回', en: 'Paid back', es: 'Reintegrado', ja: '回収済み' },
  owed: { zh: '应收回', en: 'To be paid back', es: 'Por reintegrar', ja: '要回収' },
  pending: { zh: '待核对', en: 'To confirm', es: 'Por confirmar', ja: '確認待ち' },
  enteredBy: { zh: '登记人', en: 'Entered by', es: 'Registrado por', ja: '登録者' },
  left: { zh: '剩余', en: 'Remaining', es: 'Restante', ja: '残額' },
  choice: { zh: '本人选择', en: 'Choice', es: 'Elección', ja: '本人の選択' },
  path: { zh: '选择方式', en: 'Choice made', es: 'Forma de elección', ja: '選択方法' },
  signedOn: { zh: '签署日期', en: 'Signed on', es: 'Fecha de la firma', ja: '署名日' },
  scan: { zh: '书面选择扫描件', en: 'Scan of the signed choice', es: 'Escaneo del documento', ja: '書面のスキャン' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  offeredBy: { zh: '告知人', en: 'Offered by', es: 'Ofrecida por', ja: '通知者' },
  chosenAt: { zh: '选择时间', en: 'Chosen', es: 'Elegida', ja: '選択日時' },
  decidedBy: { zh: '复核人', en: 'Approved by', es: 'Aprobada por', ja: '承認者' },
  decidedAt: { zh: '复核时间', en: 'Approved', es: 'Aprobada el', ja: '承認日時' },
  payment: { zh: '收付', en: 'Transfer', es: 'Transferencia', ja: '入出金' },
  paid: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  paidOn: { zh: '银行日期', en: 'Bank date', es: 'Fecha bancaria', ja: '銀行日付' },
  serial: { zh: '银行流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  card: { zh: '收款卡', en: 'Card', es: 'Tarjeta', ja: '受取カード' },
  lastDay: { zh: '选择期限', en: 'Choose by', es: 'Elegir hasta el', ja: '選択期限' },
  foundAt: { zh: '发现时间', en: 'Found', es: 'Detectada', ja: '検出日時' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
} as const satisfies Record<string, Text>

export const clearingTexts = {
  list: { zh: '月度清算', en: 'Monthly clearing', es: 'Liquidación mensual', ja: '月次清算' },
  terms: {
    zh: '本人已知悉上述月份多扣的税费，并作出上述选择。选择抵减的，运营中心在以后付款中以该金额缴纳本人应负担的税费（民法典第五百六十九条）；选择退还的，退至本人登记的收款卡。应纳税额及申报不因此改变；当月由运营中心办理更正申报。',
    en: 'The person was informed of the over-withheld tax of this month and made the choice above. The centre uses a credit to pay tax that the person bears in later payments (Civil Code §569). A refund goes to the registered card. The tax due does not change; the centre corrects the declaration of the month.',
    es: 'La persona conoce lo retenido de más en este mes y eligió lo anterior. El centro usa el crédito para pagar impuestos de pagos futuros (Código Civil, art. 569). La devolución va a la tarjeta registrada. El impuesto debido no cambia; el centro rectifica el mes.',
    ja: '本人は当月の過大徴収を認識し、上記を選択しました。充当の場合、センターは以後の支払いで本人が負担する税額に充てます（民法典第569条）。返還は登録カードに行います。納付すべき税額は変わらず、センターが当月を更正申告します。',
  },
  outdated: {
    zh: '该月多扣金额已变化，系统已撤回',
    en: 'Withdrawn by the program: the excess of the month changed',
    es: 'Retirada por el programa: el exceso del mes cambió',
    ja: '当月の過大徴収額が変わったため、システムが取り下げました',
  },
  outdatedRefusal: {
    zh: '{reason}（本人不同意后该月多扣金额已变化，系统已撤回）',
    en: '{reason} (refused; then withdrawn by the program: the excess of the month changed)',
    es: '{reason} (rechazada; luego retirada por el programa: el exceso del mes cambió)',
    ja: '{reason}（本人不同意の後、当月の過大徴収額が変わったため、システムが取り下げました）',
  },
  online: { zh: '本人在线选择', en: 'By the person, online', es: 'Por la persona, en línea', ja: '本人がオンラインで選択' },
  paper: {
    zh: '书面选择，由 {enterer} 录入、{confirmer} 核对',
    en: 'On paper, entered by {enterer}, confirmed by {confirmer}',
    es: 'Por escrito, registrada por {enterer}, confirmada por {confirmer}',
    ja: '書面（登録 {enterer}、確認 {confirmer}）',
  },
  ownPaper: { zh: '书面选择，{day} 签署', en: 'On paper, signed on {day}', es: 'Por escrito, firmada el {day}', ja: '書面（{day} 署名）' },
  document: { zh: '税费清算确认书', en: 'Confirmation of cleared tax', es: 'Confirmación de la liquidación de impuestos', ja: '税額清算確認書' },
} as const satisfies Record<string, Text>

export const clearingRefusals = {
  notFound: { zh: '清算不存在或不在您的管理范围内', en: 'The clearing does not exist or is outside your scope.', es: 'No existe esa liquidación en su ámbito.', ja: '清算が存在しないか、管理範囲外です。' },
  changed: { zh: '清算已变化，请刷新后重试', en: 'The clearing has changed. Reload and try again.', es: 'La liquidación cambió. Recargue y reintente.', ja: '清算が変更されました。再読み込みしてください。' },
  wrongState: { zh: '当前状态“{state}”不能执行此操作', en: 'Not possible in status “{state}”.', es: 'No es posible en el estado «{state}».', ja: '状態「{state}」ではこの操作はできません。' },
  noRight: { zh: '没有此操作的权限', en: 'You do not have the permission for this step.', es: 'Le falta el permiso para este paso.', ja: 'この操作の権限がありません。' },
  notPerson: { zh: '只能由本人选择', en: 'Only the person can choose.', es: 'Solo elige la persona.', ja: '本人のみ選択できます。' },
  noPlace: { zh: '由所属运营中心或平台办理', en: 'Only the operator’s centre or the platform can do this.', es: 'Solo puede hacerlo el centro del operador o la plataforma.', ja: '所属センターまたはプラットフォームのみが行えます。' },
  ownOffer: {
    zh: '须由另一人复核：本条由您或视为同一人的账号告知',
    en: 'Another person must approve: you, or an account linked to yours, offered this clearing.',
    es: 'Debe aprobarla otra persona: la ofreció usted o una cuenta vinculada a la suya.',
    ja: '別の担当者が承認してください。あなた（または同一人物とみなすアカウント）が通知しました。',
  },
  ownChoice: {
    zh: '须由另一人复核：您是收款人本人或录入了其书面选择，或视为同一人',
    en: 'Another person must approve: you are the payee or entered the written choice, or your accounts count as one person.',
    es: 'Debe aprobarla otra persona: usted es el beneficiario o registró su elección por escrito, o sus cuentas cuentan como una sola.',
    ja: '別の担当者が承認してください。あなたは本人か書面の登録者、または同一人物とみなされます。',
  },
  ownApproval: {
    zh: '须由另一人登记收付：本条由您或视为同一人的账号复核',
    en: 'Another person must enter the transfer: you, or an account linked to yours, approved the clearing.',
    es: 'Debe registrar la transferencia otra persona: la aprobó usted o una cuenta vinculada a la suya.',
    ja: '別の担当者が入出金を登録してください。あなた（または同一人物とみなすアカウント）が承認しました。',
  },
  reasonNeeded: { zh: '请说明原因', en: 'State the reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
  excessGone: {
    zh: '该月已不再多扣这些税费，请撤回后重新查找',
    en: 'The month no longer has this excess. Withdraw the clearing and search again.',
    es: 'El mes ya no tiene ese exceso. Retire la liquidación y busque de nuevo.',
    ja: '当月にこの過大徴収はもうありません。取り下げて再検出してください。',
  },
  paymentUnderWay: {
    zh: '该人员本年度有付款在途，到账后再复核',
    en: 'A payment to this person is in progress. Approve the clearing after the payment arrives.',
    es: 'Un pago a esta persona está en curso. Apruebe cuando llegue.',
    ja: 'この受取人への支払いが処理中です。着金後に承認してください。',
  },
  payAfterPayment: {
    zh: '该人员本年度有付款在途，应退金额可能变化：请先不要转账，到账后再退还并登记',
    en: 'A payment to this person is in progress and may change the refund. Do not transfer yet. Pay and register the refund after the payment arrives.',
    es: 'Un pago a esta persona está en curso y puede cambiar la devolución. No transfiera aún: pague y registre la devolución cuando llegue.',
    ja: 'この受取人への支払いが処理中で、返還額が変わることがあります。まだ送金せず、着金後に返還して登録してください。',
  },
  transferOpen: {
    zh: '退款已开始转账，请先登记或取消',
    en: 'A refund is being transferred. Register or cancel it first.',
    es: 'Hay una devolución en transferencia. Regístrela o cancélela antes.',
    ja: '返還の送金手続中です。先に登録または取消をしてください。',
  },
  noTransfer: {
    zh: '请先点“开始退款”，锁定金额后再转账并登记',
    en: 'Begin the refund first to fix the amount. Then transfer the money and register the refund.',
    es: 'Inicie antes la devolución: fija el importe. Después transfiera y registre.',
    ja: '先に返還を開始して金額を確定し、送金後に登録してください。',
  },
  ownTransfer: {
    zh: '须由另一人核对银行流水后取消：本次转账由您或视为同一人的账号开始',
    en: 'Another person must check the bank statement and cancel: you, or an account linked to yours, began this transfer.',
    es: 'Otra persona debe comprobar el extracto y cancelarla: la inició usted o una cuenta vinculada a la suya.',
    ja: '別の担当者が銀行明細を確認して取り消してください。あなた（または同一人物とみなすアカウント）が開始しました。',
  },
  creditUnderWay: {
    zh: '有付款正在使用抵减额，到账后再选择退还',
    en: 'A payment in progress uses the credit. Choose the refund after the payment arrives.',
    es: 'Un pago en curso usa el crédito. Elija la devolución cuando llegue.',
    ja: '処理中の支払いが充当額を使用しています。完了後に返還を選択してください。',
  },
  isOwed: {
    zh: '该抵减额已复核，剩余部分应退还本人，不能驳回',
    en: 'The credit was approved, so the rest is owed to the person and cannot be rejected.',
    es: 'El crédito se aprobó: el resto se debe a la persona y no puede rechazarse.',
    ja: '充当額は承認済みで、残額は本人への債務のため却下できません。',
  },
  isRefund: { zh: '已选择退还', en: 'A refund was already chosen.', es: 'La devolución ya está elegida.', ja: '返還を選択済みです。' },
  isCreditAlready: { zh: '已选择抵减', en: 'A credit was already chosen.', es: 'El crédito ya está elegido.', ja: '充当を選択済みです。' },
  isCredit: { zh: '抵减额由以后的付款使用，不另付款', en: 'Later payments use a credit. Nothing is paid out.', es: 'Los pagos posteriores usan el crédito; no se paga nada.', ja: '充当額は以後の支払いで使用され、別途の支払いはありません。' },
  nothingLeft: { zh: '没有可退的余额', en: 'Nothing is left to refund.', es: 'No queda nada por devolver.', ja: '返還できる残額がありません。' },
  nothingOwed: {
    zh: '本条从未有应收回的金额；收错的款项请在“预付款”认领或退回',
    en: 'The person never owed anything here. Claim or return the money under Prepayments.',
    es: 'La persona nunca debió nada aquí. Reclame o devuelva el dinero en Anticipos.',
    ja: '本件に要回収額が生じたことはありません。入金は「前払金」で処理してください。',
  },
  nothingSent: {
    zh: '没有可登记退回的退款',
    en: 'There is no refund that the bank could have sent back.',
    es: 'No hay ninguna devolución que el banco pudiera rechazar.',
    ja: '組戻しを登録できる返還はありません。',
  },
  beforeRefund: {
    zh: '银行日期不能早于退款日 {day}',
    en: 'The bank date is earlier than the refund on {day}.',
    es: 'La fecha bancaria es anterior a la devolución del {day}.',
    ja: '銀行日付が返還日 {day} より前です。',
  },
  entryPending: {
    zh: '已有一项登记待核对，请先由另一人核对',
    en: 'An entry is awaiting confirmation. Another person must decide it first.',
    es: 'Hay un registro por confirmar. Antes debe resolverlo otra persona.',
    ja: '確認待ちの登録があります。先に別の担当者が確認してください。',
  },
  nothingPending: { zh: '没有待核对的登记', en: 'No entry is awaiting confirmation.', es: 'No hay nada por confirmar.', ja: '確認待ちの登録はありません。' },
  ownEntry: {
    zh: '须由另一人核对：本项由您或视为同一人的账号登记',
    en: 'Another person must confirm: you, or an account linked to yours, made this entry.',
    es: 'Debe confirmarlo otra persona: lo registró usted o una cuenta vinculada a la suya.',
    ja: '別の担当者が確認してください。あなた（または同一人物とみなすアカウント）が登録しました。',
  },
  ownMoney: {
    zh: '须由另一人核对：您是该收款人本人，或视为同一人',
    en: 'Another person must confirm: you are this payee, or your accounts count as one person.',
    es: 'Debe confirmarlo otra persona: usted es este beneficiario, o sus cuentas cuentan como una sola.',
    ja: '別の担当者が確認してください。あなたは本人、または同一人物とみなされます。',
  },
  hasAccount: {
    zh: '该收款人有可登录的账号，由本人在线选择',
    en: 'The payee has an account and must choose online.',
    es: 'El beneficiario tiene cuenta y debe elegir en línea.',
    ja: '本人にアカウントがあるため、本人がオンラインで選択します。',
  },
  paperOutdated: {
    zh: '录入后清算的金额或状态已变化：请驳回，并请本人按新的情况重新签署',
    en: 'The amount or status changed after the entry. Reject the entry, and have the person sign again.',
    es: 'El importe o el estado cambió tras el registro. Rechácelo y pida una nueva firma.',
    ja: '登録後に金額または状態が変わりました。却下し、本人に改めて署名してもらってください。',
  },
  signedEarly: { zh: '签署日期不能早于告知日 {day}', en: 'The signing date cannot be before the offer on {day}.', es: 'La fecha de firma no puede ser anterior a la oferta del {day}.', ja: '署名日が通知日 {day} より前です。' },
  noAmount: { zh: '金额须大于零', en: 'Enter an amount above zero.', es: 'El importe debe ser mayor que cero.', ja: '金額は0より大きくしてください。' },
  dayAhead: { zh: '日期不能晚于今天', en: 'The date cannot be later than today.', es: 'La fecha es futura.', ja: '日付が未来です。' },
  tooEarly: { zh: '银行日期不能早于复核日 {day}', en: 'The bank date is earlier than the approval on {day}.', es: 'La fecha bancaria es anterior a la aprobación ({day}).', ja: '銀行日付が承認日 {day} より前です。' },
} as const satisfies Record<string, Text>
