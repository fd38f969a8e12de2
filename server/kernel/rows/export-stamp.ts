import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { stampTexts as texts } from '#/api/filters.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { describeFilter } from '#/server/kernel/rows/filter-words.ts'

interface ExportSummary {
  readonly filter: object
  readonly rows: number
  readonly language?: Language
  /** The reason for showing full numbers; null when they are masked. */
  readonly plainReason?: string | null | undefined
}

async function centreName(ctx: Context): Promise<string | null> {
  const { centreId } = ctx.scope
  if (centreId === null) return null
  const row = await ctx.db.selectFrom('centre').select('name').where('id', '=', centreId).executeTakeFirst()
  return row?.name ?? String(centreId)
}

/**
 * Returns an export's first line: who exported it, when, from which centre and mode, and with which filter. If it shows
 * full numbers, the line begins with the reason and the account.
 */
export async function stampOf(ctx: Context, { filter, rows, language = ctx.language, plainReason = null }: ExportSummary): Promise<string> {
  const { mode } = ctx.scope
  const all = translate(texts.all, language)
  const stampPart = (text: keyof typeof texts, value: string | number) => translate(texts[text], language, { value })
  return [
    ...(plainReason === null ? [] : [translate(texts.plain, language, { reason: plainReason }), stampPart('account', ctx.actor.username)]),
    stampPart('by', ctx.actor.name),
    stampPart('at', dateTimeOf(ctx.now)),
    stampPart('centre', (await centreName(ctx)) ?? all),
    stampPart('mode', mode === null ? all : translate(contractModeNames[mode], language)),
    stampPart('filter', await describeFilter(ctx, filter, language)),
    stampPart('rows', String(rows)),
  ].join('  ')
}
