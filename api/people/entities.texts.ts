import type { Text } from '#/domain/base/text.ts'
import type { CancelBlocker, EntityForm, EntityState, EvidenceKind } from '#/domain/people/entity.ts'
import type { LevyMethod, ObligationKind, ObligationState, TaxKind } from '#/domain/people/obligation.ts'

export const entityRefusals = {
  notFound: { zh: '个体户不存在或不在您的管理范围内', en: 'The business does not exist or is outside your scope.', es: 'No existe ese negocio en su ámbito.', ja: '個人事業が存在しないか、管理範囲外です。' },
  operatorNotFound: { zh: '经营者不存在或不在您的管理范围内', en: 'The operator does not exist or is outside your scope.', es: 'No existe ese operador en su ámbito.', ja: '事業者が存在しないか、管理範囲外です。' },
  obligationNotFound: { zh: '申报事项不存在或不在您的管理范围内', en: 'The obligation does not exist or is outside your scope.', es: 'No existe esa obligación en su ámbito.', ja: '申告事項が存在しないか、管理範囲外です。' },
  noPlace: { zh: '此操作由平台或所属运营中心办理', en: 'Only the platform or the operator’s centre can do this.', es: 'Esto corresponde a la plataforma o al centro.', ja: 'プラットフォームまたは所属センターが行う操作です。' },
  noRight: { zh: '没有“个体户办理”权限', en: 'You do not have the “Register businesses” permission.', es: 'Le falta el permiso «Registrar negocios».', ja: '「個人事業の手続き」権限がありません。' },
  changed: { zh: '该个体户刚被他人更新，请刷新后重试', en: 'Someone else has changed this business. Reload and try again.', es: 'Alguien ha cambiado este negocio. Recargue e inténtelo de nuevo.', ja: '他の人が更新しました。再読み込みしてください。' },
  wrongState: { zh: '当前为“{state}”，不能执行此操作', en: 'Not possible while the business is “{state}”.', es: 'No es posible mientras el negocio está «{state}».', ja: '「{state}」では実行できません。' },
  hasLiving: { zh: '该经营者已有个体户“{name}”，一人同时只能有一个', en: 'This operator already has the business “{name}”; only one per person is allowed.', es: 'Este operador ya tiene el negocio «{name}»; uno por persona.', ja: 'この事業者には「{name}」があります。一人一件です。' },
  notActive: { zh: '经营者状态不正常，不能办理个体户', en: 'The operator’s status does not allow this.', es: 'El estado del operador no permite esta operación.', ja: '事業者の状態では手続きできません。' },
  notVerified: { zh: '经营者未实名认证，不能办理个体户', en: 'The operator’s identity is not verified.', es: 'La identidad del operador no está verificada.', ja: '本人確認が済んでいません。' },
  sameNames: { zh: '备选字号不能相同', en: 'The preferred names must differ.', es: 'Los nombres deben ser distintos.', ja: '候補の名称は重複できません。' },
  codeLength: { zh: '统一社会信用代码须为 18 位', en: 'A credit code has 18 characters.', es: 'El código tiene 18 caracteres.', ja: '統一社会信用コードは18桁です。' },
  codeCharacters: { zh: '统一社会信用代码含有无效字符（不含 I、O、S、V、Z）', en: 'A credit code has digits and capital letters other than I, O, S, V and Z.', es: 'El código lleva dígitos y mayúsculas, salvo I, O, S, V y Z.', ja: '使えない文字があります（I・O・S・V・Z は使われません）。' },
  codeChecksum: { zh: '统一社会信用代码校验位不正确，请核对执照', en: 'The check digit is wrong: compare it with the licence.', es: 'El dígito de control no coincide: compárelo con la licencia.', ja: 'チェックディジットが正しくありません。許可証をご確認ください。' },
  codeForm: {
    zh: '信用代码与组织形式不符：个体工商户以 92 开头，个人独资企业以 91 开头',
    en: 'The code does not match the legal form: 92 for an individual business, 91 for a sole proprietorship.',
    es: 'El código no corresponde a la forma: 92 individual, 91 unipersonal.',
    ja: 'コードが形態と一致しません（個人事業主は92、個人独資企業は91）。',
  },
  codeTaken: { zh: '该信用代码已登记在另一个体户名下', en: 'Another business has this credit code.', es: 'Otro negocio tiene este código.', ja: 'このコードは別の個人事業に登録されています。' },
  badAccount: { zh: '银行账号须为 8-32 位数字', en: 'An account number has 8 to 32 digits.', es: 'La cuenta tiene de 8 a 32 dígitos.', ja: '口座番号は8～32桁の数字です。' },
  future: { zh: '日期不能晚于今天', en: 'The date cannot be in the future.', es: 'La fecha no puede ser posterior a hoy.', ja: '今日以前の日付にしてください。' },
  beforeLicence: { zh: '税务登记日期不能早于执照成立日期', en: 'The tax registration cannot precede the licence.', es: 'El alta fiscal no puede preceder a la licencia.', ja: '税務登録日は許可日より前にできません。' },
  nothingChanged: { zh: '没有任何变更', en: 'Nothing was changed.', es: 'No se cambió nada.', ja: '変更がありません。' },
  blocked: { zh: '不能注销：{reasons}', en: 'The business cannot be deregistered: {reasons}', es: 'No se puede dar de baja: {reasons}', ja: '廃業できません：{reasons}' },
  settled: { zh: '该事项已办结', en: 'This obligation has already been settled.', es: 'Esta obligación ya está resuelta.', ja: '処理済みです。' },
  fellAway: { zh: '该事项已失效，无需办理', en: 'This obligation no longer applies; no action is needed.', es: 'Esta obligación ya no procede; no hay que hacer nada.', ja: 'この事項は不要になりました。' },
  tooEarly: { zh: '{day} 起方可办理', en: 'This is possible from {day}.', es: 'Se puede hacer desde el {day}.', ja: '{day} から手続きできます。' },
  settledBefore: { zh: '办理日期不能早于 {day}', en: 'The date cannot be before {day}.', es: 'La fecha no puede ser anterior al {day}.', ja: '{day} より前にはできません。' },
  feeAmount: { zh: '年费金额须为 {amount}', en: 'The annual fee is {amount}.', es: 'La cuota anual es {amount}.', ja: '年間費用は {amount} です。' },
  sameFee: { zh: '年费没有变化', en: 'The fee is the same.', es: 'La cuota es la misma.', ja: '年間費用に変更がありません。' },
  sameLevy: { zh: '该日的核定征收率没有变化', en: 'The deemed-profit rate on that date is the same.', es: 'El tipo de estimación de ese día es el mismo.', ja: 'その日の査定徴収率に変更がありません。' },
  notDeemed: { zh: '仅核定征收的个体户有核定征收率', en: 'Only businesses taxed on deemed profit have a deemed-profit rate.', es: 'Solo los negocios en base estimada tienen tipo de estimación.', ja: '査定徴収率は査定徴収の個人事業のみ設定できます。' },
  beforeTax: { zh: '生效日期不能早于税务登记日期', en: 'The effective day cannot be before the tax registration.', es: 'La fecha de efecto no puede ser anterior al alta fiscal.', ja: '適用日は税務登録日より前にできません。' },
  levyTooLate: { zh: '生效日期最晚为一年内', en: 'The effective day must be within a year.', es: 'La fecha de efecto debe estar dentro de un año.', ja: '1年以内の日付にしてください。' },
  taxPending: {
    zh: '已有一项税务变更待另一人确认',
    en: 'A tax change already awaits confirmation by another person.',
    es: 'Ya hay un cambio fiscal pendiente de que lo confirme otra persona.',
    ja: '別の担当者の確認を待つ税務変更があります。',
  },
  changeNotFound: { zh: '税务变更不存在或不在您的管理范围内', en: 'The tax change does not exist or is outside your scope.', es: 'No existe ese cambio fiscal en su ámbito.', ja: '税務変更が存在しないか、管理範囲外です。' },
  changeDecided: { zh: '该税务变更已处理', en: 'This tax change has already been decided.', es: 'Este cambio fiscal ya está resuelto.', ja: 'この税務変更は処理済みです。' },
  ownChange: { zh: '您登记了该变更，请由另一人确认', en: 'You entered this change. Another person confirms it.', es: 'Usted registró este cambio. Lo confirma otra persona.', ja: 'ご自身が登録した変更です。別の担当者が確認してください。' },
  notOwnChange: { zh: '只有登记人可以撤回', en: 'Only the person who entered the change can withdraw it.', es: 'Solo quien registró el cambio puede retirarlo.', ja: '取り下げは登録した本人のみです。' },
  answerNeeded: { zh: '退回须填写原因', en: 'A rejection needs a reason.', es: 'El rechazo necesita un motivo.', ja: '却下には理由が必要です。' },
  remindedToday: { zh: '今天已提醒过', en: 'The operator has already been reminded today.', es: 'El operador ya recibió un recordatorio hoy.', ja: '本日は通知済みです。' },
  noRecipient: { zh: '该经营者没有登录账号，无法站内提醒', en: 'The operator has no account for notifications.', es: 'El operador no tiene cuenta para recibir avisos.', ja: '事業者にアカウントがありません。' },
} as const satisfies Record<string, Text>

