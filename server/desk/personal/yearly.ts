import { activities, legalBasisNames } from '#/api/desk/personal.texts.ts'
import { personalPartNames } from '#/api/desk/personal-parts.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { countConsents } from '#/server/agreements/contracts/public.ts'
import { processingRegister } from '#/server/desk/personal/register.ts'
import * as store from '#/server/desk/personal/store-yearly.ts'
import { countOverdue, retentionRules } from '#/server/desk/retention/public.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'

const dayMs = 86_400_000

const markdownTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const markdownSection = (title: string, body: string) => `## ${title}\n\n${body}\n`

export function registerTable(parts: readonly PersonalPart[]): string {
  return markdownTable(
    ['类别 activity', '目的 purpose', '依据 ground', '内容 contents', '保存 retention', '接收方 recipients'],
    processingRegister(parts).map(({ category, parts: names, bases }) => {
      const { name, purpose, ground, recipients } = activities[category]
      const contents = names.map((each) => personalPartNames[each]?.zh ?? each).join('、')
      return [`${name.zh} ${name.en}`, purpose.zh, ground.zh, contents, bases.map((basis) => legalBasisNames[basis].zh).join('；'), recipients.zh]
    }),
  )
}

const readerHeadings = ['账号 account', '单位 organisation', '事项 what', '次数 count']
const readerRows = (rows: readonly store.ReaderRow[]) => rows.map(({ reader, organisation, what, count }) => [reader, organisation, what, count])

async function retentionReport(db: Db, now: Date): Promise<{ text: string; overdue: number }> {
  const rows: [string, string, string, number][] = []
  // The sweep runs hourly, so a row that is a day overdue is a defect.
  for (const rule of retentionRules) rows.push([rule.table, rule.what, rule.keep, await countOverdue(db, rule, new Date(now.getTime() - dayMs))])
  return { text: markdownTable(['表 table', '内容 what', '期限 period', '逾期未删 overdue'], rows), overdue: rows.reduce((sum, row) => sum + row[3], 0) }
}

/**
 * Returns the yearly audit of personal data (个人信息保护法 §54) as Markdown: views and exports of full numbers, requests to
 * delete, consents, retention and the register. `findings` counts the defects to fix.
 */
export async function yearlyAudit(db: Db, year: number, now: Date, parts: readonly PersonalPart[]): Promise<{ text: string; findings: number }> {
  const yearStart = (each: number) => new Date(`${each}-01-01T00:00:00+08:00`)
  const span = { from: yearStart(year), to: yearStart(year + 1) }
  const closingCounts = await store.countClosings(db, span, dayOf(now))
  const retentionResult = await retentionReport(db, now)
  const text = [
    `# 个人信息合规审计 Personal data audit ${year}\n\n${dayOf(now)}\n`,
    markdownSection('完整号码查阅 Views of full numbers', markdownTable(readerHeadings, readerRows(await store.countNumberViews(db, span)))),
    markdownSection('完整号码与副本导出 Exports with full numbers', markdownTable(readerHeadings, readerRows(await store.countPlainExports(db, span)))),
    markdownSection('注销与删除 Requests to delete', markdownTable(Object.keys(closingCounts), [Object.values(closingCounts)])),
    markdownSection(
      '同意 Consents',
      markdownTable(
        ['类型 kind', '同意 given', '撤回 withdrawn'],
        (await countConsents(db, span)).map(({ kind, given, revoked }) => [kind, given, revoked]),
      ),
    ),
    markdownSection('保存期限 Retention', retentionResult.text),
    markdownSection('处理活动记录 Register of processing', registerTable(parts)),
  ].join('\n')
  return { text, findings: closingCounts.late + retentionResult.overdue }
}
