import type { Modules } from '#/api/modules.ts'
import type { CentreFiling } from '#/domain/taxation/centre-filing.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { centreFilings } from '#/server/taxation/filingcalendar/public.ts'

const isNear = ({ urgency }: CentreFiling) => urgency === 'near'

export const filingcalendar: Implementation<Modules['filingcalendar']> = {
  async list(ctx, { states, kinds, keyword = '', from = '', to = '9999' }) {
    const matchingFilings = (await centreFilings(ctx)).filter(
      (filing) => (kinds?.includes(filing.kind) ?? true) && filing.centreName.includes(keyword) && filing.dueOn >= from && filing.dueOn <= to,
    )
    const openFilings = matchingFilings.filter(({ state, urgency }) => state === 'open' && urgency !== 'early')
    const overdueCount = matchingFilings.filter(({ state }) => state === 'overdue').length
    return {
      rows: matchingFilings.filter(({ state }) => states?.includes(state) ?? true),
      counts: { overdue: overdueCount, near: openFilings.filter(isNear).length, open: openFilings.length },
    }
  },
}
