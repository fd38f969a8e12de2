import type { Random } from '#/demo/random.ts'
import { type LetteringStyle, renderLettering } from '#/demo/specimen-lettering.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { sharp } from '#/server/lib/sharp.ts'

// Specimen cards for tests, measurements and the demo, marked as specimens on their faces.

/** The text on both sides of an ID card. */
export interface IdSpecimen {
  readonly name: string
  readonly sex: '男' | '女'
  readonly nation: string
  /** yyyy-MM-dd. */
  readonly birth: string
  readonly address: string
  readonly idNumber: string
  readonly authority: string
  readonly validFrom: string
  /** yyyy-MM-dd; null for no expiry. */
  readonly validTo: string | null
}

export interface BankCardSpecimen {
  readonly bank: string
  readonly cardNo: string
  readonly type: '借记卡' | '信用卡'
}

export interface LicenceSpecimen {
  readonly name: string
  readonly creditCode: string
  readonly kind: string
  readonly legal: string
  readonly scope: string
  readonly founded: string
  readonly address: string
  readonly capital: string
  readonly authority: string
}

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎']
const givenNames =
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 刚 桂英 建华 志强 秀兰 海燕 晓东 雪梅 文博 子涵 思远 雨桐 浩然 嘉怡 俊杰 国栋 红梅 立新 春生 玉兰 振宇 佳慧 天佑 欣然'.split(
    ' ',
  )
const nations = ['汉', '汉', '汉', '汉', '汉', '回', '满', '壮', '苗', '土家', '维吾尔', '彝']
const places = [
  ['110105', '北京市朝阳区', '北京市公安局朝阳分局'],
  ['310115', '上海市浦东新区', '上海市公安局浦东分局'],
  ['320106', '江苏省南京市鼓楼区', '南京市公安局鼓楼分局'],
  ['330106', '浙江省杭州市西湖区', '杭州市公安局西湖分局'],
  ['370102', '山东省济南市历下区', '济南市公安局历下分局'],
  ['420111', '湖北省武汉市洪山区', '武汉市公安局洪山分局'],
  ['440305', '广东省深圳市南山区', '深圳市公安局南山分局'],
  ['510107', '四川省成都市武侯区', '成都市公安局武侯分局'],
  ['460106', '海南省海口市龙华区', '海口市公安局龙华分局'],
] as const
const roadNames = ['人民路', '建设大街', '和平路', '解放东路', '文化巷', '科技南路', '中山大道', '新华街']
const banks = [
  ['621700', '中国建设银行'],
  ['622202', '中国工商银行'],
  ['622848', '中国农业银行'],
  ['621660', '中国银行'],
  ['621483', '招商银行'],
  ['622262', '交通银行'],
] as const
const trades = ['信息技术', '网络科技', '文化传媒', '物流服务', '企业管理', '建筑工程']
const scopes = [
  '信息技术咨询服务；软件开发；数据处理服务；计算机系统服务。',
  '技术开发、技术咨询、技术服务；网络工程；电子产品销售。',
  '组织文化艺术交流活动；广告设计、制作；会议及展览服务。',
  '普通货物道路运输；仓储服务；装卸搬运；供应链管理服务。',
]

const padTwo = (value: number) => String(value).padStart(2, '0')
const dottedDate = (day: string) => day.replaceAll('-', '.')

/** Creates the text of an ID card whose region, birth, sex and number agree. */
export function idSpecimen(random: Random): IdSpecimen {
  const [region, place, authority] = random.pick(places)
  const birth = `${random.between(1962, 2005)}${padTwo(random.between(1, 12))}${padTwo(random.between(1, 28))}`
  const serial = random.between(1, 999)
  const issuedOn = `20${padTwo(random.between(17, 25))}-${padTwo(random.between(1, 12))}-${padTwo(random.between(1, 28))}`
  const years = random.pick([10, 20, null])
  return {
    name: random.pick(surnames) + random.pick(givenNames),
    sex: serial % 2 === 1 ? '男' : '女',
    nation: random.pick(nations),
    birth: `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`,
    address: `${place}${random.pick(roadNames)}${random.between(1, 399)}号${random.between(1, 30)}栋${random.between(1, 6)}单元${random.between(1, 33)}0${random.between(1, 4)}室`,
    idNumber: idNumberFor(region, birth, serial),
    authority,
    validFrom: issuedOn,
    validTo: years === null ? null : `${Number(issuedOn.slice(0, 4)) + years}${issuedOn.slice(4)}`,
  }
}

export function bankCardSpecimen(random: Random): BankCardSpecimen {
  const [bin, bank] = random.pick(banks)
  return { bank, cardNo: bankCardFor(bin, random.between(1, 99_999_999)), type: '借记卡' }
}

