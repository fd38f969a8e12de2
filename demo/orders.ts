import { type Kysely, sql } from 'kysely'
import { unitStaffOf } from '#/demo/access.ts'
import { insertAll, type Row } from '#/demo/insert.ts'
import type { AssignmentState, OrderState } from '#/domain/agreements/order.ts'
import { fen } from '#/domain/base/money.ts'
import { shiftDay } from '#/domain/base/period.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

interface OrderPlace {
  readonly id: number
  readonly centreId: number
  readonly mode: number
  readonly unit: { readonly id: number; readonly name: string; readonly industry: string; readonly ownPlatform?: string }
}

/** The price columns of a framework order. Only the lists of services below it have prices. */
const noPricing = { price_mode: null, unit_price_fen: null, highest_price_fen: null, quantity: null } as const

/**
 * Returns the invoice category for the orders of an industry. In the demo its tax code counts as compared with the
 * official catalogue.
 */
function categoryOf(industry: string): string {
  const categoryByIndustry: Readonly<Record<string, string>> = {
    软件开发: '软件服务',
    设计咨询: '设计服务',
    文化传播: '广告服务',
    影视制作: '设计服务',
    工程测绘: '咨询服务',
  }
  return categoryByIndustry[industry] ?? '信息系统增值服务'
}

/** Adds a framework order under each contract of a unit, and activates the categories of these orders. */
export async function addFrameworkOrders(
  trx: Kysely<Tables>,
  settings: readonly OrderPlace[],
  inForce: { readonly valid_from: string; readonly valid_to: string; readonly created_at: string },
): Promise<void> {
  await sql`update invoice_category set is_active = true where tax_code is not null`.execute(trx)
  const orders = settings.map(
    (setting): Row<'service_order'> => ({
      id: setting.id,
      no: `DD2025${String(setting.id).padStart(6, '0')}`,
      centre_id: setting.centreId,
      unit_id: setting.unit.id,
      mode: setting.mode,
      contract_id: setting.id,
      kind: 'framework',
      title: `${setting.unit.industry}服务框架订单`,
      category: categoryOf(setting.unit.industry),
      description: `${setting.unit.name}委托提供${setting.unit.industry}相关服务，按月结算，以验收单和成果清单为依据。`,
      criteria: '按月核对业务清单，以双方确认的验收单为准。',
      ...noPricing,
      source_platform: setting.unit.ownPlatform ?? '',
      budget_fen: fen(50_000_000_00),
      state: 'doing',
      ...inForce,
    }),
  )
  await insertAll(trx, 'service_order', orders)
}

interface TaskOrder {
  readonly title: string
  readonly state: OrderState
  readonly price: number
  readonly quantity: number
  readonly headcount: number
  readonly people: readonly (readonly [operatorId: number, state: AssignmentState])[]
}

/** Task orders of the first unit, one in each state. Two of them are offered to the demo's operator. */
const taskOrders: readonly TaskOrder[] = [
  { title: '双十二直播专场策划', state: 'draft', price: 800_00, quantity: 12, headcount: 4, people: [] },
  {
    title: '直播间场景布置',
    state: 'published',
    price: 450_00,
    quantity: 20,
    headcount: 3,
    people: [
      [1001, 'offered'],
      [1002, 'declined'],
    ],
  },
  {
    title: '短视频剪辑（30条）',
    state: 'accepted',
    price: 120_00,
    quantity: 30,
    headcount: 2,
    people: [
      [1003, 'accepted'],
      [1004, 'accepted'],
    ],
  },
  {
    title: '新品首发直播',
    state: 'doing',
    price: 1_500_00,
    quantity: 8,
    headcount: 2,
    people: [
      [1001, 'accepted'],
      [1005, 'accepted'],
    ],
  },
  { title: '九月品牌专场', state: 'delivered', price: 2_000_00, quantity: 5, headcount: 1, people: [[1006, 'accepted']] },
  { title: '户外直播试播', state: 'cancelled', price: 600_00, quantity: 3, headcount: 0, people: [] },
]
const firstUnitPlace = { unit_id: 1, centre_id: 2, mode: 2, contract_id: 12 } as const

/**
 * Adds the task orders, with numbers below those of the framework orders, so that new batches still default to a
 * framework order.
 */
export async function addTaskOrders(trx: Kysely<Tables>, today: string): Promise<void> {
  const { maker } = unitStaffOf(firstUnitPlace.unit_id)
  const created_at = `${shiftDay(today, -6)}T02:00:00Z`
  const orders = taskOrders.map(
    ({ title, state, price, quantity, headcount }, at): Row<'service_order'> => ({
      id: at + 1,
      no: `DD2025${String(at + 1).padStart(6, '0')}`,
      ...firstUnitPlace,
      kind: 'task',
      title,
      category: '信息系统增值服务',
      description: `${title}：按脚本完成准备、执行和复盘，交付录像、截图和数据报表，全程遵守平台规则。`,
      criteria: '成果清单齐全，数据报表与后台一致，由单位签字验收。',
      price_mode: 'fixed',
      unit_price_fen: price,
      highest_price_fen: null,
      quantity,
      budget_fen: price * quantity,
      people_wanted: headcount,
      province: '330000',
      place: '杭州市西湖区直播基地',
      valid_from: shiftDay(today, -5),
      valid_to: shiftDay(today, 60),
      state,
      reason: state === 'cancelled' ? '活动取消' : '',
      created_by: maker,
      created_at,
      published_at: state === 'draft' ? null : created_at,
      ended_at: state === 'cancelled' ? created_at : null,
    }),
  )
  const { unit_id, centre_id } = firstUnitPlace
  const assignmentRows = taskOrders.flatMap(({ people }, at) =>
    people.map(
      ([operator_id, state]): Row<'order_operator'> => ({
        order_id: at + 1,
        unit_id,
        centre_id,
        operator_id,
        state,
        assigned_by: maker,
        assigned_at: created_at,
        answered_at: state === 'offered' ? null : `${shiftDay(today, -5)}T03:00:00Z`,
        reason: state === 'declined' ? '档期冲突' : '',
      }),
    ),
  )
  await insertAll(trx, 'service_order', orders)
  await insertAll(trx, 'order_operator', assignmentRows)
}
