import type { Text } from '#/domain/base/text.ts'

/** Format rules of a typed rate. */
export const feeRules = {
  rate: { zh: '费率格式错误：0–99.9999，最多四位小数', en: 'The rate must be from 0 to 99.9999 with up to four decimals.', es: 'La tasa debe estar entre 0 y 99.9999, con hasta cuatro decimales.', ja: '料率は 0～99.9999（小数4桁まで）で入力してください。' },
  part: { zh: '比例格式错误：0–100，最多四位小数', en: 'The percentage must be from 0 to 100 with up to four decimals.', es: 'El porcentaje debe estar entre 0 y 100, con hasta cuatro decimales.', ja: '割合は 0～100（小数4桁まで）で入力してください。' },
} as const satisfies Record<string, Text>

/** Faults of the tiers of a plan. `no` is the number of the tier. */
export const tierFaults = {
  empty: { zh: '请至少填写一个区间', en: 'Enter at least one tier.', es: 'Indique al menos un tramo.', ja: '段階を1つ以上入力してください。' },
  single: { zh: '固定费率只能有一个区间', en: 'A fixed rate has a single tier.', es: 'Una tasa fija tiene un solo tramo.', ja: '固定料率の段階は1つだけです。' },
  start: { zh: '第 1 个区间必须从 0 开始', en: 'Tier 1 must start at 0.', es: 'El tramo 1 debe empezar en 0.', ja: '第1段階は 0 から始めてください。' },
  order: {
    zh: '第 {no} 个区间的止点必须大于起点，且只有最后一个区间可以不设上限',
    en: 'Tier {no} must end above its start; only the last tier may be open-ended.',
    es: 'El tramo {no} debe terminar por encima de su inicio; solo el último puede quedar abierto.',
    ja: '第 {no} 段階の終点は始点より大きくしてください。上限なしは最後の段階だけです。',
  },
  gap: { zh: '第 {no} 个区间与上一区间之间有空档，起点须等于上一区间的止点', en: 'There is a gap before tier {no}: it must start where the previous one ends.', es: 'Hay un hueco antes del tramo {no}: debe empezar donde termina el anterior.', ja: '第 {no} 段階の前に空白があります。前の段階の終点から始めてください。' },
  overlap: { zh: '第 {no} 个区间与上一区间重叠，起点须等于上一区间的止点', en: 'Tier {no} overlaps the previous one: it must start where that one ends.', es: 'El tramo {no} se solapa con el anterior: debe empezar donde este termina.', ja: '第 {no} 段階が前の段階と重なっています。前の段階の終点から始めてください。' },
  end: { zh: '最后一个区间不能设上限', en: 'The last tier must be open-ended.', es: 'El último tramo debe quedar abierto.', ja: '最後の段階には上限を設定できません。' },
} as const satisfies Record<string, Text>

