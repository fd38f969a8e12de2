import { assumedColumn, code, confirmedField, day, money, number, paperNames, rate, text } from '#/domain/taxation/tax-form-fields.ts'

const labour = { labour: '劳务报酬所得' }

/** The columns of 扣缴端 劳务报酬所得, the withholding client's sheet for labour income. */
export const withholdingFields = [
  confirmedField(text('workNo', '工号')),
  confirmedField(text('name', '姓名'), true),
  confirmedField(code('paper', paperNames, '证件类型', '证照类型'), true),
  confirmedField(text('idNumber', '证件号码', '证照号码'), true),
  confirmedField(code('item', labour, '所得项目'), true),
  confirmedField(money('income', '收入', '本期收入'), true),
  confirmedField(money('exempt', '免税收入', '本期免税收入')),
  confirmedField(money('healthInsurance', '商业健康保险')),
  confirmedField(money('pensionInsurance', '税延养老保险')),
  confirmedField(money('other', '其他', '本期其他扣除')),
  confirmedField(money('deductibleTaxes', '允许扣除的税费')),
  confirmedField(money('relief', '减免税额')),
  assumedColumn(money('treaty', '协定减免')),
  confirmedField(text('remark', '备注')),
]

/** The columns of 个人所得税扣缴申报表, the withholding return for income tax, by the cumulative method. */
export const reportFields = [
  confirmedField(number('seq', '序号')),
  confirmedField(text('name', '姓名'), true),
  confirmedField(code('paper', paperNames, '证照类型', '证件类型', '身份证件类型'), true),
  confirmedField(text('idNumber', '证照号码', '证件号码', '身份证件号码'), true),
  confirmedField(day('periodFrom', '税款所属期起'), true),
  confirmedField(day('periodTo', '税款所属期止'), true),
  confirmedField(code('item', labour, '所得项目'), true),
  confirmedField(money('income', '本期收入', '收入'), true),
  confirmedField(money('expense', '本期费用', '费用')),
  confirmedField(money('exempt', '本期免税收入', '免税收入')),
  confirmedField(money('other', '本期其他扣除')),
  confirmedField(money('cumulativeIncome', '累计收入额', '累计收入')),
  assumedColumn(money('cumulativeExpense', '累计费用')),
  confirmedField(money('cumulativeExempt', '累计免税收入')),
  confirmedField(money('cumulativeDeduction', '累计减除费用')),
  confirmedField(money('cumulativeOther', '累计其他扣除')),
  confirmedField(money('donation', '累计准予扣除的捐赠')),
  confirmedField(money('taxable', '累计应纳税所得额', '应纳税所得额')),
  confirmedField(rate('rate', '税率', '税率/预扣率', '预扣率')),
  confirmedField(money('quick', '速算扣除数')),
  assumedColumn(money('should', '累计应纳税额', '应纳税额'), true),
  assumedColumn(money('relief', '累计减免税额', '减免税额')),
  assumedColumn(money('withheldBefore', '累计已预扣预缴税额', '已预扣预缴税额', '已缴税额')),
  assumedColumn(money('dueNow', '应补/退税额', '应补(退)税额', '应补退税额'), true),
  assumedColumn(text('remark', '备注')),
]

/** The columns of 互联网平台企业代办申报表（为从业人员代办适用）: person, source of the income, sales and taxes. */
export const agentFields = [
  confirmedField(number('seq', '序号')),
  confirmedField(text('name', '姓名'), true),
  assumedColumn(code('paper', paperNames, '证件类型', '身份证件类型')),
  confirmedField(text('idNumber', '证件号码', '身份证件号码'), true),
  confirmedField(text('userName', '用户名称')),
  confirmedField(text('userId', '用户唯一标识码', '平台内标识'), true),
  confirmedField(text('platformName', '收入来源的互联网平台名称')),
  confirmedField(text('sourceName', '收入来源的用户名称')),
  assumedColumn(money('sales', '本期销售额', '销售额'), true),
  assumedColumn(money('exemptSales', '免税销售额')),
  assumedColumn(money('taxableSales', '应税销售额')),
  assumedColumn(rate('rate', '征收率')),
  assumedColumn(money('vat', '应纳增值税', '本期应纳增值税额', '增值税应纳税额'), true),
  assumedColumn(money('construction', '城市维护建设税')),
  assumedColumn(money('education', '教育费附加')),
  assumedColumn(money('localEducation', '地方教育附加', '地方教育费附加')),
  assumedColumn(money('surcharges', '附加税费', '附加税费合计')),
  assumedColumn(money('filedBefore', '已代办', '已缴税额')),
]
