import { agentFields, reportFields, withholdingFields } from '#/domain/taxation/tax-form-declarations.ts'
import type { FormField } from '#/domain/taxation/tax-form-fields.ts'
import { collectionFields, incomeFields, platformIdentityFields } from '#/domain/taxation/tax-form-people.ts'

// Files that tax offices accept, and their columns. A tax lead uploads the official file as a template. Without a
// template, the columns below are the layout.

export type { FormField } from '#/domain/taxation/tax-form-fields.ts'

export const formKinds = ['person_collection', 'iit_withholding', 'iit_report', 'vat_agent', 'vat_withholding', 'platform_identity', 'platform_income'] as const
export type FormKind = (typeof formKinds)[number]

/** A value above the table, with its label. */
export interface FormHeadField {
  readonly key: string
  readonly headings: readonly string[]
}

export interface TaxForm {
  /** The name of the official file. */
  readonly title: string
  /** The legal basis of the filing. */
  readonly source: string
  readonly fields: readonly FormField[]
  readonly head: readonly FormHeadField[]
  /** The key that identifies a person when results are imported. */
  readonly person?: string
}

const agentHead: readonly FormHeadField[] = [
  { key: 'agentName', headings: ['扣缴义务人名称', '扣缴义务人名称（盖章）', '企业名称'] },
  {
    key: 'agentCode',
    headings: ['扣缴义务人纳税人识别号', '纳税人识别号', '统一社会信用代码', '统一社会信用代码（纳税人识别号）', '扣缴义务人纳税人识别号（统一社会信用代码）'],
  },
  { key: 'period', headings: ['税款所属期', '所属期', '收入所属期间'] },
  { key: 'filedOn', headings: ['报送日期', '填表日期'] },
]
const platformHead: readonly FormHeadField[] = [...agentHead, { key: 'platformName', headings: ['平台名称', '互联网平台名称'] }]

export const formsByKind: Readonly<Record<FormKind, TaxForm>> = {
  person_collection: { title: '人员信息采集表', source: '自然人电子税务局（扣缴端）人员信息采集', fields: collectionFields, head: [], person: 'idNumber' },
  iit_withholding: {
    title: '劳务报酬所得',
    source: '自然人电子税务局（扣缴端）；税务总局公告2025年第16号',
    fields: withholdingFields,
    head: [],
    person: 'idNumber',
  },
  iit_report: {
    title: '个人所得税扣缴申报表',
    source: '个人所得税法 第十四条；税务总局公告2025年第16号',
    fields: reportFields,
    head: agentHead,
    person: 'idNumber',
  },
  vat_agent: { title: '互联网平台企业代办申报表', source: '税务总局公告2025年第16号', fields: agentFields, head: platformHead, person: 'idNumber' },
  vat_withholding: {
    title: '境内单位代扣代缴自然人增值税及附加税费申报表',
    source: '财政部 税务总局公告2026年第28号；税务总局公告2026年第19号',
    // We have not seen the sheet of the announcement. We assume that it has the contents of the agent's return.
    fields: agentFields.map((field) => ({ ...field, isUnconfirmed: true })),
    head: agentHead,
    person: 'idNumber',
  },
  platform_identity: {
    title: '平台内的经营者和从业人员身份信息报送表',
    source: '国务院令第810号；税务总局公告2025年第15号 附件2',
    fields: platformIdentityFields,
    head: platformHead,
    person: 'idNumber',
  },
  platform_income: {
    title: '平台内的经营者和从业人员收入信息报送表',
    source: '国务院令第810号；税务总局公告2025年第15号 附件3',
    fields: incomeFields,
    head: platformHead,
    person: 'idNumber',
  },
}

/** Returns the fields whose heading or position is unconfirmed. */
export function unconfirmedFields(kind: FormKind): readonly FormField[] {
  return formsByKind[kind].fields.filter((field) => field.isUnconfirmed)
}
