import { amountNames } from '#/api/amounts.texts.ts'
import type { BatchState } from '#/domain/batch.ts'
import type { Text } from '#/domain/text.ts'

/** The states of a batch as people read them. */
export const batchStateNames: Readonly<Record<BatchState, Text>> = {
  draft: { zh: '草稿', en: 'Draft', es: 'Borrador', ja: '下書き' },
  fixing: { zh: '待修正', en: 'To be corrected', es: 'Por corregir', ja: '要修正' },
  ready: { zh: '待提交', en: 'Ready to submit', es: 'Listo para enviar', ja: '提出待ち' },
  checking: { zh: '待复核', en: 'Waiting for check', es: 'Pendiente de verificación', ja: '確認待ち' },
  auditing: { zh: '待中心审核', en: 'Waiting for audit', es: 'Pendiente de auditoría', ja: 'センター審査待ち' },
  payable: { zh: '待支付', en: 'Ready to pay', es: 'Listo para pagar', ja: '支払待ち' },
  paying: { zh: '支付中', en: 'Paying', es: 'Pagando', ja: '支払処理中' },
  paid: { zh: '全部成功', en: 'All paid', es: 'Todo pagado', ja: '全件成功' },
  partial: { zh: '部分成功', en: 'Partly paid', es: 'Pagado en parte', ja: '一部成功' },
  failed: { zh: '全部失败', en: 'All failed', es: 'Todo fallido', ja: '全件失敗' },
  closed: { zh: '已完结', en: 'Closed', es: 'Cerrado', ja: '完了' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消済み' },
}

/** What a batch is told by, in lists and in files. */
export const batchFields = {
  no: { zh: '批次号', en: 'Batch no.', es: 'N.º de lote', ja: 'バッチ番号' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  order: { zh: '订单', en: 'Order', es: 'Pedido', ja: '注文' },
  channel: { zh: '支付通道', en: 'Channel', es: 'Canal', ja: '支払チャネル' },
  remark: { zh: '备注', en: 'Remark', es: 'Observación', ja: '備考' },
  lines: { zh: '笔数', en: 'Lines', es: 'Líneas', ja: '件数' },
  grossAmount: amountNames.gross,
  tax: amountNames.tax,
  fee: amountNames.fee,
  netAmount: amountNames.net,
  cost: amountNames.cost,
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  maker: { zh: '制单人', en: 'Prepared by', es: 'Preparado por', ja: '作成者' },
  checker: { zh: '复核人', en: 'Checked by', es: 'Verificado por', ja: '確認者' },
  auditor: { zh: '审核人', en: 'Audited by', es: 'Auditado por', ja: '審査者' },
  payer: { zh: '支付人', en: 'Paid by', es: 'Pagado por', ja: '支払者' },
  created: { zh: '创建时间', en: 'Created', es: 'Creado', ja: '作成日時' },
  submitted: { zh: '提交时间', en: 'Submitted', es: 'Enviado', ja: '提出日時' },
  paidAt: { zh: '支付时间', en: 'Paid', es: 'Pagado', ja: '支払日時' },
  invoice: { zh: '开票状态', en: 'Invoices', es: 'Facturación', ja: '発票状況' },
  finished: { zh: '完成时间', en: 'Finished', es: 'Finalizado', ja: '完了日時' },
  retryTitle: { zh: '重发来源', en: 'Re-send of', es: 'Reenvío de', ja: '再送元' },
} as const satisfies Record<string, Text>

/** What a file of batches has besides, and its name. */
export const batchExportTexts = {
  list: { zh: '批次列表', en: 'Batches', es: 'Lotes', ja: 'バッチ一覧' },
  success: { zh: '成功笔数', en: 'Paid', es: 'Pagadas', ja: '成功件数' },
  failed: { zh: '失败笔数', en: 'Failed', es: 'Fallidas', ja: '失敗件数' },
  returned: { zh: '退汇笔数', en: 'Returned', es: 'Devueltas', ja: '組戻し件数' },
  open: { zh: '在途笔数', en: 'Under way', es: 'En curso', ja: '処理中件数' },
} as const satisfies Record<string, Text>

/** What payments refuse with. */
export const paymentRefusals = {
  notFound: { zh: '批次不存在', en: 'The batch does not exist.', es: 'El lote no existe.', ja: 'バッチが存在しません。' },
  changed: { zh: '批次已被他人修改，请刷新后重试', en: 'Someone else has changed this batch. Reload and try again.', es: 'Alguien ha cambiado este lote entretanto. Recargue e inténtelo de nuevo.', ja: 'このバッチは他のユーザーが変更しました。再読み込みしてください。' },
  wrongState: { zh: '批次当前状态为“{state}”，不能执行此操作', en: 'The batch is “{state}”; this cannot be done now.', es: 'El lote está «{state}»; ahora no se puede hacer.', ja: 'バッチは「{state}」のため、この操作はできません。' },
  ownWork: { zh: '您{deed}（{at}），不能{duty}', en: 'You {deed} ({at}), so you cannot {duty}.', es: 'Usted {deed} ({at}), así que no puede {duty}.', ja: '{deed}ため（{at}）、{duty}はできません。' },
  notYourDuty: { zh: '您没有此操作的权限', en: 'You do not have permission for this.', es: 'No tiene permiso para esto.', ja: 'この操作の権限がありません。' },
  allPayoutsStopped: {
    zh: '系统核对发现账务异常，付款已暂停，平台正在处理',
    en: 'Payouts are stopped: an integrity check failed, and the platform is investigating.',
    es: 'Los pagos están detenidos: una comprobación contable ha detectado una anomalía y la plataforma la está revisando.',
    ja: '照合で異常が見つかり、支払いを停止しています。プラットフォームが対応中です。',
  },
  hasErrors: {
    zh: '还有 {count} 条错误明细，请修正或剔除后提交',
    en: '{count, plural, one {# line has} other {# lines have}} errors. Correct or exclude them first.',
    es: '{count, plural, one {# línea tiene} other {# líneas tienen}} errores. Corríjalas o exclúyalas.',
    ja: 'エラーのある明細が {count} 件あります。修正または除外してください。',
  },
  payoutsStopped: {
    zh: '银行结果有异常尚未处理，该单位或通道已暂停出款，请联系运营中心',
    en: 'Payouts of this unit or channel are stopped until a payout exception is resolved. Ask the operations centre.',
    es: 'Los pagos de esta empresa o canal están detenidos hasta resolver una incidencia con el banco. Consulte al centro de operaciones.',
    ja: '銀行結果の異常が処理されるまで、この企業またはチャネルの出金は停止しています。運営センターへお問い合わせください。',
  },
  exceptionOpen: {
    zh: '银行对这些明细的结果有异常，处理完毕前不能重发',
    en: 'The bank’s results for these lines are under investigation: they cannot be re-sent in the meantime.',
    es: 'Se está investigando lo que el banco hizo con estas líneas: entretanto no se pueden reenviar.',
    ja: 'これらの明細は銀行結果の異常を確認中のため、再送できません。',
  },
  empty: { zh: '批次没有可支付的明细', en: 'The batch has no line that can be paid.', es: 'El lote no tiene líneas que se puedan pagar.', ja: '支払可能な明細がありません。' },
  acknowledge: {
    zh: '有 {count} 条提示需要确认，请写明确认理由',
    en: '{count, plural, one {# warning needs} other {# warnings need}} to be accepted. Say why.',
    es: '{count, plural, one {Hay # aviso} other {Hay # avisos}} por aceptar. Indique el motivo.',
    ja: '確認が必要な警告が {count} 件あります。確認の理由を入力してください。',
  },
  papersNeeded: {
    zh: '应发合计超过 {limit}，须先在“材料”中上传至少一份验收或成果材料',
    en: 'The gross total is above {limit}: attach at least one acceptance or deliverable document first.',
    es: 'El bruto total supera {limit}: adjunte antes al menos un acta de aceptación o un entregable.',
    ja: '総支給額が {limit} を超えるため、先に検収または成果の証憑を1件以上添付してください。',
  },
  reasonNeeded: { zh: '请填写原因', en: 'Give a reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
  checklistNeeded: { zh: '请逐项核对并勾选全部审核要点', en: 'Tick every point of the checklist.', es: 'Marque todos los puntos de la lista.', ja: 'チェックリストの全項目を確認してください。' },
  explainPapers: {
    zh: '证明材料与其他批次重复，请填写说明后通过，或驳回',
    en: 'A document is also evidence for another batch. Explain it to approve, or send the batch back.',
    es: 'Un documento también respalda otro lote. Explíquelo para aprobar o devuelva el lote.',
    ja: '証憑が他のバッチと重複しています。説明を記入して承認するか、差し戻してください。',
  },
  shownOtherwise: {
    zh: '批次内容已变化（{count} 笔，{cost}），请重新核对后支付',
    en: 'The batch has changed ({count} lines, {cost}). Review it again before paying.',
    es: 'El lote ha cambiado ({count} líneas, {cost}). Revíselo antes de pagar.',
    ja: 'バッチの内容が変わりました（{count} 件、{cost}）。再確認してください。',
  },
  limitReached: {
    zh: '超过单位本{scope, select, day {日} other {月}}支付限额：已付 {used} + 本批次 {amount} > {limit}',
    en: 'Above the {scope, select, day {daily} other {monthly}} limit of the unit: {used} paid + {amount} now > {limit}',
    es: 'Supera el límite {scope, select, day {diario} other {mensual}} de la empresa: {used} pagados + {amount} > {limit}',
    ja: '企業の{scope, select, day {1日} other {月間}}支払上限を超過：支払済 {used} ＋ 今回 {amount} > {limit}',
  },
  orderUnusable: { zh: '该订单不可用于支付', en: 'This order cannot be used for payments.', es: 'Este pedido no se puede usar para pagos.', ja: 'この注文は支払いに使用できません。' },
  orderDraft: { zh: '订单尚未发布，不能用于支付', en: 'The order is not published yet: nothing can be paid on it.', es: 'El pedido no está publicado: no se puede pagar con él.', ja: '注文が未公開のため支払いに使用できません。' },
  orderPaused: { zh: '订单已暂停，恢复后才能用于支付', en: 'The order is paused. Resume it before paying on it.', es: 'El pedido está en pausa. Reanúdelo antes de pagar.', ja: '注文は停止中です。再開後に支払いに使用できます。' },
  orderOver: { zh: '订单已完结或取消，不能用于支付', en: 'The order is completed or cancelled: nothing can be paid on it.', es: 'El pedido está completado o cancelado: no se puede pagar con él.', ja: '注文は完了または取消済みのため支払いに使用できません。' },
  orderContract: { zh: '订单的合同未生效或已到期', en: 'The contract of the order is not in force.', es: 'El contrato del pedido no está vigente.', ja: '注文の契約が有効ではありません。' },
  unitFrozen: { zh: '单位已被冻结，资金不能变动，请联系运营中心', en: 'The unit is frozen: its funds cannot be moved. Contact your centre.', es: 'La empresa está bloqueada: sus fondos no se pueden mover. Consulte a su centro.', ja: '企業は凍結中のため資金を動かせません。センターへご連絡ください。' },
  unitStopped: { zh: '单位已停用，不能新建批次', en: 'The unit is disabled: no new batches can be created.', es: 'La empresa está desactivada: no se pueden crear lotes.', ja: '企業は利用停止中のため新しいバッチを作成できません。' },
  noSetting: { zh: '单位在该中心未开通此结算模式', en: 'This settlement mode is not enabled for the unit at this centre.', es: 'La empresa no tiene activada esta modalidad de liquidación en este centro.', ja: 'このセンターではこの精算モードは有効になっていません。' },
  channelsClosed: {
    zh: '与贵单位约定的支付通道均已停用，请联系运营中心',
    en: 'None of the channels agreed with the unit is in use. Please ask the operations centre.',
    es: 'Ninguno de los canales acordados está activo. Consulte al centro de operaciones.',
    ja: '取り決めた支払チャネルがすべて停止しています。運営センターにお問い合わせください。',
  },
  noChannel: { zh: '该中心没有可用的支付通道', en: 'This centre has no payment channel in use.', es: 'Este centro no tiene canal de pago activo.', ja: 'このセンターに利用可能な支払チャネルがありません。' },
  tooManyRows: { zh: '一次最多导出 {most} 行，请缩小范围', en: 'At most {most} rows at once; narrow the filter.', es: 'Como máximo {most} filas a la vez; acote el filtro.', ja: '一度に出力できるのは {most} 行までです。条件を絞ってください。' },
  claimsAgain: {
    zh: '未付成的收款单已回到“已确认待支付”，请在“普通经营者业务”中重新合并支付',
    en: 'Claims that were not paid are confirmed again: merge them anew under “Ordinary operators’ business”.',
    es: 'Las solicitudes no pagadas vuelven a estar confirmadas: reúnalas de nuevo en «Negocio de operadores ordinarios».',
    ja: '支払えなかった受取請求は「支払待ち」に戻りました。「一般事業者の業務」で再度まとめてください。',
  },
  halted: { zh: '批次已被冻结（{reason}），解冻后才能继续', en: 'The batch is frozen ({reason}). It goes on once it is unfrozen.', es: 'El lote está bloqueado ({reason}). Seguirá cuando se desbloquee.', ja: 'バッチは凍結中です（{reason}）。解除後に続行できます。' },
  alreadyHalted: { zh: '批次已处于冻结状态', en: 'The batch is frozen already.', es: 'El lote ya está bloqueado.', ja: 'バッチはすでに凍結されています。' },
  notHalted: { zh: '批次未被冻结', en: 'The batch is not frozen.', es: 'El lote no está bloqueado.', ja: 'バッチは凍結されていません。' },
  ownHalt: { zh: '批次由您冻结，须由其他人解冻', en: 'You froze this batch: somebody else has to unfreeze it.', es: 'Usted bloqueó este lote: debe desbloquearlo otra persona.', ja: 'ご自身が凍結したバッチのため、別の担当者が解除してください。' },
  nothingUnsent: { zh: '批次没有未发送的明细', en: 'The batch has no line left to send.', es: 'El lote no tiene líneas por enviar.', ja: '未送信の明細がありません。' },
  sameChannel: { zh: '批次已使用该通道', en: 'The batch uses this channel already.', es: 'El lote ya usa este canal.', ja: 'すでにこのチャネルを使用しています。' },
  channelUnknown: { zh: '该通道不属于本批次的运营中心', en: 'This is not a channel of the batch’s centre.', es: 'No es un canal del centro del lote.', ja: 'このバッチのセンターのチャネルではありません。' },
  channelClosed: { zh: '通道已停用或暂停出款', en: 'The channel is closed or paused.', es: 'El canal está cerrado o en pausa.', ja: 'チャネルは停止中です。' },
  channelNotAgreed: { zh: '单位未约定使用该通道', en: 'This channel was not agreed with the unit.', es: 'Este canal no se acordó con la empresa.', ja: '企業と取り決めていないチャネルです。' },
  channelStopped: { zh: '该通道有支付异常未处理，暂停出款', en: 'A payout exception has stopped this channel.', es: 'Una incidencia ha detenido este canal.', ja: '支払異常のため、このチャネルの出金は停止しています。' },
  channelOtherWorld: { zh: '沙箱通道与真实通道不能互换', en: 'A sandbox channel and a real one cannot replace each other.', es: 'Un canal de pruebas y uno real no pueden sustituirse.', ja: 'サンドボックスと本番のチャネルは互いに切り替えられません。' },
  channelByHand: {
    zh: '已发送的明细尚未完结，线上通道与线下通道不能互换',
    en: 'Lines already sent must end before changing between a channel and payment by hand.',
    es: 'Las líneas enviadas deben terminar antes de cambiar entre un canal y el pago externo.',
    ja: '送信済みの明細が完了するまで、オンラインとオフラインの切替はできません。',
  },
  nothingToResend: { zh: '没有可重发的明细', en: 'There are no lines to re-send.', es: 'No hay líneas que reenviar.', ja: '再送できる明細がありません。' },
  evidenceFixed: { zh: '批次已提交，材料不能再修改', en: 'The batch has been submitted; its documents can no longer be changed.', es: 'El lote ya está enviado; sus documentos no se pueden cambiar.', ja: '提出済みのため、証憑は変更できません。' },
} as const satisfies Record<string, Text>

/** What a person did to make a batch what it is, or to let it pass. */
export const batchDeedNames = {
  create: { zh: '创建了本批次', en: 'created this batch', es: 'creó este lote', ja: 'このバッチを作成した' },
  edit: { zh: '修改过本批次', en: 'changed this batch', es: 'cambió este lote', ja: 'このバッチを変更した' },
  papers: { zh: '修改过本批次的证明材料', en: 'changed the documents of this batch', es: 'cambió los documentos de este lote', ja: 'このバッチの証憑を変更した' },
  submit: { zh: '提交了本批次', en: 'submitted this batch', es: 'envió este lote', ja: 'このバッチを提出した' },
  card: { zh: '更换过本批次收款人的收款卡', en: 'replaced a payee’s card in this batch', es: 'cambió la tarjeta de un beneficiario de este lote', ja: 'このバッチの受取カードを変更した' },
  repeat: { zh: '参与制作了本批次所重发的批次', en: 'helped to prepare the batch that this one re-sends', es: 'preparó el lote que este reenvía', ja: '再送元のバッチの作成に関わった' },
  reset: {
    zh: '的账号与本批次经办人有关联（24 小时内由其设置密码、由其创建且本人尚未启用，或共用手机、邮箱）',
    en: 'use an account tied to a person who worked on this batch (password set by them within 24 hours, made by them and not yet taken over, or the same telephone or mail)',
    es: 'usa una cuenta vinculada a alguien que trabajó en este lote (contraseña fijada por esa persona en 24 horas, creada por ella y aún no asumida, o mismo teléfono o correo)',
    ja: 'のアカウントはこのバッチの関与者と関連している（24時間以内のパスワード設定、本人未引継ぎの作成、または電話・メールの共用）',
  },
  check: { zh: '复核了本批次', en: 'checked this batch', es: 'verificó este lote', ja: 'このバッチを確認した' },
} as const satisfies Record<string, Text>

/** Duties forbidden to anyone who worked on the batch. */
export const batchDutyNames = {
  check: { zh: '复核', en: 'check it', es: 'verificarlo', ja: '確認' },
  audit: { zh: '审核', en: 'audit it', es: 'auditarlo', ja: '審査' },
  pay: { zh: '支付', en: 'pay it', es: 'pagarlo', ja: '支払い' },
  register: { zh: '登记其付款结果', en: 'register its payments', es: 'registrar sus pagos', ja: '支払結果の登録' },
} as const satisfies Record<string, Text>

/** Why a batch is with its maker again. */
export const batchReasons = {
  withdrawn: { zh: '提交人已撤回，可修改后重新提交', en: 'Taken back by whoever submitted it. Change it if needed and submit again.', es: 'Retirado por quien lo envió. Modifíquelo si hace falta y vuelva a enviarlo.', ja: '提出者が取り下げました。必要に応じて修正し、再提出してください。' },
  recalculated: { zh: '重新计税后金额有变化，请核对后重新提交', en: 'Amounts changed when tax was recalculated. Review them and submit.', es: 'Los importes cambiaron al recalcular los impuestos. Revise y vuelva a enviar.', ja: '税の再計算で金額が変わりました。確認して再提出してください。' },
  recalculatedFrom: {
    zh: '重新计算后金额有变化，请核对后继续：成本 {costBefore} → {cost}，实发 {netBefore} → {net}，税 {taxBefore} → {tax}，服务费 {feeBefore} → {fee}',
    en: 'Amounts changed on recalculation. Review them before continuing: cost {costBefore} → {cost}, net {netBefore} → {net}, tax {taxBefore} → {tax}, fee {feeBefore} → {fee}',
    es: 'Los importes cambiaron al recalcular. Revise antes de seguir: coste {costBefore} → {cost}, neto {netBefore} → {net}, impuestos {taxBefore} → {tax}, comisión {feeBefore} → {fee}',
    ja: '再計算で金額が変わりました。確認して進めてください：企業支払額 {costBefore} → {cost}、手取り {netBefore} → {net}、税 {taxBefore} → {tax}、手数料 {feeBefore} → {fee}',
  },
} as const satisfies Record<string, Text>

/** What happened to a batch, by action in the trail. */
export const batchActions: Readonly<Record<string, Text>> = {
  'payments.create': { zh: '新建批次', en: 'Created', es: 'Creado', ja: '作成' },
  'lines.import': { zh: '导入明细', en: 'Lines imported', es: 'Líneas importadas', ja: '明細取込' },
  'lines.reimport': { zh: '重新上传错误明细', en: 'Corrected file uploaded', es: 'Archivo corregido subido', ja: '修正ファイル再取込' },
  'lines.add': { zh: '新增明细', en: 'Lines added', es: 'Líneas añadidas', ja: '明細追加' },
  'lines.repair': { zh: '修改明细', en: 'Lines corrected', es: 'Líneas corregidas', ja: '明細修正' },
  'lines.replace': { zh: '批量替换', en: 'Replaced in bulk', es: 'Reemplazo masivo', ja: '一括置換' },
  'lines.exclude': { zh: '剔除明细', en: 'Lines excluded', es: 'Líneas excluidas', ja: '明細除外' },
  'lines.include': { zh: '恢复明细', en: 'Lines restored', es: 'Líneas restauradas', ja: '明細復元' },
  'lines.adopt': { zh: '采用系统资料', en: 'System record adopted', es: 'Datos del sistema adoptados', ja: 'システム情報を採用' },
  'lines.refer': { zh: '提交人员核对', en: 'People sent to review', es: 'Personas enviadas a revisión', ja: '人員審査へ提出' },
  'lines.revalidate': { zh: '自动重新校验', en: 'Checked again', es: 'Comprobado de nuevo', ja: '自動再検証' },
  'payments.attach': { zh: '上传材料', en: 'Document attached', es: 'Documento adjuntado', ja: '証憑追加' },
  'payments.detach': { zh: '删除材料', en: 'Document removed', es: 'Documento retirado', ja: '証憑削除' },
  'payments.submit': { zh: '提交复核', en: 'Submitted', es: 'Enviado', ja: '提出' },
  'payments.withdraw': { zh: '撤回', en: 'Taken back', es: 'Retirado', ja: '取下げ' },
  'payments.check': { zh: '单位复核', en: 'Checked', es: 'Verificado', ja: '確認' },
  'payments.audit': { zh: '中心审核', en: 'Audited', es: 'Auditado', ja: 'センター審査' },
  'payments.pay': { zh: '支付', en: 'Paid', es: 'Pagado', ja: '支払い' },
  'payments.cancel': { zh: '取消批次', en: 'Cancelled', es: 'Cancelado', ja: '取消' },
  'payments.resend': { zh: '生成重发批次', en: 'Re-send batch created', es: 'Lote de reenvío creado', ja: '再送バッチ作成' },
  'payments.copy': { zh: '复制为新批次', en: 'Copied', es: 'Copiado', ja: '複製' },
  'payments.halt': { zh: '冻结批次', en: 'Frozen', es: 'Bloqueado', ja: '凍結' },
  'payments.release': { zh: '解冻批次', en: 'Unfrozen', es: 'Desbloqueado', ja: '凍結解除' },
  'payments.reroute': { zh: '切换通道', en: 'Channel changed', es: 'Canal cambiado', ja: 'チャネル変更' },
  'dossiers.letter': { zh: '生成结算确认函', en: 'Settlement letter made', es: 'Carta de liquidación generada', ja: '精算確認書を作成' },
  'dossiers.archive': { zh: '生成四流档案', en: 'Evidence archive requested', es: 'Expediente solicitado', ja: '証拠アーカイブを作成' },
  'payouts.results': { zh: '通道返回结果', en: 'Channel results', es: 'Resultados del canal', ja: 'チャネル結果' },
  'payouts.return': { zh: '银行退汇', en: 'Returned by the bank', es: 'Devuelto por el banco', ja: '銀行組戻し' },
  'payouts.addSlip': { zh: '上传银行回单', en: 'Bank slip uploaded', es: 'Comprobante subido', ja: '銀行振込控アップロード' },
  'payouts.registerOffline': { zh: '登记线下支付', en: 'Manual payments registered', es: 'Pagos externos registrados', ja: 'オフライン支払を登録' },
  'payouts.registerLine': { zh: '登记单笔线下支付', en: 'One manual payment registered', es: 'Pago externo registrado', ja: 'オフライン支払（1件）を登録' },
  'payouts.offlineTemplate': { zh: '下载线下支付回填表', en: 'Manual payment sheet', es: 'Hoja de pagos externos', ja: 'オフライン支払記入表' },
  'payouts.close': { zh: '批次完结', en: 'Closed', es: 'Cerrado', ja: '完了' },
  'payouts.query': { zh: '补查结果', en: 'Results queried', es: 'Consulta de resultados', ja: '結果照会' },
  'payouts.retryHeld': { zh: '挂起重试', en: 'Held lines retried', es: 'Reintento de líneas en espera', ja: '保留分の再試行' },
  'payouts.cancelHeld': { zh: '取消挂起明细', en: 'Held lines cancelled', es: 'Líneas en espera canceladas', ja: '保留分の取消' },
  'payouts.replaceCard': { zh: '更换收款卡', en: 'Card replaced', es: 'Tarjeta cambiada', ja: 'カード変更' },
}
