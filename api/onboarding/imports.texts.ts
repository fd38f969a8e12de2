import { issueMessages, issueSuggestions } from '#/api/money/line-issues.texts.ts'
import { lineFields } from '#/api/money/lines.texts.ts'
import { contractImportFields, contractImportMessages, contractImportRefusals, contractImportSuggestions } from '#/api/onboarding/contract-import.texts.ts'
import { incomeFields, incomeMessages, incomeRefusals, incomeSuggestions } from '#/api/onboarding/income.texts.ts'
import { orderCells, orderListRefusals, orderMessages, orderSuggestions } from '#/api/onboarding/order-lists.texts.ts'
import { unitFields } from '#/api/organisations/units.texts.ts'
import { operatorFields } from '#/api/people/operators.texts.ts'
import { particularNames } from '#/api/people/particulars.texts.ts'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { ImportIssueCode } from '#/domain/onboarding/import.ts'
import type { ImportCell, ImportKind } from '#/domain/onboarding/import-cells.ts'

export const importRefusals = {
  ...sheetRefusals,
  ...incomeRefusals,
  ...contractImportRefusals,
  ...orderListRefusals,
  notFound: { zh: '导入记录不存在或无权查看', en: 'The import does not exist, or you do not have access to it.', es: 'La importación no existe o no puede verla.', ja: '取込が存在しないか、閲覧権限がありません。' },
  notOpen: { zh: '该导入已提交或已取消，不能再修改', en: 'This import has been executed or cancelled; it can no longer be changed.', es: 'Esta importación ya se ejecutó o se canceló; no se puede cambiar.', ja: 'この取込は実行済みまたは取消済みのため変更できません。' },
  changedMeanwhile: { zh: '该导入已被他人修改，请刷新后重试', en: 'Someone else has changed this import. Reload and try again.', es: 'Alguien ha cambiado esta importación. Recargue e inténtelo de nuevo.', ja: 'この取込は他の人が変更しました。再読み込みしてください。' },
  hasErrors: {
    zh: '还有 {count} 行错误，请修正或剔除后再导入',
    en: '{count, plural, one {# row still has errors} other {# rows still have errors}}: correct or exclude them first.',
    es: '{count, plural, one {Queda # fila} other {Quedan # filas}} con errores: corrija o excluya primero.',
    ja: 'エラーが {count} 行あります。修正または除外してください。',
  },
  nothingToImport: { zh: '没有可导入的行', en: 'There is no row to import.', es: 'No hay filas que importar.', ja: '取り込める行がありません。' },
  sameFile: { zh: '同一文件已于 {day} 导入', en: 'The same file has already been imported on {day}.', es: 'El mismo archivo ya se importó el {day}.', ja: '同じファイルは {day} に取込済みです。' },
  placeUnknown: { zh: '单位不存在、已停用，或未在该运营中心开通', en: 'The unit does not exist, is disabled or does not work with this centre.', es: 'La empresa no existe, está desactivada o no trabaja con este centro.', ja: 'この運営センターで稼働中の企業がありません。' },
  placeNeeded: { zh: '请选择导入到哪个单位和运营中心', en: 'Choose the unit and the centre to import to.', es: 'Elija la empresa y el centro de destino.', ja: '取込先の企業と運営センターを選択してください。' },
  noRight: { zh: '没有导入权限', en: 'You do not have permission to import.', es: 'No tiene permiso para importar.', ja: '取込の権限がありません。' },
  noKeyIn: {
    zh: '您的账号未开通代录入，不能为单位导入经营者',
    en: 'Your account is not authorised to enter data for others, so it cannot import operators for a unit.',
    es: 'Su cuenta no registra por otros: no puede importar operadores para una empresa.',
    ja: 'このアカウントは代理入力が許可されていないため、企業の事業者を取り込めません。',
  },
  rowNotFound: { zh: '没有这些行', en: 'Rows not found.', es: 'No existen esas filas.', ja: '該当する行がありません。' },
} as const satisfies Record<string, Text>

