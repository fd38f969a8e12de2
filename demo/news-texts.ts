import type { Language } from '#/domain/base/text.ts'
import type { ArticleSection, ArticleTopic, Audience } from '#/domain/services/article.ts'

/** A demo text. Lines that start with # are headings, and lines that start with - are list items. */
interface DemoText {
  readonly title: string
  readonly summary: string
  /** The versions, oldest first. */
  readonly bodies: readonly string[]
}

export interface DemoArticle {
  readonly section: ArticleSection
  readonly topic?: ArticleTopic
  readonly audiences?: readonly Audience[]
  readonly isPinned?: boolean
  /** The age in days of each version. */
  readonly daysAgo: readonly number[]
  readonly texts: Partial<Record<Language, DemoText>> & { readonly zh: DemoText }
}

const news: readonly DemoArticle[] = [
  {
    section: 'news',
    isPinned: true,
    daysAgo: [3],
    texts: {
      zh: {
        title: '批量支付支持在复核页查看每一笔的税费构成',
        summary: '复核人打开任意一行，即可看到税费的计算过程与适用的政策版本。',
        bodies: ['复核人员在批次明细中点击任意一行，可查看该笔应发金额、预扣税款、附加税费与服务费的计算过程。\n# 适用范围\n- 个体工商户模式\n- 总包分包模式\n计算结果与支付后生成的凭证一致，可直接用于内部留档。'],
      },
      en: {
        title: 'Checkers see how the tax of each payment was calculated',
        summary: 'Open any line of a batch to see each step and the policy it follows.',
        bodies: ['Open any line of a batch to see the gross amount, tax withheld, surcharges and service fee, step by step.\n# Where\n- Individual business mode\n- General contractor mode\nThe figures are the same as on the receipts issued after payment.'],
      },
      es: {
        title: 'El cálculo de impuestos de cada pago, a la vista',
        summary: 'Abra cualquier línea de un lote para ver cada paso y la normativa aplicada.',
        bodies: ['Abra cualquier línea de un lote para ver el importe bruto, la retención, los recargos y la tarifa de servicio, paso a paso.\n# Dónde\n- Modalidad de negocio individual\n- Modalidad de contratista general\nLas cifras coinciden con los comprobantes posteriores al pago.'],
      },
      ja: {
        title: '支払いごとの税額の計算過程を確認画面で表示',
        summary: '明細を開くと、計算の各段階と適用した税務規定を確認できます。',
        bodies: ['バッチの明細を開くと、総支給額・源泉徴収税額・付加税・手数料の計算過程を確認できます。\n# 対象\n- 個人事業主モード\n- 総合請負モード\n表示される金額は、支払後に作成される取引証明書と一致します。'],
      },
    },
  },
  {
    section: 'news',
    daysAgo: [9],
    texts: {
      zh: {
        title: '电子签约新增人脸核验，签署意愿更可靠',
        summary: '约定后，签署人可在短信验证码与人脸核验之间自选。',
        bodies: ['自即日起，经营者签署协议时可使用人脸核验确认本人意愿。\n- 由单位与所属运营中心在合作条款中约定\n- 签署人单独同意后才会拍照，也可以改用短信验证码，两者效力相同\n- 可随时在个人中心撤回同意\n未约定的单位继续使用短信验证码，无需任何调整。'],
      },
      en: {
        title: 'Signing with face verification',
        summary: 'Where it is agreed, signers choose between a code and their face.',
        bodies: ['Operators can now confirm a signature by face verification.\n- Unit and centre agree on it in the terms\n- A separate consent comes first; a code is always possible\n- The consent can be withdrawn\nWithout such an agreement nothing changes.'],
      },
    },
  },
  { section: 'news', daysAgo: [21], texts: { zh: { title: '运营中心服务时间调整通知', summary: '工作日 9:00-18:00，节假日值班安排见正文。', bodies: ['自下月起，各运营中心统一服务时间为工作日 9:00-18:00。\n节假日期间，支付与到账查询照常，人工审核顺延至节后首个工作日。'] } } },
  {
    section: 'news',
    daysAgo: [35],
    texts: { zh: { title: '如何为团队分配制单、复核与支付权限', summary: '三个岗位由不同人员担任，资金更安全。', bodies: ['一笔付款由三个人完成：制单人导入名单，复核人核对金额与凭据，支付人验证支付密码。\n# 建议\n- 制单与复核由业务部门与财务部门分别担任\n- 支付人不参与制单\n- 人员离岗当天停用账号'] } },
  },
  { section: 'news', daysAgo: [48], texts: { zh: { title: '经营者移动端可查看收入与完税记录', summary: '手机登录即可查看到账明细、预扣税款与年度汇总。', bodies: ['经营者使用手机浏览器登录后，可在工作台查看最近到账、本年累计收入与已预扣税款。\n如对付款有异议，可在收款记录中直接提出，由单位在三个工作日内答复。'] } } },
]

