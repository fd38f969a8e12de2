import type { Text } from '#/domain/base/text.ts'
import type { SpecialInvoiceField, TitleState } from '#/domain/taxation/title.ts'

export const titleRefusals = {
  titleNotFound: { zh: '抬头不存在或无权查看', en: 'The title does not exist, or you do not have access.', es: 'Los datos no existen o no puede verlos.', ja: '宛名が存在しないか、閲覧権限がありません。' },
  titleUnitClosed: { zh: '单位已注销，不能新增或修改抬头', en: 'The unit is closed: it cannot add or change titles.', es: 'La empresa está cerrada: no se pueden añadir ni cambiar datos.', ja: '企業が解約済みのため、宛名を追加・変更できません。' },
  titleChanged: { zh: '抬头已被他人更新，请刷新后重试', en: 'Someone else has changed this title. Reload and try again.', es: 'Alguien ya cambió estos datos. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  taxNoLength: { zh: '税号须为 15、17、18 或 20 位，现为 {count} 位', en: 'A tax number has 15, 17, 18 or 20 characters; this one has {count}.', es: 'El n.º fiscal tiene 15, 17, 18 o 20 caracteres; este tiene {count}.', ja: '税番号は 15・17・18・20 桁です（現在 {count} 桁）。' },
  taxNoLetters: { zh: '税号 {taxNo} 含有不允许的字符', en: 'Tax number {taxNo} contains invalid characters.', es: 'El n.º fiscal {taxNo} contiene caracteres no válidos.', ja: '税番号 {taxNo} に使用できない文字があります。' },
  taxNoCheck: { zh: '统一社会信用代码 {taxNo} 校验位不符，请核对', en: 'Credit code {taxNo} fails its check digit. Compare it with the licence.', es: 'El código {taxNo} no supera su dígito de control. Compárelo con la licencia.', ja: '統一社会信用コード {taxNo} のチェックディジットが一致しません。' },
  titleTwice: { zh: '已有同名同税号的抬头', en: 'A title with this name and tax number already exists.', es: 'Ya existen datos con este nombre y n.º fiscal.', ja: '同じ名称・税番号の宛名があります。' },
  titleInactive: { zh: '抬头「{name}」已停用', en: 'Title “{name}” is disabled.', es: 'Los datos «{name}» están desactivados.', ja: '宛名「{name}」は停止中です。' },
  titleWaits: {
    zh: '抬头「{name}」的名称或税号与单位不一致，尚未经运营中心通过',
    en: 'The name or tax number of title “{name}” is not the unit’s, and the centre has not approved it.',
    es: 'El nombre o el n.º fiscal de «{name}» no es el de la empresa y el centro no lo ha aprobado.',
    ja: '宛名「{name}」は企業の名称または税番号と異なり、センターの承認がありません。',
  },
  titleDecided: { zh: '抬头不在待审核状态', en: 'The title is not awaiting a decision.', es: 'Estos datos no esperan decisión.', ja: '審査待ちの宛名ではありません。' },
  ownTitle: { zh: '您提交或修改过该抬头，须由他人审核', en: 'You submitted or changed this title. Another person must decide.', es: 'Usted envió o cambió estos datos: debe resolver otra persona.', ja: 'ご自身が提出または変更した宛名は審査できません。別の担当者が審査してください。' },
  titleReason: { zh: '请填写驳回原因（至少 2 个字）', en: 'Give the reason (at least 2 characters).', es: 'Indique el motivo (al menos 2 caracteres).', ja: '理由を入力してください（2文字以上）。' },
  defaultStays: { zh: '默认抬头不能停用，请先另设默认', en: 'The default title cannot be disabled. Make another one the default first.', es: 'El predeterminado no se desactiva: elija antes otro.', ja: '既定の宛名は停止できません。先に別の宛名を既定にしてください。' },
  specialNeeds: { zh: '开具专用发票，抬头「{name}」还须填写：{fields}', en: 'For a special invoice, title “{name}” still needs: {fields}.', es: 'Para una factura especial, a «{name}» le falta: {fields}.', ja: '専用発票には、宛名「{name}」に次の項目が必要です：{fields}' },
} as const satisfies Record<string, Text>

export const titleStateNames: Readonly<Record<TitleState, Text>> = {
  pending: { zh: '待审核', en: 'To be approved', es: 'Por aprobar', ja: '審査待ち' },
  approved: { zh: '可使用', en: 'Approved', es: 'Utilizable', ja: '使用可' },
  rejected: { zh: '已驳回', en: 'Rejected', es: 'Rechazado', ja: '却下' },
}

export const titleFields = {
  name: { zh: '抬头名称', en: 'Title', es: 'Razón social', ja: '宛名' },
  taxNo: { zh: '税号', en: 'Tax number', es: 'N.º fiscal', ja: '税番号' },
  address: { zh: '地址', en: 'Address', es: 'Domicilio', ja: '住所' },
  telephone: { zh: '电话', en: 'Telephone', es: 'Teléfono', ja: '電話' },
  bank: { zh: '开户行', en: 'Bank', es: 'Banco', ja: '取引銀行' },
  accountNo: { zh: '账号', en: 'Account', es: 'Cuenta', ja: '口座番号' },
  email: { zh: '收票邮箱', en: 'E-mail for invoices', es: 'Correo para facturas', ja: '受取メール' },
  isDefault: { zh: '默认', en: 'Default', es: 'Predeterminado', ja: '既定' },
  state: { zh: '审核', en: 'Review', es: 'Revisión', ja: '審査' },
  isActive: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  unit: { zh: '单位', en: 'Unit', es: 'Empresa', ja: '企業' },
  reason: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' },
} as const satisfies Record<string, Text>

export const specialFieldNames: Readonly<Record<SpecialInvoiceField, Text>> = { address: titleFields.address, telephone: titleFields.telephone, bank: titleFields.bank, accountNo: titleFields.accountNo }

export const titleTexts = {
  list: { zh: '发票抬头', en: 'Invoice titles', es: 'Datos de facturación', ja: '発票宛名' },
  active: { zh: '启用', en: 'Active', es: 'Activo', ja: '使用中' },
  disabled: { zh: '停用', en: 'Disabled', es: 'Desactivado', ja: '停止' },
  yes: { zh: '是', en: 'Yes', es: 'Sí', ja: 'はい' },
} as const satisfies Record<string, Text>