export function licenceSpecimen(random: Random): LicenceSpecimen {
  const [region, place] = random.pick(places)
  const trade = random.pick(trades)
  return {
    name: `${place.slice(0, 2)}${random.pick(['云帆', '智远', '恒信', '盛达', '华创', '新域'])}${trade}有限公司`,
    creditCode: creditCodeFor('91', region, random.between(1, 999_999)),
    kind: '有限责任公司',
    legal: random.pick(surnames) + random.pick(givenNames),
    scope: random.pick(scopes),
    founded: `20${padTwo(random.between(10, 25))}-${padTwo(random.between(1, 12))}-${padTwo(random.between(1, 28))}`,
    address: `${place}${random.pick(roadNames)}${random.between(1, 399)}号${random.between(1, 20)}层`,
    capital: `${random.pick(['伍佰', '壹仟', '贰佰', '壹佰'])}万元整`,
    authority: `${place.slice(0, 3)}市场监督管理局`,
  }
}

type SvgPiece = Promise<string>
const writeText = (text: string, x: number, y: number, style: LetteringStyle): SvgPiece => renderLettering(text, x, y, style)

async function renderPng(width: number, height: number, ground: string, pieces: readonly SvgPiece[], over = ''): Promise<Buffer> {
  const body = (await Promise.all(pieces)).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${body}${over}</svg>`
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).png({ compressionLevel: 3 }).toBuffer()
}

const cardWidth = 1012
const cardHeight = 638
const waves = (colour: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const y = (at + 0.5) * (cardHeight / count)
    return `<path d="M0 ${y} C 250 ${y - 40}, 350 ${y + 40}, 506 ${y} S 760 ${y - 40}, 1012 ${y}" fill="none" stroke="${colour}" stroke-width="1.6"/>`
  }).join('')
const plate = (from: string, to: string, lines: string) =>
  `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>
  <rect width="${cardWidth}" height="${cardHeight}" fill="url(#g)"/>${waves(lines, 26)}`

function specimenMark(size: number, x: number, y: number, fill = '#c00'): SvgPiece[] {
  return [writeText('样本 SPECIMEN', x, y, { size, fill, weight: 'bold', opacity: 0.13, turn: -18 })]
}

const labelStyle = { size: 27, fill: '#3a6ea5' } as const
const valueStyle = { size: 34, fill: '#151515', weight: 'medium' } as const

/** Draws the portrait side. */
export function drawFrontSide(card: IdSpecimen): Promise<Buffer> {
  const lines = card.address.match(/.{1,11}/g) ?? []
  const [year = '', month = '', day = ''] = card.birth.split('-').map((part) => String(Number(part)))
  const portrait = `<g fill="#8b95a1"><rect x="655" y="105" width="270" height="350" fill="#e6ebf0"/><ellipse cx="790" cy="235" rx="72" ry="92"/><path d="M655 455 C 665 350, 915 350, 925 455 Z" fill="#59636e"/><path d="M716 215 C 720 120, 860 120, 864 215 C 840 170, 740 170, 716 215 Z" fill="#22262b"/></g>`
  return renderPng(cardWidth, cardHeight, plate('#eef4f8', '#dfeae6', '#cfe0e6') + portrait, [
    writeText('姓 名', 70, 120, labelStyle),
    writeText(card.name, 175, 122, { ...valueStyle, size: 38, spacing: 0.12 }),
    writeText('性 别', 70, 198, labelStyle),
    writeText(card.sex, 175, 199, valueStyle),
    writeText('民 族', 285, 198, labelStyle),
    writeText(card.nation, 380, 199, valueStyle),
    writeText('出 生', 70, 276, labelStyle),
    writeText(year, 175, 277, valueStyle),
    writeText('年', 268, 276, labelStyle),
    writeText(month, 318 - month.length * 10, 277, valueStyle),
    writeText('月', 354, 276, labelStyle),
    writeText(day, 412 - day.length * 10, 277, valueStyle),
    writeText('日', 444, 276, labelStyle),
    writeText('住 址', 70, 354, labelStyle),
    ...lines.map((line, at) => writeText(line, 175, 355 + at * 50, valueStyle)),
    writeText('公民身份号码', 70, 562, labelStyle),
    writeText(card.idNumber, 330, 565, { size: 42, fill: '#111', weight: 'medium', spacing: 0.075 }),
    writeText('样本 SPECIMEN', 700, 60, { size: 22, fill: '#b00020', weight: 'bold' }),
    ...specimenMark(104, 150, 520),
  ])
}

/** Draws the emblem side. */
export function drawBackSide(card: IdSpecimen): Promise<Buffer> {
  const emblem =
    '<g><circle cx="160" cy="165" r="88" fill="#d7261e"/><path d="M160 92 l14 43 45 0 -37 27 14 43 -36 -27 -36 27 14 -43 -37 -27 45 0 Z" fill="#f7d64a"/><circle cx="160" cy="165" r="78" fill="none" stroke="#f7d64a" stroke-width="5"/></g>'
  const expiryText = card.validTo === null ? '长期' : dottedDate(card.validTo)
  return renderPng(cardWidth, cardHeight, plate('#f2f1ea', '#e2ebea', '#dcd6c6') + emblem, [
    writeText('中华人民共和国', 320, 140, { size: 54, fill: '#1c1c1c', weight: 'medium', spacing: 0.2 }),
    writeText('居民身份证', 320, 238, { size: 70, fill: '#1c1c1c', weight: 'bold', spacing: 0.42 }),
    writeText('签发机关', 205, 480, { ...labelStyle, fill: '#333', weight: 'medium' }),
    writeText(card.authority, 350, 481, { ...valueStyle, size: 31 }),
    writeText('有效期限', 205, 560, { ...labelStyle, fill: '#333', weight: 'medium' }),
    writeText(`${dottedDate(card.validFrom)}-${expiryText}`, 350, 561, { ...valueStyle, size: 31, spacing: 0.03 }),
    writeText('样本 SPECIMEN', 700, 60, { size: 22, fill: '#b00020', weight: 'bold' }),
    ...specimenMark(104, 150, 520),
  ])
}

const bankColours = [
  ['#12408a', '#0a2657', '#ffffff'],
  ['#b01b2e', '#7c0f1d', '#ffffff'],
  ['#0f6b57', '#0a4439', '#ffffff'],
  ['#e8edf3', '#cfd8e3', '#1a1f2b'],
] as const

/** Draws a bank card with its number. */
export function drawBankCard(card: BankCardSpecimen): Promise<Buffer> {
  const [from, to, ink] = bankColours[Number(card.cardNo.at(-2)) % bankColours.length] ?? bankColours[0]
  const chip =
    '<rect x="80" y="215" width="120" height="92" rx="14" fill="#d8b45a"/><path d="M80 250 h120 M80 275 h120 M125 215 v92 M158 215 v92" stroke="#8d6f2c" stroke-width="3"/>'
  const groupedNumber = card.cardNo.replace(/(.{4})(?=.)/g, '$1 ')
  return renderPng(cardWidth, cardHeight, plate(from, to, `${ink}22`) + chip, [
    writeText(card.bank, 80, 115, { size: 46, fill: ink, weight: 'bold', spacing: 0.06 }),
    writeText(card.type, 80, 172, { size: 26, fill: ink }),
    writeText(groupedNumber, 80, 425, { size: 56, fill: ink, weight: 'medium', spacing: 0.06 }),
    writeText('银联', 850, 560, { size: 44, fill: ink, weight: 'bold' }),
    writeText('样本 SPECIMEN', 700, 90, { size: 24, fill: ink, weight: 'bold' }),
    ...specimenMark(104, 170, 600, ink),
  ])
}

const sheetWidth = 1480
const sheetHeight = 1046

/** Draws a business licence in the landscape format in use since 2019. */
export function drawLicence(card: LicenceSpecimen): Promise<Buffer> {
  const frame = `<rect width="${sheetWidth}" height="${sheetHeight}" fill="#fbf8ee"/><rect x="34" y="34" width="${sheetWidth - 68}" height="${sheetHeight - 68}" fill="none" stroke="#c9a04a" stroke-width="10"/><circle cx="${sheetWidth / 2}" cy="130" r="62" fill="#d7261e"/>`
  const seal = '<circle cx="1180" cy="860" r="110" fill="none" stroke="#d22" stroke-width="7" opacity="0.75"/>'
  const smallStyle = { size: 24, fill: '#333' } as const
  const text = { size: 26, fill: '#151515', weight: 'medium' } as const
  const rows = (title: string, words: string, x: number, y: number, perLine: number): SvgPiece[] => [
    writeText(title, x, y, smallStyle),
    ...(words.match(new RegExp(`.{1,${perLine}}`, 'g')) ?? []).map((line, at) => writeText(line, x + 150, y + at * 38, text)),
  ]
  const [year = '', month = '', day = ''] = card.founded.split('-')
  const foundingDate = `${year}年${month}月${day}日`
  return renderPng(
    sheetWidth,
    sheetHeight,
    frame,
    [
      writeText('营业执照', sheetWidth / 2 - 220, 300, { size: 96, fill: '#151515', weight: 'bold', spacing: 0.18 }),
      writeText('（副本）', sheetWidth / 2 - 62, 356, { size: 30, fill: '#151515' }),
      writeText('统一社会信用代码', 110, 150, smallStyle),
      writeText(card.creditCode, 110, 196, { size: 34, fill: '#111', weight: 'bold' }),
      ...rows('名　　称', card.name, 110, 450, 20),
      ...rows('类　　型', card.kind, 110, 528, 20),
      ...rows('法定代表人', card.legal, 110, 606, 20),
      ...rows('经营范围', card.scope, 110, 684, 17),
      ...rows('注册资本', card.capital, 810, 450, 16),
      ...rows('成立日期', foundingDate, 810, 528, 16),
      ...rows('住　　所', card.address, 810, 606, 16),
      writeText('登记机关', 950, 840, smallStyle),
      writeText(card.authority, 1075, 850, { size: 22, fill: '#c22' }),
      writeText(foundingDate, 1075, 930, text),
      writeText('样本 SPECIMEN', 1200, 90, { size: 28, fill: '#b00020', weight: 'bold' }),
      ...specimenMark(150, 250, 850),
    ],
    seal,
  )
}
