import { amountNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { OfflineField, OfflineIssueCode, OfflineResult } from '#/domain/money/offline.ts'

export const payoutRefusals = {
  batchNotFound: { zh: '批次不存在', en: 'The batch does not exist.', es: 'El lote no existe.', ja: 'バッチが存在しません。' },
  lineNotFound: { zh: '明细不存在或无权查看', en: 'The line does not exist, or you do not have access to it.', es: 'La línea no existe o no puede verla.', ja: '明細が存在しないか、閲覧権限がありません。' },
  channelNotFound: { zh: '支付通道不存在', en: 'The channel does not exist.', es: 'El canal no existe.', ja: '支払チャネルが存在しません。' },
  cannot: { zh: '该类型的通道不支持此操作', en: 'This kind of channel cannot do that.', es: 'Este tipo de canal no puede hacerlo.', ja: 'この種類のチャネルでは実行できません。' },
  notUnderWay: { zh: '该明细没有等待通道结果的付款', en: 'The channel has no open payment for this line.', es: 'El canal no tiene ningún pago pendiente de esta línea.', ja: 'この明細には結果待ちの支払がありません。' },
  channelSilent: { zh: '通道没有给出有效答复，明细状态未变', en: 'The channel returned no valid response; nothing has changed.', es: 'El canal no dio una respuesta válida; nada ha cambiado.', ja: 'チャネルから有効な応答がありません。状態は変わっていません。' },
  notHeld: { zh: '所选明细均未处于挂起状态，请刷新后重试', en: 'None of these lines is on hold. Reload and try again.', es: 'Ninguna de estas líneas está en espera. Recargue e inténtelo de nuevo.', ja: '選択した明細は保留中ではありません。再読み込みしてください。' },
  notFailed: { zh: '仅失败、已取消或已退汇的明细可更换收款卡', en: 'Only failed, cancelled or returned lines can get a new card.', es: 'Solo se puede cambiar la tarjeta de líneas fallidas, canceladas o devueltas.', ja: 'カードを変更できるのは、失敗・取消・組戻しの明細のみです。' },
  notOfCentre: { zh: '线下支付由运营中心登记，单位不能登记', en: 'Only the centre registers manual payments.', es: 'El centro registra los pagos externos; la empresa no puede.', ja: 'オフライン支払は運営センターが登録します。企業は登録できません。' },
  ownWork: {
    zh: '您参与制作过该批次或更换过其通道，不能登记其付款结果',
    en: 'You helped to prepare this batch or moved it to another channel, so you cannot register its payments.',
    es: 'Usted preparó este lote o lo pasó a otro canal, así que no puede registrar sus pagos.',
    ja: 'このバッチの作成に関わったか、チャネルを変更したため、支払結果は登録できません。',
  },
  notOffline: { zh: '该批次没有通过线下通道支付的明细', en: 'No line of this batch is paid manually.', es: 'Ninguna línea de este lote se paga externamente.', ja: 'このバッチにオフライン支払の明細はありません。' },
  nothingWaits: { zh: '该批次没有等待登记的明细', en: 'No line of this batch awaits a slip.', es: 'Ninguna línea de este lote espera comprobante.', ja: '登録待ちの明細はありません。' },
  nothingTold: { zh: '表中没有填写任何一行', en: 'No row of the sheet is filled in.', es: 'No hay ninguna fila rellenada.', ja: '記入された行がありません。' },
  slipGone: { zh: '回单文件已失效，请重新上传', en: 'A slip is no longer available; upload it again.', es: 'Un comprobante ya no está; súbalo de nuevo.', ja: '振込控のファイルが失効しています。再度アップロードしてください。' },
  shownOtherwise: {
    zh: '内容已变化（{count} 笔，{amount}），请重新核对后登记',
    en: 'The batch has changed in the meantime ({count} lines, {amount}). Review it again.',
    es: 'El lote ha cambiado entretanto ({count} líneas, {amount}). Revíselo de nuevo.',
    ja: '内容が変わりました（{count} 件、{amount}）。再確認してください。',
  },
  offlineFaulty: {
    zh: '{row, plural, =0 {{column}} other {第 # 行“{column}”}}：{words}（共 {count} 处问题，均未登记）',
    en: '{row, plural, =0 {{column}} other {Row #, {column}}}: {words} ({count, plural, one {# fault} other {# faults}}; nothing was registered)',
    es: '{row, plural, =0 {{column}} other {Fila #, {column}}}: {words} ({count, plural, one {# error} other {# errores}}; no se registró nada)',
    ja: '{row, plural, =0 {{column}} other {# 行目「{column}」}}：{words}（問題 {count} 件、登録していません）',
  },
  notLinked: { zh: '此人已不与本单位合作，不能更换收款卡', en: 'This person does not work with the unit; the card cannot be replaced.', es: 'Esta persona no trabaja con la empresa; no se puede cambiar la tarjeta.', ja: 'この方はこの企業と取引がないため、カードを変更できません。' },
  exceptionOpen: {
    zh: '银行对该笔付款的结果有异常，处理完毕前不能重发或取消',
    en: 'The bank’s result for this payment is under investigation: it cannot be repeated or cancelled in the meantime.',
    es: 'El resultado del banco para este pago está en revisión: entretanto no se puede repetir ni cancelar.',
    ja: 'この支払は銀行結果の異常を確認中のため、再送・取消できません。',
  },
  badCard: { zh: '银行卡号长度/字符错误(16-19位数字)', en: 'A card number has 16 to 19 digits.', es: 'El número de tarjeta tiene de 16 a 19 dígitos.', ja: 'カード番号は16～19桁の数字です。' },
} as const satisfies Record<string, Text>

export const failureReasons: Readonly<Record<'card' | 'name' | 'limit' | 'channel' | 'unknown' | 'returned' | 'cancelled', Text>> = {
  card: { zh: '银行卡问题', en: 'Card problem', es: 'Problema de tarjeta', ja: 'カードの問題' },
  name: { zh: '户名不符', en: 'Name does not match', es: 'El titular no coincide', ja: '名義不一致' },
  limit: { zh: '超限额挂起', en: 'Limit reached', es: 'Límite superado', ja: '限度額超過' },
  channel: { zh: '通道异常', en: 'Channel fault', es: 'Fallo del canal', ja: 'チャネル障害' },
  unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
  returned: { zh: '银行退汇', en: 'Returned by the bank', es: 'Devuelto por el banco', ja: '銀行組戻し' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消済み' },
}

export const failureOwners: Readonly<Record<'unit' | 'operator' | 'centre', Text>> = {
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  centre: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
}

/** Names of the failure codes of channels (`failCode` of a line). */
export const failCodeNames: Readonly<Record<'name_mismatch' | 'card_invalid' | 'limit' | 'channel_error' | 'not_received' | 'returned' | 'cancelled_by_user' | 'channel_single' | 'channel_daily' | 'recalled' | 'offline_failed' | 'exception' | 'not_paid', Text>> = {
  name_mismatch: { zh: '户名不符', en: 'The name does not match the account', es: 'El nombre no coincide con la cuenta', ja: '口座名義が一致しません' },
  card_invalid: { zh: '收款账户状态异常', en: 'The account cannot receive money', es: 'La cuenta no puede recibir dinero', ja: '受取口座が利用できません' },
  limit: { zh: '超过收款账户当日限额', en: "Above the account's limit for the day", es: 'Supera el límite diario de la cuenta', ja: '受取口座の1日の限度額を超えています' },
  channel_error: { zh: '通道处理失败', en: 'The channel could not process it', es: 'El canal no pudo procesarlo', ja: 'チャネルで処理できませんでした' },
  not_received: { zh: '通道未收到该笔指令', en: 'The channel never received this order', es: 'El canal no recibió la orden', ja: 'チャネルに指図が届いていません' },
  returned: { zh: '银行退汇', en: 'Returned by the bank', es: 'Devuelto por el banco', ja: '銀行組戻し' },
  channel_single: { zh: '超过通道单笔限额', en: "Above the channel's limit for one payment", es: 'Supera el límite por pago del canal', ja: 'チャネルの1件あたりの限度額を超えています' },
  channel_daily: { zh: '超过通道当日限额', en: "Above the channel's limit for the day", es: 'Supera el límite diario del canal', ja: 'チャネルの1日の限度額を超えています' },
  recalled: { zh: '发送前撤回', en: 'Withdrawn before it was sent', es: 'Retirado antes de enviarse', ja: '送信前に取消' },
  exception: { zh: '银行结果异常，待处理', en: 'On hold until the bank’s result is investigated', es: 'En espera hasta aclarar el resultado del banco', ja: '銀行結果の異常により保留' },
  not_paid: { zh: '经核实银行未付款', en: 'Found to be unpaid', es: 'Se comprobó que no se pagó', ja: '確認の結果、未払い' },
  offline_failed: { zh: '线下支付失败', en: 'Manual payment failed', es: 'El pago externo falló', ja: 'オフライン支払に失敗' },
  cancelled_by_user: { zh: '人工取消', en: 'Cancelled manually', es: 'Cancelado manualmente', ja: '手動で取消' },
}

/** Reasons that the program stores for unpaid lines. The Chinese text is stored, and users see their own language. */
export const lineReasons = {
  stopped: {
    zh: '收款人已停止收款（冻结、停用或身份异议），发送前撤回',
    en: 'The payee may no longer be paid (frozen, disabled or identity objection); recalled before sending',
    es: 'El beneficiario ya no puede cobrar (bloqueado, desactivado u objeción de identidad); retirado antes de enviarse',
    ja: '受取人が受取停止中（凍結・停止・身元の異議）のため、送信前に取り消しました',
  },
  debt: {
    zh: '同一笔款项已由另一批次支付，或其支付异常尚未处理，发送前撤回',
    en: 'Another batch paid this debt, or its payment exception is still open; recalled before sending',
    es: 'Otro lote ya pagó esta deuda o su incidencia sigue abierta; retirado antes de enviarse',
    ja: '同じ債務を別のバッチが支払済み、または支払異常が未処理のため、送信前に取り消しました',
  },
  unfit: {
    zh: '收款人已不符合付款条件（{codes}），发送前撤回',
    en: 'The payee no longer meets the conditions for payment ({codes}); recalled before sending',
    es: 'El beneficiario ya no cumple las condiciones de pago ({codes}); retirado antes de enviarse',
    ja: '受取人が支払条件を満たさなくなったため（{codes}）、送信前に取り消しました',
  },
  single: {
    zh: '超过通道单笔限额 {limit}',
    en: 'Above the channel’s limit per payment of {limit}',
    es: 'Supera el límite por pago del canal, {limit}',
    ja: 'チャネルの1件あたりの限度額 {limit} を超えています',
  },
  daily: {
    zh: '超过通道当日限额 {limit}，今日已发 {sent}',
    en: 'Above the channel’s daily limit of {limit}; {sent} sent today',
    es: 'Supera el límite diario del canal, {limit}; hoy se han enviado {sent}',
    ja: 'チャネルの1日の限度額 {limit} を超えています（本日送信済み {sent}）',
  },
  channelClosed: { zh: '通道无法使用', en: 'The channel cannot be used', es: 'El canal no se puede usar', ja: 'チャネルを利用できません' },
  accountClosed: { zh: '收款账户已销户', en: 'The payee’s account is closed', es: 'La cuenta del beneficiario está cancelada', ja: '受取口座は解約済みです' },
} as const satisfies Record<string, Text>
export const offlineResultNames: Readonly<Record<OfflineResult, Text>> = {
  success: { zh: '成功', en: 'Paid', es: 'Pagado', ja: '成功' },
  failed: { zh: '失败', en: 'Failed', es: 'Fallido', ja: '失敗' },
  returned: { zh: '退汇', en: 'Returned', es: 'Devuelto', ja: '組戻し' },
}

export const offlineFieldNames: Readonly<Record<OfflineField, Text>> = {
  no: { zh: '明细号', en: 'Line no.', es: 'N.º de línea', ja: '明細番号' },
  serial: { zh: '银行流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '銀行取引番号' },
  paidAt: { zh: '支付时间', en: 'Time of payment', es: 'Fecha del pago', ja: '支払日時' },
  result: { zh: '结果', en: 'Result', es: 'Resultado', ja: '結果' },
  reason: { zh: '失败原因', en: 'Why it failed', es: 'Motivo del fallo', ja: '失敗理由' },
  slip: { zh: '银行回单', en: 'Bank slip', es: 'Comprobante bancario', ja: '銀行振込控' },
  amount: amountNames.net,
}

export const offlineMessages: Readonly<Record<OfflineIssueCode, Text>> = {
  E601: { zh: '不能为空', en: 'Required', es: 'Es obligatorio', ja: '必須です' },
  E701: { zh: '明细号不存在或不属于本批次', en: 'This batch has no line with this number', es: 'El lote no tiene esa línea', ja: 'このバッチにその明細番号はありません' },
  E702: { zh: '该明细不在等待登记（{state}）', en: 'The line is not awaiting a slip ({state})', es: 'La línea no espera comprobante ({state})', ja: '登録待ちの明細ではありません（{state}）' },
  E703: { zh: '与第 {row} 行明细号重复', en: 'Same line as row {row}', es: 'Misma línea que la fila {row}', ja: '{row} 行目と明細番号が重複' },
  E704: { zh: '流水号须为 4-60 位字母、数字或 . _ - / : #', en: 'A bank reference has 4 to 60 letters, digits or . _ - / : #', es: 'De 4 a 60 letras, cifras o . _ - / : #', ja: '4～60 桁の英数字または . _ - / : # です' },
  E705: { zh: '与第 {row} 行流水号重复', en: 'Same bank reference as row {row}', es: 'Misma referencia bancaria que la fila {row}', ja: '{row} 行目と取引番号が重複' },
  E706: { zh: '该流水号在本通道已登记过', en: 'This bank reference has already been registered', es: 'Esa referencia bancaria ya se registró', ja: 'この取引番号は登録済みです' },
  E707: { zh: '时间格式错误，须精确到分，例 2026-11-21 10:30', en: 'Invalid time; use the format 2026-11-21 10:30', es: 'No es una hora; escriba 2026-11-21 10:30', ja: '日時の形式が違います（例 2026-11-21 10:30）' },
  E708: { zh: '不能晚于当前时间', en: 'This time is in the future', es: 'La hora es futura', ja: '未来の日時です' },
  E709: { zh: '早于付款时间 {time}', en: 'Before the payment was released or made ({time})', es: 'Antes de la orden o del pago ({time})', ja: '支払指示・支払日時 {time} より前です' },
  E710: { zh: '只能填写：成功、失败、退汇', en: 'One of: 成功 (paid), 失败 (failed), 退汇 (returned)', es: 'Uno de: 成功 (pagado), 失败 (fallido), 退汇 (devuelto)', ja: '次のいずれか：成功、失败、退汇' },
  E711: {
    zh: '{problem, select, long {不超过 200 字} other {失败、退汇须填写原因（至少 2 字）}}',
    en: '{problem, select, long {At most 200 characters} other {A failure or return needs its reason}}',
    es: '{problem, select, long {Como máximo 200 caracteres} other {Un fallo o devolución necesita motivo}}',
    ja: '{problem, select, long {200 文字以内です} other {失敗・組戻しには理由が必要です}}',
  },
  E712: { zh: '回单“{name}”没有上传', en: 'The slip “{name}” was not uploaded', es: 'El comprobante «{name}» no se subió', ja: '振込控「{name}」がアップロードされていません' },
  E713: { zh: '须上传银行回单；有多份时填写回单文件名', en: 'A slip is required; if there are several, enter its file name', es: 'Falta el comprobante; si hay varios, su nombre', ja: '銀行振込控が必要です。複数ある場合はファイル名を記入してください' },
  E714: { zh: '有多份名为“{name}”的回单，无法区分', en: 'Several slips are called “{name}”', es: 'Varios comprobantes se llaman «{name}»', ja: '「{name}」という振込控が複数あります' },
  E715: { zh: '流水号已被 Excel 改成数字，末位不可信；请以文本格式填写', en: 'Excel turned the bank reference into a number; enter it as text', es: 'Excel convirtió la referencia bancaria en número; escríbala como texto', ja: '取引番号が数値に変換されています。文字列で入力してください' },
  E716: { zh: '只有线下支付成功的明细可登记退汇（{state}）', en: 'Only a paid line can be returned ({state})', es: 'Solo se devuelve una línea pagada ({state})', ja: '組戻しは支払成功の明細のみです（{state}）' },
  E717: { zh: '与系统金额 {amount} 不一致', en: 'The amount of the line is {amount}', es: 'El importe de la línea es {amount}', ja: 'システム金額 {amount} と一致しません' },
  E719: { zh: '该流水号已登记于{use} {no}', en: 'This bank reference is already registered for {use} {no}', es: 'Esa referencia bancaria ya está registrada: {use} {no}', ja: 'この取引番号は{use} {no} で登録済みです' },
  E221: { zh: '该明细已登记失败或退汇，待另一人确认', en: 'A reported failure or return of this line awaits confirmation', es: 'Un fallo o devolución de esta línea espera confirmación', ja: 'この明細の失敗・組戻しは確認待ちです' },
  E718: { zh: '回单“{name}”没有对应的行', en: 'No row refers to the slip “{name}”', es: 'Ninguna fila hace referencia a «{name}»', ja: '振込控「{name}」に対応する行がありません' },
}
