import { useState } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { canWorkIn, WrongMode } from '#/web/parts/WrongMode.tsx'
import { Card, ImportDialog } from '#/web/taxation/invoices/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { Tabs } from '#/web/ui/Tabs.tsx'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { Authorisations } from './Authorisations.tsx'
import { Invoices, initialInvoiceFilters, initialRedFilters, Payments, RedInvoices } from './BusinessInvoices.tsx'
import { texts } from './texts.ts'

const GenerateDialog = onDemand(async () => (await import('./GenerateDialog.tsx')).GenerateDialog)
const PackDialog = onDemand(async () => (await import('./PackDialog.tsx')).PackDialog)

const panes = ['invoices', 'authorisations', 'free', 'returned', 'reds'] as const
const initialState = { pane: 'invoices', stand: '' } as const
const page = 'fpListGth'

/** The counts of invoices to generate, pending, issued and to reverse. Each links to its rows. */
function Figures({ isOperator }: { readonly isOperator: boolean }) {
  const t = useText()
  const { data } = useRead(api.businessinvoices.figures, {}, { follows: ['invoices'] })
  const count = (what: number | undefined) => (data ? t(texts.count, { count: what ?? 0 }) : '')
  return (
    <section className="fp-figures" aria-label={t(texts.figures)}>
      {isOperator ? null : <Card page={page} label={t(texts.free)} value={data?.free} note={t(texts.freeNote)} query="pane=free" />}
      <Card page={page} label={t(texts.waiting)} value={data?.waiting} note={count(data?.waitingCount)} query="states=pending,todo,issuing,failed" />
      <Card page={page} label={t(texts.issued)} value={data?.issued} note={data ? t(texts.papers, { count: data.issuedCount }) : ''} query="states=issued" />
      {isOperator ? null : (
        <Card
          page={page}
          label={t(texts.redDue)}
          value={data?.redDue}
          note={data ? t(texts.payments, { count: data.redDueCount }) : ''}
          query="pane=returned"
        />
      )}
    </section>
  )
}

function HeaderActions({ ask }: { readonly ask: (what: 'generate' | 'import' | 'pack') => void }) {
  const t = useText()
  const list = useSubmit(api.invoices.listToIssue, { onDone: ({ fileId }) => void downloadFile(fileId), done: t(texts.listed) })
  return (
    <>
      <Button onClick={() => ask('pack')}>{t(texts.pack)}</Button>
      {can('fp:issue') ? (
        <>
          <Button loading={list.isBusy} onClick={() => void list.submit({})}>
            {t(texts.listToIssue)}
          </Button>
          <Button onClick={() => ask('import')}>{t(texts.importResults)}</Button>
          <Button type="primary" onClick={() => ask('generate')}>
            {t(texts.generate)}
          </Button>
        </>
      ) : null}
    </>
  )
}

/** 个体户发票: invoices of registered businesses and of the centre in mode 1, authorisations and reversals. */
export default function BusinessInvoicesPage() {
  const t = useText()
  const usertype = useUser()?.usertype
  const [state] = useUrlState(initialState, { pane: panes })
  // Switching tabs clears the filters, because each list has its own.
  const [, setPane] = useUrlState({ ...initialInvoiceFilters, ...initialRedFilters, ...initialState })
  const [dialog, ask] = useState<'generate' | 'import' | 'pack' | null>(null)
  const close = () => ask(null)
  if (canWorkIn(settlementMode.generalContract)) return <WrongMode page="fpListGth" other="fpListDz" />
  const isOperator = usertype === userType.operator
  const items = [
    { key: 'invoices', label: t(texts.invoices), children: <Invoices /> },
    ...(usertype === userType.unit ? [] : [{ key: 'authorisations', label: t(texts.authorisations), children: <Authorisations /> }]),
    ...(isOperator
      ? []
      : [
          { key: 'free', label: t(texts.free), children: <Payments show="free" /> },
          { key: 'returned', label: t(texts.returned), children: <Payments show="returned" /> },
          { key: 'reds', label: t(texts.reds), children: <RedInvoices /> },
        ]),
  ]
  return (
    <>
      <PageHeader title={t(pageTitles.fpListGth)} actions={<HeaderActions ask={ask} />} />
      <Figures isOperator={isOperator} />
      <Tabs
        activeKey={state.pane}
        onChange={(pane) => setPane({ ...initialInvoiceFilters, ...initialRedFilters, stand: '', pane } as never)}
        items={items}
        destroyOnHidden
      />
      {dialog === 'generate' ? <GenerateDialog onClose={close} /> : null}
      {dialog === 'import' ? <ImportDialog onClose={close} /> : null}
      {dialog === 'pack' ? <PackDialog onClose={close} /> : null}
    </>
  )
}
