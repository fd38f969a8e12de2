import type { Text } from '#/domain/base/text.ts'

/** Messages about reconciliation to the people who work on it. */
export const reconciliationMessages = {
  reconDifferences: {
    title: { zh: '{day} {channel} 对账有 {count} 条差异', en: '{channel}, {day}: {count, plural, one {# difference} other {# differences}}', es: '{channel}, {day}: {count, plural, one {# diferencia} other {# diferencias}}', ja: '{channel} {day} の照合差異 {count} 件' },
    body: {
      zh: '请认领并处理。金额不符可能已暂停该通道出款。',
      en: 'Take over the differences and settle them. An amount difference may have stopped the channel.',
      es: 'Asuma las diferencias y resuélvalas. Una diferencia de importe puede haber detenido el canal.',
      ja: '担当を決めて処理してください。金額相違によりチャネルの支払が停止している場合があります。',
    },
  },
  reconProposed: {
    title: { zh: '对账差异 {no} 待复核', en: 'Difference {no} awaits approval', es: 'La diferencia {no} espera aprobación', ja: '照合差異 {no} は承認待ちです' },
    body: { zh: '{name} 提出了 {day} 差异的处理。', en: '{name} proposed a treatment ({day}).', es: '{name} propuso un tratamiento ({day}).', ja: '{name} が {day} の差異の処理を提案しました。' },
  },
  reconDeclined: {
    title: { zh: '对账差异 {no} 的处理未通过', en: 'Your treatment of {no} was declined', es: 'Su tratamiento de {no} fue rechazado', ja: '照合差異 {no} の処理が却下されました' },
    body: { zh: '{name}：{reason}', en: '{name}: {reason}', es: '{name}: {reason}', ja: '{name}：{reason}' },
  },
  reconMissing: {
    title: { zh: '{day} {channel} 缺对账文件', en: '{channel}, {day}: files are missing', es: '{channel}, {day}: faltan archivos', ja: '{channel} {day} のファイルが未着です' },
    body: { zh: '请向通道或银行索取后导入。', en: 'Ask the channel or the bank for the files, then import them.', es: 'Pida los archivos al canal o al banco e impórtelos.', ja: 'チャネルまたは銀行から入手し、取り込んでください。' },
  },
  // The values contain the reason in each language.
  reconRefused: {
    title: { zh: '{day} {channel} 缺对账文件', en: '{channel}, {day}: files are missing', es: '{channel}, {day}: faltan archivos', ja: '{channel} {day} のファイルが未着です' },
    body: {
      zh: '通道给出的文件未被接收：{reasonZh} 系统会继续获取；也可向通道索取正确的文件后导入。',
      en: 'The channel’s file was not accepted: {reasonEn} It is fetched again automatically. You can also request a correct file from the channel and import it.',
      es: 'El archivo que entregó el canal no se aceptó: {reasonEs} Se volverá a pedir automáticamente; también puede solicitar al canal uno correcto e importarlo.',
      ja: 'チャネルのファイルは受け付けられませんでした：{reasonJa} 自動で再取得しますが、チャネルから正しいファイルを入手して取り込むこともできます。',
    },
  },
  reconDue: {
    title: { zh: '对账差异 {no} 到期', en: 'Difference {no} is due', es: 'La diferencia {no} vence', ja: '照合差異 {no} が期限です' },
    body: { zh: '您是负责人，请处理或说明原因后延期。', en: 'The difference is assigned to you. Settle it, or set a later due date.', es: 'La diferencia está a su cargo: resuélvala o fije una fecha posterior.', ja: 'あなたが担当です。処理するか、期限を延ばしてください。' },
  },
} as const satisfies Record<string, { readonly title: Text; readonly body: Text }>
