import type { Text } from '#/domain/base/text.ts'
import type { ExceptionKind, ExceptionResolution, ExceptionState, StopScope } from '#/domain/money/payout-exception.ts'
import type { AccountKind } from '#/domain/money/posting.ts'

export const exceptionRefusals = {
  exceptionNotFound: { zh: '异常不存在或无权查看', en: 'The exception does not exist, or you do not have access to it.', es: 'La incidencia no existe o no puede verla.', ja: '異常が存在しないか、閲覧権限がありません。' },
  exceptionChanged: { zh: '该异常已被他人处理，请刷新后重试', en: 'Someone else has changed this exception. Reload and try again.', es: 'Alguien ha tratado esta incidencia entretanto. Recargue e inténtelo de nuevo.', ja: 'この異常は他の担当者が処理しました。再読み込みしてください。' },
  exceptionDecided: { zh: '该异常已处理完毕', en: 'This exception is resolved.', es: 'Esta incidencia está resuelta.', ja: 'この異常は処理済みです。' },
  notProposed: { zh: '该异常没有待复核的处理方案', en: 'No resolution of this exception is awaiting approval.', es: 'No hay ninguna resolución por aprobar.', ja: '承認待ちの処理案がありません。' },
  wayGone: { zh: '按当前情况不能这样处理，请重新提出方案', en: 'This resolution is no longer possible. Propose another one.', es: 'En la situación actual no se puede resolver así. Proponga de nuevo.', ja: '現状ではこの方法で処理できません。改めて提案してください。' },
  ownProposal: { zh: '处理方案须由另一人复核', en: 'Another person must approve your proposal.', es: 'Otra persona debe aprobar su propuesta.', ja: '提案者以外の人が承認する必要があります。' },
  ownBatch: {
    zh: '您参与过该批次的制单、复核、审核、支付或通道更换，不能复核其异常',
    en: 'You worked on this batch or moved it to another channel. Another person must approve the resolution.',
    es: 'Usted participó en este lote o lo pasó a otro canal: debe aprobar la resolución otra persona.',
    ja: 'このバッチの作成・確認・審査・支払・チャネル変更に関与したため、承認できません。別の担当者が承認してください。',
  },
  declineReason: { zh: '退回方案须填写原因', en: 'Enter a reason for declining.', es: 'Indique por qué la rechaza.', ja: '差戻しの理由を入力してください。' },
  notOfExceptions: { zh: '支付异常由运营中心或平台处理', en: 'Exceptions are resolved by the centre or the platform.', es: 'Las incidencias las resuelve el centro o la plataforma.', ja: '支払異常は運営センターまたはプラットフォームが処理します。' },
} as const satisfies Record<string, Text>

export const exceptionKindNames: Readonly<Record<ExceptionKind, Text>> = {
  late_success: { zh: '失败或取消后又成功', en: 'Paid after failure', es: 'Pagado después de fallar', ja: '失敗・取消後の成功' },
  wrong_amount: { zh: '实付金额不符', en: 'Paid a different amount', es: 'Importe pagado distinto', ja: '支払金額の相違' },
  not_booked: { zh: '冻结不足，无法入账', en: 'Not covered by our books', es: 'Sin cobertura en los libros', ja: '凍結不足で記帳不可' },
  unknown_number: { zh: '未知的指令号', en: 'Unknown order number', es: 'Número de orden desconocido', ja: '不明な指図番号' },
  stray_return: { zh: '未付先退', en: 'Returned without payment', es: 'Devolución sin pago', ja: '支払なしの組戻し' },
  return_amount: { zh: '退汇金额不符', en: 'Returned a different amount', es: 'Importe devuelto distinto', ja: '組戻し金額の相違' },
  second_return: { zh: '重复退汇', en: 'Returned twice', es: 'Devuelto dos veces', ja: '重複した組戻し' },
  used_notice: { zh: '通知编号重复使用', en: 'Notice number used twice', es: 'Número de aviso repetido', ja: '通知番号の重複使用' },
  contradiction: { zh: '成功后又报失败', en: 'Failed after payment', es: 'Fallido después de pagado', ja: '成功後の失敗通知' },
  absent: { zh: '通道称无此指令', en: 'Order not known to the channel', es: 'Orden desconocida para el canal', ja: 'チャネルに指図なし' },
  overdue: { zh: '长时间无结果', en: 'No result after a long time', es: 'Sin resultado demasiado tiempo', ja: '長時間結果なし' },
  unreadable: { zh: '无法识别的回报', en: 'Unreadable message', es: 'Mensaje ilegible', ja: '解読できない通知' },
  closed_unit: { zh: '单位注销或中心停用后退汇', en: 'Returned to a closed unit', es: 'Devuelto a una empresa cerrada', ja: '解約後の組戻し' },
}

