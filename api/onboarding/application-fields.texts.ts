import { idKindNames, sexNames } from '#/api/people/particulars.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import type { ApplicationFieldName, ApplicationStepName } from '#/domain/onboarding/application-fields.ts'

export const applicationFieldNames = {
  licence: { zh: '营业执照', en: 'Business licence', es: 'Licencia comercial', ja: '営業許可証' },
  name: { zh: '名称 / 姓名', en: 'Name', es: 'Nombre', ja: '名称・氏名' },
  creditCode: { zh: '统一社会信用代码', en: 'Credit code', es: 'Código de crédito social', ja: '統一社会信用コード' },
  legalPerson: { zh: '法人姓名', en: 'Legal representative', es: 'Representante legal', ja: '法定代表者' },
  legalIdFront: { zh: '法人身份证人像面', en: 'Representative’s card, portrait side', es: 'Documento del representante, anverso', ja: '代表者身分証（顔写真面）' },
  legalIdBack: { zh: '法人身份证国徽面', en: 'Representative’s card, emblem side', es: 'Documento del representante, reverso', ja: '代表者身分証（国章面）' },
  legalIdNumber: { zh: '法人身份证号', en: 'Representative’s ID number', es: 'N.º de documento del representante', ja: '代表者身分証番号' },
  contactName: { zh: '联系人', en: 'Contact', es: 'Contacto', ja: '連絡担当者' },
  email: { zh: '邮箱', en: 'E-mail', es: 'Correo', ja: 'メール' },
  industry: { zh: '行业', en: 'Industry', es: 'Sector', ja: '業種' },
  mainBusiness: { zh: '主营业务', en: 'Main business', es: 'Actividad principal', ja: '主な事業' },
  bizKind: { zh: '单位类型', en: 'Unit type', es: 'Tipo de empresa', ja: '企業種別' },
  mode: { zh: '合作模式', en: 'Mode', es: 'Modalidad', ja: '提携モード' },
  centreId: { zh: '运营中心', en: 'Operations centre', es: 'Centro de operaciones', ja: '運営センター' },
  scenario: { zh: '业务场景说明', en: 'Business description', es: 'Descripción de la actividad', ja: '業務内容の説明' },
  sitePhotos: { zh: '办公场地照片', en: 'Photos of the premises', es: 'Fotos del local', ja: '事業所の写真' },
  taxNo: { zh: '税号', en: 'Tax number', es: 'N.º fiscal', ja: '税番号' },
  billingAddress: { zh: '开票地址', en: 'Invoice address', es: 'Dirección de facturación', ja: '発票記載の住所' },
  billingPhone: { zh: '开票电话', en: 'Invoice telephone', es: 'Teléfono de facturación', ja: '発票記載の電話番号' },
  billingBank: { zh: '开户行', en: 'Bank', es: 'Banco', ja: '取引銀行' },
  billingAccount: { zh: '银行账号', en: 'Account number', es: 'Número de cuenta', ja: '口座番号' },
  idFront: { zh: '身份证人像面', en: 'ID card, portrait side', es: 'Documento, anverso', ja: '身分証（顔写真面）' },
  idBack: { zh: '身份证国徽面', en: 'ID card, emblem side', es: 'Documento, reverso', ja: '身分証（国章面）' },
  idNumber: { zh: '身份证号', en: 'ID number', es: 'Número de documento', ja: '身分証番号' },
  nation: { zh: '民族', en: 'Ethnic group', es: 'Etnia', ja: '民族' },
  address: { zh: '住址', en: 'Address', es: 'Domicilio', ja: '住所' },
  authority: { zh: '签发机关', en: 'Issued by', es: 'Expedido por', ja: '発行機関' },
  validFrom: { zh: '有效期起', en: 'Valid from', es: 'Válido desde', ja: '有効期間（開始）' },
  validTo: { zh: '有效期止', en: 'Valid until', es: 'Válido hasta', ja: '有効期間（終了）' },
  yztype: { zh: '经营者类型', en: 'Operator type', es: 'Tipo de operador', ja: '事業者種別' },
  shop: { zh: '执照情况', en: 'Licence', es: 'Licencia', ja: '営業許可証の有無' },
  shopName: { zh: '个体户名称', en: 'Name of the business', es: 'Nombre del negocio', ja: '屋号' },
  shopCreditCode: { zh: '个体户信用代码', en: 'Credit code of the business', es: 'Código de crédito del negocio', ja: '個人事業の信用コード' },
  shopName1: { zh: '备选字号一', en: 'First preferred name', es: 'Primera opción de nombre', ja: '希望名称1' },
  shopName2: { zh: '备选字号二', en: 'Second preferred name', es: 'Segunda opción de nombre', ja: '希望名称2' },
  shopName3: { zh: '备选字号三', en: 'Third preferred name', es: 'Tercera opción de nombre', ja: '希望名称3' },
  shopIndustry: { zh: '行业', en: 'Industry', es: 'Sector', ja: '業種' },
  bizScope: { zh: '经营范围', en: 'Scope of business', es: 'Objeto del negocio', ja: '事業範囲' },
  premises: { zh: '经营场所', en: 'Premises', es: 'Local', ja: '事業所所在地' },
  explanation: { zh: '真实经营说明', en: 'Actual business activity', es: 'Actividad real', ja: '事業実態の説明' },
  proofs: { zh: '经营佐证', en: 'Evidence of business activity', es: 'Pruebas de la actividad', ja: '事業の証拠資料' },
  cardNo: { zh: '银行卡号', en: 'Card number', es: 'Número de tarjeta', ja: 'カード番号' },
  bankName: { zh: '开户行', en: 'Bank', es: 'Banco', ja: '取引銀行' },
  bankMobile: { zh: '银行预留手机号', en: 'Mobile number registered with the bank', es: 'Móvil registrado en el banco', ja: '銀行登録の携帯番号' },
  certType: { zh: '证件类型', en: 'ID type', es: 'Tipo de documento', ja: '身分証種別' },
  certFront: { zh: '证件照片页', en: 'Document, photo page', es: 'Documento, página con foto', ja: '身分証（写真面）' },
  certBack: { zh: '证件背面', en: 'Document, back', es: 'Documento, reverso', ja: '身分証（裏面）' },
  certNo: { zh: '证件号码', en: 'Document number', es: 'Número del documento', ja: '身分証番号' },
  nationality: { zh: '国籍（地区）', en: 'Nationality or region', es: 'Nacionalidad o región', ja: '国籍・地域' },
  sellsElsewhere: { zh: '是否在其他平台取得收入', en: 'Income from other platforms', es: 'Ingresos de otras plataformas', ja: '他プラットフォームの収入' },
  taxResidence: { zh: '税收居民身份', en: 'Tax residence', es: 'Residencia fiscal', ja: '税務上の居住者区分' },
  sex: { zh: '性别', en: 'Sex', es: 'Sexo', ja: '性別' },
  birth: { zh: '出生日期', en: 'Date of birth', es: 'Fecha de nacimiento', ja: '生年月日' },
  subjectKind: { zh: '主体类型', en: 'Partner type', es: 'Tipo de socio', ja: '種別' },
  region: { zh: '合作区域', en: 'Region', es: 'Región', ja: '提携地域' },
  promotion: { zh: '推广说明', en: 'How you acquire customers', es: 'Cómo capta clientes', ja: '顧客開拓の方法' },
  accountName: { zh: '结算户名', en: 'Account holder', es: 'Titular de la cuenta', ja: '口座名義' },
  accountBank: { zh: '结算开户行', en: 'Bank of the account', es: 'Banco de la cuenta', ja: '精算口座の銀行' },
  accountNo: { zh: '结算账号', en: 'Account number', es: 'Número de cuenta', ja: '精算口座番号' },
} as const satisfies Record<ApplicationFieldName, Text>

