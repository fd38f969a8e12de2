import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { canWorkIn, OtherMode } from '#/web/parts/OtherMode.tsx'
import { Card, ImportDialog } from '#/web/taxation/invoices/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Authorisations } from './Authorisations.tsx'
import { forInvoices, forReds, Invoices, Payments, RedInvoices } from './BusinessInvoices.tsx'
import { texts } from './texts.ts'

const GenerateDialog = onDemand(async () => (await import('./GenerateDialog.tsx')).GenerateDialog)
const PackDialog = onDemand(async () => (await import('./PackDialog.tsx')).PackDialog)

const panes = ['invoices', 'authorisations', 'free', 'returned', 'reds'] as const
const initial = { pane: 'invoices', stand: '' } as const
const page = 'fpListGth'

/** The counts of invoices to generate, pending, issued and to reverse. Each links to its rows. */
function Figures({ isOperator }: { readonly isOperator: boolean }) {
  const say = useText()
  const { data } = useRead(api.businessinvoices.figures, {}, { follows: ['invoices'] })
  const count = (what: number | undefined) => (data ? say(texts.count, { count: what ?? 0 }) : '')
  return (
    <section className="fp-figures" aria-label={say(texts.figures)}>
      {isOperator ? null : <Card page={page} label={say(texts.free)} value={data?.free} note={say(texts.freeNote)} query="pane=free" />}
      <Card page={page} label={say(texts.waiting)} value={data?.waiting} note={count(data?.waitingCount)} query="states=pending,todo,issuing,failed" />
      <Card
        page={page}
        label={say(texts.issued)}
        value={data?.issued}
        note={data ? say(texts.papers, { count: data.issuedCount }) : ''}
        query="states=issued"
      />
      {isOperator ? null : (
        <Card
          page={page}
          label={say(texts.redDue)}
          value={data?.redDue}
          note={data ? say(texts.payments, { count: data.redDueCount }) : ''}
          query="pane=returned"
        />
      )}
    </section>
  )
}

function HeaderActions({ ask }: { readonly ask: (what: 'generate' | 'import' | 'pack') => void }) {
  const say = useText()
  const list = useSubmit(api.invoices.listToIssue, { onDone: ({ fileId }) => void downloadFile(fileId), done: say(texts.listed) })
  return (
    <>
      <Button onClick={() => ask('pack')}>{say(texts.pack)}</Button>
      {can('fp:issue') ? (
        <>
          <Button loading={list.isBusy} onClick={() => void list.submit({})}>
            {say(texts.listToIssue)}
          </Button>
          <Button onClick={() => ask('import')}>{say(texts.importResults)}</Button>
          <Button type="primary" onClick={() => ask('generate')}>
            {say(texts.generate)}
          </Button>
        </>
      ) : null}
    </>
  )
}

/** 个体户发票: invoices of registered businesses and of the centre in mode 1, authorisations and reversals. */
export default function BusinessInvoicesPage() {
  const say = useText()
  const usertype = useUser()?.usertype
  const [state] = useUrlState(initial, { pane: panes })
  // Switching tabs clears the filters, because each list has its own.
  const [, setPane] = useUrlState({ ...forInvoices, ...forReds, ...initial })
  const [dialog, ask] = useState<'generate' | 'import' | 'pack' | null>(null)
  const close = () => ask(null)
  if (canWorkIn(settlementMode.generalContract)) return <OtherMode page="fpListGth" other="fpListDz" />
  const isOperator = usertype === userType.operator
  const items = [
    { key: 'invoices', label: say(texts.invoices), children: <Invoices /> },
    ...(usertype === userType.unit ? [] : [{ key: 'authorisations', label: say(texts.authorisations), children: <Authorisations /> }]),
    ...(isOperator
      ? []
      : [
          { key: 'free', label: say(texts.free), children: <Payments show="free" /> },
          { key: 'returned', label: say(texts.returned), children: <Payments show="returned" /> },
          { key: 'reds', label: say(texts.reds), children: <RedInvoices /> },
        ]),
  ]
  return (
    <>
      <PageHeader title={say(pageTitles.fpListGth)} actions={<HeaderActions ask={ask} />} />
      <Figures isOperator={isOperator} />
      <Tabs activeKey={state.pane} onChange={(pane) => setPane({ ...forInvoices, ...forReds, stand: '', pane } as never)} items={items} destroyOnHidden />
      {dialog === 'generate' ? <GenerateDialog onClose={close} /> : null}
      {dialog === 'import' ? <ImportDialog onClose={close} /> : null}
      {dialog === 'pack' ? <PackDialog onClose={close} /> : null}
    </>
  )
}