export const exceptionStateNames: Readonly<Record<ExceptionState, Text>> = {
  open: { zh: '待处理', en: 'Open', es: 'Abierta', ja: '未処理' },
  proposed: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  resolved: { zh: '已处理', en: 'Resolved', es: 'Resuelta', ja: '処理済み' },
}

/** Names of the scopes in which payments stop until an exception is resolved. */
export const stopScopeNames: Readonly<Record<StopScope, Text>> = {
  none: { zh: '不影响出款', en: 'Nothing', es: 'Nada', ja: 'なし' },
  unit: { zh: '停止该单位出款', en: 'The unit', es: 'La empresa', ja: '当該企業の出金' },
  channel: { zh: '停止该通道出款', en: 'The channel', es: 'El canal', ja: '当該チャネルの出金' },
}

export const resolutionNames: Readonly<Record<ExceptionResolution, Text>> = {
  paid: { zh: '认定银行已付款', en: 'The bank paid it', es: 'El banco lo pagó', ja: '銀行支払済みと認定' },
  as_ordered: { zh: '认定银行按指令金额付款', en: 'The bank paid what was ordered', es: 'El banco pagó lo ordenado', ja: '指図どおりの支払と認定' },
  returned: { zh: '认定已退汇', en: 'The payment was returned', es: 'El pago se devolvió', ja: '組戻しと認定' },
  failed: { zh: '认定银行未付款', en: 'The bank never paid it', es: 'El banco no lo pagó', ja: '銀行未払いと認定' },
  undone: { zh: '银行已冲正', en: 'The bank reversed it', es: 'El banco lo anuló', ja: '銀行が取消済み' },
  unit: { zh: '由单位承担或退给单位', en: 'To the unit', es: 'A la empresa', ja: '企業に計上' },
  adjustment: { zh: '由中心承担或留存', en: 'To the centre', es: 'Al centro', ja: 'センターに計上' },
  noted: { zh: '已核实，无需入账', en: 'Investigated: nothing to book', es: 'Verificado: nada que contabilizar', ja: '確認済み・記帳不要' },
}

export const resolutionNotes: Readonly<Record<ExceptionResolution, Text>> = {
  paid: {
    zh: '明细按正常成功入账（税费、服务费、凭证）；金额差额记入中心调账。',
    en: 'The line succeeds as usual, with tax, fee and receipt; any difference is booked to the centre’s adjustments.',
    es: 'La línea se contabiliza como pagada, con impuestos, tarifa de servicio y comprobante; la diferencia va a ajustes del centro.',
    ja: '明細は通常どおり成功として記帳（税・手数料・取引証明書）。差額はセンターの調整勘定へ。',
  },
  as_ordered: { zh: '银行实际付出的就是指令金额，回报金额有误；明细按正常成功入账。', en: 'The amount reported was wrong; the line succeeds as usual.', es: 'El importe comunicado era erróneo; la línea se contabiliza como pagada.', ja: '通知金額が誤り。明細は通常どおり成功として記帳します。' },
  returned: { zh: '明细按正常退汇冲回；金额差额记入中心调账。', en: 'The line is returned as usual; any difference is booked to the centre’s adjustments.', es: 'La línea se devuelve como siempre; la diferencia va a ajustes del centro.', ja: '明細は通常どおり組戻し。差額はセンターの調整勘定へ。' },
  failed: {
    zh: '冻结金额退回单位可用余额，明细可重发；须确认银行以后也不会付款。',
    en: 'The reserved funds are released and the line can be re-sent: make sure that the bank will never pay it.',
    es: 'Lo reservado queda libre y la línea puede reenviarse: asegúrese de que el banco nunca la pagará.',
    ja: '凍結額を可用残高へ戻し、明細は再送可能になります。銀行が今後も支払わないことを確認してください。',
  },
  undone: { zh: '挂账金额经银行冲回；仍在途的明细按失败处理。', en: 'The bank refunded the money; a line still in progress fails.', es: 'El dinero en suspenso volvió por el banco; una línea en curso pasa a fallida.', ja: '仮勘定は銀行経由で戻し。処理中の明細は失敗になります。' },
  unit: { zh: '付出的从单位可用余额扣除，收到的加到可用余额。', en: 'Outgoing amounts are charged to the unit’s balance; incoming amounts are credited to it.', es: 'Lo que salió se carga al saldo de la empresa; lo que entró se abona.', ja: '出金は企業残高から差引き、入金は残高に加算します。' },
  adjustment: { zh: '记入中心调账科目。', en: 'Booked to the centre’s adjustments.', es: 'Va a ajustes del centro.', ja: 'センターの調整勘定へ。' },
  noted: { zh: '没有资金变动，只留存说明和材料。', en: 'No money moved; reason and document stay on record.', es: 'No hubo movimiento; quedan el motivo y el documento.', ja: '資金移動なし。理由と資料のみ記録します。' },
}

