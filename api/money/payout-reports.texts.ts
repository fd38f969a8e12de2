import type { Text } from '#/domain/text.ts'

/** What the decision on a reported result refuses with. */
export const reportRefusals = {
  ownReport: {
    zh: '该结果由您登记，或登记人在 24 小时内设置过您的密码，须由另一位同事确认',
    en: 'You reported this result, or its reporter set your password within 24 hours. A colleague must confirm it.',
    es: 'Usted comunicó este resultado, o quien lo comunicó fijó su contraseña en las últimas 24 horas. Debe confirmarlo otra persona.',
    ja: 'この結果はあなたが登録したか、登録者が 24 時間以内にあなたのパスワードを設定しました。別の担当者が確認してください。',
  },
  reportDecided: { zh: '所选登记已被处理，请刷新', en: 'A report was decided already. Reload.', es: 'Un resultado ya se resolvió. Actualice la página.', ja: '選択した登録は処理済みです。再読み込みしてください。' },
  reportStale: {
    zh: '明细 {no} 的状态已变化，登记的结果不再适用，请退回该登记',
    en: 'Line {no} has changed, and the reported result no longer fits. Decline the report.',
    es: 'La línea {no} ha cambiado y el resultado ya no corresponde. Rechácelo.',
    ja: '明細 {no} の状態が変わり、登録した結果は適用できません。差し戻してください。',
  },
  declineReason: { zh: '请填写退回原因', en: 'Enter the reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
} as const satisfies Record<string, Text>