export const importFields: Readonly<Record<ImportCell, Text>> = {
  name: lineFields.name,
  idKind: lineFields.idKind,
  idNumber: lineFields.idNumber,
  mobile: lineFields.mobile,
  bankName: { zh: '开户行', en: 'Bank', es: 'Banco', ja: '銀行' },
  cardNo: { zh: '银行卡号', en: 'Card number', es: 'N.º de tarjeta', ja: '銀行カード番号' },
  yztype: operatorFields.yztype,
  entityName: lineFields.entityName,
  entityCreditCode: lineFields.entityCreditCode,
  sex: particularNames.sex,
  birth: particularNames.birth,
  nationality: particularNames.nationality,
  idAddress: particularNames.address,
  validFrom: particularNames.validFrom,
  validTo: particularNames.validTo,
  remark: lineFields.remark,
  unitName: unitFields.name,
  creditCode: unitFields.creditCode,
  legalPerson: { zh: '法定代表人', en: 'Legal representative', es: 'Representante legal', ja: '法定代表者' },
  bizKind: unitFields.bizKind,
  industry: unitFields.industry,
  contactName: { zh: '联系人', en: 'Contact', es: 'Contacto', ja: '連絡先担当者' },
  email: { zh: '邮箱', en: 'E-mail', es: 'Correo', ja: 'メール' },
  address: { zh: '地址', en: 'Address', es: 'Dirección', ja: '住所' },
  taxpayerKind: { zh: '纳税人类型', en: 'Taxpayer type', es: 'Tipo de contribuyente', ja: '納税者区分' },
  centre: unitFields.centre,
  mode: unitFields.mode,
  plan: unitFields.plan,
  dualControl: { zh: '双人复核', en: 'Dual control', es: 'Doble control', ja: '二人確認' },
  marketer: unitFields.marketer,
  salesman: unitFields.salesman,
  partner: unitFields.partner,
  titleBank: { zh: '发票开户行', en: 'Bank on invoices', es: 'Banco de facturación', ja: '発票の銀行' },
  titleAccountNo: { zh: '发票银行账号', en: 'Account on invoices', es: 'Cuenta de facturación', ja: '発票の口座番号' },
  ...incomeFields,
  ...contractImportFields,
  ...orderCells,
}

/** The names of cells per kind of import. In a list of units, the ID number is that of the legal representative. */
export const importFieldsOf: Readonly<Record<ImportKind, Readonly<Record<ImportCell, Text>>>> = {
  operators: importFields,
  income: importFields,
  contracts: { ...importFields, ...contractImportFields, name: { zh: '单位名称／姓名', en: 'Unit or person', es: 'Empresa o persona', ja: '企業名・氏名' } },
  orders: importFields,
  units: { ...importFields, idNumber: { zh: '法人证件号', en: 'ID number of the legal representative', es: 'Documento del representante legal', ja: '法定代表者の身分証番号' } },
}

const { E101, E102, E104, W104, E105, E107, W108, E202, E204, E208, E209, E211 } = issueMessages