export const entityStateNames = {
  editing: { zh: '编辑中', en: 'Being prepared', es: 'En preparación', ja: '作成中' },
  registering: { zh: '工商注册中', en: 'At the registry', es: 'En el registro', ja: '登記申請中' },
  bank: { zh: '银行开户中', en: 'Opening an account', es: 'Abriendo cuenta', ja: '口座開設中' },
  tax: { zh: '税务登记中', en: 'Tax registration', es: 'Alta fiscal', ja: '税務登録中' },
  operating: { zh: '运营中', en: 'Operating', es: 'En actividad', ja: '営業中' },
  abnormal: { zh: '异常', en: 'Abnormal', es: 'Anómalo', ja: '異常' },
  cancelling: { zh: '注销中', en: 'Being deregistered', es: 'En trámite de baja', ja: '廃業手続き中' },
  cancelled: { zh: '已注销', en: 'Deregistered', es: 'De baja', ja: '廃業済み' },
} as const satisfies Record<EntityState, Text>

export const entityFormNames = {
  individual: { zh: '个体工商户', en: 'Individual business', es: 'Negocio individual', ja: '個人事業主' },
  sole: { zh: '个人独资企业', en: 'Sole proprietorship', es: 'Empresa unipersonal', ja: '個人独資企業' },
} as const satisfies Record<EntityForm, Text>

