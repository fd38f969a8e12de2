import { balanceNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/text.ts'

/** Preparing a batch: upload, correcting lines, the trial, the documents. */
export const prepareTexts = {
  upload: { zh: '上传明细文件', en: 'Upload the list', es: 'Subir la lista', ja: '明細ファイルをアップロード' },
  uploadHint: { zh: '按模板填写后上传；再次上传会追加明细', en: 'Fill in the template; uploading another file adds lines', es: 'Rellene la plantilla; otro archivo añade líneas', ja: 'テンプレートに記入してください。再度アップロードすると追加されます' },
  search: { zh: '搜索姓名、证件号、卡号', en: 'Name, ID or card', es: 'Nombre, documento o tarjeta', ja: '氏名・証明書・カード' },
  adoptName: { zh: '采用系统姓名', en: 'Use the name on file', es: 'Usar el nombre registrado', ja: '登録氏名を採用' },
  adoptCard: { zh: '使用档案卡', en: 'Use the card on file', es: 'Usar la tarjeta registrada', ja: '登録カードを使用' },
  refer: { zh: '提交人员核对', en: 'Send people to review', es: 'Enviar personas a revisión', ja: '人員審査へ提出' },
  sign: { zh: '批量发起签约', en: 'Send the agreement for signature', es: 'Enviar el acuerdo a firma', ja: '契約の署名を一括依頼' },
  authorise: { zh: '发起授权', en: 'Request the tax authorisation', es: 'Solicitar la autorización fiscal', ja: '委任を依頼' },
  exclude: { zh: '剔除', en: 'Exclude', es: 'Excluir', ja: '除外' },
  signAsk: {
    zh: '向 {count} 位收款人发送待签文件？全部签署后，相应明细自动重新校验。',
    en: 'Send the document to {count, plural, one {# payee} other {# payees}}? Their lines are checked again once they have signed.',
    es: '¿Enviar el documento a {count, plural, one {# beneficiario} other {# beneficiarios}}? Sus líneas se comprueban de nuevo cuando firmen.',
    ja: '{count} 名の受取人に署名を依頼しますか。署名後、該当明細は自動的に再検証されます。',
  },
  nobodyToSign: { zh: '这些收款人尚未与本单位合作，请先提交人员核对', en: 'These payees do not work with the unit yet: send them to review first', es: 'Estos beneficiarios aún no trabajan con la empresa: envíelos antes a revisión', ja: 'これらの受取人は当社と未取引です。先に人員審査へ提出してください' },
  noLines: { zh: '还没有明细', en: 'No lines yet', es: 'Aún no hay líneas', ja: '明細がありません' },
  noLinesReason: { zh: '下载模板，填写后上传', en: 'Download the template, fill it in and upload it', es: 'Descargue la plantilla, rellénela y súbala', ja: 'テンプレートに記入してアップロードしてください' },
  trial: { zh: '试算', en: 'Trial calculation', es: 'Simulación', ja: '試算' },
  trialLater: { zh: '导入明细后显示税费与余额', en: 'Tax and balance appear once there are lines', es: 'Impuestos y saldo aparecerán al importar líneas', ja: '明細を取り込むと税額と残高が表示されます' },
  available: balanceNames.available,
  frozen: balanceNames.frozen,
  after: { zh: '支付后可用', en: 'Available after', es: 'Disponible después', ja: '支払後の残高' },
  balance: { zh: '可用 → 支付后', en: 'Available → after', es: 'Disponible → después', ja: '利用可能 → 支払後' },
  unitCost: { zh: '单位应付合计', en: 'Total cost to unit', es: 'Coste total', ja: '企業支払合計' },
  shortBy: { zh: '余额不足，还差 {amount}', en: 'Short of {amount}', es: 'Faltan {amount}', ja: '残高が {amount} 不足しています' },
  topUp: { zh: '去充值', en: 'Top up', es: 'Recargar', ja: '入金する' },
  policy: { zh: '税务政策版本', en: 'Tax policy', es: 'Política fiscal', ja: '税務ポリシー' },
  watch: { zh: '重点关注', en: 'Please note', es: 'Para revisar', ja: '要注意' },
  compared: { zh: '与上一批次比较', en: 'Compared with the previous batch', es: 'Frente al lote anterior', ja: '前回バッチとの比較' },
  previous: { zh: '上一批次', en: 'Previous batch', es: 'Lote anterior', ja: '前回バッチ' },
  noPrevious: { zh: '没有上一批次', en: 'None', es: 'Ninguno', ja: 'なし' },
  newPayees: { zh: '新收款人', en: 'New payees', es: 'Beneficiarios nuevos', ja: '新規受取人' },
  changedCards: { zh: '换卡', en: 'Changed cards', es: 'Tarjetas cambiadas', ja: 'カード変更' },
  changedAmounts: { zh: '金额变化', en: 'Changed amounts', es: 'Importes cambiados', ja: '金額変更' },
  grossBefore: { zh: '上批应发', en: 'Previous gross', es: 'Bruto anterior', ja: '前回の総支給額' },
  documents: { zh: '业务材料', en: 'Documents', es: 'Documentos', ja: '証憑' },
  noDocuments: { zh: '还没有材料', en: 'No documents yet', es: 'Aún no hay documentos', ja: '証憑がありません' },
  documentKind: { zh: '材料类型', en: 'Document type', es: 'Tipo de documento', ja: '証憑の種類' },
  addDocument: { zh: '上传材料', en: 'Add a document', es: 'Añadir documento', ja: '証憑を追加' },
  remove: { zh: '删除', en: 'Remove', es: 'Quitar', ja: '削除' },
  removeAsk: { zh: '删除材料“{name}”？', en: 'Remove “{name}”?', es: '¿Quitar «{name}»?', ja: '「{name}」を削除しますか。' },
  name: { zh: '名称', en: 'Name', es: 'Nombre', ja: '名称' },
  size: { zh: '大小', en: 'Size', es: 'Tamaño', ja: 'サイズ' },
  uploadedBy: { zh: '上传人', en: 'By', es: 'Por', ja: '担当者' },
  uploadedAt: { zh: '上传时间', en: 'At', es: 'Fecha', ja: '日時' },
} as const satisfies Record<string, Text>

/** What a document proves. */
export const documentKinds = {
  acceptance: { zh: '验收单', en: 'Acceptance', es: 'Acta de aceptación', ja: '検収書' },
  deliverable: { zh: '成果材料', en: 'Deliverable', es: 'Entregable', ja: '成果物' },
  other: { zh: '其他', en: 'Other', es: 'Otro', ja: 'その他' },
} as const satisfies Record<string, Text>