const notices: readonly DemoArticle[] = [
  {
    section: 'notice',
    audiences: ['unit', 'operator', 'centre', 'partner'],
    isPinned: true,
    daysAgo: [2],
    texts: {
      zh: { title: '系统维护公告：本周六 00:00-02:00', summary: '维护期间可登录查询，暂停提交支付。', bodies: ['为升级支付通道，平台将于本周六 00:00-02:00 进行维护。\n- 维护期间可正常登录与查询\n- 暂停提交与支付批次，已提交的批次不受影响\n请合理安排付款时间。'] },
      en: {
        title: 'Maintenance this Saturday, 00:00–02:00',
        summary: 'You can sign in and view data; payments pause.',
        bodies: ['Payment channels are upgraded this Saturday from 00:00 to 02:00.\n- You can sign in and view data as usual\n- Batches cannot be submitted or paid; those submitted before are not affected'],
      },
    },
  },
  {
    section: 'notice',
    audiences: ['unit', 'centre'],
    daysAgo: [6],
    texts: { zh: { title: '请于每月 10 日前核对上月付款明细', summary: '核对无误后，运营中心将按期办理扣缴申报。', bodies: ['各单位请于每月 10 日前在“财务报表”中核对上月付款明细与税额。\n如有差异，请在 10 日前联系所属运营中心更正；逾期未反馈的，按平台数据申报。'] } },
  },
]

const entry = (topic: ArticleTopic, daysAgo: number, zh: DemoText, en?: DemoText): DemoArticle => ({ section: 'knowledge', topic, daysAgo: [daysAgo], texts: { zh, ...(en && { en }) } })