export const applicationStepNames = {
  company: { zh: '企业资料', en: 'Company', es: 'Empresa', ja: '企業情報' },
  contact: { zh: '联系人', en: 'Contact', es: 'Contacto', ja: '連絡先' },
  business: { zh: '业务与合作', en: 'Business', es: 'Actividad', ja: '事業と提携' },
  billing: { zh: '开票资料', en: 'Invoicing', es: 'Facturación', ja: '発票情報' },
  identity: { zh: '身份信息', en: 'Identity', es: 'Identidad', ja: '本人情報' },
  trade: { zh: '经营者类型', en: 'Operator type', es: 'Tipo de operador', ja: '事業者種別' },
  bank: { zh: '收款银行卡', en: 'Bank card', es: 'Tarjeta bancaria', ja: '受取カード' },
  centre: { zh: '所属中心', en: 'Centre', es: 'Centro', ja: '所属センター' },
  subject: { zh: '主体资料', en: 'Applicant', es: 'Solicitante', ja: '申請者情報' },
  settlement: { zh: '结算账户', en: 'Settlement account', es: 'Cuenta de liquidación', ja: '精算口座' },
  confirm: { zh: '确认提交', en: 'Check and submit', es: 'Revisar y enviar', ja: '確認して提出' },
} as const satisfies Record<ApplicationStepName, Text>

