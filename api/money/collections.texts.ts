import type { Text } from '#/domain/base/text.ts'
import type { ClaimState, ObjectionKind, ObjectionState, PaymentInvoiceStatus, PaymentTaxStatus, ReceivedPaymentState } from '#/domain/money/collection.ts'

export const claimStateNames: Readonly<Record<ClaimState, Text>> = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  pending: { zh: '待单位确认', en: 'Waiting for the unit', es: 'Pendiente de la empresa', ja: '企業の確認待ち' },
  confirmed: { zh: '已确认待支付', en: 'Confirmed, to be paid', es: 'Confirmada, por pagar', ja: '確認済み・支払待ち' },
  paying: { zh: '支付中', en: 'Being paid', es: 'En pago', ja: '支払処理中' },
  paid: { zh: '已收款', en: 'Received', es: 'Cobrada', ja: '受取済み' },
  returned: { zh: '已退回', en: 'Returned', es: 'Devuelta', ja: '差戻し' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取消' },
}

export const objectionKindNames: Readonly<Record<ObjectionKind, Text>> = {
  notMine: { zh: '不是我的业务', en: 'Not my work', es: 'No es mi trabajo', ja: '自分の業務ではない' },
  amount: { zh: '金额不符', en: 'Wrong amount', es: 'Importe incorrecto', ja: '金額が違う' },
  notArrived: { zh: '未到账', en: 'Not received', es: 'No recibido', ja: '入金がない' },
}

export const objectionStateNames: Readonly<Record<ObjectionState, Text>> = {
  open: { zh: '待单位答复', en: 'Waiting for the unit', es: 'Pendiente de la empresa', ja: '企業の回答待ち' },
  answered: { zh: '待中心裁定', en: 'Waiting for the centre', es: 'Pendiente del centro', ja: 'センターの裁定待ち' },
  upheld: { zh: '异议成立', en: 'Upheld', es: 'Estimada', ja: '異議成立' },
  rejected: { zh: '异议不成立', en: 'Rejected', es: 'Desestimada', ja: '異議不成立' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '取下げ' },
}

export const receivedStateNames: Readonly<Record<ReceivedPaymentState, Text>> = {
  underway: { zh: '支付中', en: 'On its way', es: 'En curso', ja: '処理中' },
  arrived: { zh: '已到账', en: 'Received', es: 'Recibido', ja: '入金済み' },
  failed: { zh: '支付失败', en: 'Failed', es: 'Fallido', ja: '失敗' },
  returned: { zh: '已退汇', en: 'Returned', es: 'Devuelto', ja: '組戻し' },
}

export const taxStatusNames: Readonly<Record<PaymentTaxStatus, Text>> = {
  none: { zh: '无应扣税款', en: 'No tax', es: 'Sin impuestos', ja: '税額なし' },
  waiting: { zh: '未扣缴', en: 'Not withheld', es: 'Sin retener', ja: '未徴収' },
  withheld: { zh: '已代扣，待申报', en: 'Withheld, to be declared', es: 'Retenido, por declarar', ja: '源泉徴収済み・申告前' },
  closed: { zh: '已代扣，所属期已关账', en: 'Withheld, month closed', es: 'Retenido, mes cerrado', ja: '源泉徴収済み・月次締め済み' },
  declared: { zh: '已代扣并申报', en: 'Withheld and declared', es: 'Retenido y declarado', ja: '源泉徴収・申告済み' },
  certified: { zh: '完税凭证已取得', en: 'Tax certificate issued', es: 'Certificado fiscal emitido', ja: '納税証明書取得済み' },
}

export const invoiceStatusNames: Readonly<Record<PaymentInvoiceStatus, Text>> = {
  none: { zh: '未开票', en: 'Not invoiced', es: 'Sin factura', ja: '未発行' },
  applied: { zh: '开票中', en: 'Applied for', es: 'Solicitada', ja: '申請中' },
  issued: { zh: '已开票', en: 'Issued', es: 'Emitida', ja: '発行済み' },
}