const knowledge: readonly DemoArticle[] = [
  entry(
    'joining',
    60,
    { title: '经营者入驻需要准备哪些材料？', summary: '身份证、本人银行卡与实名手机号。', bodies: ['- 有效期内的居民身份证正反面照片\n- 本人名下的借记卡\n- 与银行预留一致的手机号\n资料提交后由运营中心审核，结果以短信通知。照片需四角完整、无反光遮挡。'] },
    {
      title: 'What do operators need to register?',
      summary: 'A valid ID, their own bank card and mobile number.',
      bodies: ['- Both sides of a valid ID\n- A debit card in the same name\n- The mobile number that the bank has on file\nThe operations centre reviews the application and sends the result by text message.'],
    },
  ),
  entry('signing', 58, { title: '签约短信没有收到怎么办？', summary: '先核对手机号，再检查拦截，最后重新发送。', bodies: ['- 核对登记的手机号是否为本人当前使用的号码\n- 检查手机的短信拦截\n- 在签约页面点击“重新发送”，每 60 秒可发送一次\n仍未收到时，请联系所属运营中心。'] }),
  entry(
    'paying',
    55,
    { title: '支付失败后资金会退回到哪里？', summary: '失败的金额当即回到单位可用余额。', bodies: ['付款失败后，冻结的金额（含税费与服务费）立即退回单位的可用余额，可修改收款信息后重新发起。\n银行退汇可能在数日后发生，退回时系统会自动记账并通知制单人。'] },
    {
      title: 'Where does the money of a failed payment go?',
      summary: 'Back to the available balance of the unit, at once.',
      bodies: ['The reserved amount, with tax and fee, is available again at once. Correct the details and send the payment again.\nA bank may return a payment days later. The platform books the return and notifies the person who prepared it.'],
    },
  ),
  entry('invoices', 52, { title: '开票申请提交后多久可以拿到发票？', summary: '审核通过后通常一个工作日内开具。', bodies: ['开票申请由运营中心审核，审核通过后通常在一个工作日内开具数电发票，并发送至登记的邮箱。\n# 常见退回原因\n- 抬头或税号与营业执照不一致\n- 申请金额超过可开票余额'] }),
  entry('tax', 50, { title: '平台预扣的税款，年终还需要自己申报吗？', summary: '视收入类型而定，年度汇算时可查看完税记录。', bodies: ['平台按规定预扣预缴的税款，可在“完税记录”中逐月查看。\n年度汇算时，如全年已预缴税额与应纳税额不一致，请在个人所得税 App 中办理补退税。具体口径以主管税务机关要求为准。'] }),
  entry('account', 47, { title: '怀疑账号被他人登录，应如何处理？', summary: '立即修改密码，并在个人中心退出其他设备。', bodies: ['- 立即修改登录密码与支付密码\n- 在个人中心退出其他设备的登录\n- 绑定动态验证码\n如发现异常付款，请立刻联系所属运营中心冻结批次。'] }),
]

const rules: readonly DemoArticle[] = [
  {
    section: 'rule',
    daysAgo: [200, 40],
    texts: {
      zh: {
        title: '平台结算规则',
        summary: '付款批次的提交、复核、审核与到账时限。',
        bodies: [
          '# 第一条 提交\n单位应在付款日 15:00 前提交批次。\n# 第二条 到账\n审核通过后一个工作日内到账。\n# 第三条 退汇\n退汇款项于收到银行通知后两个工作日内退回可用余额。',
          '# 第一条 提交\n单位应在付款日 16:00 前提交批次。\n# 第二条 到账\n审核通过后一个工作日内到账；金额超过五万元的，须附业务凭据。\n# 第三条 退汇\n退汇款项于收到银行通知当日退回可用余额。',
        ],
      },
      en: {
        title: 'Settlement rules',
        summary: 'When batches are submitted, checked, audited and paid.',
        bodies: [
          '# 1 Submission\nUnits submit batches by 15:00 on the day of payment.\n# 2 Arrival\nWithin one banking day of the audit.\n# 3 Returns\nReturned money is available again within two banking days of the bank’s notice.',
          '# 1 Submission\nUnits submit batches by 16:00 on the day of payment.\n# 2 Arrival\nWithin one banking day of the audit; above ¥50,000 with evidence of the business.\n# 3 Returns\nReturned money is available again on the day of the bank’s notice.',
        ],
      },
    },
  },
  {
    section: 'rule',
    daysAgo: [180, 20],
    texts: {
      zh: {
        title: '经营者信息保护规则',
        summary: '身份与银行卡信息的收集、查看与保存。',
        bodies: [
          '# 第一条 收集\n平台仅收集办理结算与报税所必需的信息。\n# 第二条 查看\n证件号与卡号默认隐藏中间位数。\n# 第三条 保存\n按税务与会计档案要求保存。',
          '# 第一条 收集\n平台仅收集办理结算与报税所必需的信息。\n# 第二条 查看\n证件号与卡号默认隐藏中间位数；查看完整号码须验证密码并留痕。\n# 第三条 保存\n按税务与会计档案要求保存，到期后删除或去标识化。',
        ],
      },
    },
  },
]

export const demoArticles: readonly DemoArticle[] = [...rules, ...knowledge, ...news, ...notices]
