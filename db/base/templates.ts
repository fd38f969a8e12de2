import { type ContractKind, contractRulesOf, hasContractRules, type Signer } from '#/domain/agreements/contract.ts'
import type { ContractField } from '#/domain/agreements/contract-variables.ts'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import type { RichNode } from '#/domain/services/rich-text.ts'

interface StarterText {
  readonly name: string
  readonly kind: ContractKind
  readonly mode: Mode | null
  readonly lines: readonly string[]
  readonly fields?: readonly ContractField[]
  readonly validDays?: number
}

/** Parses a line: `# ` is a heading, `- ` an item, anything else a paragraph; `**…**` is bold. */
function richNodeOf(line: string): RichNode {
  const text = line.replace(/^(# |- )/, '')
  const runs = text.split('**').flatMap((part, at): RichNode[] => {
    if (part === '') return []
    return at % 2 === 1 ? [{ type: 'text', text: part, marks: [{ type: 'bold' }] }] : [{ type: 'text', text: part }]
  })
  if (line.startsWith('# ')) return { type: 'heading', attrs: { level: 2 }, content: runs }
  const paragraph: RichNode = { type: 'paragraph', content: runs }
  return line.startsWith('- ') ? { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] } : paragraph
}

const serviceScopeField: ContractField = { key: 'service_scope', label: '服务内容', sample: '直播内容制作、短视频剪辑', isRequired: false }

const starterTexts: readonly StarterText[] = [
  {
    name: '共享经济服务协议',
    kind: 'operator_agreement',
    mode: null,
    fields: [serviceScopeField],
    lines: [
      '甲方：**{{party_a_name}}**（统一社会信用代码：{{party_a_code}}）',
      '乙方：**{{party_b_name}}**（证件号码：{{party_b_code}}，手机：{{operator_mobile}}）',
      '甲乙双方依据《中华人民共和国民法典》及有关法律法规，在平等、自愿的基础上，就乙方通过甲方平台承接服务事宜达成如下协议。',
      '# 一、服务内容',
      '乙方以独立经营者身份自主承接平台发布的服务（{{service_scope}}），自行安排工作时间、地点与方式。双方之间不构成劳动关系、劳务派遣关系。',
      '# 二、费用结算',
      '- 服务费以经发布方验收确认的成果为依据，按批次结算至乙方本人账户：{{operator_bank}} {{operator_card}}。',
      '- 结算模式为{{mode_name}}。依照税收法律法规应由乙方承担的税费，由甲方依法代扣代缴或代办申报，明细可在平台查询。',
      '- 乙方保证收款账户为本人实名账户，不得出借、转让账号。',
      '# 三、乙方的陈述与保证',
      '乙方确认所提供的身份信息真实、完整，所承接的业务真实发生，不存在为同一单位员工、股东或者实际控制人变相取得收入的情形。',
      '# 四、个人信息处理（单独同意）',
      '为履行实名核验、结算和涉税信息报送义务，甲方需要处理乙方的姓名、证件号码、手机号码、银行账号、签名影像等信息，并依法向税务机关、支付机构提供。乙方可以随时在平台撤回同意，撤回不影响撤回前已进行的处理。',
      '# 五、电子签名',
      '双方同意采用电子签名方式订立本协议。乙方以短信验证码确认签署意愿并手写签名，与纸质签名具有同等法律效力。签署完成后的文件不得修改，任何改动均可被查验。',
      '# 六、期限与解除',
      '本协议自 {{valid_from}} 起至 {{valid_to}} 止。任何一方可以提前通知对方解除，已验收的服务费用应当结清。',
      '# 七、争议解决',
      '因本协议发生的争议，双方协商解决；协商不成的，提交甲方所在地人民法院管辖。',
      '拟订日期：{{made_on}}',
    ],
  },
  {
    name: '涉税事项代办授权书',
    kind: 'tax_authorisation',
    mode: null,
    lines: [
      '授权人：**{{party_a_name}}**（证件号码：{{party_a_code}}）',
      '被授权人：**{{party_b_name}}**（统一社会信用代码：{{party_b_code}}）',
      '# 一、授权事项',
      '授权人在平台内取得收入期间，授权被授权人依法代为办理下列涉税事项：',
      '- 代办增值税及附加税费的纳税申报和税款缴纳；',
      '- 就支付的所得按照累计预扣法办理个人所得税预扣预缴申报；',
      '- 按季度向主管税务机关（{{tax_authority}}）报送身份信息和收入信息；',
      '- 代为申请并转交完税证明。',
      '# 二、授权人的承诺',
      '授权人保证提供的身份信息真实有效，并知悉可以随时通过自然人电子税务局查询、更正本人的申报信息。',
      '# 三、期限与撤回',
      '授权期限自 {{valid_from}} 起至 {{valid_to}} 止。授权人可以随时在平台撤回授权；撤回前已办理的事项继续有效，撤回后平台将停止向授权人支付需要代办申报的款项。',
      '# 四、资料保存',
      '被授权人妥善保存本授权书及相关申报资料，保存期限不少于十年。',
      '出具日期：{{made_on}}',
    ],
  },
  {
    name: '总包服务合同',
    kind: 'general_contract',
    mode: settlementMode.generalContract,
    fields: [serviceScopeField],
    lines: [
      '甲方（发包方）：**{{party_a_name}}**（统一社会信用代码：{{party_a_code}}，法定代表人：{{unit_legal_person}}）',
      '乙方（总包方）：**{{party_b_name}}**（统一社会信用代码：{{party_b_code}}）',
      '# 一、合同标的',
      '甲方将{{unit_industry}}相关服务（{{service_scope}}）整体发包给乙方，乙方可以依法分包给具备相应能力的经营者完成，并对成果负责。',
      '# 二、金额与费率',
      '合同期内累计结算金额上限为 {{amount_cap}}（大写：{{amount_cap_words}}）。乙方按照结算金额收取服务费，费率为 {{fee_rate}}。',
      '# 三、结算与验收',
      '- 甲方按订单提交业务清单和验收材料，经复核、审核后支付。',
      '- 甲方应将款项预付至乙方专用账户：{{account_name}}，账号 {{account_no}}，{{account_bank}}。',
      '- 乙方按照实际结算金额向甲方开具增值税发票。',
      '# 四、业务真实性',
      '甲方保证合同、业务、资金、票据一致，不得以本单位法定代表人、股东、高级管理人员或者在册员工为收款人。',
      '# 五、期限',
      '本合同自 {{valid_from}} 起至 {{valid_to}} 止，到期未续签的，平台不再受理新的支付批次。',
      '# 六、电子签名',
      '双方同意以电子签名方式订立本合同，合同编号 {{contract_no}}。',
    ],
  },
  {
    name: '平台服务合同',
    kind: 'unit_service',
    mode: settlementMode.individualBusiness,
    fields: [serviceScopeField],
    lines: [
      '甲方：**{{party_a_name}}**（统一社会信用代码：{{party_a_code}}，法定代表人：{{unit_legal_person}}）',
      '乙方：**{{party_b_name}}**（统一社会信用代码：{{party_b_code}}）',
      '# 一、服务内容',
      '乙方为甲方与个体工商户经营者之间的业务（{{service_scope}}）提供撮合、结算、票据归集和涉税资料管理服务。',
      '# 二、服务费',
      '乙方按照甲方向经营者支付的经营款收取平台服务费，费率为 {{fee_rate}}；累计结算金额上限为 {{amount_cap}}（大写：{{amount_cap_words}}）。',
      '# 三、票据',
      '经营款发票由个体工商户向甲方开具，服务费发票由乙方向甲方开具。',
      '# 四、期限',
      '本合同自 {{valid_from}} 起至 {{valid_to}} 止。',
      '# 五、电子签名',
      '双方同意以电子签名方式订立本合同，合同编号 {{contract_no}}。',
    ],
  },
  {
    name: '渠道合作协议',
    kind: 'partner',
    mode: null,
    fields: [{ key: 'region', label: '合作区域', sample: '浙江省', isRequired: true }],
    lines: [
      '甲方：**{{party_a_name}}**（{{party_a_code}}）',
      '乙方：**{{party_b_name}}**（{{party_b_code}}）',
      '# 一、合作内容',
      '乙方在{{region}}范围内向甲方推荐用工单位，甲方按照约定向乙方支付推广服务费。',
      '# 二、结算',
      '推广服务费按自然月出账，乙方确认账单并提供发票后支付；发生退汇的，相应费用冲回。',
      '# 三、合规要求',
      '乙方不得代收款项，不得接触经营者的证件和银行账号，不得作出与平台规则不一致的承诺。',
      '# 四、期限',
      '自 {{valid_from}} 起至 {{valid_to}} 止。',
    ],
  },
  {
    name: '补充协议',
    kind: 'supplement',
    mode: null,
    fields: [{ key: 'terms', label: '补充条款', sample: '将原合同期限延长六个月。', isRequired: true }],
    lines: [
      '甲方：**{{party_a_name}}**',
      '乙方：**{{party_b_name}}**',
      '双方于此前签订《{{previous_name}}》（编号：{{previous_no}}），现经协商一致，补充约定如下：',
      '{{terms}}',
      '本补充协议与原合同不一致的，以本补充协议为准；未约定的，仍按原合同执行。',
      '拟订日期：{{made_on}}',
    ],
  },
  {
    name: '解约协议',
    kind: 'termination',
    mode: null,
    validDays: 30,
    lines: [
      '甲方：**{{party_a_name}}**',
      '乙方：**{{party_b_name}}**',
      '双方签订的《{{previous_name}}》（编号：{{previous_no}}），现因“{{reason}}”协商一致，提前解除：',
      '- 自本协议各方签署完成之日起，原合同终止，平台不再据此受理新的业务；',
      '- 解除前已验收的服务，按原合同约定结清；',
      '- 双方就原合同不再有其他争议。',
      '拟订日期：{{made_on}}',
    ],
  },
  {
    name: '业务服务合同',
    kind: 'business_contract',
    mode: settlementMode.individualBusiness,
    fields: [serviceScopeField],
    lines: [
      '甲方（委托方）：**{{party_a_name}}**（统一社会信用代码：{{party_a_code}}，法定代表人：{{unit_legal_person}}）',
      '乙方（服务方）：**{{party_b_name}}**（统一社会信用代码：{{party_b_code}}，经营者：{{operator_name}}）',
      '乙方是依法登记的个体工商户，以自己的名义独立经营。双方依据《中华人民共和国民法典》，就乙方为甲方提供服务订立本合同。',
      '# 一、服务内容',
      '甲方委托乙方提供{{unit_industry}}相关服务（{{service_scope}}）。每次的内容、数量、单价和期限以甲方发布、乙方接受的订单为准。乙方自主安排时间、地点和方式，双方之间不构成劳动关系、劳务派遣关系。',
      '# 二、验收与结算',
      '- 甲方按订单验收成果，以经验收确认的金额结算；合同期内累计结算金额上限为 {{amount_cap}}（大写：{{amount_cap_words}}）。',
      '- 甲方通过{{centre_legal_name}}运营的平台付款，款项付至乙方名下或者乙方经营者本人名下经核验的账户。',
      '- 甲方与平台之间的服务费由甲方另行承担，不从乙方的价款中扣除，双方另有约定的除外。',
      '# 三、发票与税费',
      '乙方就所收价款依法向甲方开具发票，并自行申报缴纳经营所得应纳的税款；委托代办的，从其委托。',
      '# 四、真实与合规',
      '- 双方保证合同、业务、资金、票据一致，不虚构交易，不拆分收入。',
      '- 乙方的经营者不是甲方的法定代表人、股东、高级管理人员或者在册员工。',
      '# 五、保密与成果',
      '乙方对履行中知悉的甲方商业秘密负保密义务。成果的权利在价款付清后归甲方，法律另有规定的除外。',
      '# 六、期限与解除',
      '本合同自 {{valid_from}} 起至 {{valid_to}} 止。双方协商一致可以提前解除，已验收的服务应当结清。乙方注销登记的，本合同终止。',
      '# 七、争议解决',
      '因本合同发生的争议，双方协商解决；协商不成的，提交甲方所在地人民法院管辖。',
      '# 八、电子签名',
      '双方同意以电子签名方式订立本合同：乙方由其经营者签名，甲方加盖电子印章。合同编号 {{contract_no}}，拟订日期 {{made_on}}。',
    ],
  },
]

/**
 * Both parties sign a supplement or termination. When it is drawn, the centre's signature becomes a seal after the
 * others.
 */
const allParties: readonly Signer[] = [
  { party: 'a', way: 'hand' },
  { party: 'b', way: 'hand' },
]

/** Starter contract templates, one per kind. Only the demo installs them automatically. */
export const starterTemplates = starterTexts.map(({ name, kind, mode, lines, fields = [], validDays = 730 }) => ({
  name,
  kind,
  mode,
  body: { type: 'doc', content: lines.map(richNodeOf) },
  fields,
  signers: hasContractRules(kind) ? contractRulesOf(kind).signers : allParties,
  consents: hasContractRules(kind) ? [...contractRulesOf(kind).consents] : [],
  validDays,
}))
