import { amountNames, balanceNames, paidAmountNames, transferNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'

export const unitRefusals = {
  categoryUnknown: { zh: '开票类目不存在或未启用：{names}', en: 'Not an invoice category in use: {names}.', es: 'No es una categoría de factura en uso: {names}.', ja: '使用できない発票品目です：{names}' },
  notFound: { zh: '单位不存在或不在您的管理范围内', en: 'The unit does not exist or is outside your scope.', es: 'No existe esa empresa en su ámbito.', ja: '企業が存在しないか、管理範囲外です。' },
  creditCode: { zh: '统一社会信用代码不正确，请核对', en: 'This is not a valid credit code.', es: 'El código de crédito no es válido.', ja: '統一社会信用コードが正しくありません。' },
  legalIdNumber: { zh: '法定代表人身份证号码有误', en: 'The legal representative’s ID number is invalid.', es: 'El documento del representante es incorrecto.', ja: '法定代表者の身分証番号が正しくありません。' },
  creditCodeTaken: {
    zh: '该信用代码已开通为单位“{name}”，不能重复新增',
    en: 'The credit code already belongs to the unit “{name}”.',
    es: 'El código ya pertenece a la empresa «{name}».',
    ja: 'この信用コードは企業「{name}」で登録済みです。',
  },
  settingNeeded: { zh: '请至少选择一个运营中心和结算模式', en: 'Choose at least one centre and mode.', es: 'Elija al menos un centro y una modalidad.', ja: '運営センターと精算モードを1つ以上選択してください。' },
  settingTwice: { zh: '同一运营中心的同一结算模式只能有一条', en: 'Each centre and mode can be listed only once.', es: 'Cada centro y modalidad puede aparecer una sola vez.', ja: '同じセンター・モードは1件のみです。' },
  centreUnfit: { zh: '运营中心不存在、已停用或不支持该结算模式', en: 'The centre does not exist, is disabled or does not support this mode.', es: 'El centro no existe, está desactivado o no admite esta modalidad.', ja: '運営センターが存在しない、停止中、またはモード非対応です。' },
  planUnfit: { zh: '费率方案不存在、已失效或不适用于该结算模式', en: 'The fee plan does not exist, is not in force or is not for this mode.', es: 'La tarifa no existe, no está vigente o no corresponde a esta modalidad.', ja: '料率プランが存在しない、失効、またはモード非対応です。' },
  channelUnfit: { zh: '支付通道不属于该运营中心', en: 'The channel does not belong to this centre.', es: 'El canal no pertenece a este centro.', ja: '支払チャネルがこのセンターのものではありません。' },
  belowFloor: {
    zh: '方案最低费率 {rate} 低于分成底价 {floor}：请先按不低于底价的方案开通，再在客户平台设置中提交并由第二人审批',
    en: 'The plan results in {rate}, below the floor of {floor}. Start with a plan at or above the floor, then propose the lower one in the unit’s settings for a second person to approve.',
    es: 'La tarifa baja hasta {rate}, por debajo del mínimo {floor}. Empiece con una tarifa igual o superior y proponga después la menor para su aprobación.',
    ja: 'プランの最低料率 {rate} が下限 {floor} を下回ります。下限以上のプランで開設し、その後に設定で申請して別の担当者の承認を受けてください。',
  },
  shareMisfit: {
    zh: '费用承担方与承担比例不一致：共同承担须在 0 与 100% 之间',
    en: 'Fee bearer and share do not match: a shared fee needs a share between 0 and 100 %.',
    es: 'Quien asume la tarifa y su parte no concuerdan: una tarifa compartida exige una parte entre 0 y 100 %.',
    ja: '手数料の負担者と負担割合が一致しません。',
  },
  limitOrder: { zh: '限额须满足：单笔 ≤ 单日 ≤ 单月', en: 'Limits must not decrease: payment ≤ day ≤ month.', es: 'Los límites no pueden decrecer: pago ≤ día ≤ mes.', ja: '限度額は 1件 ≤ 1日 ≤ 1か月 としてください。' },
  staffUnfit: { zh: '所选人员不是该运营中心在岗的营销员或业务员', en: 'This person is not an active marketer or salesperson of the centre.', es: 'Esta persona no es agente de marketing ni comercial activo del centro.', ja: '選択した担当者は、このセンターに在職するマーケティング担当・営業担当ではありません。' },
  partnerUnfit: { zh: '合作伙伴不存在、已停用或没有生效的合作协议', en: 'The partner does not exist, is disabled or has no agreement in effect.', es: 'El socio no existe, está desactivado o no tiene un acuerdo vigente.', ja: 'パートナーが存在しないか、停止中か、有効な契約がありません。' },
  noPlace: { zh: '您没有管理单位的权限', en: 'You do not have permission to manage units.', es: 'No tiene permiso para gestionar empresas.', ja: '企業を管理する権限がありません。' },
  noRight: { zh: '没有“单位维护”权限', en: 'You do not have the “Manage units” permission.', es: 'Le falta el permiso «Gestionar empresas».', ja: '「企業の管理」権限がありません。' },
  noFreeze: { zh: '没有“冻结与注销”权限', en: 'You do not have the “Freeze and close” permission.', es: 'Le falta el permiso «Bloquear y cerrar».', ja: '「凍結・解約」権限がありません。' },
  sharedUnit: {
    zh: '该单位还与其他运营中心合作，请由平台操作；您可以暂停本中心的合作',
    en: 'The unit also works with other centres: only the platform can do this. You can pause the cooperation with your own centre.',
    es: 'La empresa trabaja también con otros centros: lo hace la plataforma. Usted puede pausar la cooperación con su centro.',
    ja: 'この企業は他のセンターとも取引しているため、プラットフォームが操作します。自センターの取引は一時停止できます。',
  },
  wrongStatus: { zh: '单位当前状态不能执行此操作', en: 'The unit’s status does not allow this.', es: 'El estado de la empresa no permite esta operación.', ja: '企業の現在の状態では実行できません。' },
  changedMeanwhile: { zh: '{name} 已被他人修改，请刷新后重试', en: 'Someone else has changed {name}. Reload and try again.', es: 'Alguien modificó {name} entretanto. Recargue e inténtelo de nuevo.', ja: '{name} は他のユーザーが変更しました。再読み込みしてからお試しください。' },
  notEmpty: { zh: '不能注销，请先处理完：{open}', en: 'The unit cannot be closed yet: {open}.', es: 'Todavía no se puede cerrar: {open}.', ja: 'まだ解約できません：{open}。' },
  nothingToAssign: { zh: '请选择要分配的人员或合作伙伴', en: 'Select the person to assign.', es: 'Elija a quién asignar.', ja: '割り当てる担当者を選択してください。' },
  notProposed: { zh: '已处理，无需审批', en: 'Already decided.', es: 'Ya está resuelto.', ja: '処理済みです。' },
  notAhead: { zh: '该变更已生效或已结束，不能取消', en: 'This change is in effect or has ended: it cannot be cancelled.', es: 'Este cambio ya rige o terminó: no se puede cancelar.', ja: 'この変更は発効済みか終了しているため、取り消せません。' },
  placeExists: { zh: '该单位已在此运营中心开通此结算模式', en: 'The unit already works at this centre in this mode.', es: 'La empresa ya trabaja en este centro y modalidad.', ja: 'この企業は既にこのセンター・モードで開設済みです。' },
  settingUnknown: { zh: '设置不存在或不在您的管理范围内', en: 'The setting does not exist or is outside your scope.', es: 'No existe ese ajuste en su ámbito.', ja: '設定が存在しないか、管理範囲外です。' },
  newerVersion: {
    zh: '该设置刚被 {name} 修改为第 {no} 版，请查看后重新提交',
    en: '{name} has just created version {no} of this setting. Review it and propose again.',
    es: '{name} acaba de crear la versión {no} de este ajuste. Revísela y proponga de nuevo.',
    ja: '{name} がこの設定の第 {no} 版を作成しました。確認のうえ再提出してください。',
  },
  pendingExists: { zh: '有一项变更正等待审批，请先处理', en: 'A change is awaiting approval: decide it first.', es: 'Hay un cambio pendiente de aprobación: resuélvalo antes.', ja: '承認待ちの変更があります。先に処理してください。' },
  nothingChanges: { zh: '没有任何变更', en: 'Nothing would change.', es: 'No cambiaría nada.', ja: '変更がありません。' },
  inThePast: { zh: '生效日期不能早于今天', en: 'The effective date cannot be in the past.', es: 'La fecha de entrada en vigor no puede ser anterior a hoy.', ja: '発効日は本日以降にしてください。' },
  tooFar: { zh: '生效日期不能超过一年后', en: 'The effective date cannot be more than a year ahead.', es: 'La fecha de entrada en vigor no puede superar un año desde hoy.', ja: '発効日は1年以内にしてください。' },
  ownProposal: { zh: '不能审批自己提交的变更，请由另一位有权限的人员处理', en: 'You cannot approve your own change. Another person must approve it.', es: 'No puede aprobar su propio cambio: debe hacerlo otra persona.', ja: '自分の変更は承認できません。別の担当者が行ってください。' },
  withdrawalAsked: { zh: '已有人申请撤回该变更', en: 'A withdrawal of this change is already requested.', es: 'Ya se pidió retirar este cambio.', ja: 'この変更は撤回が申請済みです。' },
  ownWithdrawal: { zh: '不能确认自己提出的撤回', en: 'You requested the withdrawal. Another person must confirm it.', es: 'Usted pidió retirarlo: debe confirmarlo otra persona.', ja: 'ご自身の撤回申請は確認できません。別の担当者が確認してください。' },
  notPending: { zh: '该变更已处理', en: 'This change has been decided.', es: 'Este cambio ya se resolvió.', ja: 'この変更は処理済みです。' },
  notWaiting: { zh: '该变更已生效或已结束，不能撤回', en: 'This change is in force or has ended: it cannot be withdrawn.', es: 'Este cambio ya rige o terminó: no se puede retirar.', ja: 'この変更は発効済みか終了しているため、撤回できません。' },
  sameAsNow: { zh: '该版本与当前设置相同', en: 'This version is identical to the current one.', es: 'Esta versión es igual a la actual.', ja: 'この版は現在の設定と同じです。' },
  reasonNeeded: { zh: '驳回时请填写原因', en: 'Enter a reason for rejecting.', es: 'Indique por qué lo rechaza.', ja: '却下の理由を入力してください。' },
} as const satisfies Record<string, Text>

/** Names of a unit's fields, for lists, forms and workbooks. */
export const unitFields = {
  code: { zh: '单位编号', en: 'Unit no.', es: 'N.º de empresa', ja: '企業番号' },
  name: { zh: '单位名称', en: 'Unit', es: 'Empresa', ja: '企業名' },
  creditCode: { zh: '信用代码', en: 'Credit code', es: 'Código de crédito', ja: '信用コード' },
  bizKind: { zh: '单位类型', en: 'Type', es: 'Tipo', ja: '種別' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  cooperation: { zh: '合作状态', en: 'Cooperation', es: 'Cooperación', ja: '取引状態' },
  available: balanceNames.available,
  frozen: balanceNames.frozen,
  monthNet: paidAmountNames.column,
  operators: { zh: '经营者数', en: 'Operators', es: 'Operadores', ja: '事業者数' },
  plan: { zh: '费率方案', en: 'Fee plan', es: 'Tarifa', ja: '料率プラン' },
  marketer: { zh: '营销员', en: 'Marketer', es: 'Agente de marketing', ja: 'マーケティング担当' },
  salesman: { zh: '业务员', en: 'Salesperson', es: 'Comercial', ja: '営業担当' },
  partner: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
  contract: { zh: '签约状态', en: 'Contract', es: 'Contrato', ja: '契約状態' },
  status: { zh: '账户状态', en: 'Status', es: 'Estado', ja: '状態' },
  created: { zh: '开通时间', en: 'Opened', es: 'Apertura', ja: '開設日時' },
  industry: { zh: '行业', en: 'Industry', es: 'Sector', ja: '業種' },
  legalPerson: { zh: '法人姓名', en: 'Legal representative', es: 'Representante legal', ja: '法定代表者' },
  contactName: { zh: '联系人', en: 'Contact', es: 'Contacto', ja: '担当者' },
  contactMobile: { zh: '联系手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  email: { zh: '邮箱', en: 'E-mail', es: 'Correo', ja: 'メール' },
  address: { zh: '地址', en: 'Address', es: 'Dirección', ja: '住所' },
  taxpayerKind: { zh: '纳税人类型', en: 'Taxpayer', es: 'Contribuyente', ja: '納税者区分' },
  description: { zh: '业务场景说明', en: 'Business description', es: 'Descripción de la actividad', ja: '業務内容の説明' },
  memo: transferNames.memo,
} as const satisfies Record<string, Text>

export const unitStatusNames = {
  3: { zh: '待签约', en: 'Awaiting contract', es: 'Pendiente de contrato', ja: '契約待ち' },
  5: { zh: '已停用', en: 'Disabled', es: 'Desactivada', ja: '停止中' },
  6: { zh: '已冻结', en: 'Frozen', es: 'Bloqueada', ja: '凍結中' },
  7: { zh: '已注销', en: 'Closed', es: 'Cerrada', ja: '解約済み' },
  8: { zh: '正常', en: 'Active', es: 'Activa', ja: '正常' },
} as const satisfies Record<number, Text>

export const bizKindNames = {
  ordinary: { zh: '普通', en: 'Ordinary', es: 'Ordinaria', ja: '一般' },
  platform: { zh: '平台型', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム型' },
} as const satisfies Record<string, Text>

export const unitProposalNames = {
  identity: { zh: '名称、法定代表人或联系手机变更', en: 'Name, legal representative or mobile', es: 'Nombre, representante o móvil', ja: '名称・法定代表者・携帯の変更' },
  assignment: { zh: '负责人员变更', en: 'Assignment', es: 'Asignación', ja: '担当の変更' },
} as const satisfies Record<string, Text>

export const taxpayerKindNames = {
  general: { zh: '一般纳税人', en: 'General taxpayer', es: 'Contribuyente general', ja: '一般納税者' },
  small: { zh: '小规模纳税人', en: 'Small-scale taxpayer', es: 'Pequeño contribuyente', ja: '小規模納税者' },
} as const satisfies Record<string, Text>

export const contractStatusNames = {
  none: { zh: '未签约', en: 'None', es: 'Sin contrato', ja: '未契約' },
  signing: { zh: '签署中', en: 'Being signed', es: 'En firma', ja: '署名中' },
  done: { zh: '已签约', en: 'Signed', es: 'Firmado', ja: '契約済み' },
  expired: { zh: '已到期', en: 'Expired', es: 'Vencido', ja: '期限切れ' },
} as const satisfies Record<string, Text>

export const assignmentStateNames = {
  proposed: { zh: '待审批', en: 'Waiting for approval', es: 'Por aprobar', ja: '承認待ち' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
  ahead: { zh: '待生效', en: 'Scheduled', es: 'Programada', ja: '発効待ち' },
  current: { zh: '当前', en: 'Current', es: 'Actual', ja: '現在' },
  past: { zh: '已结束', en: 'Ended', es: 'Terminada', ja: '終了' },
  cancelled: { zh: '已取消', en: 'Cancelled', es: 'Cancelada', ja: '取消済み' },
  lapsed: { zh: '未执行', en: 'Did not take effect', es: 'No realizada', ja: '未実行' },
} as const satisfies Record<string, Text>

export const cooperationNames = {
  active: { zh: '合作中', en: 'Active', es: 'Activa', ja: '取引中' },
  paused: { zh: '已暂停', en: 'Paused', es: 'En pausa', ja: '一時停止' },
} as const satisfies Record<string, Text>

export const termFieldNames = {
  feePlanId: { zh: '费率方案', en: 'Fee plan', es: 'Tarifa', ja: '料率プラン' },
  basis: { zh: '计费基数', en: 'Fee basis', es: 'Base de la tarifa', ja: '計算基準' },
  feeBearer: { zh: '费用承担方', en: 'Fee borne by', es: 'Tarifa a cargo de', ja: '手数料負担者' },
  feeUnitSharePpm: { zh: '单位承担比例', en: 'The unit’s share', es: 'Parte de la empresa', ja: '企業負担割合' },
  taxBearer: { zh: '税费承担方', en: 'Tax borne by', es: 'Impuestos a cargo de', ja: '税負担者' },
  signRequired: { zh: '需签约', en: 'Agreement required', es: 'Requiere acuerdo', ja: '契約必須' },
  signWay: { zh: '签约方式', en: 'Signing method', es: 'Forma de firma', ja: '署名方法' },
  dualControl: { zh: '双人复核', en: 'Dual control', es: 'Doble control', ja: '二人確認' },
  freezeOnSubmit: { zh: '提交即冻结', en: 'Reserve funds at submission', es: 'Reservar fondos al enviar', ja: '提出時に凍結' },
  autoAuditLimit: { zh: '自动审核额度', en: 'Automatic audit up to', es: 'Auditoría automática hasta', ja: '自動審査の上限' },
  singleLimit: { zh: '单笔限额', en: 'Limit per payment', es: 'Límite por pago', ja: '1件の限度額' },
  dayLimit: { zh: '单日限额', en: 'Limit per day', es: 'Límite diario', ja: '1日の限度額' },
  monthLimit: { zh: '单月限额', en: 'Limit per month', es: 'Límite mensual', ja: '月間限度額' },
  evidenceLimit: { zh: '需证明材料金额', en: 'Documents required above', es: 'Justificantes a partir de', ja: '証憑が必要な金額' },
  lowBalance: { zh: '余额预警线', en: 'Low balance warning below', es: 'Avisar por debajo de', ja: '残高警告額' },
  channelIds: { zh: '支付通道优先级', en: 'Channels, preferred first', es: 'Canales por preferencia', ja: '支払チャネルの優先順' },
  invoiceWay: { zh: '开票方式', en: 'Invoicing', es: 'Facturación', ja: '発票の単位' },
  invoiceCategories: { zh: '可开票类目', en: 'Invoice categories', es: 'Categorías de factura', ja: '発票の品目' },
  noticeMobiles: { zh: '通知手机号', en: 'Mobile numbers to notify', es: 'Móviles de aviso', ja: '通知先携帯' },
  effectiveFrom: { zh: '生效日期', en: 'In force from', es: 'Vigente desde', ja: '発効日' },
} as const satisfies Record<string, Text>

export const bearerNames = {
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  operator: { zh: '经营者', en: 'Operator', es: 'Operador', ja: '事業者' },
  shared: { zh: '共同承担', en: 'Shared', es: 'Compartida', ja: '共同負担' },
} as const satisfies Record<string, Text>

export const basisNames = {
  gross: amountNames.gross,
  net: amountNames.net,
} as const satisfies Record<string, Text>

export const invoicingMethodNames = {
  batch: { zh: '按批次', en: 'By batch', es: 'Por lote', ja: 'バッチごと' },
  period: { zh: '按期间', en: 'By period', es: 'Por período', ja: '期間ごと' },
  balance: { zh: '按余额', en: 'By balance', es: 'Por saldo', ja: '残高ごと' },
} as const satisfies Record<string, Text>

export const versionStateNames = {
  pending: { zh: '待审批', en: 'Awaiting approval', es: 'Pendiente de aprobación', ja: '承認待ち' },
  approved: { zh: '已通过', en: 'Approved', es: 'Aprobada', ja: '承認済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
  withdrawn: { zh: '已撤回', en: 'Withdrawn', es: 'Retirada', ja: '撤回' },
} as const satisfies Record<string, Text>

export const yesNoNames = { yes: { zh: '是', en: 'Yes', es: 'Sí', ja: 'はい' }, no: { zh: '否', en: 'No', es: 'No', ja: 'いいえ' } } as const satisfies Record<string, Text>

/** Names of background tasks about units. */
export const unitTaskTexts = {
  list: { zh: '单位列表', en: 'Units', es: 'Empresas', ja: '企業一覧' },
  failed: { zh: '导出失败，请重试', en: 'The export failed. Try again.', es: 'La exportación falló. Inténtelo de nuevo.', ja: '出力に失敗しました。もう一度お試しください。' },
} as const satisfies Record<string, Text>
