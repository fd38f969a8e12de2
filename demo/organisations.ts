import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { creditCodeFor } from '#/domain/base/identity.ts'

/** An operations centre of the demo; number 2 is the default. */
export interface DemoCentre {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly legalName: string
  readonly region: string
  readonly authority: string
  readonly bank: string
  readonly cityRatePpm: number
}

export const demoCentres: readonly DemoCentre[] = [
  {
    id: 2,
    code: 'YY02',
    name: '默认运营中心',
    legalName: '云创客（杭州）数字服务有限公司',
    region: '330106',
    authority: '国家税务总局杭州市西湖区税务局',
    bank: '招商银行杭州分行',
    cityRatePpm: 70_000,
  },
  {
    id: 3,
    code: 'YY03',
    name: '海南运营中心',
    legalName: '云创客（海南）数字服务有限公司',
    region: '460106',
    authority: '国家税务总局海口市龙华区税务局',
    bank: '中国银行海口龙华支行',
    cityRatePpm: 70_000,
  },
  {
    id: 5,
    code: 'YY05',
    name: '成都运营中心',
    legalName: '云创客（成都）企业服务有限公司',
    region: '510107',
    authority: '国家税务总局成都市武侯区税务局',
    bank: '交通银行成都武侯支行',
    cityRatePpm: 50_000,
  },
]

/** The cooperation of a unit with one centre in one mode. */
export interface DemoSetting {
  readonly centreId: number
  readonly mode: Mode
  readonly planId: number
  readonly dualControl: boolean
  readonly taxBearer: 'unit' | 'operator'
  readonly feeBearer: 'unit' | 'operator' | 'shared'
}

/** A unit of the demo, with its centres and modes. */
export interface DemoUnit {
  readonly id: number
  readonly name: string
  readonly legalPerson: string
  readonly industry: string
  readonly kind: 'ordinary' | 'platform'
  readonly region: string
  /** The name of the platform that the unit runs itself. */
  readonly ownPlatform?: string
  /** The services of the unit's operators, as written on payment lines. */
  readonly services: readonly string[]
  readonly settings: readonly DemoSetting[]
}

const defaultTerms = { dualControl: true, taxBearer: 'operator', feeBearer: 'unit' } as const

function labourSetting(centreId: number, planId: number, special: Partial<DemoSetting> = {}): DemoSetting {
  return { centreId, mode: settlementMode.generalContract, planId, ...defaultTerms, ...special }
}

function businessSetting(centreId: number, special: Partial<DemoSetting> = {}): DemoSetting {
  return { centreId, mode: settlementMode.individualBusiness, planId: 3, ...defaultTerms, ...special }
}

const hangzhouRegion = { region: '330106' } as const
const haikouRegion = { region: '460106' } as const
const chengduRegion = { region: '510107' } as const

