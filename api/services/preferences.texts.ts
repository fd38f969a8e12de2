import type { Text } from '#/domain/base/text.ts'

export const preferenceRefusals = {
  tooMany: {
    zh: '最多保存 {most} 个表格的列设置',
    en: 'Column settings can be stored for at most {most} tables.',
    es: 'Se guardan los ajustes de columnas de {most} tablas como máximo.',
    ja: '列の設定を保存できる表は {most} 個までです。',
  },
  tooLarge: {
    zh: '界面设置合计超过 {most} KB，请恢复默认设置后再试',
    en: 'The interface settings exceed {most} KB together. Reset them to the defaults and try again.',
    es: 'Los ajustes de la interfaz superan {most} KB en total. Restablézcalos e inténtelo de nuevo.',
    ja: '表示設定の合計が {most} KB を超えています。初期設定に戻してから再度お試しください。',
  },
} as const satisfies Record<string, Text>
