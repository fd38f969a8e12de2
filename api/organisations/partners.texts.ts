import { paidAmountNames } from '#/api/amounts.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { AgreementStatus, PartnerState } from '#/domain/organisations/partner.ts'

export const partnerRefusals = {
  notFound: { zh: '合作伙伴不存在', en: 'The partner does not exist.', es: 'No existe ese socio.', ja: 'パートナーが存在しません。' },
  creditCode: { zh: '统一社会信用代码不正确，请核对', en: 'This is not a valid credit code.', es: 'El código de crédito no es válido.', ja: '統一社会信用コードが正しくありません。' },
  idNumber: { zh: '身份证号码不正确，请核对', en: 'This is not a valid ID number.', es: 'El número de documento no es válido.', ja: '身分証番号が正しくありません。' },
  taken: { zh: '该主体已是合作伙伴“{name}”，不能重复新增', en: 'Already registered as the partner “{name}”.', es: 'Ya es el socio «{name}».', ja: 'すでにパートナー「{name}」として登録済みです。' },
  noRight: { zh: '没有“合作伙伴维护”权限', en: 'You do not have the “Manage partners” permission.', es: 'Le falta el permiso «Gestionar socios».', ja: '「パートナーの管理」権限がありません。' },
  changedMeanwhile: { zh: '{name} 已被他人修改，请刷新后重试', en: 'Someone else has changed {name}. Reload and try again.', es: 'Alguien modificó {name} entretanto. Recargue e inténtelo de nuevo.', ja: '{name} は他のユーザーが変更しました。再読み込みしてください。' },
  sameState: { zh: '状态没有变化', en: 'No change: it already has this status.', es: 'Sin cambios: ya tiene ese estado.', ja: '状態は変わりません。' },
} as const satisfies Record<string, Text>

export const partnerFields = {
  code: { zh: '编号', en: 'No.', es: 'N.º', ja: '番号' },
  name: { zh: '名称', en: 'Name', es: 'Nombre', ja: '名称' },
  kind: { zh: '主体类型', en: 'Type', es: 'Tipo', ja: '種別' },
  creditCode: { zh: '信用代码', en: 'Credit code', es: 'Código de crédito', ja: '信用コード' },
  idNumber: { zh: '身份证号', en: 'ID number', es: 'Documento', ja: '身分証番号' },
  contactName: { zh: '联系人', en: 'Contact', es: 'Contacto', ja: '担当者' },
  contactMobile: { zh: '手机', en: 'Mobile', es: 'Móvil', ja: '携帯電話' },
  area: { zh: '合作区域', en: 'Area', es: 'Zona', ja: '提携地域' },
  introduction: { zh: '推广说明', en: 'Description', es: 'Descripción', ja: '説明' },
  accountName: { zh: '结算户名', en: 'Account name', es: 'Titular', ja: '口座名義' },
  accountBank: { zh: '结算开户行', en: 'Bank', es: 'Banco', ja: '銀行' },
  accountNo: { zh: '结算账号', en: 'Account number', es: 'N.º de cuenta', ja: '口座番号' },
  unitCount: { zh: '名下单位数', en: 'Units', es: 'Empresas', ja: '企業数' },
  monthNet: paidAmountNames.ofUnitsColumn,
  accountUsers: { zh: '登录账号', en: 'Accounts', es: 'Cuentas', ja: 'アカウント' },
  status: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  agreement: { zh: '签约状态', en: 'Agreement', es: 'Acuerdo', ja: '契約状態' },
  agreementNo: { zh: '合作协议', en: 'Agreement no.', es: 'N.º de acuerdo', ja: '提携契約' },
  agreementDays: { zh: '协议期限', en: 'Agreement period', es: 'Vigencia del acuerdo', ja: '契約期間' },
  signingCentre: { zh: '签约中心', en: 'Signed with', es: 'Firmado con', ja: '契約センター' },
  created: { zh: '创建时间', en: 'Created', es: 'Creado', ja: '作成日時' },
} as const satisfies Record<string, Text>

export const partnerKindNames = {
  enterprise: { zh: '企业', en: 'Enterprise', es: 'Empresa', ja: '法人' },
  person: { zh: '个人', en: 'Person', es: 'Persona', ja: '個人' },
} as const satisfies Record<string, Text>

export const partnerStateNames = {
  ready: { zh: '合作中', en: 'Active', es: 'En activo', ja: '取引中' },
  signing: { zh: '待签约', en: 'To be signed', es: 'Por firmar', ja: '署名待ち' },
  lacking: { zh: '无有效协议', en: 'No agreement in effect', es: 'Sin acuerdo vigente', ja: '有効な契約なし' },
  disabled: { zh: '已停用', en: 'Disabled', es: 'Desactivado', ja: '停止中' },
} as const satisfies Record<PartnerState, Text>

export const agreementStatusNames = {
  none: { zh: '未签约', en: 'None', es: 'Ninguno', ja: '未契約' },
  signing: { zh: '待签约', en: 'To be signed', es: 'Por firmar', ja: '署名待ち' },
  early: { zh: '未生效', en: 'Not yet in effect', es: 'Aún no vigente', ja: '発効前' },
  current: { zh: '生效中', en: 'In effect', es: 'Vigente', ja: '有効' },
  over: { zh: '已到期', en: 'Expired', es: 'Vencido', ja: '期限切れ' },
  terminated: { zh: '已解约', en: 'Terminated', es: 'Resuelto', ja: '解約済み' },
  refused: { zh: '已拒签', en: 'Refused', es: 'Rechazado', ja: '署名拒否' },
  expired: { zh: '逾期未签', en: 'Not signed in time', es: 'No firmado a tiempo', ja: '署名期限切れ' },
  revoked: { zh: '已撤销', en: 'Revoked', es: 'Revocado', ja: '取り消し' },
} as const satisfies Record<AgreementStatus, Text>