export const taxKindNames = {
  small: { zh: '小规模', en: 'Small-scale taxpayer', es: 'Pequeño contribuyente', ja: '小規模' },
  general: { zh: '一般纳税人', en: 'General taxpayer', es: 'Contribuyente general', ja: '一般納税者' },
} as const satisfies Record<TaxKind, Text>

export const levyNames = {
  audit: { zh: '查账征收', en: 'Audited-accounts basis', es: 'Según contabilidad', ja: '帳簿徴収' },
  deemed: { zh: '核定征收', en: 'Deemed profit', es: 'Base estimada', ja: '査定徴収' },
} as const satisfies Record<LevyMethod, Text>

export const obligationKindNames = {
  annualReport: { zh: '工商年报', en: 'Annual report', es: 'Informe anual', ja: '年次報告' },
  vat: { zh: '增值税申报', en: 'VAT declaration', es: 'Declaración de IVA', ja: '増値税申告' },
  incomeTax: { zh: '经营所得个税申报', en: 'Business income tax return', es: 'Declaración del impuesto sobre la renta', ja: '事業所得の個人所得税申告' },
  incomeAnnual: { zh: '经营所得汇算清缴', en: 'Annual income tax settlement', es: 'Liquidación anual', ja: '年度確定申告' },
  serviceFee: { zh: '服务年费', en: 'Annual service fee', es: 'Cuota anual', ja: '年間サービス費' },
} as const satisfies Record<ObligationKind, Text>

export const obligationStateNames = {
  open: { zh: '待办理', en: 'To do', es: 'Pendiente', ja: '未処理' },
  overdue: { zh: '已逾期', en: 'Overdue', es: 'Vencida', ja: '期限超過' },
  done: { zh: '已办结', en: 'Settled', es: 'Resuelta', ja: '処理済み' },
  void: { zh: '已失效', en: 'No longer applies', es: 'Anulada', ja: '失効' },
} as const satisfies Record<ObligationState, Text>

export const evidenceNames = {
  proof: { zh: '申请材料', en: 'Application documents', es: 'Documentos', ja: '申請資料' },
  acceptance: { zh: '登记受理回执', en: 'Registry receipt', es: 'Acuse del registro', ja: '登記受理書' },
  licence: { zh: '营业执照', en: 'Business licence', es: 'Licencia', ja: '営業許可証' },
  account: { zh: '银行开户回执', en: 'Bank receipt', es: 'Acuse del banco', ja: '口座開設通知' },
  taxReceipt: { zh: '税务登记回执', en: 'Tax registration receipt', es: 'Acuse de alta fiscal', ja: '税務登録通知' },
  change: { zh: '变更通知书', en: 'Notice of change', es: 'Aviso de cambio', ja: '変更通知書' },
  obligation: { zh: '申报/缴费回执', en: 'Filing or payment receipt', es: 'Justificante de presentación o pago', ja: '申告・納付控え' },
  levyNotice: { zh: '核定通知书', en: 'Levy notice of the tax office', es: 'Aviso de la administración fiscal', ja: '税務局の査定通知書' },
  clearance: { zh: '清税证明', en: 'Tax clearance', es: 'Certificado de estar al corriente', ja: '完納証明書' },
  cancelNotice: { zh: '准予注销登记通知书', en: 'Notice of deregistration', es: 'Aviso de baja', ja: '抹消登記通知書' },
} as const satisfies Record<EvidenceKind, Text>