export const collectionFields = {
  no: { zh: '收款单号', en: 'Claim', es: 'Solicitud', ja: '請求番号' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  entity: { zh: '个体户', en: 'Business', es: 'Negocio', ja: '個人事業' },
  unit: { zh: '单位', en: 'Company', es: 'Empresa', ja: '企業' },
  payer: { zh: '付款单位', en: 'Paid by', es: 'Pagado por', ja: '支払企業' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  order: { zh: '订单', en: 'Order', es: 'Pedido', ja: '注文' },
  amount: { zh: '金额', en: 'Amount', es: 'Importe', ja: '金額' },
  content: { zh: '服务内容', en: 'Service', es: 'Servicio', ja: 'サービス内容' },
  period: { zh: '服务期间', en: 'Service period', es: 'Período del servicio', ja: '役務期間' },
  papers: { zh: '材料', en: 'Results', es: 'Resultados', ja: '成果物' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  source: { zh: '来源', en: 'Entered by', es: 'Introducida por', ja: '登録者' },
  createdAt: { zh: '创建时间', en: 'Created', es: 'Creada', ja: '作成日時' },
  arrivedAt: { zh: '到账时间', en: 'Received', es: 'Recibido', ja: '入金日時' },
  invoice: { zh: '发票', en: 'Invoice', es: 'Factura', ja: '発票' },
  batch: { zh: '批次', en: 'Batch', es: 'Lote', ja: 'バッチ' },
  paymentNo: { zh: '业务编号', en: 'Payment', es: 'Pago', ja: '業務番号' },
  gross: { zh: '应发', en: 'Gross', es: 'Bruto', ja: '総支給額' },
  tax: { zh: '税费', en: 'Tax', es: 'Impuestos', ja: '税額' },
  fee: { zh: '服务费', en: 'Fee', es: 'Tarifa de servicio', ja: '手数料' },
  net: { zh: '实收', en: 'Received', es: 'Neto', ja: '受取額' },
  card: { zh: '收款卡尾号', en: 'Card ending', es: 'Terminación de la tarjeta', ja: 'カード下4桁' },
  taxState: { zh: '完税状态', en: 'Tax status', es: 'Situación fiscal', ja: '納税状態' },
  objection: { zh: '异议', en: 'Objection', es: 'Objeción', ja: '異議' },
  kind: { zh: '异议类型', en: 'Objection', es: 'Objeción', ja: '異議の種類' },
  statement: { zh: '异议说明', en: 'Statement', es: 'Explicación', ja: '申立て内容' },
  dueOn: { zh: '答复期限', en: 'Answer by', es: 'Responder hasta', ja: '回答期限' },
  answer: { zh: '单位答复', en: 'Company’s answer', es: 'Respuesta de la empresa', ja: '企業の回答' },
  decision: { zh: '中心裁定', en: 'Centre’s decision', es: 'Decisión del centro', ja: 'センターの裁定' },
} as const satisfies Record<string, Text>

export const collectionListNames = {
  claims: { zh: '收款单', en: 'Claims', es: 'Solicitudes de cobro', ja: '受取請求' },
  received: { zh: '我的业务', en: 'My payments', es: 'Mis cobros', ja: '自分の業務' },
} as const satisfies Record<string, Text>

export const collectionTexts = {
  byOperator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  byCentre: { zh: '中心代录', en: 'Centre', es: 'Centro', ja: 'センター代行' },
} as const satisfies Record<string, Text>

export const collectionRefusals = {
  claimNotFound: { zh: '收款单不存在或无权查看', en: 'The claim does not exist, or you do not have access.', es: 'La solicitud no existe o no puede verla.', ja: '受取請求が存在しないか、閲覧権限がありません。' },
  claimChanged: { zh: '收款单刚有变动，请刷新后再试', en: 'Someone else has changed this claim. Reload and try again.', es: 'La solicitud acaba de cambiar. Recargue e inténtelo de nuevo.', ja: '請求が更新されました。再読み込みしてください。' },
  claimWrongState: { zh: '收款单当前为“{state}”，不能这样操作', en: 'Not possible: the claim is “{state}”.', es: 'La solicitud está «{state}»: ahora no es posible.', ja: '請求は「{state}」のため、この操作はできません。' },
  claimNoRight: { zh: '您没有这项收款单权限', en: 'You do not have permission for this claim.', es: 'No tiene permiso para esto.', ja: 'この操作の権限がありません。' },
  claimEntered: {
    zh: '这张收款单由运营中心代录；内容不符请提出异议',
    en: 'The centre entered this claim for you. If the content is wrong, raise an objection.',
    es: 'El centro introdujo esta solicitud. Si no es correcta, presente una objeción.',
    ja: 'センターが代行登録した請求です。誤りがあれば異議を申し立ててください。',
  },
  claimOwn: { zh: '这张收款单由经营者本人提交，请由本人修改', en: 'Only the operator who made this claim can change it.', es: 'Solo el operador que presentó esta solicitud puede modificarla.', ja: '事業者本人が提出した請求です。変更できるのは本人のみです。' },
  keysIn: { zh: '您的账号未开通代录入', en: 'Your account is not authorised to enter claims for others.', es: 'Su cuenta no puede introducir solicitudes ajenas.', ja: 'このアカウントは代行登録ができません。' },
  operatorNeeded: { zh: '请选择经营者', en: 'Choose the operator.', es: 'Elija el operador.', ja: '事業者を選択してください。' },
  operatorForeign: { zh: '经营者不存在，或不属于您的运营中心', en: 'There is no such operator at your centre.', es: 'No existe ese operador en su centro.', ja: '該当する事業者がセンターにいません。' },
  orderForeign: {
    zh: '该订单未由您承接，也不是与您有有效合同的单位的框架订单',
    en: 'You have not accepted this order, and it is not a framework order of a company you have a contract with.',
    es: 'No ha aceptado este pedido, ni es un pedido marco de una empresa con la que tenga contrato.',
    ja: 'この注文は受注しておらず、有効な契約のある企業の基本注文でもありません。',
  },
  noAgreement: { zh: '与该单位或运营中心的合同未签署或已到期', en: 'Your contract for this company is not signed or has ended.', es: 'Su contrato para esta empresa no está firmado o ha vencido.', ja: 'この企業に関する契約が未署名か、満了しています。' },
  noBusiness: {
    zh: '模式一须以正常营业的个体户收款，尚无可用的个体户',
    en: 'Individual-business mode pays a registered business in operation; this operator has none.',
    es: 'En la modalidad de negocio individual cobra un negocio registrado en activo; este operador no tiene ninguno.',
    ja: '個人事業主モードでは営業中の個人事業が受取人となりますが、該当がありません。',
  },
  periodTurned: { zh: '服务期间的结束日早于开始日', en: 'The period ends before it begins.', es: 'El período termina antes de empezar.', ja: '期間の終了日が開始日より前です。' },
  periodAhead: { zh: '服务期间不能晚于今天', en: 'The period cannot be in the future.', es: 'El período no puede ser futuro.', ja: '役務期間は今日より先にできません。' },
  periodOutside: { zh: '服务期间超出订单期间（{from} 至 {to}）', en: 'The period is outside the order ({from} to {to}).', es: 'El período excede el del pedido ({from} a {to}).', ja: '役務期間が注文期間（{from}～{to}）の外です。' },
  overlaps: {
    zh: '同一订单的收款单 {no} 已包含 {from} 至 {to}，期间不能重叠',
    en: 'Claim {no} of the same order covers {from} to {to}; periods cannot overlap.',
    es: 'La solicitud {no} del mismo pedido cubre {from} a {to}; los períodos no pueden solaparse.',
    ja: '同じ注文の請求 {no} が {from}～{to} を含んでいます。期間は重複できません。',
  },
  zeroAmount: { zh: '金额须大于 0', en: 'The amount must be above zero.', es: 'El importe debe ser mayor que cero.', ja: '金額は0より大きくしてください。' },
  overRest: { zh: '金额超过该订单的剩余额度，请与单位核对', en: 'The amount exceeds the remaining amount of the order. Ask the company.', es: 'El importe supera lo que queda del pedido. Consulte a la empresa.', ja: '金額が注文の残額を超えています。企業に確認してください。' },
  noResults: { zh: '请先上传服务成果', en: 'Add the work results first.', es: 'Añada primero los resultados del trabajo.', ja: '先に成果物をアップロードしてください。' },
  manyPapers: { zh: '一张收款单最多 {most} 份材料', en: 'A claim holds at most {most} files.', es: 'Una solicitud admite {most} archivos como máximo.', ja: '1件の請求に付けられるのは {most} 件までです。' },
  paperUnknown: { zh: '材料不存在', en: 'The file does not exist.', es: 'El archivo no existe.', ja: '成果物が存在しません。' },
  differentOrders: { zh: '只能合并同一订单的收款单，请分订单支付', en: 'Only claims of one order can be paid together. Merge each order separately.', es: 'Solo se reúnen solicitudes de un mismo pedido. Hágalo pedido por pedido.', ja: 'まとめられるのは同じ注文の請求だけです。注文ごとにまとめてください。' },
  claimTaken: { zh: '收款单 {no} 已在其他批次中，或未确认', en: 'Claim {no} is already in another batch or not confirmed.', es: 'La solicitud {no} ya está en otro lote o sin confirmar.', ja: '請求 {no} は別のバッチにあるか、未確認です。' },
  paymentNotFound: { zh: '这笔付款不存在或不是付给您的', en: 'This payment does not exist or was not made to you.', es: 'No existe ese pago a su favor.', ja: '該当する受取りがありません。' },
  objectionUnpaid: { zh: '只能对已到账的付款提出异议', en: 'You can object only to payments that were received.', es: 'Solo se puede objetar un pago que consta como recibido.', ja: '異議は入金済みの支払いに対してのみ申し立てられます。' },
  objectionOpen: { zh: '这笔付款已有未了结的异议', en: 'There is already an objection to this payment.', es: 'Ya hay una objeción abierta a este pago.', ja: 'この支払いには未解決の異議があります。' },
  objectionNotFound: { zh: '异议不存在或无权查看', en: 'The objection does not exist, or you do not have access.', es: 'La objeción no existe o no puede verla.', ja: '異議が存在しないか、閲覧権限がありません。' },
  objectionChanged: { zh: '异议刚有变动，请刷新后再试', en: 'Someone else has changed this objection. Reload and try again.', es: 'La objeción acaba de cambiar. Recargue e inténtelo de nuevo.', ja: '異議が更新されました。再読み込みしてください。' },
  objectionWrongState: { zh: '异议当前为“{state}”，不能这样操作', en: 'Not possible: the objection is “{state}”.', es: 'La objeción está «{state}»: ahora no es posible.', ja: '異議は「{state}」のため、この操作はできません。' },
  answerFirst: { zh: '单位答复期限为 {day}，答复或逾期后才能裁定', en: 'You can decide once the company has answered, or after {day}.', es: 'Podrá decidir cuando la empresa haya respondido o después del {day}.', ja: '企業の回答期限は {day} です。回答後または期限後に裁定できます。' },
  disputeFirst: { zh: '请先处理关联的身份异议', en: 'Decide the linked identity objection first.', es: 'Decida primero la objeción de identidad vinculada.', ja: '先に関連する身元の異議を処理してください。' },
  objectionNoRight: { zh: '您没有处理异议的权限', en: 'You cannot handle objections.', es: 'No tiene permiso para tratar objeciones.', ja: '異議を処理する権限がありません。' },
} as const satisfies Record<string, Text>
