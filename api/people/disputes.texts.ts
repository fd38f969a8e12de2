import type { Text } from '#/domain/base/text.ts'

export const disputeRefusals = {
  notOperator: { zh: '仅经营者本人可查看和提出身份异议', en: 'Only operators themselves can use this.', es: 'Solo los propios operadores pueden usarlo.', ja: '事業者本人のみ利用できます。' },
  unitUnknown: { zh: '该单位没有使用您的身份', en: 'This unit does not use your identity.', es: 'Esa empresa no usa su identidad.', ja: 'この企業はあなたの身元を使用していません。' },
  openAlready: { zh: '您对该单位的异议正在处理中', en: 'Your objection to this unit is under review.', es: 'Su objeción contra esta empresa está en curso.', ja: 'この企業への異議は処理中です。' },
  endedAlready: { zh: '与该单位的合作已终止，付款已停止', en: 'Cooperation with this unit has ended. No further payments are made.', es: 'La cooperación con esta empresa ha terminado; no se harán más pagos.', ja: 'この企業との取引は終了し、支払いは停止しています。' },
  notFound: { zh: '异议不存在或不在您的管理范围内', en: 'The objection does not exist or is outside your scope.', es: 'No existe esa objeción en su ámbito.', ja: '異議が存在しないか、管理範囲外です。' },
  decided: { zh: '该异议已处理', en: 'This objection has been decided.', es: 'Esta objeción ya se resolvió.', ja: 'この異議は処理済みです。' },
  otherPerson: {
    zh: '恢复付款须由两人办理：您（或视为同一人的账号）已认定使用属实，须由另一人确认',
    en: 'Resuming payments takes two people. You, or an account linked to yours, found the use genuine. Another person must confirm it.',
    es: 'Reanudar los pagos requiere dos personas. Usted, o una cuenta vinculada a la suya, dio por legítimo el uso: debe confirmarlo otra persona.',
    ja: '支払い再開には2名が必要です。あなた（または同一人物とみなすアカウント）が正当と判断したため、別の担当者が確認してください。',
  },
  fileNeeded: { zh: '请上传证据文件', en: 'Upload the evidence.', es: 'Suba las pruebas.', ja: '証拠書類をアップロードしてください。' },
  noPlace: { zh: '异议由平台或所属运营中心处理', en: 'Objections are decided by the platform or the operator’s centre.', es: 'Las objeciones las decide la plataforma o el centro del operador.', ja: 'プラットフォームまたは所属センターが処理します。' },
  noRight: { zh: '没有“人员审核”权限', en: 'You do not have the “Review people” permission.', es: 'Le falta el permiso «Revisar personas».', ja: '「人員の審査」権限がありません。' },
} as const satisfies Record<string, Text>

export const disputeStateNames = {
  open: { zh: '待处理（付款已暂停）', en: 'Open, payments stopped', es: 'Abierta, pagos detenidos', ja: '処理待ち（支払停止中）' },
  kept: { zh: '已核实，恢复付款', en: 'Verified, payments continue', es: 'Verificada, se sigue pagando', ja: '確認済み・支払再開' },
  ended: { zh: '已终止合作', en: 'Cooperation ended', es: 'Cooperación terminada', ja: '取引終了' },
  withdrawn: { zh: '本人已撤回', en: 'Withdrawn', es: 'Retirada', ja: '本人が撤回' },
} as const satisfies Record<string, Text>
