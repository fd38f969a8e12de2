import type { Text } from '#/domain/base/text.ts'

// A separate file, because the dialog of a centre needs these names and no other texts of units.

export const signatureMethodNames = {
  sms: { zh: '短信验证码', en: 'SMS code', es: 'Código SMS', ja: 'SMSコード' },
  face: { zh: '人脸识别或短信验证码', en: 'Face verification or SMS code', es: 'Verificación facial o código SMS', ja: '顔認証またはSMSコード' },
  handwriting: { zh: '手写签名', en: 'Handwritten signature', es: 'Firma manuscrita', ja: '手書き署名' },
} as const satisfies Record<string, Text>
