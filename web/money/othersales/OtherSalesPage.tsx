import { otherSaleTexts as words } from '#/api/money/othersales.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { DeclaredSales } from './DeclaredSales.tsx'
import { OwnSales } from './OwnSales.tsx'
import { PeopleWithoutAnswer } from './PeopleWithoutAnswer.tsx'
import { texts } from './texts.ts'

const DeclareDialog = onDemand(async () => (await import('./DeclareDialog.tsx')).DeclareDialog)

/** 其他平台销售额: an operator declares by month, staff see the declarations of their operators. */
export default function OtherSalesPage() {
  const t = useText()
  const [{ declare, pane }, change] = useUrlState({ declare: '', pane: 'declared' })
  const isOwn = useUser()?.usertype === userType.operator
  const canDeclare = isOwn || can('tax:edit')
  return (
    <>
      <PageHeader
        title={t(pageTitles.otherSales)}
        actions={
          canDeclare ? (
            <Button type="primary" onClick={() => change({ declare: 'now' })}>
              {t(isOwn ? texts.declare : texts.enter)}
            </Button>
          ) : null
        }
      />
      {isOwn ? (
        <OwnSales onDeclare={(month) => change({ declare: month })} />
      ) : (
        <>
          <Tabs
            activeKey={pane}
            onChange={(key) => change({ pane: key })}
            items={[
              { key: 'declared', label: t(texts.declared) },
              { key: 'silent', label: t(words.silent) },
            ]}
          />
          {pane === 'silent' ? <PeopleWithoutAnswer /> : <DeclaredSales />}
        </>
      )}
      {declare !== '' && canDeclare ? (
        <DeclareDialog isEntry={!isOwn} {...(declare === 'now' ? {} : { month: declare })} onClose={() => change({ declare: '' })} />
      ) : null}
    </>
  )
}
