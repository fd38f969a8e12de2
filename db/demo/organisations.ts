import { creditCodeFor } from '#/domain/identity.ts'

/** An operations centre of the demo; number 2 is the one that clients name by default. */
export interface DemoCentre {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly legalName: string
  readonly region: string
  readonly authority: string
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
    cityRatePpm: 70_000,
  },
  {
    id: 3,
    code: 'YY03',
    name: '海南运营中心',
    legalName: '云创客（海南）数字服务有限公司',
    region: '460106',
    authority: '国家税务总局海口市龙华区税务局',
    cityRatePpm: 70_000,
  },
  {
    id: 5,
    code: 'YY05',
    name: '成都运营中心',
    legalName: '云创客（成都）企业服务有限公司',
    region: '510107',
    authority: '国家税务总局成都市武侯区税务局',
    cityRatePpm: 50_000,
  },
]

/** A unit of the demo, with the centres and modes it works in. */
export interface DemoUnit {
  readonly id: number
  readonly name: string
  readonly legalPerson: string
  readonly industry: string
  readonly kind: 'ordinary' | 'platform'
  readonly region: string
  readonly settings: readonly { readonly centreId: number; readonly mode: 1 | 2; readonly planId: number; readonly dualControl: boolean }[]
}

const both = (centreId: number, planId: number) => [
  { centreId, mode: 2 as const, planId, dualControl: true },
  { centreId, mode: 1 as const, planId: 3, dualControl: true },
]

export const demoUnits: readonly DemoUnit[] = [
  { id: 1, name: '星河互娱科技有限公司', legalPerson: '陆远舟', industry: '互联网直播', kind: 'platform', region: '330106', settings: both(2, 1) },
  { id: 2, name: '青禾文化传播有限公司', legalPerson: '顾青禾', industry: '文化传播', kind: 'ordinary', region: '330106', settings: both(2, 1) },
  { id: 3, name: '海岸线旅行服务有限公司', legalPerson: '江海阔', industry: '旅游服务', kind: 'ordinary', region: '460106', settings: both(3, 1) },
  {
    id: 4,
    name: '极鹿即时配送有限公司',
    legalPerson: '鹿鸣野',
    industry: '即时配送',
    kind: 'platform',
    region: '330106',
    settings: [{ centreId: 2, mode: 2, planId: 2, dualControl: true }],
  },
  {
    id: 5,
    name: '知行在线教育科技有限公司',
    legalPerson: '程知行',
    industry: '在线教育',
    kind: 'ordinary',
    region: '330106',
    settings: [{ centreId: 2, mode: 2, planId: 1, dualControl: true }],
  },
  {
    id: 6,
    name: '云杉设计咨询有限公司',
    legalPerson: '林云杉',
    industry: '设计咨询',
    kind: 'ordinary',
    region: '330106',
    settings: [{ centreId: 2, mode: 1, planId: 3, dualControl: false }],
  },
  {
    id: 7,
    name: '暖居家政服务有限公司',
    legalPerson: '温家宁',
    industry: '家政服务',
    kind: 'platform',
    region: '460106',
    settings: [{ centreId: 3, mode: 2, planId: 2, dualControl: true }],
  },
  {
    id: 8,
    name: '万象影业有限公司',
    legalPerson: '沈万象',
    industry: '影视制作',
    kind: 'ordinary',
    region: '460106',
    settings: [{ centreId: 3, mode: 1, planId: 3, dualControl: true }],
  },
  {
    id: 9,
    name: '蜀道软件技术有限公司',
    legalPerson: '杜若川',
    industry: '软件开发',
    kind: 'ordinary',
    region: '510107',
    settings: [{ centreId: 5, mode: 2, planId: 1, dualControl: true }],
  },
  {
    id: 10,
    name: '锦里电商服务有限公司',
    legalPerson: '罗锦里',
    industry: '电商服务',
    kind: 'platform',
    region: '510107',
    settings: [{ centreId: 5, mode: 2, planId: 2, dualControl: true }],
  },
  {
    id: 11,
    name: '竹间健康管理有限公司',
    legalPerson: '竺若谷',
    industry: '健康管理',
    kind: 'ordinary',
    region: '510107',
    settings: [{ centreId: 5, mode: 2, planId: 1, dualControl: false }],
  },
  {
    id: 12,
    name: '远山测绘工程有限公司',
    legalPerson: '岳远山',
    industry: '工程测绘',
    kind: 'ordinary',
    region: '330106',
    settings: [{ centreId: 2, mode: 2, planId: 1, dualControl: true }],
  },
]

/** The credit code of a unit or a centre. */
export function enterpriseCode(region: string, serial: number): string {
  return creditCodeFor('91', region, serial)
}

const million = 100_000_000

export const demoPlans = [
  { id: 1, name: '标准 6%', mode: 2, method: 'fixed', tiers: [{ fromFen: 0, toFen: null, ratePpm: 60_000 }] },
  {
    id: 2,
    name: '阶梯 6% / 5.5% / 5%',
    mode: 2,
    method: 'ladder',
    tiers: [
      { fromFen: 0, toFen: million, ratePpm: 60_000 },
      { fromFen: million, toFen: 5 * million, ratePpm: 55_000 },
      { fromFen: 5 * million, toFen: null, ratePpm: 50_000 },
    ],
  },
  { id: 3, name: '个体工商户 4%', mode: 1, method: 'fixed', tiers: [{ fromFen: 0, toFen: null, ratePpm: 40_000 }] },
] as const
