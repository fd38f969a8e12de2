import type { Row } from '#/demo/insert.ts'
import { type DemoUnit, enterpriseCode } from '#/demo/organisations.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { templateIdOfKind } from '#/demo/templates.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'

/** The trade of a demo business, by the ending of its name. */
const trades: readonly (readonly [ending: string, industry: string, scope: string])[] = [
  ['信息技术服务部', '信息技术', '软件开发；信息技术咨询服务；信息系统运行维护服务'],
  ['设计工作室', '设计服务', '平面设计；专业设计服务；图文设计制作'],
  ['配送服务部', '物流配送', '装卸搬运；外卖递送服务；供应链管理服务'],
  ['文化传媒工作室', '文化传媒', '组织文化艺术交流活动；摄影摄像服务；广告制作'],
  ['技术咨询部', '技术咨询', '技术服务、技术开发、技术咨询、技术交流'],
  ['家政服务部', '家政服务', '家政服务；专业保洁、清洗、消毒服务'],
  ['直播工作室', '网络直播', '个人互联网直播服务；市场营销策划；互联网销售'],
]

export function tradeOf(name: string): { industry: string; scope: string } {
  const [, industry = '信息技术', scope = '技术服务'] = trades.find(([ending]) => name.endsWith(ending)) ?? []
  return { industry, scope }
}

/** Returns the advance levy rates of some businesses, from the first day of their tax registration. */
export function levyRatesOf(businesses: readonly Row<'operator_entity'>[], people: readonly DemoPerson[], at: string): Row<'entity_levy_rate'>[] {
  const rates = new Map(people.map(({ id, entity }) => [id, entity?.levyRatePpm ?? 0]))
  return businesses.flatMap(({ id, operator_id, centre_id, taxed_on }) => {
    const rate_ppm = rates.get(Number(operator_id)) ?? 0
    if (rate_ppm === 0 || id === undefined || !taxed_on) return []
    return [{ entity_id: Number(id), operator_id, centre_id, rate_ppm, valid_from: taxed_on, document_no: '', created_at: at }]
  })
}

/** Returns the businesses that people already owned, which operate and have reported up to last year. */
export function businessRows(people: readonly DemoPerson[], today: string, at: string): Row<'operator_entity'>[] {
  const lastYear = Number(today.slice(0, 4)) - 1
  return people.flatMap(({ id, entity, centreId }) => {
    if (!entity) return []
    const { industry, scope } = tradeOf(entity.name)
    const licensed_on = shiftDay(dayOf(new Date(at)), -(id % 400))
    return [
      {
        id,
        operator_id: id,
        centre_id: centreId,
        name: entity.name,
        credit_code: entity.creditCode,
        state: 'operating',
        form: 'individual',
        industry,
        biz_scope: scope,
        address: `${entity.name.slice(0, entity.name.indexOf('区') + 1)}创业路${(id % 300) + 1}号`,
        licensed_on,
        tax_kind: 'small',
        levy: entity.levyRatePpm > 0 || id % 3 !== 0 ? 'deemed' : 'audit',
        taxed_on: shiftDay(licensed_on, 12),
        calendar_from: today,
        annual_report_year: lastYear,
        created_at: at,
      },
    ]
  })
}

/** The first id above those of contracts with units. */
const firstContractId = 2001

/** Returns the contracts between units of mode 1 and the businesses that they pay. */
export function businessContracts(
  people: readonly DemoPerson[],
  units: readonly DemoUnit[],
  terms: { readonly valid_from: string; readonly valid_to: string; readonly created_at: string },
): Row<'contract'>[] {
  const pairs = people.flatMap(({ id, entity, unitIds }) =>
    units
      .filter((unit) => unitIds.includes(unit.id))
      .flatMap((unit) =>
        unit.settings.filter((setting) => setting.mode === settlementMode.individualBusiness).map(({ centreId }) => ({ id, entity, unit, centreId })),
      ),
  )
  return pairs.flatMap(({ id, entity, unit, centreId }, at) => {
    if (!entity) return []
    return [
      {
        id: firstContractId + at,
        no: `HT2025${String(firstContractId + at).padStart(6, '0')}`,
        name: '业务服务合同',
        kind: 'business_contract',
        mode: settlementMode.individualBusiness,
        centre_id: centreId,
        unit_id: unit.id,
        operator_id: id,
        entity_id: id,
        template_id: templateIdOfKind('business_contract'),
        parties: [
          { party: 'a', type: 'unit', id: unit.id, name: unit.name, code: enterpriseCode(unit.region, unit.id) },
          { party: 'b', type: 'business', id, name: entity.name, code: entity.creditCode },
        ],
        amount_cap_fen: null,
        sign_state: 'done',
        created_by: 1,
        sent_at: terms.created_at,
        done_at: terms.created_at,
        ...terms,
      },
    ]
  })
}
