import type { Random } from '#/db/demo/random.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/identity.ts'

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎']
const given =
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 刚 桂英 建华 志强 秀兰 海燕 晓东 雪梅 文博 子涵 思远 雨桐 浩然 嘉怡 俊杰 梓萱 国栋 红梅 立新 春生 玉兰 振宇 佳慧 天佑 欣然 泽宇'.split(
    ' ',
  )
const regions = [
  '110105',
  '310115',
  '320106',
  '330106',
  '350203',
  '370102',
  '410105',
  '420111',
  '430103',
  '440305',
  '450103',
  '460106',
  '500112',
  '510107',
  '530102',
  '610113',
]
const banks = [
  ['621700', '中国建设银行'],
  ['622202', '中国工商银行'],
  ['622848', '中国农业银行'],
  ['621660', '中国银行'],
  ['622588', '招商银行'],
  ['622262', '交通银行'],
] as const
const trades = ['信息技术服务部', '设计工作室', '配送服务部', '文化传媒工作室', '技术咨询部', '家政服务部', '直播工作室']

/** A person of the demo, with everything a payment looks at. */
export interface DemoPerson {
  readonly id: number
  readonly centreId: number
  readonly unitIds: readonly number[]
  readonly name: string
  readonly idNumber: string
  readonly birth: string
  readonly mobile: string
  readonly cardNo: string
  readonly bankName: string
  readonly yztype: 1 | 2
  readonly entity: { readonly name: string; readonly creditCode: string } | null
  readonly status: number
  readonly isVerified: boolean
  readonly agreement: 'valid' | 'expired' | 'none'
  readonly hasTaxConsent: boolean
  readonly relatedTo: number | null
}

/** What is special about a person. */
export type Special = Partial<Pick<DemoPerson, 'status' | 'isVerified' | 'agreement' | 'hasTaxConsent' | 'relatedTo'>> & {
  readonly birth?: string
  readonly cardEnding?: string
  readonly hasEntity?: boolean
}

/** Makes the person with this id: always the same one for the same id. */
export function makePerson(random: Random, id: number, place: { centreId: number; unitIds: readonly number[] }, special: Special = {}): DemoPerson {
  const birth =
    special.birth ?? `${random.between(1968, 2003)}${String(random.between(1, 12)).padStart(2, '0')}${String(random.between(1, 28)).padStart(2, '0')}`
  const name = random.pick(surnames) + random.pick(given)
  const region = random.pick(regions)
  const [bin, bankName] = random.pick(banks)
  const hasEntity = special.hasEntity ?? random.chance(30)
  return {
    id,
    ...place,
    name,
    birth: `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`,
    idNumber: idNumberFor(region, birth, id),
    bankName,
    mobile: `1${random.pick(['38', '39', '58', '86', '77', '52'])}${String(10_000_000 + id * 7919).slice(-8)}`,
    cardNo: bankCardFor(bin, 4_000_000 + id * 37, special.cardEnding ?? ''),
    yztype: hasEntity ? 2 : 1,
    entity: hasEntity ? { name: `${region.slice(0, 2)}区${name}${random.pick(trades)}`, creditCode: creditCodeFor('92', region, id) } : null,
    status: special.status ?? 8,
    isVerified: special.isVerified ?? true,
    agreement: special.agreement ?? 'valid',
    hasTaxConsent: special.hasTaxConsent ?? true,
    relatedTo: special.relatedTo ?? null,
  }
}
