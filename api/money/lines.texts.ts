import { amountNames } from '#/api/amounts.texts.ts'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { LineState } from '#/domain/money/line.ts'
import type { LineIssueField } from '#/domain/money/line-issue.ts'

export const lineRefusals = {
  ...sheetRefusals,
  batchNotFound: { zh: '批次不存在或无权查看', en: 'The batch does not exist, or you do not have access to it.', es: 'El lote no existe o no puede verlo.', ja: 'バッチが存在しないか、閲覧権限がありません。' },
  lineNotFound: { zh: '明细不存在或无权查看', en: 'The line does not exist, or you do not have access to it.', es: 'La línea no existe o no puede verla.', ja: '明細が存在しないか、閲覧権限がありません。' },
  notEditable: { zh: '批次已提交，不能再修改明细', en: 'The batch was submitted; its lines can no longer be changed.', es: 'El lote ya se envió; sus líneas no se pueden cambiar.', ja: 'バッチは提出済みのため、明細を変更できません。' },
  claimFixed: {
    zh: '第 {seq} 行付的是收款单，金额和收款人不能修改，排除后也不能恢复；请退回收款单，或重新合并支付',
    en: 'Line {seq} pays a claim: its amount and payee are fixed, and it cannot be restored once excluded. Return the claim, or merge it again.',
    es: 'La línea {seq} paga una solicitud: su importe y beneficiario no cambian y, una vez excluida, no vuelve. Devuelva la solicitud o reúnala de nuevo.',
    ja: '{seq} 行目は受取請求の支払いです。金額と受取人は変更できず、除外後は戻せません。請求を差し戻すか、再度まとめてください。',
  },
  creditGone: {
    zh: '第 {seq} 行按收款人的税费抵减额计算，但该抵减额已不可用，本次未预留也未支付；请退回批次并重新提交，系统会重新计算',
    en: 'Line {seq} was computed with a tax credit of the payee that is no longer available. Nothing was reserved or paid. Return the batch and submit it again to recompute the line.',
    es: 'La línea {seq} se calculó con un crédito fiscal del beneficiario que ya no está disponible. No se reservó ni se pagó nada. Devuelva el lote y envíelo de nuevo para recalcularla.',
    ja: '{seq} 行目は受取人の税額充当で計算されましたが、その充当額はもう使えません。確保も支払いもされていません。バッチを差し戻し、再提出して再計算してください。',
  },
  claimNotPayable: {
    zh: '目前不能向该经营者付款：{fault}',
    en: 'This operator cannot be paid now: {fault}',
    es: 'Ahora no se puede pagar a este operador: {fault}',
    ja: 'この事業者には現在支払えません：{fault}',
  },
  tooManyRows: {
    zh: '单个批次最多 {limit} 行；请拆分后重新上传',
    en: 'A batch holds at most {limit} lines. Split the file and try again.',
    es: 'Un lote admite como máximo {limit} líneas. Divida el archivo e inténtelo de nuevo.',
    ja: '1バッチは最大 {limit} 行です。ファイルを分割して再度アップロードしてください。',
  },
  wrongBasis: {
    zh: '本批次按{basis, select, net {实发} other {应发}}金额导入，文件中是另一种金额，请使用本批次的模板',
    en: 'This batch uses {basis, select, net {net} other {gross}} amounts, but the file contains the other kind. Use the template of this batch.',
    es: 'Este lote usa importes {basis, select, net {netos} other {brutos}}; el archivo trae los otros. Use la plantilla de este lote.',
    ja: 'このバッチは{basis, select, net {手取り} other {総支給}}金額で取り込みます。このバッチのテンプレートを使用してください。',
  },
  sameFile: { zh: '同一文件已导入（批次 {batch}）', en: 'The same file has already been imported (batch {batch}).', es: 'El mismo archivo ya se importó (lote {batch}).', ja: '同じファイルは取込済みです（バッチ {batch}）。' },
  noPolicy: {
    zh: '{day} 没有生效的税务政策，当日不能试算和支付。请联系平台财税人员在“税务政策”页面发布适用政策后重试。',
    en: 'No tax policy is in force on {day}, so nothing can be calculated or paid. Ask the platform’s tax staff to publish one on the Tax policies page, then try again.',
    es: 'Ninguna normativa fiscal rige el {day}: no se puede calcular ni pagar. Pida al personal fiscal de la plataforma que publique una en la página «Normativa fiscal» y reintente.',
    ja: '{day} に有効な税務規定がないため、計算も支払いもできません。プラットフォームの税務担当者に「税務規定」ページでの公開を依頼し、再度お試しください。',
  },
  notCalculated: { zh: '该明细尚未试算', en: 'This line has not been calculated yet.', es: 'Esta línea aún no se ha calculado.', ja: 'この明細はまだ計算されていません。' },
} as const satisfies Record<string, Text>

