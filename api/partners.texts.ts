import type { Text } from '#/domain/text.ts'

/** What the keeping of partners refuses with. */
export const partnerRefusals = {
  notFound: { zh: '合作伙伴不存在', en: 'There is no such partner.', es: 'No existe ese socio.', ja: '提携先が存在しません。' },
  creditCode: { zh: '统一社会信用代码不正确，请核对', en: 'This is not a valid credit code.', es: 'El código de crédito no es válido.', ja: '統一社会信用コードが正しくありません。' },
  idNumber: { zh: '身份证号码不正确，请核对', en: 'This is not a valid identity number.', es: 'El número de identidad no es válido.', ja: '身分証番号が正しくありません。' },
  taken: { zh: '该主体已是合作伙伴“{name}”，不能重复新增', en: 'They already are the partner “{name}”.', es: 'Ya es el socio «{name}».', ja: 'すでに提携先「{name}」として登録済みです。' },
} as const satisfies Record<string, Text>
