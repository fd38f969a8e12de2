import type { Text } from '#/domain/base/text.ts'
import type { CustodyMethod, CustodyState, CustodyStatus } from '#/domain/money/custody.ts'

export const custodyMethodNames: Readonly<Record<CustodyMethod, Text>> = {
  supervised: { zh: '资金监管账户', en: 'Account supervised by a bank', es: 'Cuenta supervisada por un banco', ja: '銀行の資金監督口座' },
  entrusted: { zh: '委托付款协议及法律意见', en: 'Entrusted payment with a legal opinion', es: 'Pago por encargo con dictamen jurídico', ja: '支払委託契約と法律意見書' },
}

export const custodyStateNames: Readonly<Record<CustodyState, Text>> = {
  pending: { zh: '待平台确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmada', ja: '確認済み' },
  rejected: { zh: '未通过', en: 'Rejected', es: 'Rechazada', ja: '差戻し' },
  replaced: { zh: '已被新版本替代', en: 'Replaced by a later version', es: 'Sustituida por otra versión', ja: '新しい版に置換済み' },
}

export const custodyStatusNames: Readonly<Record<CustodyStatus, Text>> = {
  valid: { zh: '有效', en: 'Valid', es: 'Vigente', ja: '有効' },
  ending: { zh: '即将到期', en: 'Ends soon', es: 'Vence pronto', ja: 'まもなく期限' },
  expired: { zh: '已到期', en: 'Expired', es: 'Vencida', ja: '期限切れ' },
  moved: { zh: '收款账户已变更', en: 'Receiving account changed', es: 'Cuenta de ingreso cambiada', ja: '入金口座が変更済み' },
  missing: { zh: '未证明', en: 'Not proved', es: 'Sin prueba', ja: '未証明' },
}

export const custodyRefusals = {
  notFound: { zh: '证明不存在', en: 'This proof does not exist.', es: 'La prueba no existe.', ja: '証明が存在しません。' },
  noCentre: {
    zh: '该运营中心不在您的范围内，或没有个体户模式的资金',
    en: 'The centre is outside your scope, or holds no money in individual-business mode.',
    es: 'El centro está fuera de su ámbito o no tiene fondos en modalidad de negocio individual.',
    ja: 'このセンターは権限外か、個人事業モードの資金がありません。',
  },
  noAccount: {
    zh: '请先登记运营中心的收款账户',
    en: 'Register the receiving account of the centre first.',
    es: 'Registre antes la cuenta de ingreso del centro.',
    ja: '先にセンターの入金口座を登録してください。',
  },
  datesWrong: {
    zh: '签订日期不得晚于今天，有效期须在今天之后',
    en: 'The agreement must be dated today or earlier and be valid beyond today.',
    es: 'El acuerdo lleva fecha de hoy o anterior y vence después de hoy.',
    ja: '契約日は本日以前、有効期限は本日より後にしてください。',
  },
  opinionNeeded: {
    zh: '委托付款协议须附法律意见书、出具日期与律师事务所',
    en: 'An agreement on entrusted payment needs the legal opinion, its date and its law firm.',
    es: 'El encargo de pago requiere el dictamen jurídico, su fecha y el despacho.',
    ja: '支払委託契約には法律意見書、その日付と法律事務所が必要です。',
  },
  decided: { zh: '该证明已处理', en: 'This proof is already decided.', es: 'La prueba ya está resuelta.', ja: 'この証明は処理済みです。' },
  ownEntry: {
    zh: '提交人不能确认自己的证明，请由平台另一人处理',
    en: 'The person who entered the proof cannot confirm it. Another person at the platform must confirm the proof.',
    es: 'Quien la aportó no puede confirmarla; lo hace otra persona de la plataforma.',
    ja: '提出者本人は確認できません。プラットフォームの別の担当者が確認してください。',
  },
  noRight: {
    zh: '须由有“资金存管确认”权限的平台人员处理',
    en: 'Only platform staff with the permission to confirm custody can decide.',
    es: 'Resuelve una persona de la plataforma con derecho a confirmar la custodia.',
    ja: '資金保管の確認権限を持つプラットフォーム担当者が処理します。',
  },
  noRightToEnter: {
    zh: '没有“资金存管证明”的提交权限',
    en: 'You do not have permission to enter proofs of custody.',
    es: 'No tiene derecho a aportar pruebas de custodia.',
    ja: '資金保管の証明を提出する権限がありません。',
  },
  answerNeeded: { zh: '不通过时请说明原因', en: 'Give the reason for the rejection.', es: 'Indique el motivo del rechazo.', ja: '差戻しの理由を入力してください。' },
} as const satisfies Record<string, Text>