/** Issue messages of a cell of a row. They are ICU messages that use the values of the issue. */
export const importMessages: Readonly<Record<ImportIssueCode, Text>> = {
  E101,
  E102,
  E103: { zh: '含全角、空格或分隔符，已自动清理', en: 'Full-width characters, spaces or separators were removed', es: 'Se quitaron caracteres anchos, espacios o separadores', ja: '全角文字・空白・区切りを自動で除去しました' },
  E104,
  W104,
  E105,
  E107,
  W108,
  E202,
  E204,
  E208,
  E209,
  E211,
  E501: { zh: '与第 {seq} 行证件号码重复', en: 'Same ID number as row {seq}', es: 'Mismo documento que la fila {seq}', ja: '{seq} 行目と身分証番号が重複' },
  W502: { zh: '与第 {seq} 行手机号相同', en: 'Same mobile number as row {seq}', es: 'Mismo móvil que la fila {seq}', ja: '{seq} 行目と同じ携帯番号' },
  E503: { zh: '与第 {seq} 行银行卡号相同，一张卡只能属于一人', en: 'Same card as row {seq}; a card belongs to one person', es: 'Misma tarjeta que la fila {seq}; una tarjeta es de una sola persona', ja: '{seq} 行目と同じカードです。カードは1人のものです' },
  W504: { zh: '已是本单位经营者，不会重复建档', en: 'Already linked to this unit; no duplicate is created', es: 'Ya trabaja con esta empresa; no se duplica', ja: '既にこの企業の事業者です。重複登録されません' },
  W505: { zh: '已在平台登记，导入后关联到本单位，原资料不变', en: 'Already on the platform: will be linked to this unit, nothing else changes', es: 'Ya está en la plataforma: solo se vinculará a esta empresa', ja: 'プラットフォームに登録済みです。この企業に関連付けるだけで、登録内容は変わりません' },
  W506: { zh: '个体户名称、信用代码仅供核对，导入不会登记个体户', en: 'Business name and credit code are only compared; an import does not register businesses', es: 'El negocio solo se comprueba: la importación no registra negocios', ja: '屋号・信用コードは照合のみで、取込では登記しません' },
  E507: {
    zh: '经营者类型“{text}”无效，应为：自然人、个体工商户、个人独资企业',
    en: 'Operator type “{text}” is unknown; use 自然人, 个体工商户 or 个人独资企业',
    es: 'Tipo de operador «{text}» desconocido; use 自然人, 个体工商户 o 个人独资企业',
    ja: '事業者区分「{text}」は無効です。自然人・个体工商户・个人独资企业のいずれかです',
  },
  E508: { zh: '姓名与该证件号码不一致', en: 'The name does not belong to this ID number', es: 'El nombre no corresponde a este documento', ja: '氏名と身分証番号が一致しません' },
  W509: {
    zh: '尚未登记为市场主体，先按自然人建档；登记须本人逐一办理',
    en: 'Not registered as a business: recorded as a natural person; each person registers for themselves',
    es: 'Sin registro como negocio: se anota como persona física; cada persona se registra por sí misma',
    ja: '未登記のため個人として登録します。登記は本人が個別に行います',
  },
  E510: {
    zh: '{problem, select, kind {该号码已按其他证件类型登记} needed {该证件类型必填} differs {与证件号码不一致} future {不能晚于今天} order {须晚于有效期起} other {格式有误}}',
    en: '{problem, select, kind {This number is registered with another type of ID} needed {Required for this type of ID} differs {This does not match the ID number} future {Cannot be after today} order {Must be after the start date} other {Not valid}}',
    es: '{problem, select, kind {Este número está registrado con otro tipo de documento} needed {Obligatorio para este documento} differs {No coincide con el número del documento} future {No puede ser posterior a hoy} order {Debe ser posterior al comienzo} other {No es válido}}',
    ja: '{problem, select, kind {この番号は別の身分証種別で登録済みです} needed {この身分証種別では必須です} differs {身分証番号と一致しません} future {今日以前の日付にしてください} order {開始日より後にしてください} other {正しくありません}}',
  },
  W511: { zh: '证件已于 {day} 过期', en: 'The ID expired on {day}', es: 'El documento caducó el {day}', ja: '身分証の有効期限が {day} に切れました' },
  E601: { zh: '不能为空', en: 'Required', es: 'Es obligatorio', ja: '必須です' },
  E602: { zh: '统一社会信用代码不正确', en: 'The credit code is not valid', es: 'El código de crédito no es válido', ja: '統一社会信用コードが正しくありません' },
  E603: { zh: '与第 {seq} 行信用代码重复', en: 'Same credit code as row {seq}', es: 'Mismo código que la fila {seq}', ja: '{seq} 行目と信用コードが重複' },
  E604: { zh: '该信用代码已开通单位，不能重复新增', en: 'A unit with this credit code exists already', es: 'Ya existe una empresa con este código', ja: 'この信用コードの企業は登録済みです' },
  E605: { zh: '邮箱格式错误', en: 'The e-mail address is not valid', es: 'El correo no es válido', ja: 'メールアドレスの形式が違います' },
  E606: { zh: '长度不符，最多 {limit} 个字符', en: 'Too short or longer than {limit} characters', es: 'Demasiado corto o de más de {limit} caracteres', ja: '長さが不正です（最大 {limit} 文字）' },
  E607: { zh: '只能填写：{choices}', en: 'One of: {choices}', es: 'Uno de: {choices}', ja: '次のいずれか：{choices}' },
  E608: { zh: '运营中心不存在、已停用或不在您的管理范围内', en: 'The centre does not exist, is disabled or is outside your scope', es: 'El centro no existe, está desactivado o queda fuera de su ámbito', ja: '管理範囲に稼働中の運営センターがありません' },
  E609: { zh: '该运营中心不支持此结算模式', en: 'The centre does not support this mode', es: 'El centro no admite esta modalidad', ja: 'この運営センターはこの精算モードに対応していません' },
  E610: { zh: '费率方案不存在、已失效或不适用于该结算模式', en: 'The fee plan does not exist, is not in force or is not for this mode', es: 'No hay ninguna tarifa vigente para esta modalidad', ja: 'このモードに有効な料率プランがありません' },
  E611: { zh: '方案最低费率 {rate} 低于分成底价 {floor}', en: 'The plan results in {rate}, below the floor of {floor}', es: 'La tarifa baja a {rate}, por debajo del mínimo {floor}', ja: 'プランの最低料率 {rate} が下限 {floor} を下回ります' },
  E612: { zh: '没有这个在岗人员或合作伙伴，或有重名', en: 'No active staff member has this name, or several have it', es: 'Ninguna persona activa ni socio tiene ese nombre, o lo tienen varios', ja: '該当する在職者・パートナーがないか、同名が複数あります' },
  ...incomeMessages,
  ...contractImportMessages,
  ...orderMessages,
}

