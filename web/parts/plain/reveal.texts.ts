import type { Text } from '#/domain/base/text.ts'

export const revealTexts = {
  show: { zh: '显示完整{what}', en: 'Show the full {what}', es: 'Mostrar completo: {what}', ja: '{what}をすべて表示' },
  hide: { zh: '隐藏', en: 'Hide', es: 'Ocultar', ja: '隠す' },
  exportPlain: { zh: '导出完整号码', en: 'Export full numbers', es: 'Exportar números completos', ja: '番号を全桁で出力' },
  exportNote: {
    zh: '文件将含完整证件号、手机号与卡号，首行注明您的账号与理由，并记入操作日志。',
    en: 'The file contains full identity, mobile and card numbers. Its first line names you and the reason, and the export is logged.',
    es: 'El archivo contiene números de documento, móvil y tarjeta completos; su primera línea indica su cuenta y el motivo, y queda en el registro.',
    ja: 'ファイルには身分証・携帯・カードの番号が全桁で含まれ、先頭行にアカウントと理由が記載され、ログに記録されます。',
  },
  reason: { zh: '导出理由', en: 'Reason', es: 'Motivo', ja: '出力の理由' },
  export: { zh: '导出', en: 'Export', es: 'Exportar', ja: '出力' },
} as const satisfies Record<string, Text>
