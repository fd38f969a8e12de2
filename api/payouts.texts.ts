import type { Text } from '#/domain/text.ts'

/** What working with channels refuses with. */
export const payoutRefusals = {
  batchNotFound: { zh: '批次不存在', en: 'There is no such batch.', es: 'El lote no existe.', ja: 'バッチが存在しません。' },
  lineNotFound: { zh: '明细不存在或无权查看', en: 'There is no such line, or it is not yours to see.', es: 'La línea no existe o no puede verla.', ja: '明細が存在しないか、閲覧権限がありません。' },
  channelNotFound: { zh: '支付通道不存在', en: 'There is no such channel.', es: 'El canal no existe.', ja: '支払チャネルが存在しません。' },
  notHeld: { zh: '所选明细均未处于挂起状态，请刷新后重试', en: 'None of these lines is on hold. Reload and try again.', es: 'Ninguna de estas líneas está retenida. Recargue e inténtelo de nuevo.', ja: '選択した明細は保留中ではありません。再読み込みしてください。' },
  notFailed: { zh: '仅失败、已取消或已退汇的明细可更换收款卡', en: 'Only failed, cancelled or returned lines can get another card.', es: 'Solo se puede cambiar la tarjeta de líneas fallidas, canceladas o devueltas.', ja: 'カードを変更できるのは、失敗・取消・組戻しの明細のみです。' },
  badCard: { zh: '银行卡号长度/字符错误(16-19位数字)', en: 'A card number has 16 to 19 digits.', es: 'El número de tarjeta tiene de 16 a 19 dígitos.', ja: 'カード番号は16～19桁の数字です。' },
} as const satisfies Record<string, Text>

/** Why lines did not get through. */
export const failureReasons: Readonly<Record<'card' | 'name' | 'limit' | 'channel' | 'unknown' | 'returned' | 'cancelled', Text>> = {
  card: { zh: '银行卡问题', en: 'Card problem', es: 'Problema de tarjeta', ja: 'カードの問題' },
  name: { zh: '户名不符', en: 'Name does not match', es: 'El titular no coincide', ja: '名義不一致' },
  limit: { zh: '超限额挂起', en: 'Limit reached', es: 'Límite superado', ja: '限度額超過' },
  channel: { zh: '通道异常', en: 'Channel fault', es: 'Fallo del canal', ja: 'チャネル障害' },
  unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
  returned: { zh: '银行退汇', en: 'Returned by the bank', es: 'Devuelto por el banco', ja: '銀行組戻し' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消済み' },
}

/** Who has to act. */
export const failureOwners: Readonly<Record<'unit' | 'operator' | 'centre', Text>> = {
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  centre: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
}

/** What a channel says of a line, by code (`failCode` of a line). */
export const failCodeNames: Readonly<Record<'name_mismatch' | 'card_invalid' | 'limit' | 'channel_error' | 'not_received' | 'returned' | 'cancelled_by_user' | 'channel_single' | 'channel_daily' | 'recalled', Text>> = {
  name_mismatch: { zh: '户名不符', en: 'The name does not match the account', es: 'El nombre no coincide con la cuenta', ja: '口座名義が一致しません' },
  card_invalid: { zh: '收款账户状态异常', en: 'The account cannot receive money', es: 'La cuenta no puede recibir dinero', ja: '受取口座が利用できません' },
  limit: { zh: '超过收款账户当日限额', en: "Above the account's limit for the day", es: 'Supera el límite diario de la cuenta', ja: '受取口座の1日の限度額を超えています' },
  channel_error: { zh: '通道处理失败', en: 'The channel could not process it', es: 'El canal no pudo procesarlo', ja: 'チャネルで処理できませんでした' },
  not_received: { zh: '通道未收到该笔指令', en: 'The channel never got this order', es: 'El canal no recibió la orden', ja: 'チャネルに指図が届いていません' },
  returned: { zh: '银行退汇', en: 'Returned by the bank', es: 'Devuelto por el banco', ja: '銀行組戻し' },
  channel_single: { zh: '超过通道单笔限额', en: "Above the channel's limit for one payment", es: 'Supera el límite por pago del canal', ja: 'チャネルの1件あたりの限度額を超えています' },
  channel_daily: { zh: '超过通道当日限额', en: "Above the channel's limit for the day", es: 'Supera el límite diario del canal', ja: 'チャネルの1日の限度額を超えています' },
  recalled: { zh: '发送前撤回', en: 'Taken back before it was sent', es: 'Retirado antes de enviarse', ja: '送信前に取り戻し' },
  cancelled_by_user: { zh: '人工取消', en: 'Cancelled by hand', es: 'Cancelado manualmente', ja: '手動で取消' },
}

/** What each outgoing channel is. */
export const channelKindNames: Readonly<Record<'sandbox' | 'offline', Text>> = {
  sandbox: { zh: '沙箱通道', en: 'Sandbox channel', es: 'Canal de pruebas', ja: 'サンドボックス' },
  offline: { zh: '线下支付', en: 'Paid outside', es: 'Pago externo', ja: 'オフライン支払' },
}
