import { type Kysely, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

interface StarterCategory {
  readonly name: string
  readonly taxCode: string
  readonly note: string
}

/**
 * The source shown with each category. The codes were written from memory of the published catalogue and not compared
 * with it. Each stays inactive until the platform has compared it with the catalogue in force.
 */
const sourceNote = '参照《商品和服务税收分类编码表》整理（2026-11-22，未经核对）；启用前请与电子税务局现行编码核对'

/** The starter invoice categories, grouped by their short name, which is the class in the catalogue. */
const starterCategories: Readonly<Record<string, readonly StarterCategory[]>> = {
  研发和技术服务: [{ name: '研发服务', taxCode: '3040101000000000000', note: '就新技术、新产品等进行研究与试验开发' }],
  信息技术服务: [
    { name: '软件服务', taxCode: '3040201000000000000', note: '软件开发、维护和测试' },
    { name: '信息系统服务', taxCode: '3040203000000000000', note: '信息系统集成、网络管理、运行维护' },
    { name: '业务流程管理服务', taxCode: '3040204000000000000', note: '依托信息技术提供的业务流程管理' },
    { name: '信息系统增值服务', taxCode: '3040205000000000000', note: '利用信息系统资源为用户附加提供的服务' },
  ],
  文化创意服务: [
    { name: '设计服务', taxCode: '3040301000000000000', note: '工业、平面、服装、环境等设计' },
    { name: '广告服务', taxCode: '3040303000000000000', note: '广告策划、设计、制作、发布、代理' },
    { name: '会议展览服务', taxCode: '3040304000000000000', note: '为各类会议和展览提供的服务' },
  ],
  鉴证咨询服务: [{ name: '咨询服务', taxCode: '3040603000000000000', note: '提供信息、建议、策划、顾问等' }],
  商务辅助服务: [
    { name: '企业管理服务', taxCode: '3040801000000000000', note: '总部管理、市场管理、日常综合管理' },
    { name: '经纪代理服务', taxCode: '3040802000000000000', note: '各类经纪、中介、代理' },
  ],
}

/** Installs missing categories as inactive. Existing ones are not changed. */
export async function installCategories(trx: Kysely<Tables>): Promise<void> {
  const starters = Object.entries(starterCategories).flatMap(([shortName, categories]) => categories.map((category) => ({ ...category, shortName })))
  await sql`insert into invoice_category (name, short_name, tax_code, note, source, changed_at)
    select name, "shortName", "taxCode", note, ${sourceNote}, now() from json_to_recordset(${JSON.stringify(starters)}::json)
      as starters(name text, "shortName" text, "taxCode" text, note text)
    on conflict (name) do nothing`.execute(trx)
}
