import type { Random } from '#/demo/random.ts'
import { accountStatus, operatorType } from '#/domain/base/codes.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'

const surnames = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎']
const givenNames =
  '伟 芳 娜 敏 静 丽 强 磊 军 洋 勇 艳 杰 娟 涛 明 超 霞 平 刚 桂英 建华 志强 秀兰 海燕 晓东 雪梅 文博 子涵 思远 雨桐 浩然 嘉怡 俊杰 梓萱 国栋 红梅 立新 春生 玉兰 振宇 佳慧 天佑 欣然 泽宇'.split(
    ' ',
  )
const places = [
  ['110105', '朝阳'],
  ['310115', '浦东'],
  ['320106', '鼓楼'],
  ['330106', '西湖'],
  ['350203', '思明'],
  ['370102', '历下'],
  ['410105', '金水'],
  ['420111', '洪山'],
  ['430103', '天心'],
  ['440305', '南山'],
  ['450103', '青秀'],
  ['460106', '龙华'],
  ['500112', '渝北'],
  ['510107', '武侯'],
  ['530102', '五华'],
  ['610113', '雁塔'],
] as const
const banks = [
  ['621700', '中国建设银行'],
  ['622202', '中国工商银行'],
  ['622848', '中国农业银行'],
  ['621660', '中国银行'],
  ['622588', '招商银行'],
  ['622262', '交通银行'],
] as const
const trades = ['信息技术服务部', '设计工作室', '配送服务部', '文化传媒工作室', '技术咨询部', '家政服务部', '直播工作室']
const mobilePrefixes = ['38', '39', '58', '86', '77', '52']
const levyRatePpm = 5000

/** A person of the demo, with all facts that payment checks use. */
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
  /** The registered business. The id of the business is that of the person. */
  readonly entity: { readonly name: string; readonly creditCode: string; readonly levyRatePpm: number } | null
  readonly status: number
  readonly isVerified: boolean
  readonly agreement: 'valid' | 'expired' | 'none'
  readonly hasTaxConsent: boolean
  readonly relatedTo: number | null
}

export type PersonOverrides = Partial<Pick<DemoPerson, 'status' | 'isVerified' | 'agreement' | 'hasTaxConsent' | 'relatedTo' | 'unitIds'>> & {
  readonly birth?: string
  readonly cardEnding?: string
  readonly hasEntity?: boolean
}

function entityFor(random: Random, id: number, name: string, [region, district]: (typeof places)[number]): NonNullable<DemoPerson['entity']> {
  // Most businesses file their own declarations. From some, an agreed advance is collected with each payment.
  const isCollected = id % 10 === 0
  return { name: `${district}区${name}${random.pick(trades)}`, creditCode: creditCodeFor('92', region, id), levyRatePpm: isCollected ? levyRatePpm : 0 }
}

/** Creates the person with this id. The same random stream always gives the same person. */
export function makePerson(random: Random, id: number, place: { centreId: number; unitIds: readonly number[] }, special: PersonOverrides = {}): DemoPerson {
  const padTwo = (value: number) => String(value).padStart(2, '0')
  const birth = special.birth ?? `${random.between(1968, 2003)}${padTwo(random.between(1, 12))}${padTwo(random.between(1, 28))}`
  const name = random.pick(surnames) + random.pick(givenNames)
  const homePlace = random.pick(places)
  const [bin, bankName] = random.pick(banks)
  const hasEntity = special.hasEntity ?? random.chance(30)
  return {
    id,
    centreId: place.centreId,
    unitIds: special.unitIds ?? place.unitIds,
    name,
    birth: `${birth.slice(0, 4)}-${birth.slice(4, 6)}-${birth.slice(6)}`,
    idNumber: idNumberFor(homePlace[0], birth, id),
    bankName,
    mobile: `1${random.pick(mobilePrefixes)}${String(10_000_000 + id * 7919).slice(-8)}`,
    cardNo: bankCardFor(bin, 4_000_000 + id * 37, special.cardEnding ?? ''),
    yztype: hasEntity ? operatorType.individualBusiness : operatorType.naturalPerson,
    entity: hasEntity ? entityFor(random, id, name, homePlace) : null,
    status: special.status ?? accountStatus.active,
    isVerified: special.isVerified ?? true,
    agreement: special.agreement ?? 'valid',
    hasTaxConsent: special.hasTaxConsent ?? true,
    relatedTo: special.relatedTo ?? null,
  }
}
