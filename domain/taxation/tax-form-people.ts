import { assumedField, codeField, confirmedField, dayField, idNameByTaxCode, moneyField, numberField, textField } from '#/domain/taxation/tax-form-fields.ts'

const codedNames = <T extends Readonly<Record<string, string>>>(names: T) =>
  Object.fromEntries(Object.entries(names).map(([key, name]) => [key, `${key}|${name}`]))
const codedIdNames = codedNames(idNameByTaxCode)
const codedCountries = codedNames({ '156': '中国', '344': '中国香港', '446': '中国澳门', '158': '中国台湾' })
const yesNo = { yes: '是', no: '否' }

/** The columns of 人员信息采集, the sheet of people in the withholding client. */
export const collectionFields = [
  confirmedField(textField('workNo', '工号')),
  confirmedField(textField('name', '姓名'), true),
  confirmedField(codeField('paper', idNameByTaxCode, '证件类型', '证照类型'), true),
  confirmedField(textField('idNumber', '证件号码', '证照号码'), true),
  confirmedField(textField('country', '国籍(地区)', '国籍（地区）', '国家或地区'), true),
  confirmedField(codeField('sex', { male: '男', female: '女' }, '性别'), true),
  confirmedField(dayField('birthday', '出生日期'), true),
  assumedField(textField('standing', '人员状态')),
  confirmedField(textField('employment', '任职受雇从业类型')),
  confirmedField(textField('mobile', '手机号码', '联系电话')),
  assumedField(dayField('startedOn', '任职受雇从业日期')),
  assumedField(dayField('endedOn', '离职日期')),
  confirmedField(textField('education', '学历')),
  confirmedField(textField('bank', '开户银行')),
  confirmedField(textField('account', '银行账号')),
  assumedField(textField('remark', '备注')),
]

/** The columns of 平台内的经营者和从业人员身份信息报送表, the report of identities (15号 附件2). */
export const platformIdentityFields = [
  confirmedField(numberField('seq', '序号')),
  confirmedField(codeField('isRegistered', yesNo, '是否已取得登记证照'), true),
  assumedField(textField('registeredName', '已取得登记证照>名称(姓名)', '名称(姓名)', '名称（姓名）')),
  assumedField(textField('registeredCode', '已取得登记证照>统一社会信用代码', '统一社会信用代码(纳税人识别号)', '统一社会信用代码')),
  confirmedField(textField('name', '未取得登记证照>姓名', '姓名')),
  confirmedField(codeField('paper', codedIdNames, '未取得登记证照>证件类型', '证件类型')),
  confirmedField(textField('idNumber', '未取得登记证照>证件号码', '证件号码')),
  confirmedField(codeField('country', codedCountries, '未取得登记证照>国家或地区', '国家或地区')),
  confirmedField(codeField('isExempt', yesNo, '是否存在免于报送收入信息情形'), true),
  assumedField(textField('address', '地址', '经营地址')),
  confirmedField(textField('shopName', '店铺(用户)名称', '店铺（用户）名称')),
  confirmedField(textField('shopId', '店铺(用户)唯一标识码', '店铺（用户）唯一标识码'), true),
  assumedField(textField('link', '网址链接')),
  assumedField(textField('bank', '结算账户开户行/机构', '开户银行', '结算账户')),
  confirmedField(textField('accountName', '账户名称')),
  confirmedField(textField('account', '银行账号/支付账户', '银行账号', '支付账户')),
  confirmedField(textField('contact', '联系人姓名')),
  confirmedField(textField('mobile', '联系电话')),
  confirmedField(dayField('startedOn', '经营开始时间'), true),
  assumedField(dayField('endedOn', '经营结束时间')),
  confirmedField(codeField('status', { new: '新增', changed: '变更', left: '退出' }, '信息状态标识'), true),
]

/** The columns of 平台内的经营者和从业人员收入信息报送表, the report of income (15号 附件3). */
export const incomeFields = [
  confirmedField(numberField('seq', '序号')),
  confirmedField(codeField('isRegistered', yesNo, '是否已取得登记证照'), true),
  assumedField(textField('registeredName', '已取得登记证照>名称(姓名)', '名称(姓名)', '名称（姓名）')),
  assumedField(textField('registeredCode', '已取得登记证照>统一社会信用代码', '统一社会信用代码(纳税人识别号)', '统一社会信用代码')),
  confirmedField(textField('name', '未取得登记证照>姓名', '姓名')),
  confirmedField(codeField('paper', codedIdNames, '未取得登记证照>证件类型', '证件类型')),
  confirmedField(textField('idNumber', '未取得登记证照>证件号码', '证件号码')),
  confirmedField(codeField('country', codedCountries, '未取得登记证照>国家或地区', '国家或地区')),
  confirmedField(textField('platformName', '收入来源的互联网平台名称')),
  confirmedField(textField('shopName', '收入来源的店铺(用户)名称', '收入来源的店铺（用户）名称')),
  confirmedField(textField('shopId', '收入来源的店铺(用户)唯一标识码', '收入来源的店铺（用户）唯一标识码'), true),
  assumedField(moneyField('gross', '服务>收入总额', '收入总额'), true),
  assumedField(moneyField('refund', '服务>退款金额', '退款金额'), true),
  assumedField(moneyField('net', '服务>收入净额', '收入净额'), true),
  confirmedField(moneyField('labour', '劳务报酬')),
  confirmedField(moneyField('other', '从事其他网络交易活动取得的收入(净额)', '从事其他网络交易活动取得的收入（净额）')),
  confirmedField(moneyField('commission', '支付给平台的佣金、服务费合计金额')),
  confirmedField(numberField('orders', '交易(订单)数量', '交易（订单）数量'), true),
  assumedField(
    codeField(
      'isCovered',
      {
        yes: '已扣缴/代办申报，免重复报送',
        withheld: '已在扣缴申报中填报，免重复报送',
        agent: '已代办申报，免重复报送',
        convenience: '便民劳务且不需纳税，免于报送',
        no: '',
      },
      '免重复报送标记',
    ),
  ),
]
