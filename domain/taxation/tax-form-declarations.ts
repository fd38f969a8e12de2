import { assumedColumn, code, day, known, money, number, paperNames, rate, text } from '#/domain/taxation/tax-form-fields.ts'

const labour = { labour: '劳务报酬所得' }

/** The columns of 扣缴端 劳务报酬所得, the withholding client's sheet for labour income. */
export const withholdingFields = [
  known(text('workNo', '工号')),
  known(text('name', '姓名'), true),
  known(code('paper', paperNames, '证件类型', '证照类型'), true),
  known(text('idNumber', '证件号码', '证照号码'), true),
  known(code('item', labour, '所得项目'), true),
  known(money('income', '收入', '本期收入'), true),
  known(money('exempt', '免税收入', '本期免税收入')),
  known(money('healthInsurance', '商业健康保险')),
  known(money('pensionInsurance', '税延养老保险')),
  known(money('other', '其他', '本期其他扣除')),
  known(money('deductibleTaxes', '允许扣除的税费')),
  known(money('relief', '减免税额')),
  assumedColumn(money('treaty', '协定减免')),
  known(text('remark', '备注')),
]

/** The columns of 个人所得税扣缴申报表, the withholding return for income tax, by the cumulative method. */
export const reportFields = [
  known(number('seq', '序号')),
  known(text('name', '姓名'), true),
  known(code('paper', paperNames, '证照类型', '证件类型', '身份证件类型'), true),
  known(text('idNumber', '证照号码', '证件号码', '身份证件号码'), true),
  known(day('periodFrom', '税款所属期起'), true),
  known(day('periodTo', '税款所属期止'), true),
  known(code('item', labour, '所得项目'), true),
  known(money('income', '本期收入', '收入'), true),
  known(money('expense', '本期费用', '费用')),
  known(money('exempt', '本期免税收入', '免税收入')),
  known(money('other', '本期其他扣除')),
  known(money('cumulativeIncome', '累计收入额', '累计收入')),
  assumedColumn(money('cumulativeExpense', '累计费用')),
  known(money('cumulativeExempt', '累计免税收入')),
  known(money('cumulativeDeduction', '累计减除费用')),
  known(money('cumulativeOther', '累计其他扣除')),
  known(money('donation', '累计准予扣除的捐赠')),
  known(money('taxable', '累计应纳税所得额', '应纳税所得额')),
  known(rate('rate', '税率', '税率/预扣率', '预扣率')),
  known(money('quick', '速算扣除数')),
  assumedColumn(money('should', '累计应纳税额', '应纳税额'), true),
  assumedColumn(money('relief', '累计减免税额', '减免税额')),
  assumedColumn(money('withheldBefore', '累计已预扣预缴税额', '已预扣预缴税额', '已缴税额')),
  assumedColumn(money('dueNow', '应补/退税额', '应补(退)税额', '应补退税额'), true),
  assumedColumn(text('remark', '备注')),
]

/** The columns of 互联网平台企业代办申报表（为从业人员代办适用）: person, source of the income, sales and taxes. */
export const agentFields = [
  known(number('seq', '序号')),
  known(text('name', '姓名'), true),
  assumedColumn(code('paper', paperNames, '证件类型', '身份证件类型')),
  known(text('idNumber', '证件号码', '身份证件号码'), true),
  known(text('userName', '用户名称')),
  known(text('userId', '用户唯一标识码', '平台内标识'), true),
  known(text('platformName', '收入来源的互联网平台名称')),
  known(text('sourceName', '收入来源的用户名称')),
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
