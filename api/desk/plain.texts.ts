import type { Text } from '#/domain/base/text.ts'

export const plainFieldNames = {
  idNumber: { zh: '证件号码', en: 'ID number', es: 'Número de documento', ja: '身分証番号' },
  mobile: { zh: '手机号', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  address: { zh: '证件地址', en: 'Address on the ID', es: 'Domicilio del documento', ja: '身分証の住所' },
  cardNo: { zh: '银行卡号', en: 'Card number', es: 'Número de tarjeta', ja: 'カード番号' },
} as const satisfies Record<string, Text>

/** Reasons why a full number is not shown or exported. */
export const plainRefusals = {
  proofNeeded: { zh: '请先验证登录密码', en: 'Confirm your login password first.', es: 'Primero confirme su contraseña de acceso.', ja: '先にログインパスワードを確認してください。' },
  notFound: { zh: '记录不存在', en: 'The record does not exist.', es: 'No existe ese registro.', ja: '記録が存在しません。' },
  mayNotExport: { zh: '没有导出完整号码的权限', en: 'You do not have permission to export full numbers.', es: 'No puede exportar números completos.', ja: '番号を全桁で出力する権限がありません。' },
  reasonNeeded: { zh: '导出完整号码须填写理由（至少 4 个字）', en: 'Enter the reason for exporting full numbers (at least 4 characters).', es: 'Indique el motivo de exportar números completos (mínimo 4 caracteres).', ja: '番号を全桁で出力する理由を入力してください（4 文字以上）。' },
} as const satisfies Record<string, Text>
