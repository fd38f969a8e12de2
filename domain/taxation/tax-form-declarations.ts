import {
  assumedField,
  codeField,
  confirmedField,
  dayField,
  idNameByTaxCode,
  moneyField,
  numberField,
  rateField,
  textField,
} from '#/domain/taxation/tax-form-fields.ts'

const labour = { labour: '劳务报酬所得' }

/** The columns of 扣缴端 劳务报酬所得, the withholding client's sheet for labour income. */
export const withholdingFields = [
  confirmedField(textField('workNo', '工号')),
  confirmedField(textField('name', '姓名'), true),
  confirmedField(codeField('paper', idNameByTaxCode, '证件类型', '证照类型'), true),
  confirmedField(textField('idNumber', '证件号码', '证照号码'), true),
  confirmedField(codeField('item', labour, '所得项目'), true),
  confirmedField(moneyField('income', '收入', '本期收入'), true),
  confirmedField(moneyField('exempt', '免税收入', '本期免税收入')),
  confirmedField(moneyField('healthInsurance', '商业健康保险')),
  confirmedField(moneyField('pensionInsurance', '税延养老保险')),
  confirmedField(moneyField('other', '其他', '本期其他扣除')),
  confirmedField(moneyField('deductibleTaxes', '允许扣除的税费')),
  confirmedField(moneyField('relief', '减免税额')),
  assumedField(moneyField('treaty', '协定减免')),
  confirmedField(textField('remark', '备注')),
]

/** The columns of 个人所得税扣缴申报表, the withholding return for income tax, by the cumulative method. */
export const reportFields = [
  confirmedField(numberField('seq', '序号')),
  confirmedField(textField('name', '姓名'), true),
  confirmedField(codeField('paper', idNameByTaxCode, '证照类型', '证件类型', '身份证件类型'), true),
  confirmedField(textField('idNumber', '证照号码', '证件号码', '身份证件号码'), true),
  confirmedField(dayField('periodFrom', '税款所属期起'), true),
  confirmedField(dayField('periodTo', '税款所属期止'), true),
  confirmedField(codeField('item', labour, '所得项目'), true),
  confirmedField(moneyField('income', '本期收入', '收入'), true),
  confirmedField(moneyField('expense', '本期费用', '费用')),
  confirmedField(moneyField('exempt', '本期免税收入', '免税收入')),
  confirmedField(moneyField('other', '本期其他扣除')),
  confirmedField(moneyField('cumulativeIncome', '累计收入额', '累计收入')),
  assumedField(moneyField('cumulativeExpense', '累计费用')),
  confirmedField(moneyField('cumulativeExempt', '累计免税收入')),
  confirmedField(moneyField('cumulativeDeduction', '累计减除费用')),
  confirmedField(moneyField('cumulativeOther', '累计其他扣除')),
  confirmedField(moneyField('donation', '累计准予扣除的捐赠')),
  confirmedField(moneyField('taxable', '累计应纳税所得额', '应纳税所得额')),
  confirmedField(rateField('rate', '税率', '税率/预扣率', '预扣率')),
  confirmedField(moneyField('quick', '速算扣除数')),
  assumedField(moneyField('should', '累计应纳税额', '应纳税额'), true),
  assumedField(moneyField('relief', '累计减免税额', '减免税额')),
  assumedField(moneyField('withheldBefore', '累计已预扣预缴税额', '已预扣预缴税额', '已缴税额')),
  assumedField(moneyField('dueNow', '应补/退税额', '应补(退)税额', '应补退税额'), true),
  assumedField(textField('remark', '备注')),
]

/** The columns of 互联网平台企业代办申报表（为从业人员代办适用）: person, source of the income, sales and taxes. */
export const agentFields = [
  confirmedField(numberField('seq', '序号')),
  confirmedField(textField('name', '姓名'), true),
  assumedField(codeField('paper', idNameByTaxCode, '证件类型', '身份证件类型')),
  confirmedField(textField('idNumber', '证件号码', '身份证件号码'), true),
  confirmedField(textField('userName', '用户名称')),
  confirmedField(textField('userId', '用户唯一标识码', '平台内标识'), true),
  confirmedField(textField('platformName', '收入来源的互联网平台名称')),
  confirmedField(textField('sourceName', '收入来源的用户名称')),
  assumedField(moneyField('sales', '本期销售额', '销售额'), true),
  assumedField(moneyField('exemptSales', '免税销售额')),
  assumedField(moneyField('taxableSales', '应税销售额')),
  assumedField(rateField('rate', '征收率')),
  assumedField(moneyField('vat', '应纳增值税', '本期应纳增值税额', '增值税应纳税额'), true),
  assumedField(moneyField('construction', '城市维护建设税')),
  assumedField(moneyField('education', '教育费附加')),
  assumedField(moneyField('localEducation', '地方教育附加', '地方教育费附加')),
  assumedField(moneyField('surcharges', '附加税费', '附加税费合计')),
  assumedField(moneyField('filedBefore', '已代办', '已缴税额')),
]
