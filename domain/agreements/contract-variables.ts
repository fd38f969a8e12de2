import { type ContractKind, contractRulesOf, hasContractRules } from '#/domain/agreements/contract.ts'
import type { Text } from '#/domain/base/text.ts'

type Subject = 'operator' | 'business' | 'unit' | 'centre' | 'partner' | 'previous'

interface Variable {
  readonly label: Text
  readonly sample: string
  /** The party that the variable describes; absent for variables of all contracts. */
  readonly of?: Subject
}

/** Variables that are filled automatically in a template. */
export const contractVariables = {
  contract_no: { label: { zh: '合同编号', en: 'Contract number', es: 'N.º de contrato', ja: '契約番号' }, sample: 'HT2026112102000001' },
  contract_name: { label: { zh: '合同名称', en: 'Contract name', es: 'Nombre del contrato', ja: '契約名' }, sample: '共享经济服务协议' },
  mode_name: { label: { zh: '结算模式', en: 'Settlement mode', es: 'Modalidad de liquidación', ja: '精算モード' }, sample: '总包分包' },
  valid_from: { label: { zh: '开始日期', en: 'Start', es: 'Inicio', ja: '開始日' }, sample: '2026年11月21日' },
  valid_to: { label: { zh: '结束日期', en: 'End', es: 'Fin', ja: '終了日' }, sample: '2028年11月20日' },
  made_on: { label: { zh: '拟订日期', en: 'Drawn up on', es: 'Fecha de redacción', ja: '作成日' }, sample: '2026年11月21日' },
  amount_cap: { label: { zh: '金额上限', en: 'Maximum amount', es: 'Importe máximo', ja: '上限金額' }, sample: '¥500,000.00' },
  amount_cap_words: {
    label: { zh: '金额上限（大写）', en: 'Maximum amount in words', es: 'Importe máximo en letras', ja: '上限金額（大字）' },
    sample: '伍拾万元整',
  },
  party_a_name: { label: { zh: '甲方名称', en: 'Party A', es: 'Parte A', ja: '甲の名称' }, sample: '杭州西湖运营中心服务有限公司' },
  party_a_code: {
    label: { zh: '甲方证照号码', en: 'ID or credit code of party A', es: 'N.º de documento de la parte A', ja: '甲の身分証・信用コード' },
    sample: '91330106MA2XXXXX0X',
  },
  party_b_name: { label: { zh: '乙方名称', en: 'Party B', es: 'Parte B', ja: '乙の名称' }, sample: '张三' },
  party_b_code: {
    label: { zh: '乙方证照号码', en: 'ID or credit code of party B', es: 'N.º de documento de la parte B', ja: '乙の身分証・信用コード' },
    sample: '11010519491231002X',
  },
  party_c_name: { label: { zh: '丙方名称', en: 'Party C', es: 'Parte C', ja: '丙の名称' }, sample: '星河互娱科技有限公司', of: 'unit' },
  party_c_code: {
    label: { zh: '丙方证照号码', en: 'ID or credit code of party C', es: 'N.º de documento de la parte C', ja: '丙の身分証・信用コード' },
    sample: '91330106MA2YYYYY1Y',
    of: 'unit',
  },
  operator_name: { label: { zh: '经营者姓名', en: 'Operator', es: 'Operador', ja: '事業者名' }, sample: '张三', of: 'operator' },
  operator_id_number: {
    label: { zh: '经营者证件号码', en: 'ID number', es: 'N.º de documento', ja: '身分証番号' },
    sample: '11010519491231002X',
    of: 'operator',
  },
  operator_mobile: {
    label: { zh: '经营者手机', en: 'Operator’s mobile', es: 'Móvil del operador', ja: '事業者の携帯' },
    sample: '13800000000',
    of: 'operator',
  },
  operator_entity_name: {
    label: { zh: '个体户名称', en: 'Registered business', es: 'Negocio registrado', ja: '屋号' },
    sample: '西湖区张三设计工作室',
    of: 'operator',
  },
  operator_entity_code: {
    label: { zh: '个体户信用代码', en: 'Its credit code', es: 'Su código de crédito', ja: '個人事業の信用コード' },
    sample: '92330106MA2ZZZZZ2Z',
    of: 'operator',
  },
  operator_bank: { label: { zh: '收款银行', en: 'Bank', es: 'Banco', ja: '受取銀行' }, sample: '中国建设银行', of: 'operator' },
  operator_card: { label: { zh: '收款账号', en: 'Account', es: 'Cuenta', ja: '受取口座' }, sample: '6217 **** **** 0000', of: 'operator' },
  unit_name: { label: { zh: '单位名称', en: 'Unit', es: 'Empresa', ja: '企業名' }, sample: '星河互娱科技有限公司', of: 'unit' },
  unit_code: {
    label: { zh: '单位信用代码', en: 'Credit code of the unit', es: 'Código de la empresa', ja: '企業の信用コード' },
    sample: '91330106MA2YYYYY1Y',
    of: 'unit',
  },
  unit_legal_person: { label: { zh: '单位法定代表人', en: 'Legal representative', es: 'Representante legal', ja: '法定代表者' }, sample: '陆远舟', of: 'unit' },
  unit_industry: { label: { zh: '单位行业', en: 'Industry', es: 'Sector', ja: '業種' }, sample: '互联网直播', of: 'unit' },
  fee_rate: { label: { zh: '服务费率', en: 'Fee rate', es: 'Tarifa de servicio', ja: '手数料率' }, sample: '6.00%', of: 'unit' },
  centre_name: { label: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' }, sample: '默认运营中心', of: 'centre' },
  centre_legal_name: {
    label: { zh: '运营中心主体', en: 'Legal name of the centre', es: 'Razón social del centro', ja: '運営センターの法人名' },
    sample: '杭州西湖运营中心服务有限公司',
    of: 'centre',
  },
  centre_code: {
    label: { zh: '运营中心信用代码', en: 'Credit code of the centre', es: 'Código del centro', ja: '運営センターの信用コード' },
    sample: '91330106MA2XXXXX0X',
    of: 'centre',
  },
  tax_authority: {
    label: { zh: '主管税务机关', en: 'Tax authority', es: 'Autoridad tributaria', ja: '主管税務機関' },
    sample: '国家税务总局杭州市西湖区税务局',
    of: 'centre',
  },
  account_name: {
    label: { zh: '收款户名', en: 'Account name', es: 'Titular de la cuenta', ja: '口座名義' },
    sample: '杭州西湖运营中心服务有限公司',
    of: 'centre',
  },
  account_no: { label: { zh: '收款账户', en: 'Account number', es: 'N.º de cuenta', ja: '口座番号' }, sample: '571900000000002', of: 'centre' },
  account_bank: { label: { zh: '开户行', en: 'Account bank', es: 'Banco de la cuenta', ja: '取引銀行' }, sample: '招商银行杭州分行', of: 'centre' },
  partner_name: { label: { zh: '合作伙伴名称', en: 'Partner', es: 'Socio', ja: 'パートナー名' }, sample: '同舟渠道合伙企业', of: 'partner' },
  partner_code: {
    label: { zh: '合作伙伴证照号码', en: 'ID or credit code of the partner', es: 'N.º de documento del socio', ja: 'パートナーの身分証・信用コード' },
    sample: '91330106MA2WWWWW3W',
    of: 'partner',
  },
  previous_no: {
    label: { zh: '原合同编号', en: 'Original contract', es: 'Contrato original', ja: '原契約番号' },
    sample: 'HT2025112102000001',
    of: 'previous',
  },
  previous_name: {
    label: { zh: '原合同名称', en: 'Name of the original', es: 'Nombre del original', ja: '原契約名' },
    sample: '共享经济服务协议',
    of: 'previous',
  },
  reason: { label: { zh: '原因', en: 'Reason', es: 'Motivo', ja: '理由' }, sample: '双方协商一致', of: 'previous' },
} as const satisfies Record<string, Variable>

export type VariableKey = keyof typeof contractVariables

/** A template field that the author of the contract fills in. */
export interface ContractField {
  readonly key: string
  readonly label: string
  readonly sample: string
  readonly isRequired: boolean
}

/** Returns the variables for contracts of this kind. A supplement can have the parties of any other contract. */
export function variablesOf(kind: ContractKind): readonly VariableKey[] {
  const keys = Object.keys(contractVariables) as VariableKey[]
  const subjectOf = (key: VariableKey) => (contractVariables[key] as Variable).of
  if (!hasContractRules(kind)) return keys.filter((key) => subjectOf(key) === undefined || subjectOf(key) === 'centre' || subjectOf(key) === 'previous')
  const { subject } = contractRulesOf(kind)
  const counterparties: readonly Subject[] = { operator: ['unit' as const], business: ['unit' as const, 'operator' as const], unit: [], partner: [] }[subject]
  const subjects: readonly (Subject | undefined)[] = [undefined, 'centre', subject, ...counterparties]
  return keys.filter((key) => subjects.includes(subjectOf(key)))
}

/** Returns the variables of a template that neither the program nor a field fills. */
export function unfilledVariables(used: readonly string[], kind: ContractKind, fields: readonly ContractField[]): string[] {
  const usableKeys = new Set<string>([...variablesOf(kind), ...fields.map((field) => field.key)])
  return [...new Set(used)].filter((key) => !usableKeys.has(key))
}

// Blanks are trimmed after the match. In the pattern they would cause backtracking.
const variablePattern = /\{\{([^{}]*)\}\}/g

/** Returns the names between double braces, in order. */
export function variablesIn(text: string): string[] {
  return [...text.matchAll(variablePattern)].map(([, key = '']) => key.trim())
}

const bracketedVariablePattern = /[（(]\{\{([^{}]*)\}\}[）)]/g

/**
 * Fills the variables of a text. A missing value becomes a blank line to write on. Brackets that contain only missing
 * values are removed.
 */
export function fillVariables(text: string, values: Readonly<Record<string, string>>): string {
  const valueFor = (variableName: string) => (Object.hasOwn(values, variableName.trim()) ? (values[variableName.trim()] ?? '') : '')
  return text
    .replace(bracketedVariablePattern, (whole, variableName: string) => (valueFor(variableName) === '' ? '' : whole))
    .replace(variablePattern, (_, variableName: string) => valueFor(variableName) || '________')
}
