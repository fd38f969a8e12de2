/** A layout: its heading and the format of a movement. */
interface Layout {
  readonly name: string
  readonly heading: readonly string[]
  readonly row: (movement: Movement) => readonly string[]
}

interface Movement {
  readonly day: string
  readonly time: string
  readonly serial: string
  readonly out: string
  readonly in: string
  readonly balance: string
  readonly payee: string
  readonly memo: string
}

export const sampleMovements: readonly Movement[] = [
  { day: '2026-11-20', time: '16:30:00', serial: 'A001', out: '', in: '10000.00', balance: '10000.00', payee: '甲公司', memo: '货款' },
  { day: '2026-11-21', time: '10:00:00', serial: 'A002', out: '2500.00', in: '', balance: '7500.00', payee: '王一', memo: '劳务' },
  { day: '2026-11-21', time: '11:00:00', serial: 'A003', out: '500.00', in: '', balance: '7000.00', payee: '赵二', memo: '劳务' },
]

const groupThousands = (amount: string) => amount.replace(/\B(?=(\d{3})+\.)/g, ',')
const account = '6222000000000000001'
const digits = (text: string) => text.replace(/\D/g, '')

/** The layouts of company accounts at banks, and of the two wallets. */
export const bankLayouts: readonly Layout[] = [
  {
    name: 'ICBC',
    heading: ['凭证号', '本方账号', '对方账号', '交易时间', '借/贷', '借方发生额', '贷方发生额', '对方行号', '摘要', '用途', '对方单位名称', '余额', '流水号'],
    row: (m) => [
      '0',
      account,
      '1',
      `${m.day} ${m.time}`,
      m.out ? '借' : '贷',
      groupThousands(m.out),
      groupThousands(m.in),
      '',
      m.memo,
      '',
      m.payee,
      groupThousands(m.balance),
      m.serial,
    ],
  },
  {
    name: 'CCB',
    heading: [
      '账号',
      '账户名称',
      '交易时间',
      '借方发生额（支取）',
      '贷方发生额（收入）',
      '余额',
      '币种',
      '对方户名',
      '对方账号',
      '记账日期',
      '摘要',
      '备注',
      '账户明细编号-交易流水号',
    ],
    row: (m) => [
      account,
      '云创',
      `${digits(m.day)} ${m.time}`,
      m.out || '0.00',
      m.in || '0.00',
      m.balance,
      '人民币元',
      m.payee,
      '1',
      digits(m.day),
      m.memo,
      '',
      m.serial,
    ],
  },
  {
    name: 'ABC',
    heading: ['交易日期', '交易时间', '收入金额', '支出金额', '账户余额', '对方账号', '对方户名', '交易用途', '日志号'],
    row: (m) => [digits(m.day), digits(m.time), m.in, m.out, m.balance, '1', m.payee, m.memo, m.serial],
  },
  {
    name: 'BOC',
    heading: [
      '交易类型[ Transaction Type ]',
      '交易日期[ Transaction Date ]',
      '交易时间[ Transaction time ]',
      '交易金额[ Trade Amount ]',
      '交易后余额[ After-transaction balance ]',
      '交易流水号[ Transaction reference number ]',
      '摘要[ Reference ]',
    ],
    row: (m) => [
      m.out ? '往账' : '来账',
      digits(m.day),
      m.time,
      m.out ? `-${groupThousands(m.out)}` : groupThousands(m.in),
      groupThousands(m.balance),
      m.serial,
      m.memo,
    ],
  },
  {
    name: 'BOCOM',
    heading: ['交易日期', '记账日期', '交易时间', '摘要', '借方金额', '贷方金额', '余额', '对方账号', '对方户名', '核心流水号'],
    row: (m) => [m.day, m.day, m.time, m.memo, m.out, m.in, m.balance, '1', m.payee, m.serial],
  },
  {
    name: 'CMB',
    heading: ['交易日', '交易时间', '借方金额', '贷方金额', '余额', '摘要', '流水号', '业务类型', '收/付方名称'],
    row: (m) => [digits(m.day), m.time, m.out, m.in, m.balance, m.memo, m.serial, '转账', m.payee],
  },
  {
    name: 'PSBC',
    heading: ['交易日期', '交易时间', '借贷标志', '发生额', '余额', '对方账号', '对方户名', '附言', '摘要', '流水号'],
    row: (m) => [m.day, m.time, m.out ? '借方' : '贷方', `${m.out || m.in}00`, `${m.balance}00`, '1', m.payee, '', m.memo, m.serial],
  },
  {
    name: 'CITIC',
    heading: ['交易日期', '交易时间', '借方发生额', '贷方发生额', '账户余额', '对方账号', '对方账户名称', '摘要', '流水号', '交易流水号'],
    row: (m) => [m.day, m.time, m.out, m.in, m.balance, '1', m.payee, m.memo, m.serial, `K${m.serial}`],
  },
  {
    name: 'SPDB',
    heading: ['交易日期', '交易时间', '借方金额', '贷方金额', '余额', '对方账号', '对方户名', '摘要', '备注', '交易流水号'],
    row: (m) => [m.day.replaceAll('-', '/'), m.time, m.out || '-', m.in || '-', m.balance, '1', m.payee, m.memo, '', m.serial],
  },
  {
    name: 'Alipay',
    heading: ['账务流水号', '业务流水号', '商户订单号', '发生时间', '对方账号', '收入（+元）', '支出（-元）', '账户余额（元）', '业务类型', '备注'],
    row: (m) =>
      [m.serial, 'B1', '', `${m.day} ${m.time}`, 'a@b.cn', m.in || '0.00', m.out ? `-${m.out}` : '0.00', m.balance, '转账', m.memo].map((each) => `${each}\t`),
  },
  {
    name: 'WeChat Pay',
    heading: ['记账时间', '业务流水号', '资金流水单号', '业务类型', '收支类型', '收支金额', '账户结余', '备注'].map((each) =>
      each === '收支金额' ? '金额(元)' : each,
    ),
    row: (m) => [`\`${m.day} ${m.time}`, '`1', `\`${m.serial}`, '`转账', m.out ? '`支出' : '`收入', `\`${m.out || m.in}`, `\`${m.balance}`, `\`${m.memo}`],
  },
]

/** A variant of the same content: row order, rows above and below, and wrapped values. */
export interface StatementVariant {
  readonly name: string
  readonly formatText: (rows: readonly (readonly string[])[], heading: readonly string[]) => string
}

const line = (cells: readonly string[]) => cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
const lines = (rows: readonly (readonly string[])[]) => rows.map(line).join('\r\n')
const blankRow = (heading: readonly string[], first: string) => [first, ...heading.slice(1).map(() => '')]

export const statementVariants: readonly StatementVariant[] = [
  { name: 'oldest first', formatText: (rows, heading) => lines([heading, ...rows]) },
  {
    name: 'newest first below thirty lines of notes, with a total and an end mark',
    formatText: (rows, heading) =>
      lines([
        ...Array.from({ length: 30 }, (_, at) => [`说明第${at + 1}行`]),
        heading,
        ...rows.toReversed(),
        blankRow(heading, '合计：共3笔'),
        blankRow(heading, '----明细结束----'),
      ]),
  },
  {
    name: 'values as ="…", with notes above',
    formatText: (rows, heading) =>
      lines([['户名：云创', '账号：6222'], heading, ...rows.map((row) => row.map((each) => `="${each.trim()}"`)), blankRow(heading, '以下空白')]),
  },
]