export const demoUnits: readonly DemoUnit[] = [
  {
    id: 1,
    name: '星河互娱科技有限公司',
    legalPerson: '陆远舟',
    industry: '互联网直播',
    kind: 'platform',
    ...hangzhouRegion,
    services: ['直播内容制作', '直播运营服务', '短视频剪辑'],
    settings: [labourSetting(2, 1), businessSetting(2)],
  },
  {
    id: 2,
    name: '青禾文化传播有限公司',
    legalPerson: '顾青禾',
    industry: '文化传播',
    kind: 'ordinary',
    ...hangzhouRegion,
    services: ['活动执行', '文案撰写', '平面设计'],
    settings: [labourSetting(2, 1), businessSetting(2)],
  },
  {
    id: 3,
    name: '海岸线旅行服务有限公司',
    legalPerson: '江海阔',
    industry: '旅游服务',
    kind: 'ordinary',
    ...haikouRegion,
    services: ['导游讲解', '行程定制', '旅拍服务'],
    settings: [labourSetting(3, 1), businessSetting(3)],
  },
  {
    id: 4,
    name: '极鹿即时配送有限公司',
    legalPerson: '鹿鸣野',
    industry: '即时配送',
    kind: 'platform',
    ...hangzhouRegion,
    services: ['同城配送', '夜间配送', '仓内分拣'],
    settings: [labourSetting(2, 2)],
  },
  {
    id: 5,
    name: '知行在线教育科技有限公司',
    legalPerson: '程知行',
    industry: '在线教育',
    kind: 'ordinary',
    ...hangzhouRegion,
    ownPlatform: '知行课堂',
    services: ['课程研发', '在线答疑', '课件制作'],
    settings: [labourSetting(2, 1, { feeBearer: 'operator' })],
  },
  {
    id: 6,
    name: '云杉设计咨询有限公司',
    legalPerson: '林云杉',
    industry: '设计咨询',
    kind: 'ordinary',
    ...hangzhouRegion,
    services: ['空间设计', '效果图制作', '设计咨询'],
    settings: [businessSetting(2, { dualControl: false })],
  },
  {
    id: 7,
    name: '暖居家政服务有限公司',
    legalPerson: '温家宁',
    industry: '家政服务',
    kind: 'platform',
    ...haikouRegion,
    services: ['家庭保洁', '月嫂服务', '家电清洗'],
    settings: [labourSetting(3, 2)],
  },
  {
    id: 8,
    name: '万象影业有限公司',
    legalPerson: '沈万象',
    industry: '影视制作',
    kind: 'ordinary',
    ...haikouRegion,
    services: ['摄影服务', '后期制作', '录音服务'],
    settings: [businessSetting(3)],
  },
  {
    id: 9,
    name: '蜀道软件技术有限公司',
    legalPerson: '杜若川',
    industry: '软件开发',
    kind: 'ordinary',
    ...chengduRegion,
    services: ['软件开发', '软件测试', '数据标注'],
    settings: [labourSetting(5, 1, { taxBearer: 'unit' })],
  },
  {
    id: 10,
    name: '锦里电商服务有限公司',
    legalPerson: '罗锦里',
    industry: '电商服务',
    kind: 'platform',
    ...chengduRegion,
    services: ['店铺运营', '商品摄影', '客服外包'],
    settings: [labourSetting(5, 2, { feeBearer: 'shared' })],
  },
  {
    id: 11,
    name: '竹间健康管理有限公司',
    legalPerson: '竺若谷',
    industry: '健康管理',
    kind: 'ordinary',
    ...chengduRegion,
    services: ['健康咨询', '运动指导', '营养方案'],
    settings: [labourSetting(5, 1, { dualControl: false })],
  },
  {
    id: 12,
    name: '远山测绘工程有限公司',
    legalPerson: '岳远山',
    industry: '工程测绘',
    kind: 'ordinary',
    ...hangzhouRegion,
    services: ['外业测量', '航拍飞行', '内业制图'],
    settings: [labourSetting(2, 1)],
  },
]

/** Returns the credit code of a unit or centre. */
export function enterpriseCode(region: string, serial: number): string {
  return creditCodeFor('91', region, serial)
}

/** Returns the virtual account number at the centre's bank that identifies top-ups of a unit. */
export function virtualAccount(unitId: number, mode: number): string {
  return `8571${String(unitId * 10 + mode).padStart(10, '0')}`
}

/** Returns the bank account in which a centre holds the units' money. */
export function centreAccount(centreId: number): string {
  return `5719${String(10_000_000 + centreId * 1234).padStart(12, '0')}`
}

/** Returns the unit's own bank account, from which its top-ups come. */
export function bankAccountOf(unitId: number): string {
  return `3301${String(unitId).padStart(2, '0')}9900${String(unitId * 7919).padStart(8, '0')}`
}

/** Returns the id of a unit's order in a mode. The contract has the same id. */
export function orderIdOf(unitId: number, mode: number): number {
  return unitId * 10 + mode
}

/** The unit's share of a shared fee. */
export const unitFeeSharePpm = 500_000

const millionYuan = 100_000_000

export const demoPlans = [
  { id: 1, name: '标准 6%', mode: settlementMode.generalContract, method: 'fixed', tiers: [{ fromFen: 0, toFen: null, ratePpm: 60_000 }] },
  {
    id: 2,
    name: '阶梯 6% / 5.5% / 5%',
    mode: settlementMode.generalContract,
    method: 'ladder',
    tiers: [
      { fromFen: 0, toFen: millionYuan, ratePpm: 60_000 },
      { fromFen: millionYuan, toFen: 5 * millionYuan, ratePpm: 55_000 },
      { fromFen: 5 * millionYuan, toFen: null, ratePpm: 50_000 },
    ],
  },
  { id: 3, name: '个体工商户 4%', mode: settlementMode.individualBusiness, method: 'fixed', tiers: [{ fromFen: 0, toFen: null, ratePpm: 40_000 }] },
  // Below the floor of every centre, so a second person must approve its assignment.
  { id: 4, name: '战略客户 2.5%', mode: settlementMode.generalContract, method: 'fixed', tiers: [{ fromFen: 0, toFen: null, ratePpm: 25_000 }] },
] as const

/**
 * The split of fees. Each centre receives the fee above its floor. The partner receives the difference between a unit's
 * rate and the partner's floor.
 */
export const demoSplits = {
  centreFloorPpm: 30_000,
  partnerFloorPpm: 52_000,
  partnerId: 1,
  /** The centre with which the partner signed its agreement. */
  partnerCentreId: 2,
  partnerUnits: [4, 7, 10] as readonly number[],
}
