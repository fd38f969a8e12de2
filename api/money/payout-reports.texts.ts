import type { Text } from '#/domain/base/text.ts'

/** Refusals of decisions on reports of failed and returned payments. */
export const reportRefusals = {
  ownReport: {
    zh: '该结果由您或与您账号有关联的人登记，须由另一位同事确认',
    en: 'You, or someone linked to your account, reported this result. A colleague must confirm it.',
    es: 'Usted, o alguien vinculado a su cuenta, comunicó este resultado. Debe confirmarlo otra persona.',
    ja: 'この結果はあなた、またはあなたのアカウントと関連する人が登録しました。別の担当者が確認してください。',
  },
  reportDecided: { zh: '所选登记已被处理，请刷新', en: 'A report has already been decided. Reload.', es: 'Un resultado ya se resolvió. Actualice la página.', ja: '選択した登録は処理済みです。再読み込みしてください。' },
  reportStale: {
    zh: '明细 {no} 的状态已变化，登记的结果不再适用，请退回该登记',
    en: 'Line {no} has changed, and the reported result no longer fits. Decline the report.',
    es: 'La línea {no} ha cambiado y el resultado ya no corresponde. Rechácelo.',
    ja: '明細 {no} の状態が変わり、登録した結果は適用できません。差し戻してください。',
  },
  declineReason: { zh: '请填写退回原因', en: 'Enter the reason.', es: 'Indique el motivo.', ja: '理由を入力してください。' },
} as const satisfies Record<string, Text>
