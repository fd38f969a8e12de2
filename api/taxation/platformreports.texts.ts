import type { Text } from '#/domain/base/text.ts'
import type { BasicCause, IdentityStatus, ReportState } from '#/domain/taxation/platform-report.ts'

export const reportStateNames = {
  open: { zh: '待生成', en: 'To generate', es: 'Por generar', ja: '未作成' },
  generated: { zh: '已生成', en: 'Generated', es: 'Generado', ja: '作成済み' },
  exported: { zh: '已导出', en: 'Exported', es: 'Exportado', ja: '出力済み' },
  reported: { zh: '已报送', en: 'Reported', es: 'Presentado', ja: '報告済み' },
} as const satisfies Record<ReportState, Text>

export const identityStatusNames = {
  new: { zh: '新增', en: 'New', es: 'Alta', ja: '新規' },
  changed: { zh: '变更', en: 'Changed', es: 'Cambio', ja: '変更' },
  left: { zh: '退出', en: 'Left', es: 'Baja', ja: '退出' },
  same: { zh: '未变', en: 'Unchanged', es: 'Sin cambios', ja: '変更なし' },
} as const satisfies Record<IdentityStatus, Text>

export const basicCauseNames = {
  started: { zh: '开始经营', en: 'Started business', es: 'Inicio de actividad', ja: '事業開始' },
  changed: { zh: '信息变更', en: 'Data changed', es: 'Cambio de datos', ja: '情報変更' },
} as const satisfies Record<BasicCause, Text>

export const reportRefusals = {
  reportNotFound: { zh: '报送不存在或无权查看', en: 'The report does not exist, or you do not have access.', es: 'El informe no existe o no puede verlo.', ja: '報告が存在しないか、閲覧権限がありません。' },
  basicNotFound: { zh: '登记不存在或无权查看', en: 'The entry does not exist, or you do not have access.', es: 'El registro no existe o no puede verlo.', ja: '記録が存在しないか、閲覧権限がありません。' },
  centreUnknown: { zh: '运营中心不存在或不属于您的范围', en: 'The centre does not exist, or you do not have access.', es: 'El centro no existe o no es suyo.', ja: 'センターが存在しないか、担当範囲外です。' },
  quarterOpen: { zh: '{quarter} 尚未结束，结束后才能生成', en: '{quarter} is not over yet.', es: 'El {quarter} aún no ha terminado.', ja: '{quarter} はまだ終了していません。' },
  quarterEarly: { zh: '平台涉税信息自 {first} 起报送', en: 'Reports begin with {first}.', es: 'Los informes empiezan con {first}.', ja: '報告は {first} から始まります。' },
  correctionReason: {
    zh: '该季度已生成第 {edition} 版，更正须填写原因（至少 4 个字）',
    en: 'Edition {edition} already exists. Enter a reason for the correction (at least 4 characters).',
    es: 'Ya existe la edición {edition}; indique el motivo de la corrección (mínimo 4 caracteres).',
    ja: '第 {edition} 版が作成済みです。訂正の理由を入力してください（4 文字以上）。',
  },
  replaced: { zh: '已有更新的第 {edition} 版，请使用新版', en: 'Edition {edition} has replaced it.', es: 'La edición {edition} la sustituye.', ja: '新しい第 {edition} 版があります。' },
  notExported: { zh: '请先导出身份和收入两份报送表，再登记回执', en: 'Export the report before you register its receipt.', es: 'Exporte el informe antes de registrar el justificante.', ja: '先に報告を出力してから受付を登録してください。' },
  reportedAlready: { zh: '{reportedOn} 已登记回执', en: 'Already registered, reported on {reportedOn}.', es: 'Ya registrado, presentado el {reportedOn}.', ja: '{reportedOn} に登録済みです。' },
  reportChanged: { zh: '已被他人更新，请刷新后重试', en: 'Someone else has changed this. Reload and try again.', es: 'Alguien ya lo cambió. Recargue y vuelva a mirar.', ja: '他の人が更新済みです。再読み込みしてください。' },
  dayWrong: { zh: '报送日期须在 {from} 至 {to} 之间', en: 'The reporting date must be between {from} and {to}.', es: 'La fecha de presentación debe estar entre {from} y {to}.', ja: '報告日は {from} から {to} の間で指定してください。' },
  happensLater: { zh: '发生日期不能晚于今天', en: 'The date cannot be in the future.', es: 'Lo ocurrido no puede estar en el futuro.', ja: '発生日に未来の日付は指定できません。' },
} as const satisfies Record<string, Text>
