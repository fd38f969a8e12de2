import type { Text } from '#/domain/base/text.ts'
import type { ResidenceGround, ResidenceState } from '#/domain/money/residence.ts'

export const residenceStateNames: Readonly<Record<ResidenceState, Text>> = {
  pending: { zh: '待确认', en: 'To be confirmed', es: 'Por confirmar', ja: '確認待ち' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmada', ja: '確認済み' },
  rejected: { zh: '未通过', en: 'Rejected', es: 'Rechazada', ja: '差戻し' },
  replaced: { zh: '已被新版本替代', en: 'Replaced by a later version', es: 'Sustituida por otra versión', ja: '新しい版に置換済み' },
}

export const residenceGroundNames: Readonly<Record<ResidenceGround, Text>> = {
  domicile: { zh: '在中国境内有住所', en: 'Domicile in China', es: 'Domicilio en China', ja: '中国国内に住所あり' },
  days: { zh: '按本年度境内居住天数', en: 'Days in China this year', es: 'Días en China este año', ja: '今年度の国内滞在日数による' },
}

export const residenceRefusals = {
  noPlace: {
    zh: '税收居民身份由经营者所属运营中心或平台认定',
    en: 'The operator’s centre or the platform decides on the tax residence.',
    es: 'La residencia fiscal la resuelve el centro del operador o la plataforma.',
    ja: '居住者区分は所属センターまたはプラットフォームが認定します。',
  },
  operatorUnknown: {
    zh: '经营者不存在或不属于您的运营中心',
    en: 'The operator does not exist or belongs to another centre.',
    es: 'El operador no existe o es de otro centro.',
    ja: '事業者が存在しないか、他のセンターに所属しています。',
  },
  dayInFuture: {
    zh: '起始日期不得晚于今天；身份将来变化时，请届时再登记',
    en: 'The start date must be today or earlier. Register a future change when it takes effect.',
    es: 'La fecha de inicio debe ser hoy o anterior. Registre un cambio futuro cuando ocurra.',
    ja: '開始日は本日以前にしてください。将来の変更はその時に登録してください。',
  },
  daysNeeded: {
    zh: '按居住天数认定时，请填写本年度境内居住天数',
    en: 'Enter the days in China this year.',
    es: 'Indique los días en China este año.',
    ja: '今年度の国内滞在日数を入力してください。',
  },
  notFound: { zh: '认定不存在或不在您的管理范围内', en: 'The decision does not exist or is outside your scope.', es: 'La resolución no existe en su ámbito.', ja: '認定が存在しないか、管理範囲外です。' },
  decided: { zh: '该认定已处理', en: 'This proposal is already decided.', es: 'Esta propuesta ya está resuelta.', ja: 'この申請は処理済みです。' },
  ownEntry: {
    zh: '提交人不能确认自己的认定，请由另一人处理',
    en: 'You proposed this decision. Another person must confirm it.',
    es: 'Usted propuso esta resolución: debe confirmarla otra persona.',
    ja: '申請者本人は確認できません。別の担当者が処理してください。',
  },
  noRight: {
    zh: '须由有“报税核对”权限的另一人处理',
    en: 'Another person with the “Confirm tax periods” permission must decide.',
    es: 'Debe resolver otra persona con el permiso «Confirmar períodos fiscales».',
    ja: '税務申告の確認権限を持つ別の担当者が処理します。',
  },
  answerNeeded: { zh: '不通过时请说明原因', en: 'Give the reason for the rejection.', es: 'Indique el motivo del rechazo.', ja: '差戻しの理由を入力してください。' },
  nothingToSettle: {
    zh: '没有待更正的付款，或已登记',
    en: 'There is no payment to correct, or the correction is already registered.',
    es: 'No hay pagos por regularizar, o la regularización ya está registrada.',
    ja: '是正すべき支払いがないか、登録済みです。',
  },
  noRightToSettle: {
    zh: '须由有“报税办理”权限的人员登记',
    en: 'Only a person with the permission to handle tax filing can register this.',
    es: 'Solo puede registrarlo quien tenga permiso para tramitar declaraciones.',
    ja: '税務申告の処理権限を持つ担当者が登録します。',
  },
} as const satisfies Record<string, Text>