export const feeRefusals = {
  notPlatform: { zh: '仅平台可以修改', en: 'Only the platform can change this.', es: 'Solo la plataforma puede modificarlo.', ja: '変更できるのはプラットフォームのみです。' },
  noFeeRight: { zh: '没有“收费方案维护”权限', en: 'You do not have the “Manage fee plans” permission.', es: 'Le falta el permiso «Gestionar tarifas».', ja: '「料率プランの管理」権限がありません。' },
  noSplitRight: { zh: '没有“分成规则维护”权限', en: 'You do not have the “Manage split rules” permission.', es: 'Le falta el permiso «Gestionar reglas de reparto».', ja: '「分配ルールの管理」権限がありません。' },
  planUnknown: { zh: '收费方案不存在', en: 'The fee plan does not exist.', es: 'La tarifa no existe.', ja: '料率プランが存在しません。' },
  nameTaken: { zh: '该模式下已有同名方案“{name}”，请在原方案上新建版本', en: 'This mode already has a plan named “{name}”: create a new version of it.', es: 'Ya existe la tarifa «{name}» en esta modalidad: cree una nueva versión.', ja: 'このモードには同名のプラン「{name}」があります。新しい版を作成してください。' },
  tiers: { zh: '费率区间有误', en: 'The tiers are not valid.', es: 'Los tramos no son válidos.', ja: '段階に誤りがあります。' },
  inThePast: { zh: '生效日期不能早于 {day}', en: 'The start date cannot be before {day}.', es: 'La fecha de inicio no puede ser anterior al {day}.', ja: '開始日は {day} 以降にしてください。' },
  tooFar: { zh: '生效日期不能晚于 {day}', en: 'The start date cannot be after {day}.', es: 'La fecha de inicio no puede ser posterior al {day}.', ja: '開始日は {day} 以前にしてください。' },
  versionOverlap: {
    zh: '与第 {no} 版（{day} 起）的期间重叠：请选择该日（由第二人审批替换）或更晚的日期，或先撤回该版本',
    en: 'This overlaps version {no}, which starts on {day}: choose that day, so that a second person approves the replacement, or a later one, or withdraw that version.',
    es: 'Se solapa con la versión {no}, que empieza el {day}: elija ese mismo día (otra persona aprobará la sustitución) o uno posterior, o retire esa versión.',
    ja: '第 {no} 版（{day} から）と期間が重なります。同じ日（別の担当者の承認で差替え）か、より後の日を選ぶか、その版を撤回してください。',
  },
  newerVersion: { zh: '该方案刚有了第 {no} 版，请查看后重新提交', en: 'Version {no} of this plan has just been created. Review it and submit again.', es: 'Se acaba de crear la versión {no} de esta tarifa. Revísela y envíe de nuevo.', ja: 'このプランの第 {no} 版が作成されました。確認して再度送信してください。' },
  pendingExists: { zh: '有一个版本正等待审批，请先处理', en: 'A version is awaiting approval: decide it first.', es: 'Hay una versión pendiente de aprobación: resuélvala antes.', ja: '承認待ちの版があります。先に処理してください。' },
  nothingChanges: { zh: '没有任何变更', en: 'Nothing would change.', es: 'No cambiaría nada.', ja: '変更がありません。' },
  notPending: { zh: '已处理，无需审批', en: 'This is not awaiting approval.', es: 'No está pendiente de aprobación.', ja: '承認待ちではありません。' },
  ownProposal: { zh: '不能审批自己提交的变更，请由另一位有权限的人员处理', en: 'You cannot approve your own change. Another person must approve it.', es: 'No puede aprobar su propio cambio: debe hacerlo otra persona.', ja: '自分の変更は承認できません。別の担当者が行ってください。' },
  reasonNeeded: { zh: '驳回时请填写原因', en: 'Enter a reason for rejecting.', es: 'Indique por qué lo rechaza.', ja: '却下の理由を入力してください。' },
  withdrawalAsked: { zh: '已有人申请撤回该版本', en: 'A withdrawal of this version is already requested.', es: 'Ya se pidió retirar esta versión.', ja: 'この版は撤回が申請済みです。' },
  ownWithdrawal: {
    zh: '不能确认自己提出的撤回',
    en: 'You requested the withdrawal. Another person must confirm it.',
    es: 'Usted pidió retirarla: debe confirmarlo otra persona.',
    ja: 'ご自身の撤回申請は確認できません。別の担当者が確認してください。',
  },
  notWaiting: { zh: '已生效或已结束，不能撤回', en: 'Already in force or ended, so it cannot be withdrawn.', es: 'Está vigente o terminó: no se puede retirar.', ja: '発効済みか終了しているため、撤回できません。' },
  planEnded: { zh: '该方案已停用', en: 'The plan has ended.', es: 'La tarifa ya terminó.', ja: 'このプランは終了しています。' },
  planInUse: {
    zh: '{count} 个单位设置在该日之后仍使用此方案（如 {units}），请先为其更换方案',
    en: '{count, plural, one {# unit setting uses} other {# unit settings use}} this plan after that date ({units}). Assign another plan first.',
    es: 'Después de ese día {count, plural, one {usa esta tarifa # ajuste} other {usan esta tarifa # ajustes}} de empresa ({units}). Asigne antes otra tarifa.',
    ja: 'その日以降もこのプランを使う企業設定が {count} 件あります（{units}）。先に別のプランへ変更してください。',
  },
  endInThePast: { zh: '最后一天不能早于今天', en: 'The end date cannot be in the past.', es: 'La fecha de fin no puede ser anterior a hoy.', ja: '最終日は本日以降にしてください。' },
  splitUnknown: { zh: '分成规则不存在', en: 'The split rule does not exist.', es: 'La regla de reparto no existe.', ja: '分配ルールが存在しません。' },
  centreUnfit: { zh: '运营中心不存在，或不支持该结算模式', en: 'The centre does not exist or does not support this mode.', es: 'El centro no existe o no admite esta modalidad.', ja: '運営センターが存在しないか、このモードに対応していません。' },
  unitUnfit: { zh: '该单位未在此运营中心开通', en: 'The unit does not work at this centre.', es: 'La empresa no trabaja en este centro.', ja: 'この企業は当該センターで取引していません。' },
  partyUnfit: { zh: '该对象不能担任此角色', en: 'This party cannot hold this role here.', es: 'Esta parte no puede tener esa función aquí.', ja: 'この相手はこの役割を持てません。' },
  ratioOfPlatform: { zh: '平台取得余额：只能设置底价', en: 'The platform receives the remainder: only a floor can be set.', es: 'La plataforma recibe el resto: solo admite una tasa mínima.', ja: 'プラットフォームは残額を受け取るため、下限のみ設定できます。' },
  ratioZero: { zh: '分成比例必须大于 0', en: 'The share must be above 0.', es: 'La participación debe ser mayor que 0.', ja: '分配割合は 0 より大きくしてください。' },
  daysReversed: { zh: '结束日期不能早于生效日期', en: 'The end date cannot be before the start date.', es: 'La fecha de fin no puede ser anterior a la de inicio.', ja: '終了日は開始日以降にしてください。' },
  ruleOverlap: {
    zh: '与已有规则期间重叠：{party} · {scope}，{from} 起。请在原规则上新建版本，或选择不重叠的期间',
    en: 'This overlaps an existing rule: {party}, {scope}, from {from}. Create a new version of it or choose other days.',
    es: 'Se solapa con una regla existente: {party}, {scope}, desde el {from}. Cree una nueva versión o elija otras fechas.',
    ja: '既存のルールと期間が重なります：{party}・{scope}、{from} から。その新しい版を作成するか、別の期間を選んでください。',
  },
  floorOrder: {
    zh: '底价顺序有误（{place}，{day}）：{lower} 的底价 {low} 高于 {upper} 的底价 {up}。应满足 单位 ≥ 合作伙伴 ≥ 营销员 ≥ 业务员 ≥ 运营中心 ≥ 平台',
    en: 'Floors out of order ({place}, {day}): {lower} at {low} is above {upper} at {up}. Required: unit ≥ partner ≥ marketer ≥ salesperson ≥ centre ≥ platform.',
    es: 'Mínimos en orden incorrecto ({place}, {day}): {lower} con {low} supera a {upper} con {up}. Debe ser empresa ≥ socio ≥ agente de marketing ≥ comercial ≥ centro ≥ plataforma.',
    ja: '下限の順序が不正です（{place}、{day}）：{lower} の {low} が {upper} の {up} を上回っています。企業 ≥ パートナー ≥ マーケティング担当 ≥ 営業担当 ≥ センター ≥ プラットフォームとしてください。',
  },
  overWhole: {
    zh: '分成合计 {total} 超过服务费的 100%（{place}，{day}）',
    en: 'The shares total {total}, more than 100% of the fee ({place}, {day}).',
    es: 'Las participaciones suman {total}, más del 100 % de la tarifa de servicio ({place}, {day}).',
    ja: '分配の合計 {total} が手数料の 100% を超えています（{place}、{day}）。',
  },
  stopOrder: { zh: '最后一天须在 {from} 至 {to} 之间', en: 'The end date must be between {from} and {to}.', es: 'El último día debe estar entre el {from} y el {to}.', ja: '最終日は {from} から {to} の間にしてください。' },
  notInForce: { zh: '规则未生效或已结束', en: 'The rule is not in force or has ended.', es: 'La regla no está vigente o terminó.', ja: 'ルールは有効でないか、終了しています。' },
  hasNext: { zh: '该规则已有后续版本，请在最新版本上操作', en: 'A newer version of this rule exists: use that one.', es: 'Existe una versión posterior de esta regla: use esa.', ja: 'このルールには新しい版があります。最新の版で操作してください。' },
  undercutThen: {
    zh: '{place} 自 {day} 起费率 {rate} 将低于{role}的底价 {floor}：请改为新建版本，由第二人审批',
    en: 'From {day} the rate of {place} ({rate}) would be below the floor of the {role} ({floor}): create a new version instead, for a second person to approve.',
    es: 'Desde el {day} la tasa de {place} ({rate}) quedaría por debajo del mínimo de {role} ({floor}): cree una nueva versión para que otra persona la apruebe.',
    ja: '{day} から {place} の料率 {rate} が{role}の下限 {floor} を下回ります。新しい版を作成し、別の担当者の承認を受けてください。',
  },
  raiseThen: {
    zh: '{place} 自 {day} 起{role}的分成将增加：请改为新建版本，由第二人审批',
    en: 'From {day} the share of the {role} at {place} would rise: create a new version instead, for a second person to approve.',
    es: 'Desde el {day} aumentaría la parte de {role} en {place}: cree una nueva versión para que otra persona la apruebe.',
    ja: '{day} から {place} の{role}の分配が増えます。新しい版を作成し、別の担当者の承認を受けてください。',
  },
  chargesMoreThen: {
    zh: '撤回后自 {day} 起仍按较高的原收费执行：请新建同日生效的版本来替换，由第二人审批',
    en: 'Without this version the higher charges continue after {day}: create a version with the same start date to replace it, for a second person to approve.',
    es: 'Sin esta versión, los cargos más altos seguirían desde el {day}: sustitúyala por otra versión con la misma fecha, que aprobará otra persona.',
    ja: 'この版がなければ {day} 以降も高い料金が続きます。同じ開始日の版を作成して差し替え、別の担当者の承認を受けてください。',
  },
  nextChargesMore: {
    zh: '这样一来，第 {no} 版（{day} 起）的收费将高于其前一版本：请先替换或撤回第 {no} 版',
    en: 'Version {no} from {day} would then charge more than the one before it. Replace or withdraw version {no} first.',
    es: 'La versión {no}, desde el {day}, cobraría entonces más que la anterior. Sustituya o retire antes la versión {no}.',
    ja: 'これにより、第 {no} 版（{day} から）の料金がその前の版より高くなります。先に第 {no} 版を差し替えるか撤回してください。',
  },
  replacementLate: {
    zh: '现在批准将自 {from} 起生效，而第 {no} 版自 {day} 起生效：请退回，并按其后的日期新建版本',
    en: 'Approved now, this version would start on {from}, but version {no} starts on {day}: reject it and create a version for a later day.',
    es: 'Si se aprueba ahora, empezaría el {from}, pero la versión {no} empieza el {day}: rechácela y cree una versión para un día posterior.',
    ja: '今承認すると {from} から有効になりますが、第 {no} 版が {day} に始まります。差し戻し、より後の日の版を作成してください。',
  },
  planNeeded: { zh: '请选择收费方案或单位', en: 'Choose a fee plan or a unit.', es: 'Elija una tarifa o una empresa.', ja: '料率プランまたは企業を選択してください。' },
  noPlanThatDay: { zh: '该方案在 {day} 没有生效的版本', en: 'The plan has no version in force on {day}.', es: 'La tarifa no tiene versión vigente el {day}.', ja: 'このプランには {day} に有効な版がありません。' },
  modeMisfit: { zh: '方案与该单位的结算模式不一致', en: 'The plan is not for the unit’s mode.', es: 'La tarifa no corresponde a la modalidad de la empresa.', ja: 'プランが企業の精算モードと一致しません。' },
  placeUnknown: { zh: '单位不存在或不在您的管理范围内', en: 'The unit does not exist or is outside your scope.', es: 'No existe esa empresa en su ámbito.', ja: '企業が存在しないか、管理範囲外です。' },
} as const satisfies Record<string, Text>

