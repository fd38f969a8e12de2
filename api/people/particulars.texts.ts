import type { IdKind } from '#/domain/base/id-paper.ts'
import type { Text } from '#/domain/base/text.ts'
import type { ParticularProblem, TaxResidence } from '#/domain/people/particulars.ts'

export const idKindNames = {
  id_card: { zh: '居民身份证', en: 'Resident ID card', es: 'Documento de identidad de residente', ja: '居民身分証' },
  passport: { zh: '护照', en: 'Passport', es: 'Pasaporte', ja: 'パスポート' },
  hk_macau_permit: { zh: '港澳居民来往内地通行证', en: 'Mainland travel permit (Hong Kong, Macao)', es: 'Permiso de viaje de residentes de Hong Kong y Macao', ja: '香港・マカオ住民通行証' },
  hk_macau_residence: {
    zh: '港澳居民居住证',
    en: 'Residence permit (Hong Kong, Macao)',
    es: 'Permiso de residencia (Hong Kong, Macao)',
    ja: '香港・マカオ住民居住証',
  },
  taiwan_permit: { zh: '台湾居民来往大陆通行证', en: 'Mainland travel permit (Taiwan)', es: 'Permiso de viaje de residentes de Taiwán', ja: '台湾住民通行証' },
  taiwan_residence: { zh: '台湾居民居住证', en: 'Residence permit (Taiwan)', es: 'Permiso de residencia (Taiwán)', ja: '台湾住民居住証' },
  foreign_pr: { zh: '外国人永久居留身份证', en: 'Permanent resident’s card', es: 'Tarjeta de residente permanente', ja: '外国人永久居留身分証' },
} as const satisfies Record<IdKind, Text>

export const sexNames = {
  M: { zh: '男', en: 'Male', es: 'Hombre', ja: '男' },
  F: { zh: '女', en: 'Female', es: 'Mujer', ja: '女' },
} as const satisfies Record<string, Text>

export const taxResidenceNames = {
  resident: { zh: '居民个人', en: 'Resident', es: 'Residente', ja: '居住者' },
  non_resident: { zh: '非居民个人', en: 'Non-resident', es: 'No residente', ja: '非居住者' },
} as const satisfies Record<TaxResidence, Text>

export const particularNames = {
  idKind: { zh: '证件类型', en: 'ID type', es: 'Tipo de documento', ja: '身分証種別' },
  sex: { zh: '性别', en: 'Sex', es: 'Sexo', ja: '性別' },
  birth: { zh: '出生日期', en: 'Date of birth', es: 'Fecha de nacimiento', ja: '生年月日' },
  nationality: { zh: '国籍（地区）', en: 'Nationality or region', es: 'Nacionalidad o región', ja: '国籍・地域' },
  address: { zh: '证件地址', en: 'Address on the ID', es: 'Domicilio del documento', ja: '身分証の住所' },
  validFrom: { zh: '证件有效期起', en: 'ID valid from', es: 'Documento válido desde', ja: '身分証の有効期間（開始）' },
  validTo: { zh: '证件有效期止', en: 'ID valid until', es: 'Documento válido hasta', ja: '身分証の有効期間（終了）' },
  taxResidence: { zh: '税收居民身份', en: 'Tax residence', es: 'Residencia fiscal', ja: '税務上の居住者区分' },
} as const satisfies Record<string, Text>

/** Validity of an ID. */
export const validityTexts = {
  forEver: { zh: '长期', en: 'No expiry', es: 'Sin caducidad', ja: '無期限' },
  over: { zh: '已过期', en: 'Expired', es: 'Caducado', ja: '期限切れ' },
  soon: { zh: '即将到期', en: 'Expires soon', es: 'Caduca pronto', ja: '期限間近' },
} as const satisfies Record<string, Text>

export const particularProblemTexts = {
  needed: { zh: '必填', en: 'Required', es: 'Obligatorio', ja: '必須項目です' },
  form: { zh: '填写有误', en: 'Not valid', es: 'No es válido', ja: '正しくありません' },
  differs: { zh: '与证件号码不一致', en: 'This does not match the ID number', es: 'No coincide con el número del documento', ja: '身分証番号と一致しません' },
  future: { zh: '不能晚于今天', en: 'Cannot be after today', es: 'No puede ser posterior a hoy', ja: '今日以前の日付にしてください' },
  order: { zh: '截止日期须晚于起始日期', en: 'The end date must be after the start date', es: 'El fin debe ser posterior al comienzo', ja: '終了日は開始日より後にしてください' },
} as const satisfies Record<ParticularProblem, Text>
