import { pageTitles } from '#/api/pages.texts.ts'
import { creditFields } from '#/api/taxation/period-corrections.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import { canWorkIn, WrongMode } from '#/web/parts/WrongMode.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Credits } from './Credits.tsx'
import { OwnTaxes } from './OwnTaxes.tsx'
import { Periods } from './Periods.tsx'
import { texts } from './texts.ts'

const tabs = ['periods', 'credits'] as const
type Tab = (typeof tabs)[number]
const initialState: { tab: Tab } = { tab: 'periods' }

function CentrePeriods() {
  const t = useText()
  const [{ tab }, change] = useUrlState(initialState, { tab: tabs })
  return (
    <>
      <PageHeader title={t(pageTitles.taxListWtdz)} />
      <Tabs
        destroyOnHidden
        activeKey={tab}
        onChange={(key) => change({ tab: key === 'credits' ? 'credits' : 'periods' })}
        items={[
          { key: 'periods', label: t(texts.periods), children: <Periods /> },
          { key: 'credits', label: t(creditFields.title), children: <Credits /> },
        ]}
      />
    </>
  )
}

/** 总包分包报税: the tax periods of a centre and its overpaid tax. An operator sees their own year. */
export default function PeriodsPage() {
  const isOwn = useUser()?.usertype === userType.operator
  if (!isOwn && canWorkIn(settlementMode.individualBusiness)) return <WrongMode page="taxListWtdz" other="taxList" />
  return isOwn ? <OwnTaxes /> : <CentrePeriods />
}
