import type { Text } from '#/domain/base/text.ts'
import type { BasicDataCause, IdentityStatus, ReportState } from '#/domain/taxation/platform-report.ts'
import type { DisplayedGround, ReporterPlanState } from '#/domain/taxation/reporter-plan.ts'

export const reportStateNames = {
  open: { zh: '待生成', en: 'To generate', es: 'Por generar', ja: '未作成' },
  generated: { zh: '已生成', en: 'Generated', es: 'Generado', ja: '作成済み' },
  confirmed: { zh: '已复核', en: 'Approved', es: 'Aprobado', ja: '承認済み' },
  exported: { zh: '已导出', en: 'Exported', es: 'Exportado', ja: '出力済み' },
  reported: { zh: '已报送', en: 'Reported', es: 'Presentado', ja: '報告済み' },
} as const satisfies Record<ReportState, Text>

export const planStateNames = {
  proposed: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  confirmed: { zh: '已确认', en: 'Approved', es: 'Aprobado', ja: '承認済み' },
  rejected: { zh: '已退回', en: 'Rejected', es: 'Rechazado', ja: '差戻し' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取下げ' },
} as const satisfies Record<ReporterPlanState, Text>

/** Grounds on which income need not be reported (免于报送). */
export const groundNames = {
  withheld: { zh: '已在扣缴申报中填报', en: 'In the withholding return', es: 'En la declaración de retenciones', ja: '源泉徴収申告に記載済み' },
  agent: { zh: '已由平台代办申报', en: 'In the return filed for the person', es: 'En la declaración presentada por la persona', ja: '代行申告に記載済み' },
  convenience: { zh: '便民劳务且不需纳税', en: 'Everyday services without tax', es: 'Servicios cotidianos sin impuesto', ja: '生活支援サービスで納税不要' },
  declared: { zh: '已扣缴或代办申报（旧规则）', en: 'Withheld or filed as agent (earlier rule)', es: 'Declarado con retención (antes de las reglas)', ja: '源泉徴収・代行申告済み（旧規則）' },
} as const satisfies Record<DisplayedGround, Text>

export const identityStatusNames = {
  new: { zh: '新增', en: 'New', es: 'Alta', ja: '新規' },
  changed: { zh: '变更', en: 'Changed', es: 'Cambio', ja: '変更' },
  left: { zh: '退出', en: 'Left', es: 'Baja', ja: '退出' },
  same: { zh: '未变', en: 'Unchanged', es: 'Sin cambios', ja: '変更なし' },
} as const satisfies Record<IdentityStatus, Text>

export const basicCauseNames = {
  started: { zh: '开始经营', en: 'Started business', es: 'Inicio de actividad', ja: '事業開始' },
  changed: { zh: '信息变更', en: 'Data changed', es: 'Cambio de datos', ja: '情報変更' },
} as const satisfies Record<BasicDataCause, Text>

export const reportRefusals = {
  reportNotFound: { zh: '报送不存在或无权查看', en: 'The report does not exist, or you do not have access.', es: 'El informe no existe o no puede verlo.', ja: '報告が存在しないか、閲覧権限がありません。' },
  basicNotFound: { zh: '登记不存在或无权查看', en: 'The entry does not exist, or you do not have access.', es: 'El registro no existe o no puede verlo.', ja: '記録が存在しないか、閲覧権限がありません。' },
  centreUnknown: { zh: '运营中心不存在或不属于您的范围', en: 'The centre does not exist, or you do not have access.', es: 'El centro no existe o está fuera de su ámbito.', ja: 'センターが存在しないか、担当範囲外です。' },
  noHolder: {
    zh: '尚无生效的报送主体，请先在“报送主体与规则”中提出并确认',
    en: 'No reporter for the platform is in force. Propose and approve one under “Reporting settings” first.',
    es: 'Ningún titular informa por la plataforma. Propóngalo y apruébelo antes en «Quién informa».',
    ja: 'プラットフォームの報告主体が定まっていません。先に「報告主体と規則」で提案し、承認してください。',
  },
  quarterOpen: { zh: '{quarter} 尚未结束，结束后才能生成', en: '{quarter} is not over yet.', es: 'El {quarter} aún no ha terminado.', ja: '{quarter} はまだ終了していません。' },
  quarterEarly: { zh: '平台涉税信息自 {first} 起报送', en: 'Reports begin with {first}.', es: 'Los informes empiezan con {first}.', ja: '報告は {first} から始まります。' },
  correctionReason: {
    zh: '该季度已生成第 {edition} 版，更正须填写原因（至少 4 个字）',
    en: 'Edition {edition} already exists. Enter a reason for the correction (at least 4 characters).',
    es: 'Ya existe la edición {edition}; indique el motivo de la corrección (mínimo 4 caracteres).',
    ja: '第 {edition} 版が作成済みです。訂正の理由を入力してください（4 文字以上）。',
  },
  replaced: { zh: '已有更新的第 {edition} 版，请使用新版', en: 'Edition {edition} is newer. Use that edition.', es: 'La edición {edition} es más reciente. Úsela.', ja: '新しい第 {edition} 版があります。そちらをお使いください。' },
  notExported: { zh: '请先导出身份和收入两份报送表，再登记回执', en: 'Export the report before you register its receipt.', es: 'Exporte el informe antes de registrar el justificante.', ja: '先に報告を出力してから受付を登録してください。' },
  reportedAlready: { zh: '{reportedOn} 已登记回执', en: 'Already registered, reported on {reportedOn}.', es: 'Ya registrado, presentado el {reportedOn}.', ja: '{reportedOn} に登録済みです。' },
  reportChanged: { zh: '已被他人更新，请刷新后重试', en: 'Someone else has changed this. Reload and try again.', es: 'Alguien ya lo cambió. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  dayWrong: { zh: '报送日期须在 {from} 至 {to} 之间', en: 'The reporting date must be between {from} and {to}.', es: 'La fecha de presentación debe estar entre {from} y {to}.', ja: '報告日は {from} から {to} の間で指定してください。' },
  platformOnly: { zh: '仅平台可以办理', en: 'Only the platform can do this.', es: 'Solo la plataforma puede hacerlo.', ja: 'プラットフォームのみ行えます。' },
  byPlatform: {
    zh: '{quarter} 由 {holder} 统一报送，本中心不单独报送',
    en: '{holder} reports {quarter} for this centre, so the centre does not report.',
    es: '{holder} presenta el {quarter} por este centro, que no presenta nada.',
    ja: '{quarter} は {holder} が一括で報告するため、センターは報告しません。',
  },
  noCentres: {
    zh: '{quarter} 没有由平台统一报送的运营中心',
    en: 'The platform reports no centre in {quarter}.',
    es: 'En el {quarter} la plataforma no informa por ningún centro.',
    ja: '{quarter} にプラットフォームが報告するセンターはありません。',
  },
  notConfirmed: { zh: '平台报送须先由另一人复核', en: 'Another person must approve the report of the platform first.', es: 'Otra persona debe aprobar antes el informe de la plataforma.', ja: '先に別の担当者がプラットフォーム報告を承認してください。' },
  ownReport: { zh: '不能复核自己生成的报送，请由另一人复核', en: 'You generated this report. Ask another person to approve it.', es: 'Usted generó este informe. Pida a otra persona que lo apruebe.', ja: '自分で作成した報告は承認できません。別の担当者に依頼してください。' },
  confirmedAlready: { zh: '已复核', en: 'Already approved.', es: 'Ya está aprobado.', ja: '承認済みです。' },
  planNotFound: { zh: '设置不存在或无权查看', en: 'The settings do not exist, or you do not have access.', es: 'La configuración no existe o no puede verla.', ja: '設定が存在しないか、閲覧権限がありません。' },
  planPending: { zh: '已有一份设置待复核，请先处理', en: 'Other settings await approval. Decide them first.', es: 'Hay otra configuración por aprobar. Resuélvala antes.', ja: '承認待ちの設定があります。先に処理してください。' },
  planDecided: { zh: '该设置已处理', en: 'These settings are already decided.', es: 'Esta configuración ya está resuelta.', ja: 'この設定は処理済みです。' },
  ownPlan: { zh: '不能复核自己提出的设置，请由另一人复核', en: 'You proposed these settings. Ask another person to approve them.', es: 'Usted propuso esta configuración. Pida a otra persona que la apruebe.', ja: '自分が提案した設定は承認できません。別の担当者に依頼してください。' },
  notYours: { zh: '只有提出人可以撤回', en: 'Only the proposer can withdraw the settings.', es: 'Solo quien la propuso puede retirarla.', ja: '取り下げられるのは提案者のみです。' },
  quarterTaken: {
    zh: '{quarter} 已生成报送，设置只能从更晚的季度起执行',
    en: 'Reports of {quarter} exist. The settings must begin in a later quarter.',
    es: 'Ya hay informes del {quarter}. La configuración debe empezar después.',
    ja: '{quarter} の報告は作成済みです。設定はそれより後の四半期から適用してください。',
  },
  holderCode: { zh: '统一社会信用代码错误', en: 'The credit code is not valid.', es: 'El código de crédito no es válido.', ja: '統一社会信用コードが正しくありません。' },
  nameHostile: { zh: '名称含公式、标签或控制字符', en: 'A name contains a formula, markup or control characters.', es: 'Un nombre tiene caracteres de fórmula, marcado o control.', ja: '名称に数式・タグ・制御文字が含まれています。' },
  ruleWays: { zh: '每条规则至少选择一种申报方式', en: 'Each rule needs at least one filing method.', es: 'Cada regla necesita al menos una forma de declarar.', ja: '各規則に申告方法を1つ以上選択してください。' },
  convenienceCategories: { zh: '便民劳务规则须选择服务类目', en: 'The rule on everyday services needs categories.', es: 'La regla de servicios cotidianos necesita categorías.', ja: '生活支援サービスの規則には品目が必要です。' },
  convenienceWays: { zh: '便民劳务规则只适用于免税的申报方式', en: 'The rule on everyday services applies to exempt income only.', es: 'La regla de servicios cotidianos solo vale para ingresos exentos.', ja: '生活支援サービスの規則は免税の所得にのみ適用します。' },
  categoriesUnknown: { zh: '没有这些服务类目：{names}', en: 'Unknown categories: {names}', es: 'Categorías desconocidas: {names}', ja: '存在しない品目：{names}' },
  answerNeeded: { zh: '退回须填写原因（至少 2 个字）', en: 'Enter a reason for the rejection (at least 2 characters).', es: 'Indique el motivo del rechazo (mínimo 2 caracteres).', ja: '差戻しの理由を入力してください（2 文字以上）。' },
  happensLater: { zh: '发生日期不能晚于今天', en: 'The date cannot be in the future.', es: 'Lo ocurrido no puede estar en el futuro.', ja: '発生日に未来の日付は指定できません。' },
} as const satisfies Record<string, Text>