/** Names of the fields of plans and rules, for lists, forms and workbooks. */
export const feeFields = {
  name: { zh: '方案名称', en: 'Plan', es: 'Tarifa', ja: 'プラン名' },
  mode: { zh: '结算模式', en: 'Mode', es: 'Modalidad', ja: '精算モード' },
  method: { zh: '计费方式', en: 'Method', es: 'Método', ja: '課金方式' },
  isProgressive: { zh: '累进方式', en: 'Progression', es: 'Progresión', ja: '累進方式' },
  tiers: { zh: '费率 / 区间', en: 'Rate / tiers', es: 'Tasa / tramos', ja: '料率 / 段階' },
  basis: { zh: '计费基数', en: 'Fee basis', es: 'Base de la tarifa', ja: '計算基準' },
  minimum: { zh: '最低收费', en: 'Minimum fee', es: 'Tarifa mínima', ja: '最低手数料' },
  units: { zh: '引用单位数', en: 'Units', es: 'Empresas', ja: '利用企業数' },
  from: { zh: '生效日期', en: 'In force from', es: 'Vigente desde', ja: '発効日' },
  until: { zh: '结束日期', en: 'End date', es: 'Fecha de fin', ja: '終了日' },
  days: { zh: '生效期', en: 'Period', es: 'Período', ja: '有効期間' },
  stand: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  version: { zh: '版本', en: 'Version', es: 'Versión', ja: '版' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  unit: { zh: '适用单位', en: 'Unit', es: 'Empresa', ja: '対象企業' },
  role: { zh: '类型', en: 'Role', es: 'Función', ja: '役割' },
  party: { zh: '对象', en: 'Party', es: 'Parte', ja: '対象者' },
  splitMethod: { zh: '方式', en: 'Method', es: 'Método', ja: '方式' },
  floor: { zh: '底价费率', en: 'Floor rate', es: 'Tasa mínima', ja: '下限料率' },
  ratio: { zh: '分成比例', en: 'Share of fee', es: 'Parte de la tarifa', ja: '分配割合' },
} as const satisfies Record<string, Text>

export const feeMethodNames = {
  fixed: { zh: '固定', en: 'Fixed', es: 'Fija', ja: '固定' },
  ladder: { zh: '阶梯', en: 'Tiered', es: 'Por tramos', ja: '段階' },
} as const satisfies Record<string, Text>

export const progressionNames = {
  whole: { zh: '整体', en: 'Whole payment', es: 'Pago completo', ja: '全額' },
  progressive: { zh: '超额累进', en: 'Progressive', es: 'Progresiva', ja: '超過累進' },
} as const satisfies Record<string, Text>

export const effectStatusNames = {
  later: { zh: '待生效', en: 'Scheduled', es: 'Programada', ja: '発効前' },
  now: { zh: '生效中', en: 'In force', es: 'Vigente', ja: '有効' },
  ended: { zh: '已结束', en: 'Ended', es: 'Terminada', ja: '終了' },
  none: { zh: '未生效', en: 'Never in force', es: 'Sin vigencia', ja: '未発効' },
} as const satisfies Record<string, Text>

export const roleNames = {
  partner: { zh: '合作伙伴', en: 'Partner', es: 'Socio', ja: 'パートナー' },
  marketer: { zh: '营销员', en: 'Marketer', es: 'Agente de marketing', ja: 'マーケティング担当' },
  salesman: { zh: '业务员', en: 'Salesperson', es: 'Comercial', ja: '営業担当' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  platform: { zh: '平台', en: 'Platform', es: 'Plataforma', ja: 'プラットフォーム' },
} as const satisfies Record<string, Text>

export const splitMethodNames = {
  difference: { zh: '差价', en: 'Difference', es: 'Diferencia', ja: '差額' },
  ratio: { zh: '比例', en: 'Ratio', es: 'Proporción', ja: '割合' },
} as const satisfies Record<string, Text>

/** The scope of a rule that names no party or unit. */
export const scopeNames = {
  anybody: { zh: '当前负责人', en: 'Assigned person', es: 'Persona asignada', ja: '現在の担当者' },
  allUnits: { zh: '全部单位', en: 'All units', es: 'Todas las empresas', ja: '全企業' },
  bothModes: { zh: '全部模式', en: 'Both modes', es: 'Ambas modalidades', ja: '全モード' },
  openEnd: { zh: '长期', en: 'Open-ended', es: 'Sin fin', ja: '無期限' },
  andAbove: { zh: '以上', en: 'and above', es: 'o más', ja: '以上' },
} as const satisfies Record<string, Text>

export const modeNames = {
  1: { zh: '个体工商户', en: 'Individual business', es: 'Negocio individual', ja: '個人事業主' },
  2: { zh: '总包分包', en: 'General contractor', es: 'Contratista general', ja: '総合請負' },
} as const satisfies Record<number, Text>