export const blockerNames = {
  abnormal: { zh: '处于异常状态，须先补办逾期事项', en: 'The business is listed as abnormal. Settle the overdue obligations first.', es: 'El negocio figura como anómalo. Resuelva antes lo vencido.', ja: '異常状態です。期限超過分を先に処理してください' },
  annualReport: { zh: '{count} 项工商年报未办结', en: '{count, plural, one {# annual report} other {# annual reports}} not filed yet', es: '{count, plural, one {# informe anual} other {# informes anuales}} por presentar', ja: '年次報告 {count} 件が未処理' },
  declaration: { zh: '{count} 项纳税申报未办结', en: '{count, plural, one {# tax return} other {# tax returns}} not filed yet', es: '{count, plural, one {# declaración} other {# declaraciones}} por presentar', ja: '申告 {count} 件が未処理' },
  serviceFee: { zh: '{count} 项服务年费未缴', en: '{count, plural, one {# annual fee} other {# annual fees}} to pay', es: '{count, plural, one {# cuota} other {# cuotas}} por pagar', ja: '年間費用 {count} 件が未納' },
  uninvoiced: { zh: '{count} 笔付款尚未开票，注销后无法补开', en: '{count, plural, one {# payment} other {# payments}} not invoiced yet', es: '{count, plural, one {# pago} other {# pagos}} sin facturar', ja: '発票が未発行の支払い {count} 件' },
  openInvoices: { zh: '{count} 份开票申请未办结', en: '{count, plural, one {# invoice} other {# invoices}} applied for but not issued', es: '{count, plural, one {# factura solicitada} other {# facturas solicitadas}} sin emitir', ja: '申請済みで未発行の発票 {count} 件' },
  redDue: {
    zh: '{count} 笔已退回付款的发票待红冲',
    en: '{count, plural, one {# returned payment} other {# returned payments}} whose invoice must be reversed',
    es: '{count, plural, one {# pago devuelto} other {# pagos devueltos}} con factura por rectificar',
    ja: '返金済みで赤字発票が必要な支払い {count} 件',
  },
  payments: { zh: '{count} 笔付款在途', en: '{count, plural, one {# payment} other {# payments}} in progress', es: '{count, plural, one {# pago} other {# pagos}} en curso', ja: '支払い {count} 件が処理中' },
} as const satisfies Record<CancelBlocker, Text>

export const entityMoveNames: Readonly<Record<string, Text>> = {
  begin: { zh: '发起办理', en: 'Started', es: 'Iniciado', ja: '開始' },
  adopt: { zh: '已有执照登记', en: 'Registered with existing licence', es: 'Incorporado con licencia', ja: '既存許可の登録' },
  edit: { zh: '修改资料', en: 'Details corrected', es: 'Datos corregidos', ja: '資料修正' },
  submit: { zh: '提交工商登记', en: 'Submitted', es: 'Presentado', ja: '登記申請' },
  license: { zh: '取得营业执照', en: 'Licensed', es: 'Con licencia', ja: '許可取得' },
  openAccount: { zh: '银行开户完成', en: 'Account opened', es: 'Cuenta abierta', ja: '口座開設' },
  skipAccount: { zh: '不开立对公账户', en: 'No account', es: 'Sin cuenta', ja: '口座開設なし' },
  enrol: { zh: '税务登记完成', en: 'Registered for tax', es: 'Alta fiscal', ja: '税務登録完了' },
  alarm: { zh: '逾期转异常', en: 'Became abnormal', es: 'Pasó a anómalo', ja: '異常へ移行' },
  cure: { zh: '异常解除', en: 'Restored to normal', es: 'Regularizado', ja: '異常解除' },
  change: { zh: '变更登记', en: 'Changed', es: 'Modificado', ja: '変更登記' },
  settle: { zh: '办结申报事项', en: 'Obligation settled', es: 'Obligación resuelta', ja: '申告事項の処理' },
  setFee: { zh: '调整年费', en: 'Fee set', es: 'Cuota fijada', ja: '年間費用の設定' },
  changeTax: { zh: '税务变更', en: 'Taxation changed', es: 'Cambio fiscal', ja: '税務変更' },
  setLevy: { zh: '设定核定征收率', en: 'Deemed-profit rate set', es: 'Tipo de estimación fijado', ja: '査定徴収率の設定' },
  beginCancel: { zh: '发起注销', en: 'Deregistration started', es: 'Baja iniciada', ja: '廃業開始' },
  finishCancel: { zh: '注销完成', en: 'Deregistered', es: 'Dado de baja', ja: '廃業完了' },
  abandon: { zh: '放弃办理', en: 'Abandoned', es: 'Abandonado', ja: '手続き中止' },
}

