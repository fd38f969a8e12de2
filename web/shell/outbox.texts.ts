import type { Text } from '#/domain/base/text.ts'

export const outboxTexts = {
  outboxNote: {
    zh: '演示沙箱：以下邮件和短信没有真正发送，只保存在这里，一天后清除。',
    en: 'Demo sandbox: these e-mails and text messages were not sent. They are kept here for one day.',
    es: 'Entorno de prueba: estos correos y SMS no se han enviado; se guardan aquí un día.',
    ja: 'デモ用サンドボックス：以下のメールとSMSは実際には送信されず、1日間ここに保存されます。',
  },
  outboxNone: { zh: '还没有消息', en: 'No message yet', es: 'Aún no hay mensajes', ja: 'メッセージはまだありません' },
  byMail: { zh: '邮件', en: 'E-mail', es: 'Correo', ja: 'メール' },
  bySms: { zh: '短信', en: 'SMS', es: 'SMS', ja: 'SMS' },
} as const satisfies Record<string, Text>
