import type { Text } from '#/domain/base/text.ts'
import type { TrailKind } from '#/domain/taxation/trail.ts'

export const dossierRefusals = {
  notFound: { zh: '内容不存在或不在您的查看范围内', en: 'This does not exist, or you do not have access.', es: 'No existe o queda fuera de su ámbito.', ja: '存在しないか、閲覧範囲外です。' },
  notSettled: {
    zh: '批次 {no} 尚未支付完成，暂不能出具结算确认函',
    en: 'Batch {no} is not fully paid yet, so no settlement letter can be issued.',
    es: 'El lote {no} aún no está pagado por completo: no se puede emitir la carta de liquidación.',
    ja: 'バッチ {no} は支払が完了していないため、精算確認書を発行できません。',
  },
  nothingPaid: { zh: '批次 {no} 没有支付成功的明细，无可确认的金额', en: 'No line of batch {no} was paid.', es: 'No se pagó nada del lote {no}.', ja: 'バッチ {no} に支払成功の明細がありません。' },
  notSent: { zh: '批次 {no} 尚未支付，没有可归档的资金记录', en: 'Batch {no} was not paid, so there is no evidence to collect.', es: 'El lote {no} no se ha pagado: no hay fondos que documentar.', ja: 'バッチ {no} は未払いのため、資金記録がありません。' },
  severalUnits: { zh: '一个档案只能包含同一单位的批次', en: 'An archive can hold batches of one unit only.', es: 'Un expediente contiene lotes de una sola empresa.', ja: '1つのアーカイブには同じ企業のバッチのみ含められます。' },
  tooMany: { zh: '一个档案最多 {most} 笔明细，请减少批次', en: 'An archive holds at most {most} lines. Choose fewer batches.', es: 'Como máximo {most} líneas por expediente; elija menos lotes.', ja: '1つのアーカイブは最大 {most} 件です。バッチを減らしてください。' },
} as const satisfies Record<string, Text>

export const archiveTexts = {
  title: { zh: '四流档案 {no}', en: 'Evidence archive {no}', es: 'Expediente {no}', ja: '証拠アーカイブ {no}' },
  failed: {
    zh: '生成失败，系统会自动重试；若一直未完成请重新发起',
    en: 'The file could not be created. The system retries automatically. If it does not finish, start again.',
    es: 'No se pudo crear el archivo. El sistema reintenta automáticamente; si no termina, iníciela de nuevo.',
    ja: 'ファイルを作成できませんでした。自動的に再試行します。完了しない場合はやり直してください。',
  },
} as const satisfies Record<string, Text>

export const trailKindNames: Readonly<Record<TrailKind, Text>> = {
  batch: { zh: '批次', en: 'Batch', es: 'Lote', ja: 'バッチ' },
  line: { zh: '明细', en: 'Line', es: 'Línea', ja: '明細' },
  topup: { zh: '充值', en: 'Top-up', es: 'Recarga', ja: '入金' },
  voucher: { zh: '凭证', en: 'Receipt', es: 'Comprobante', ja: '取引証明書' },
  invoice: { zh: '开票申请', en: 'Invoice application', es: 'Solicitud de factura', ja: '発票申請' },
  certificate: { zh: '完税凭证', en: 'Tax certificate', es: 'Certificado fiscal', ja: '納税証明書' },
  filing: { zh: '个体户申报', en: 'Business filing', es: 'Declaración de un negocio', ja: '個人事業の申告' },
}