export const taxChangeStateNames = {
  pending: { zh: '待确认', en: 'To confirm', es: 'Por confirmar', ja: '確認待ち' },
  confirmed: { zh: '已确认', en: 'Confirmed', es: 'Confirmado', ja: '確認済み' },
  rejected: { zh: '已退回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirado', ja: '取下げ' },
} as const satisfies Record<string, Text>

export const entityFields = {
  operatorCode: { zh: '经营者编号', en: 'Operator no.', es: 'N.º de operador', ja: '事業者番号' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  name: { zh: '个体户名称', en: 'Business', es: 'Negocio', ja: '屋号' },
  names: { zh: '备选字号', en: 'Preferred names', es: 'Nombres deseados', ja: '希望名称' },
  form: { zh: '组织形式', en: 'Legal form', es: 'Forma jurídica', ja: '形態' },
  creditCode: { zh: '统一社会信用代码', en: 'Credit code', es: 'Código de crédito', ja: '信用コード' },
  industry: { zh: '行业', en: 'Industry', es: 'Sector', ja: '業種' },
  bizScope: { zh: '经营范围', en: 'Scope of business', es: 'Objeto social', ja: '事業範囲' },
  address: { zh: '经营场所', en: 'Premises', es: 'Domicilio', ja: '所在地' },
  licence: { zh: '营业执照', en: 'Licence', es: 'Licencia', ja: '営業許可証' },
  licensedOn: { zh: '成立日期', en: 'Licensed on', es: 'Fecha de licencia', ja: '許可日' },
  bankName: { zh: '开户行', en: 'Bank', es: 'Banco', ja: '開設銀行' },
  accountNo: { zh: '对公账号', en: 'Account', es: 'Cuenta', ja: '口座番号' },
  taxKind: { zh: '税务类型', en: 'Taxpayer', es: 'Contribuyente', ja: '納税区分' },
  levy: { zh: '征收方式', en: 'Taxation', es: 'Régimen', ja: '徴収方式' },
  levyRate: { zh: '核定征收率', en: 'Deemed-profit rate', es: 'Tipo de estimación', ja: '査定徴収率' },
  levyFrom: { zh: '征收率生效日', en: 'Rate from', es: 'Tipo desde', ja: '徴収率の適用日' },
  enteredBy: { zh: '登记人', en: 'Entered by', es: 'Registrado por', ja: '登録者' },
  documentNo: { zh: '核定文书号', en: 'Notice no.', es: 'N.º de aviso', ja: '通知書番号' },
  taxedOn: { zh: '税务登记日期', en: 'Registered for tax on', es: 'Alta fiscal', ja: '税務登録日' },
  state: { zh: '注册进度', en: 'Progress', es: 'Progreso', ja: '登録状況' },
  report: { zh: '年报状态', en: 'Annual report', es: 'Informe anual', ja: '年次報告' },
  nextDue: { zh: '下次申报日', en: 'Next due', es: 'Próximo plazo', ja: '次回申告日' },
  overdue: { zh: '逾期事项', en: 'Overdue', es: 'Vencidas', ja: '期限超過' },
  annualFee: { zh: '服务年费', en: 'Annual fee', es: 'Cuota anual', ja: '年間費用' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  created: { zh: '创建时间', en: 'Created', es: 'Creado', ja: '登録日時' },
  application: { zh: '入驻申请', en: 'Application', es: 'Solicitud', ja: '申請' },
  kind: { zh: '事项', en: 'Obligation', es: 'Obligación', ja: '事項' },
  period: { zh: '所属期', en: 'Period', es: 'Período', ja: '対象期間' },
  receiptNo: { zh: '回执号', en: 'Receipt no.', es: 'N.º de justificante', ja: '控え番号' },
} as const satisfies Record<string, Text>

export const entityListName = { zh: '个体户台账', en: 'Businesses', es: 'Negocios', ja: '個人事業台帳' } as const satisfies Text