export const exceptionStepNames: Readonly<Record<'opened' | 'heard' | 'taken' | 'proposed' | 'declined' | 'resolved' | 'closed', Text>> = {
  opened: { zh: '发现', en: 'Found', es: 'Detectada', ja: '検知' },
  heard: { zh: '通道又报', en: 'Further message from the channel', es: 'El canal añadió', ja: 'チャネルの追加通知' },
  taken: { zh: '接手', en: 'Ownership taken', es: 'Asumida', ja: '担当' },
  proposed: { zh: '提出处理方案', en: 'Resolution proposed', es: 'Resolución propuesta', ja: '処理案を提出' },
  declined: { zh: '退回方案', en: 'Proposal declined', es: 'Propuesta rechazada', ja: '処理案を差戻し' },
  resolved: { zh: '复核通过', en: 'Approved', es: 'Aprobada', ja: '承認済み' },
  closed: { zh: '通道后续结果，自动了结', en: 'Closed by a later message from the channel', es: 'Cerrada por un mensaje posterior del canal', ja: 'チャネルの後続結果で自動終了' },
}

export const accountNames: Readonly<Record<AccountKind, Text>> = {
  unit_available: { zh: '单位可用', en: 'Unit, available', es: 'Empresa, disponible', ja: '企業・利用可能' },
  unit_refund: { zh: '单位待退款', en: 'Unit, refunds', es: 'Empresa, reembolsos', ja: '企業・返金' },
  unit_frozen: { zh: '单位冻结', en: 'Unit, reserved', es: 'Empresa, reservado', ja: '企業・凍結' },
  bank: { zh: '银行', en: 'Bank', es: 'Banco', ja: '銀行' },
  suspense: { zh: '挂账', en: 'Suspense', es: 'Partidas en suspenso', ja: '仮勘定' },
  tax_vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  tax_surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  tax_iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  overpaid_tax: { zh: '多缴税费', en: 'Overpaid tax', es: 'Impuestos pagados en exceso', ja: '過納税額' },
  cleared_tax: { zh: '应退经营者税费', en: 'Tax to return to payees', es: 'Impuestos por devolver', ja: '返還すべき税額' },
  late_fee_cost: { zh: '税收滞纳金', en: 'Late-payment surcharge', es: 'Recargo por pago tardío', ja: '延滞金' },
  fee_income: { zh: '服务费收入', en: 'Fee income', es: 'Ingresos por tarifa de servicio', ja: '手数料収入' },
  adjustment: { zh: '调账', en: 'Adjustments', es: 'Ajustes', ja: '調整勘定' },
  commission_cost: { zh: '佣金支出', en: 'Commission expense', es: 'Gasto en comisiones', ja: '支払紹介手数料' },
  commission_payable: { zh: '应付佣金', en: 'Commission payable', es: 'Comisiones por pagar', ja: '未払紹介手数料' },
  bank_charge: { zh: '银行手续费', en: 'Bank charges', es: 'Gastos bancarios', ja: '銀行手数料' },
  bank_interest: { zh: '银行利息', en: 'Bank interest', es: 'Intereses bancarios', ja: '受取利息' },
}

export const exceptionFields = {
  no: { zh: '异常编号', en: 'Exception', es: 'Incidencia', ja: '異常番号' },
  kind: { zh: '类型', en: 'Type', es: 'Tipo', ja: '種類' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  openedAt: { zh: '发现时间', en: 'Found at', es: 'Detectada', ja: '検知日時' },
  age: { zh: '账龄', en: 'Age', es: 'Antigüedad', ja: '経過' },
  owner: { zh: '负责人', en: 'Owner', es: 'Responsable', ja: '担当者' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  channel: { zh: '通道', en: 'Channel', es: 'Canal', ja: 'チャネル' },
  requestNo: { zh: '指令号', en: 'Order number', es: 'Número de orden', ja: '指図番号' },
  ours: { zh: '我方金额', en: 'Our amount', es: 'Nuestro importe', ja: '当方金額' },
  theirs: { zh: '对方金额', en: 'Bank amount', es: 'Su importe', ja: '先方金額' },
  suspense: { zh: '挂账金额', en: 'In suspense', es: 'En suspenso', ja: '仮勘定額' },
  stops: { zh: '影响', en: 'Stops', es: 'Detiene', ja: '停止対象' },
  batch: { zh: '批次', en: 'Batch', es: 'Lote', ja: 'バッチ' },
  resolution: { zh: '处理方案', en: 'Resolution', es: 'Resolución', ja: '処理方法' },
  resolvedAt: { zh: '处理时间', en: 'Resolved at', es: 'Resuelta', ja: '処理日時' },
} as const satisfies Record<string, Text>