export const lineStateNames: Readonly<Record<LineState, Text>> = {
  invalid: { zh: '校验不通过', en: 'Has errors', es: 'Con errores', ja: 'エラーあり' },
  warned: { zh: '待确认', en: 'Has warnings', es: 'Con avisos', ja: '要確認' },
  ready: { zh: '校验通过', en: 'Ready', es: 'Lista', ja: '検証済み' },
  excluded: { zh: '已剔除', en: 'Excluded', es: 'Excluida', ja: '除外' },
  queued: { zh: '待发送', en: 'To be sent', es: 'Por enviar', ja: '送信待ち' },
  sent: { zh: '已发送', en: 'Sent', es: 'Enviada', ja: '送信済み' },
  processing: { zh: '银行处理中', en: 'At the bank', es: 'En el banco', ja: '銀行処理中' },
  success: { zh: '支付成功', en: 'Paid', es: 'Pagada', ja: '支払成功' },
  failed: { zh: '支付失败', en: 'Failed', es: 'Fallida', ja: '支払失敗' },
  held: { zh: '已挂起', en: 'On hold', es: 'En espera', ja: '保留中' },
  unknown: { zh: '结果待查', en: 'Result unknown', es: 'Resultado desconocido', ja: '結果照会中' },
  returned: { zh: '已退汇', en: 'Returned', es: 'Devuelta', ja: '組戻し' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取消済み' },
}

/** Names of the fields of a line, for grids, forms and exports. */
export const lineFields = {
  seq: { zh: '序号', en: 'No.', es: 'N.º', ja: '番号' },
  no: { zh: '明细号', en: 'Line no.', es: 'N.º de línea', ja: '明細番号' },
  batchNo: { zh: '批次号', en: 'Batch no.', es: 'N.º de lote', ja: 'バッチ番号' },
  unitName: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' },
  idKind: { zh: '证件类型', en: 'ID type', es: 'Tipo de documento', ja: '身分証種別' },
  idNumber: { zh: '证件号码', en: 'ID number', es: 'N.º de documento', ja: '身分証番号' },
  mobile: { zh: '手机号', en: 'Mobile', es: 'Móvil', ja: '携帯番号' },
  bankName: { zh: '收款银行', en: 'Bank', es: 'Banco', ja: '受取銀行' },
  cardNo: { zh: '收款账号', en: 'Account no.', es: 'N.º de cuenta', ja: '受取口座番号' },
  amountText: { zh: '金额(元)', en: 'Amount (CNY)', es: 'Importe (CNY)', ja: '金額（元）' },
  gross: amountNames.gross,
  vat: { zh: '增值税', en: 'VAT', es: 'IVA', ja: '増値税' },
  surcharge: { zh: '附加税费', en: 'Surcharges', es: 'Recargos', ja: '付加税' },
  iit: { zh: '个人所得税', en: 'Income tax', es: 'Impuesto sobre la renta', ja: '個人所得税' },
  fee: amountNames.fee,
  net: amountNames.net,
  cost: amountNames.cost,
  entityName: { zh: '个体户名称', en: 'Business name', es: 'Nombre del negocio', ja: '屋号' },
  entityCreditCode: { zh: '统一社会信用代码', en: 'Credit code', es: 'Código de crédito', ja: '統一社会信用コード' },
  service: { zh: '服务内容', en: 'Service', es: 'Servicio', ja: 'サービス内容' },
  remark: { zh: '备注', en: 'Remark', es: 'Observación', ja: '備考' },
  nickname: { zh: '来源平台昵称', en: 'Source nickname', es: 'Apodo de origen', ja: '元プラットフォームのニックネーム' },
  userNo: { zh: '来源平台用户编号', en: 'Source user number', es: 'N.º de usuario de origen', ja: '元プラットフォームの会員番号' },
  sourcePlatform: { zh: '来源平台', en: 'Source platform', es: 'Plataforma de origen', ja: '元プラットフォーム' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  issues: { zh: '问题', en: 'Issues', es: 'Problemas', ja: '問題' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
  channelRef: { zh: '通道流水号', en: 'Channel reference', es: 'Referencia del canal', ja: 'チャネル取引番号' },
  requestNo: { zh: '请求号', en: 'Request no.', es: 'N.º de petición', ja: 'リクエスト番号' },
  finishedAt: { zh: '完成时间', en: 'Finished at', es: 'Finalizada', ja: '完了日時' },
  returnedAt: { zh: '退汇时间', en: 'Returned at', es: 'Devuelta el', ja: '組戻し日時' },
  receipt: { zh: '回单', en: 'Receipt', es: 'Comprobante', ja: '取引証明書' },
} as const satisfies Record<string, Text>

export const issueFieldNames: Readonly<Record<LineIssueField, Text>> = {
  name: lineFields.name,
  idNumber: lineFields.idNumber,
  mobile: lineFields.mobile,
  cardNo: lineFields.cardNo,
  amount: lineFields.amountText,
  remark: lineFields.remark,
  entityName: lineFields.entityName,
  entityCreditCode: lineFields.entityCreditCode,
  nickname: lineFields.nickname,
  userNo: lineFields.userNo,
}
