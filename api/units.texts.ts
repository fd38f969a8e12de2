import type { Text } from '#/domain/text.ts'

/** What the keeping of units refuses with. */
export const unitRefusals = {
  notFound: { zh: '单位不存在或不在您的管理范围内', en: 'There is no such unit in your area.', es: 'No existe esa empresa en su ámbito.', ja: '企業が存在しないか、管理範囲外です。' },
  creditCode: { zh: '统一社会信用代码不正确，请核对', en: 'This is not a valid credit code.', es: 'El código de crédito no es válido.', ja: '統一社会信用コードが正しくありません。' },
  creditCodeTaken: {
    zh: '该信用代码已开通为单位“{name}”，不能重复新增',
    en: 'The credit code already belongs to the unit “{name}”.',
    es: 'El código ya pertenece a la empresa «{name}».',
    ja: 'この信用コードは企業「{name}」で登録済みです。',
  },
  settingNeeded: { zh: '请至少选择一个运营中心和结算模式', en: 'Choose at least one centre and mode.', es: 'Elija al menos un centro y un modo.', ja: '運営センターと精算モードを1つ以上選択してください。' },
  settingTwice: { zh: '同一运营中心的同一结算模式只能有一条', en: 'A centre and mode may stand there once.', es: 'Cada centro y modo aparece una sola vez.', ja: '同じセンター・モードは1件のみです。' },
  centreUnfit: { zh: '运营中心不存在、已停用或不支持该结算模式', en: 'There is no such centre at work with this mode.', es: 'No hay un centro activo con ese modo.', ja: '運営センターが存在しない、停止中、またはモード非対応です。' },
  planUnfit: { zh: '费率方案不存在、已失效或不适用于该结算模式', en: 'There is no such fee plan in force for this mode.', es: 'No hay una tarifa vigente para este modo.', ja: '料率プランが存在しない、失効、またはモード非対応です。' },
  channelUnfit: { zh: '支付通道不属于该运营中心', en: 'The channel does not belong to this centre.', es: 'El canal no pertenece a este centro.', ja: '支払チャネルがこのセンターのものではありません。' },
  belowFloor: {
    zh: '方案最低费率 {rate} 低于分成底价 {floor}：请先按不低于底价的方案开通，再在客户平台设置中提交并由第二人审批',
    en: 'The plan comes down to {rate}, below the floor of {floor}. Begin with a plan at or above the floor, then propose the lower one in the unit’s settings for a second person to agree.',
    es: 'La tarifa baja hasta {rate}, por debajo del mínimo {floor}. Empiece con una tarifa igual o superior y proponga después la menor para su aprobación.',
    ja: 'プランの最低料率 {rate} が下限 {floor} を下回ります。下限以上のプランで開設し、その後に設定で申請して承認を受けてください。',
  },
  shareMisfit: { zh: '费用承担方与承担比例不一致：共同承担须在 0 与 100% 之间', en: 'Bearer and share of the fee do not fit: a shared fee needs a share between 0 and 100 %.', es: 'Quien asume la comisión y su parte no concuerdan.', ja: '手数料の負担者と負担割合が一致しません。' },
  limitOrder: { zh: '限额须满足：单笔 ≤ 单日 ≤ 单月', en: 'Limits must rise: single ≤ day ≤ month.', es: 'Los límites deben crecer: operación ≤ día ≤ mes.', ja: '限度額は 1件 ≤ 1日 ≤ 1か月 としてください。' },
  staffUnfit: { zh: '所选人员不是该运营中心在岗的营销员或业务员', en: 'This person is not a marketer or salesman at work at the centre.', es: 'Esta persona no es comercial activo del centro.', ja: '選択した担当者はこのセンターの営業担当ではありません。' },
  partnerUnfit: { zh: '合作伙伴不存在或已停用', en: 'There is no such partner at work.', es: 'No existe ese socio activo.', ja: '提携先が存在しないか、停止中です。' },
} as const satisfies Record<string, Text>
