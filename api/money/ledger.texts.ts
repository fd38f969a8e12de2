import type { Text } from '#/domain/base/text.ts'

export const ledgerRefusals = {
  insufficient: {
    zh: '余额不足：需 {need}，可用 {available}',
    en: 'Not enough balance: {need} needed, {available} available.',
    es: 'Saldo insuficiente: se necesitan {need}, hay {available}.',
    ja: '残高不足：必要 {need}、利用可能 {available}。',
  },
} as const satisfies Record<string, Text>

export const journalKindNames: Readonly<Record<'topup' | 'freeze' | 'unfreeze' | 'payment' | 'return' | 'refund' | 'adjustment' | 'suspense' | 'opening', Text>> = {
  topup: { zh: '充值', en: 'Top-up', es: 'Recarga', ja: '入金' },
  freeze: { zh: '冻结', en: 'Frozen', es: 'Bloqueo', ja: '凍結' },
  unfreeze: { zh: '解冻', en: 'Released', es: 'Desbloqueo', ja: '凍結解除' },
  payment: { zh: '支付', en: 'Payment', es: 'Pago', ja: '支払い' },
  return: { zh: '退汇', en: 'Returned', es: 'Devolución', ja: '組戻し' },
  refund: { zh: '退款', en: 'Refund', es: 'Reembolso', ja: '返金' },
  suspense: { zh: '挂账', en: 'Suspense', es: 'Partida pendiente', ja: '仮勘定' },
  adjustment: { zh: '调账', en: 'Adjustment', es: 'Ajuste', ja: '調整' },
  opening: { zh: '期初余额', en: 'Opening balance', es: 'Saldo inicial', ja: '期首残高' },
}