const noActionNeeded: Text = { zh: '无需处理', en: 'No action needed', es: 'No hay que hacer nada', ja: '対応不要です' }
const correctOneRow: Text = { zh: '修改其中一行，或剔除重复行', en: 'Correct one of the two, or exclude the duplicate', es: 'Corrija una de las dos o excluya la repetida', ja: 'いずれかを修正するか、重複行を除外してください' }
const compare: Text = { zh: '核对后修改，或剔除该行', en: 'Check and correct the value, or exclude the row', es: 'Compruebe y corrija el valor, o excluya la fila', ja: '確認して修正するか、行を除外してください' }
const template: Text = { zh: '按模板“可选值”表填写', en: 'Use a value from the template’s sheet 可选值 (choices)', es: 'Tómelo de la hoja 可选值 (opciones) de la plantilla', ja: 'テンプレートの「可选值」シートから選んでください' }

export const importSuggestions: Readonly<Record<ImportIssueCode, Text>> = {
  E101: issueSuggestions.E101,
  E102: issueSuggestions.E102,
  E103: issueSuggestions.E103,
  E104: issueSuggestions.E104,
  W104: { zh: '核对卡号', en: 'Check the number', es: 'Compruebe el número', ja: '番号を確認してください' },
  E105: issueSuggestions.E105,
  E107: issueSuggestions.E107,
  W108: issueSuggestions.W108,
  E202: compare,
  E204: { zh: '核对姓名、证件号码、手机号和卡号，或更换本人名下的卡', en: 'Check name, ID, mobile and card, or use another card of this person', es: 'Compruebe nombre, documento, móvil y tarjeta, o use otra tarjeta de la persona', ja: '氏名・身分証・携帯・カードを確認するか、本人名義の別のカードにしてください' },
  E208: issueSuggestions.E208,
  E209: issueSuggestions.E209,
  E211: compare,
  E501: correctOneRow,
  W502: { zh: '确认两人共用手机号，否则修改', en: 'Make sure that two people share this number, or correct it', es: 'Confirme que dos personas comparten este número; si no, corríjalo', ja: '2人で共用していることを確認し、違えば修正してください' },
  E503: correctOneRow,
  W504: noActionNeeded,
  W505: noActionNeeded,
  W506: noActionNeeded,
  E507: { zh: '选择三种类型之一', en: 'Choose one of the three values', es: 'Elija uno de los tres', ja: '3種類のいずれかを選択してください' },
  E508: compare,
  W509: noActionNeeded,
  E510: compare,
  W511: { zh: '换领证件后更新有效期', en: 'Update the validity once the ID has been renewed', es: 'Actualice la validez cuando se renueve el documento', ja: '身分証の更新後に変更してください' },
  E601: { zh: '填写该项', en: 'Fill in this field', es: 'Rellene este campo', ja: '入力してください' },
  E602: compare,
  E603: correctOneRow,
  E604: { zh: '剔除该行；如需在本中心开通请联系平台', en: 'Exclude the row; the platform can open the unit at your centre', es: 'Excluya la fila; la plataforma puede abrirla en su centro', ja: '行を除外してください。センターへの開設はプラットフォームにご連絡ください' },
  E605: compare,
  E606: { zh: '缩短或补全内容', en: 'Shorten or complete the text', es: 'Acorte o complete el texto', ja: '短くするか補ってください' },
  E607: template,
  E608: template,
  E609: template,
  E610: template,
  E611: { zh: '选择不低于底价的方案', en: 'Choose a plan at or above the floor', es: 'Elija una tarifa igual o superior al mínimo', ja: '下限以上のプランを選択してください' },
  E612: template,
  ...incomeSuggestions,
  ...contractImportSuggestions,
  ...orderSuggestions,
}
