import { secondOf } from '#/domain/period.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { withoutKeyword } from '#/server/kernel/keyword.ts'

const modeNames: Readonly<Record<Mode, string>> = { 1: '个体工商户', 2: '总包分包' }

/**
 * Returns an export's first line: who exported it, when, from where and with which filter (domain.md §4).
 * With full numbers it begins with the reason and the account.
 */
export function stampOf(ctx: Context, filter: object, rows: number, plainReason: string | null = null): string {
  const requested = Object.entries(withoutKeyword(filter)).filter(([, value]) => value !== undefined)
  const { centreId, mode } = ctx.scope
  return [
    ...(plainReason === null ? [] : [`【含完整证件号与卡号，仅限本人使用】理由 ${plainReason}`, `账号 ${ctx.actor.username}`]),
    `导出人 ${ctx.actor.name}`,
    `时间 ${secondOf(ctx.now)}`,
    `运营中心 ${centreId ?? '全部'}`,
    `结算模式 ${mode === null ? '全部' : modeNames[mode]}`,
    `筛选条件 ${requested.length > 0 ? requested.map(([name, value]) => `${name}=${String(value)}`).join(' ') : '无'}`,
    `行数 ${rows}`,
  ].join('  ')
}
