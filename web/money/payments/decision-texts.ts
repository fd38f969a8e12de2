import type { Text } from '#/domain/base/text.ts'

/** Texts for deciding on a batch: warnings, payees to review, lines to resend, changes of lines. */
export const decisionTexts = {
  warnings: { zh: '系统提示（{count} 条）', en: 'Warnings ({count})', es: 'Avisos ({count})', ja: '警告（{count} 件）' },
  noWarnings: { zh: '没有系统提示', en: 'No warnings', es: 'Sin avisos', ja: '警告はありません' },
  someWarnings: { zh: '仅列出前 {shown} 条，其余见明细', en: 'The first {shown} are listed. See the lines for the rest.', es: 'Se muestran los primeros {shown}; los demás están en las líneas', ja: '先頭の {shown} 件のみ表示しています。残りは明細をご覧ください' },
  other: { zh: '另一笔付款', en: 'Other payment', es: 'El otro pago', ja: 'もう一方の支払い' },
  lineOf: { zh: '{no} 第 {seq} 笔', en: '{no}, line {seq}', es: '{no}, línea {seq}', ja: '{no} の {seq} 件目' },
  unlisted: {
    zh: '另有 {count} 笔未列出（较早，或不在您的查看范围内）',
    en: '{count, plural, one {# more is} other {# more are}} not listed (older, or outside your scope)',
    es: '{count, plural, one {Hay # más que no se muestra} other {Hay # más que no se muestran}} (anteriores o fuera de su ámbito)',
    ja: 'ほかに {count} 件あります（以前の支払い、または閲覧範囲外）',
  },
  accepted: { zh: '{name} 于 {at} 确认：{reason}', en: 'Accepted by {name}, {at}: {reason}', es: 'Aceptado por {name}, {at}: {reason}', ja: '{name} が {at} に確認：{reason}' },
  warningWith: { zh: '{words}（{accepted}）', en: '{words} ({accepted})', es: '{words} ({accepted})', ja: '{words}（{accepted}）' },
  acceptedBy: { zh: '{name} 已确认：{reason}', en: 'accepted by {name}: {reason}', es: 'aceptado por {name}: {reason}', ja: '{name} が確認：{reason}' },
  notAccepted: { zh: '尚无人确认', en: 'Not accepted yet', es: 'Aún no aceptado', ja: 'まだ誰も確認していません' },
  acceptReason: { zh: '确认以上提示的理由', en: 'Reason for accepting the warnings', es: 'Por qué se aceptan los avisos', ja: '上記の警告を確認した理由' },
  selected: { zh: '所选明细', en: 'Selected lines', es: 'Líneas elegidas', ja: '選択した明細' },
  acceptHint: {
    zh: '逐条说明为何可以付款，例如“两次不同场次的直播”；复核人和审核人会看到，2-200 字。',
    en: 'Explain for each why it can be paid, for example “two different broadcasts”. The checker and the auditor will see it; 2 to 200 characters.',
    es: 'Explique por qué se puede pagar cada uno, p. ej. «dos emisiones distintas». Lo leerán quien verifica y quien audita; de 2 a 200 caracteres.',
    ja: '支払ってよい理由を警告ごとに記入してください（例：「別々の配信2回分」）。確認者と審査者に表示されます（2～200文字）。',
  },
  sample: {
    zh: '请核对收款人：新收款人 {newPayees} 人，换卡 {changedCards} 人；各列金额最大的几笔，以及全批金额最大的几笔',
    en: 'Check these payees: {newPayees} new, {changedCards} with another card. The largest of each and the largest overall are listed.',
    es: 'Compruebe estos beneficiarios: {newPayees} nuevos, {changedCards} con otra tarjeta. Se muestran los importes mayores de cada grupo y del lote.',
    ja: '受取人の確認：新規 {newPayees} 人、カード変更 {changedCards} 人。それぞれの高額分と、バッチ全体の高額分を表示しています',
  },
  why: { zh: '列出原因', en: 'Why it is listed', es: 'Motivo', ja: '表示の理由' },
  retryNote: {
    zh: '所选明细将立即重新发送给支付通道；付款成功后不能撤回。',
    en: 'The selected lines are sent to the channel at once. A successful payment cannot be reversed.',
    es: 'Las líneas elegidas se envían al canal de inmediato. Un pago realizado no se puede retirar.',
    ja: '選択した明細は直ちに支払チャネルへ送信されます。支払成功後は取り消せません。',
  },
  cancelNote: {
    zh: '所选明细将不再付款，金额解冻退回可用余额；仍需付款时可生成重发批次。',
    en: 'The selected lines will not be paid, and their funds become available again. To pay them later, create a re-send batch.',
    es: 'Las líneas elegidas no se pagarán y su importe vuelve a estar disponible. Para pagarlas, cree un lote de reenvío.',
    ja: '選択した明細は支払われず、凍結が解除されて利用可能残高に戻ります。支払う場合は再送バッチを作成してください。',
  },
  retryConfirm: { zh: '确认重试', en: 'Send again', es: 'Reenviar', ja: '再試行する' },
  cancelConfirm: { zh: '确认取消', en: 'Cancel the lines', es: 'Cancelar las líneas', ja: '取り消す' },
  resendNote: {
    zh: '所选明细生成新的批次，新批次需重新提交、复核、审核和支付。',
    en: 'The selected lines become a new batch, which goes through every step again.',
    es: 'Las líneas elegidas forman un lote nuevo que pasa de nuevo por todos los pasos.',
    ja: '選択した明細で新しいバッチを作成します。提出・確認・審査・支払いをやり直します。',
  },
  needsCards: {
    zh: '{count} 笔的收款账户被银行拒付或退汇，按原卡重发很可能再次失败。请先更换收款卡。',
    en: '{count, plural, one {# line goes} other {# lines go}} to an account that the bank refused or returned. Sent to the same card, {count, plural, one {it} other {they}} will probably fail again: replace the card first.',
    es: '{count, plural, one {# línea va} other {# líneas van}} a una cuenta que el banco rechazó o devolvió. Con la misma tarjeta es probable que falle de nuevo: cámbiela antes.',
    ja: '{count} 件の受取口座は銀行に拒否または組戻しされました。同じカードでは再び失敗する可能性が高いため、先にカードを変更してください。',
  },
  sameCard: { zh: '原卡，需更换', en: 'Same card: replace it', es: 'Misma tarjeta: cámbiela', ja: '同じカード・要変更' },
  waiting: {
    zh: '另有 {count} 笔银行结果异常，处理完毕前不能重发',
    en: '{count, plural, one {# more line is} other {# more lines are}} under investigation at the bank and cannot be sent again yet',
    es: '{count, plural, one {# línea más se está investigando} other {# líneas más se están investigando}} en el banco y aún no se puede reenviar',
    ja: 'ほかに {count} 件は銀行結果の異常を確認中のため、まだ再送できません',
  },
  chosen: { zh: '已选 {count} 笔，实发合计', en: '{count, plural, one {# line} other {# lines}} selected, net total', es: '{count, plural, one {# línea elegida} other {# líneas elegidas}}, neto total', ja: '{count} 件選択、手取り合計' },
  resentAs: { zh: '已重发为 {no}', en: 'Re-sent as {no}', es: 'Reenviado como {no}', ja: '{no} として再送済み' },
  papersLimit: {
    zh: '应发合计超过 {limit}，须至少上传一份验收或成果材料才能提交',
    en: 'The gross total is above {limit}: at least one acceptance or deliverable document is required before it can be submitted',
    es: 'El bruto total supera {limit}: se exige al menos un acta de aceptación o un entregable para enviarlo',
    ja: '総支給額が {limit} を超えるため、提出には検収または成果の証憑が1件以上必要です',
  },
  toPapers: { zh: '去上传材料', en: 'Attach documents', es: 'Adjuntar documentos', ja: '証憑を添付' },
  edit: { zh: '第 {seq} 笔 {name} · {field}：{before} → {after}', en: 'Line {seq}, {name} · {field}: {before} → {after}', es: 'Línea {seq}, {name} · {field}: {before} → {after}', ja: '{seq} 件目 {name}・{field}：{before} → {after}' },
  hiddenDigits: { zh: '（遮蔽部分有改动）', en: '(changed in the hidden digits)', es: '(cambió en las cifras ocultas)', ja: '（非表示の桁に変更あり）' },
  moreEdits: { zh: '其余 {count} 处', en: '{count} more', es: '{count} más', ja: 'ほか {count} 件' },
  unlistedEdits: { zh: '还有 {count} 处未列出', en: '{count} more are not listed', es: '{count} más no se muestran', ja: 'ほか {count} 件は表示していません' },
  seqs: { zh: '第 {seqs} 笔', en: 'lines {seqs}', es: 'líneas {seqs}', ja: '{seqs} 件目' },
} as const satisfies Record<string, Text>

/** The reason why a payee is listed for review before payment. */
export const sampleReasons: Readonly<Record<'new' | 'card' | 'large', Text>> = {
  new: { zh: '新收款人', en: 'New payee', es: 'Beneficiario nuevo', ja: '新規受取人' },
  card: { zh: '换卡', en: 'Changed card', es: 'Tarjeta cambiada', ja: 'カード変更' },
  large: { zh: '金额最大', en: 'Largest amount', es: 'Mayor importe', ja: '高額' },
}
