import type { Text } from '#/domain/text.ts'

/** Why a payout did not go through, by code, with what to do about it. */
export const failReasons = {
  NAME_MISMATCH: { zh: '户名与账号不符', en: 'The name does not match the account', es: 'El nombre no coincide con la cuenta', ja: '名義と口座が一致しません' },
  CARD_INVALID: { zh: '收款账号无效或已销户', en: 'The account is invalid or closed', es: 'La cuenta no es válida o está cerrada', ja: '口座が無効または解約済みです' },
  LIMIT: { zh: '超过银行限额，已挂起', en: 'Held: over the bank’s limit', es: 'Retenido: supera el límite del banco', ja: '銀行限度額超過のため保留' },
  CHANNEL: { zh: '通道处理失败，资金未划出', en: 'The channel failed; no money left', es: 'El canal falló; no salió dinero', ja: 'チャネル処理失敗。資金は出金されていません' },
  CANCELLED: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消済み' },
  RETURNED: { zh: '银行退汇，资金已退回预付款', en: 'Returned by the bank; the money is back in the prepayment', es: 'Devuelto por el banco; el dinero ha vuelto al anticipo', ja: '銀行により組戻し。資金は前払金に戻りました' },
} as const satisfies Record<string, Text>

/** Groups of the failure workbench. */
export const failGroups = {
  card: { zh: '银行卡问题', en: 'Card', es: 'Tarjeta', ja: 'カード' },
  name: { zh: '户名不符', en: 'Name mismatch', es: 'Nombre', ja: '名義不一致' },
  limit: { zh: '限额', en: 'Limit', es: 'Límite', ja: '限度額' },
  channel: { zh: '通道异常', en: 'Channel', es: 'Canal', ja: 'チャネル異常' },
  unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
  returned: { zh: '已退汇', en: 'Returned', es: 'Devuelto', ja: '組戻し' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelado', ja: '取消済み' },
} as const satisfies Record<string, Text>

/** Who must act. */
export const failOwners = {
  unit: { zh: '单位处理', en: 'Unit', es: 'Empresa', ja: '企業' },
  operator: { zh: '经营者处理', en: 'Operator', es: 'Operador', ja: '事業者' },
  centre: { zh: '中心处理', en: 'Centre', es: 'Centro', ja: 'センター' },
} as const satisfies Record<string, Text>

/** What payouts refuse with. */
export const payoutRefusals = {
  notFound: { zh: '明细不存在', en: 'There is no such line.', es: 'La línea no existe.', ja: '明細が存在しません。' },
  notHeld: { zh: '只有挂起的明细可以这样处理', en: 'Only held lines can be treated like this.', es: 'Solo las líneas retenidas admiten esta operación.', ja: '保留中の明細のみ操作できます。' },
  notEnded: { zh: '只有失败或退汇的明细可以更换收款卡', en: 'Only failed or returned lines can get another card.', es: 'Solo se puede cambiar la tarjeta de líneas fallidas o devueltas.', ja: '失敗または組戻しの明細のみカードを変更できます。' },
  cardForm: { zh: '银行卡号须为16-19位数字', en: 'A card number has 16 to 19 digits.', es: 'El número de tarjeta tiene de 16 a 19 dígitos.', ja: 'カード番号は16～19桁の数字です。' },
  noChannel: { zh: '通道不存在', en: 'There is no such channel.', es: 'El canal no existe.', ja: 'チャネルが存在しません。' },
} as const satisfies Record<string, Text>
