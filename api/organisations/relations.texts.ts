import type { Text } from '#/domain/base/text.ts'

export const relationRefusals = {
  unitUnknown: { zh: '单位不存在或不在您的管理范围内', en: 'The unit does not exist or is outside your scope.', es: 'No existe esa empresa en su ámbito.', ja: '企業が存在しないか、管理範囲外です。' },
  notFound: { zh: '该人员不存在或不在您的管理范围内', en: 'The person does not exist or is outside your scope.', es: 'No existe esa persona en su ámbito.', ja: '該当する人がいないか、管理範囲外です。' },
  badNumber: { zh: '{name} 的身份证号码有误', en: 'The ID number of {name} is wrong.', es: 'El documento de {name} es incorrecto.', ja: '{name}の身分証番号が正しくありません。' },
  badName: { zh: '“{name}”不是完整的姓名', en: '“{name}” is not a full name.', es: '«{name}» no es un nombre completo.', ja: '「{name}」は氏名として不完全です。' },
  lineUnknown: { zh: '该明细不存在或不在您的管理范围内', en: 'The line does not exist or is outside your scope.', es: 'No existe esa línea en su ámbito.', ja: '明細が存在しないか、管理範囲外です。' },
  notRelated: { zh: '该收款人不是本单位的关联人员，无需申请例外', en: 'This payee is not related to the unit; no exception is needed.', es: 'El beneficiario no está vinculado a la empresa; no hace falta excepción.', ja: 'この受取人は関係者ではないため、例外申請は不要です。' },
  openAlready: { zh: '该人员的例外申请正在审核', en: 'An exception for this person is under review.', es: 'Ya hay una excepción en revisión para esta persona.', ja: 'この人の例外申請は審査中です。' },
  exceptionUnknown: { zh: '例外申请不存在或不在您的管理范围内', en: 'The request does not exist or is outside your scope.', es: 'No existe esa solicitud en su ámbito.', ja: '例外申請が存在しないか、管理範囲外です。' },
  decided: { zh: '该申请已处理', en: 'This request has been decided.', es: 'Esta solicitud ya se resolvió.', ja: 'この申請は処理済みです。' },
  ownRequest: { zh: '不能审核自己提交的申请', en: 'You cannot decide your own request.', es: 'No puede decidir sobre su propia solicitud.', ja: '自分の申請は審査できません。' },
  noPlace: { zh: '例外由平台或所属运营中心审核', en: 'Exceptions are decided by the platform or the centre.', es: 'Las excepciones las decide la plataforma o el centro.', ja: 'プラットフォームまたはセンターが審査します。' },
  noRight: { zh: '没有“人员审核”权限', en: 'You do not have the “Review people” permission.', es: 'Le falta el permiso «Revisar personas».', ja: '「人員の審査」権限がありません。' },
  endProposed: { zh: '该人员的移除正在审核', en: 'The removal of this person awaits approval.', es: 'La baja de esta persona espera aprobación.', ja: 'この人の解除は審査中です。' },
  reasonNeeded: { zh: '驳回时请填写原因', en: 'Enter a reason for rejecting.', es: 'Indique por qué lo rechaza.', ja: '却下の理由を入力してください。' },
  noEdit: { zh: '没有“单位维护”权限', en: 'You do not have the “Manage units” permission.', es: 'Le falta el permiso «Gestionar empresas».', ja: '「企業の管理」権限がありません。' },
  badDay: { zh: '有效期须在今天之后一年以内', en: 'An exception can be valid for at most one year from today.', es: 'La excepción puede tener validez por un año como máximo.', ja: '有効期間は本日から1年以内にしてください。' },
} as const satisfies Record<string, Text>

export const relationNames = {
  legal_person: { zh: '法定代表人', en: 'Legal representative', es: 'Representante legal', ja: '法定代表者' },
  shareholder: { zh: '股东', en: 'Shareholder', es: 'Accionista', ja: '株主' },
  supervisor: { zh: '监事', en: 'Supervisor', es: 'Supervisor', ja: '監査役' },
  executive: { zh: '高级管理人员', en: 'Executive', es: 'Directivo', ja: '役員' },
  employee: { zh: '在册员工', en: 'Employee', es: 'Empleado', ja: '在籍従業員' },
} as const satisfies Record<string, Text>

export const relationSources = {
  registration: { zh: '入驻登记', en: 'Registration', es: 'Registro', ja: '登録' },
  centre: { zh: '运营中心登记', en: 'Centre', es: 'Centro', ja: 'センター' },
  unit: { zh: '单位申报', en: 'The unit itself', es: 'La propia empresa', ja: '企業の申告' },
} as const satisfies Record<string, Text>

/** Reasons of ends that the program proposes. */
export const endReasons = {
  legalPersonReplaced: { zh: '变更法定代表人', en: 'The unit has a new legal representative', es: 'La empresa tiene otro representante legal', ja: '法定代表者の変更' },
} as const satisfies Record<string, Text>

export const exceptionStateNames = {
  pending: { zh: '待审核', en: 'Under review', es: 'En revisión', ja: '審査待ち' },
  approved: { zh: '已同意', en: 'Approved', es: 'Aprobada', ja: '承認済み' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazada', ja: '却下' },
  void: { zh: '已失效', en: 'Void', es: 'Sin efecto', ja: '失効' },
} as const satisfies Record<string, Text>

export const exceptionVoidNames = {
  expired: { zh: '有效期已满', en: 'it expired', es: 'venció', ja: '有効期限切れ' },
  ended: { zh: '关联关系已结束', en: 'the relation ended', es: 'terminó el vínculo', ja: '関係が終了' },
  renewed: { zh: '关联关系已重新登记', en: 'the relation was registered again', es: 'el vínculo se registró de nuevo', ja: '関係が再登録' },
} as const satisfies Record<string, Text>
