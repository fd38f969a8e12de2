import type { Modules } from '#/api/modules.ts'
import { findChannelKind } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { storeExport, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import { emptyTemplate } from '#/server/money/reconciliation/columns.ts'
import { dayDesk, presentDay } from '#/server/money/reconciliation/days.ts'
import { uploadStatement } from '#/server/money/reconciliation/importing.ts'
import { itemDesk, presentItem } from '#/server/money/reconciliation/items.ts'
import { ruleDesk } from '#/server/money/reconciliation/rules.ts'
import { daysForExport, itemsForExport } from '#/server/money/reconciliation/sheet.ts'
import * as store from '#/server/money/reconciliation/store.ts'
import { channels } from '#/server/money/reconciliation/store-files.ts'

/** Refuses a filter with a channel outside the caller's scope. */
async function expectVisibleChannels(ctx: Context, { channelIds = [] }: { readonly channelIds?: readonly number[] | undefined }): Promise<void> {
  if (channelIds.length === 0) return
  const visibleChannels = await channels(ctx)
  expectAllFound(
    channelIds,
    visibleChannels.map(({ id }) => id),
  )
}

export const reconciliation: Implementation<Modules['reconciliation']> = {
  ...dayDesk,
  ...itemDesk,
  ...ruleDesk,

  async days(ctx, { page, size, after, before, ...filter }) {
    await expectVisibleChannels(ctx, filter)
    const [{ rows, next }, count] = await Promise.all([store.listDays(ctx, filter, { page, size, after, before }), store.countDays(ctx, filter)])
    return { rows: rows.map((row) => presentDay(ctx, row)), count, next }
  },

  async exportDays(ctx, filter) {
    await expectVisibleChannels(ctx, filter)
    const { fileId } = await storeExport(ctx, filter, () => daysForExport(ctx, filter), { centreId: ctx.scope.centreId })
    return { fileId }
  },

  async items(ctx, { page, size, after, before, ...filter }) {
    const [{ rows, next }, count] = await Promise.all([store.listItems(ctx, filter, { page, size, after, before }), store.countItems(ctx, filter)])
    return { rows: rows.map((row) => presentItem(ctx, row)), count, next }
  },

  async exportItems(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => itemsForExport(ctx, filter), { centreId: ctx.scope.centreId })
    return { fileId }
  },

  async channels(ctx) {
    const rows = await channels(ctx)
    return rows.map(({ id, name, kind }) => ({ id, name: presetName(name, ctx.language), isManual: findChannelKind(kind)?.isManual ?? false }))
  },

  async template(ctx, { source }) {
    const name = source === 'channel' ? '通道对账文件模板.xlsx' : '银行流水模板.xlsx'
    const { id, sha256 } = await storeWorkbook(ctx, { name, purpose: 'template' }, emptyTemplate(source))
    ctx.note({ refType: 'file', refId: id, detail: { source, sha256 } })
    return { fileId: id }
  },

  upload: uploadStatement,
}