/** Names of the choices, by field and value. */
export const applicationChoices: Readonly<Partial<Record<ApplicationFieldName, Readonly<Record<string, Text>>>>> = {
  bizKind: {
    ordinary: { zh: '普通单位', en: 'Ordinary company', es: 'Empresa ordinaria', ja: '一般企業' },
    platform: { zh: '平台型单位', en: 'Platform company', es: 'Empresa plataforma', ja: 'プラットフォーム型企業' },
  },
  mode: {
    1: { zh: '个体工商户模式', en: 'Individual businesses', es: 'Negocios individuales', ja: '個人事業主モード' },
    2: { zh: '总包分包模式', en: 'General contractor', es: 'Contratista general', ja: '総合請負モード' },
  },
  yztype: {
    1: { zh: '自然人', en: 'Natural person', es: 'Persona física', ja: '個人' },
    2: { zh: '个体工商户', en: 'Individual business', es: 'Negocio individual', ja: '個人事業主' },
  },
  shop: {
    existing: { zh: '已有营业执照', en: 'I have a licence', es: 'Ya tengo licencia', ja: '営業許可証あり' },
    agency: { zh: '委托代办注册', en: 'Please register one for me', es: 'Registrar una por mí', ja: '登録代行を依頼' },
  },
  certType: idKindNames,
  sex: sexNames,
  taxResidence: {
    resident: {
      zh: '是中国税收居民：在中国境内有住所，或本年度在境内居住累计满 183 天',
      en: 'Resident of China for tax: domiciled in China, or in China for 183 days or more this year',
      es: 'Residente fiscal en China: con domicilio en China, o 183 días o más en el país este año',
      ja: '中国の税務上の居住者：中国国内に住所があるか、今年度の国内滞在が183日以上',
    },
    non_resident: {
      zh: '不是中国税收居民：可以注册，但平台不能按自然人向您付款，由付款单位另行支付并扣税',
      en: 'Not a resident of China for tax. You can register, but cannot be paid here as a natural person: the company pays you elsewhere and withholds the tax.',
      es: 'No residente fiscal en China. Puede registrarse, pero aquí no se le paga como persona física: la empresa paga aparte y retiene.',
      ja: '中国の税務上の居住者ではない：登録できますが、個人としては支払えません。企業が別途支払い、源泉徴収します',
    },
  },
  sellsElsewhere: {
    no: { zh: '没有', en: 'None', es: 'No', ja: 'なし' },
    yes: {
      zh: '有：增值税月起征点按所有平台合计，请按月在“其他平台销售额”中申报',
      en: 'Yes. The monthly VAT threshold counts all platforms: declare the sales each month.',
      es: 'Sí. El umbral mensual del IVA suma todas las plataformas: declare las ventas cada mes.',
      ja: 'あり：増値税の月次免税点は全プラットフォームを合算します。毎月申告してください',
    },
  },
  subjectKind: {
    company: { zh: '企业', en: 'Company', es: 'Empresa', ja: '企業' },
    person: { zh: '个人', en: 'Person', es: 'Persona', ja: '個人' },
  },
}

const fieldNamesByKind: Readonly<Partial<Record<ApplicationKind, Readonly<Partial<Record<ApplicationFieldName, Text>>>>>> = {
  unit: { name: { zh: '单位名称', en: 'Name of the company', es: 'Nombre de la empresa', ja: '企業名' }, centreId: { zh: '意向运营中心', en: 'Preferred operations centre', es: 'Centro deseado', ja: '希望する運営センター' } },
  partner: { name: { zh: '名称（个人填姓名）', en: 'Name', es: 'Nombre', ja: '名称（個人は氏名）' } },
  operator: { name: { zh: '姓名', en: 'Name', es: 'Nombre', ja: '氏名' }, licence: { zh: '个体户营业执照', en: 'Licence of the business', es: 'Licencia del negocio', ja: '個人事業の営業許可証' } },
  international: { name: { zh: '姓名（与证件一致）', en: 'Name as in the document', es: 'Nombre como en el documento', ja: '氏名（身分証のとおり）' } },
}

/** Returns the name of a field in this kind of registration. */
export function applicationFieldName(kind: ApplicationKind, field: string): Text {
  const name = field as ApplicationFieldName
  return fieldNamesByKind[kind]?.[name] ?? applicationFieldNames[name] ?? { zh: field, en: field, es: field, ja: field }
}
