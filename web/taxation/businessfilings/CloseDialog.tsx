import { filingFaultNames } from '#/api/taxation/businessfilings.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import type { FilingPeriodProps } from './PeriodDialogs.tsx'
import { faultRemedies, texts } from './texts.ts'

type Fault = OutputOf<typeof api.businessfilings.check>['faults'][number]

const weightTags = { block: { tone: 'red', text: texts.block }, doubt: { tone: 'gold', text: texts.doubt }, note: { tone: 'grey', text: texts.hint } } as const
const maxShown = 5

/** The businesses with a fault, each linked to its filing. */
function FaultyBusinesses({ fault, onOpen }: { readonly fault: Fault; readonly onOpen: (id: number) => void }) {
  const t = useText()
  return (
    <span>
      {fault.filings.slice(0, maxShown).map(({ id, name }) =>
        id === null ? (
          <span key={name}>{name} </span>
        ) : (
          <Button key={id} type="link" size="small" onClick={() => onOpen(id)}>
            {name}
          </Button>
        ),
      )}
      {fault.count > maxShown ? t(texts.more, { count: fault.count }) : null}
    </span>
  )
}

function Faults({ faults, onOpen }: { readonly faults: readonly Fault[]; readonly onOpen: (id: number) => void }) {
  const t = useText()
  const columns: Column<Fault>[] = [
    {
      key: 'weight',
      title: t(texts.check),
      width: 90,
      isAlways: true,
      render: (row) => <StatusTag tone={weightTags[row.weight].tone}>{t(weightTags[row.weight].text)}</StatusTag>,
    },
    { key: 'kind', title: t(texts.problem), width: 150, isAlways: true, render: (row) => `${t(filingFaultNames[row.kind])} × ${row.count}` },
    { key: 'names', title: t(texts.who), width: 250, isAlways: true, render: (row) => <FaultyBusinesses fault={row} onOpen={onOpen} /> },
    { key: 'mend', title: t(texts.mend), width: 170, isAlways: true, render: (row) => t(faultRemedies[row.kind]) },
  ]
  return <DataTable id="filing-faults" label={t(texts.check)} columns={columns} rows={faults} rowKey={(row) => row.kind} empty={{ reason: '—' }} isPlain />
}

/** Checks a period and closes it. */
export function CloseDialog({ kind, period, onClose, onOpen }: FilingPeriodProps & { readonly onOpen: (id: number) => void }) {
  const t = useText()
  const check = useRead(api.businessfilings.check, { kind, period })
  const close = useSubmit(api.businessfilings.close, { onDone: onClose })
  const needsReason = check.data?.faults.some(({ weight }) => weight === 'doubt')
  return (
    <ReasonDialog
      title={t(texts.closeTitle, { period })}
      onClose={onClose}
      confirmText={t(texts.close)}
      onConfirm={({ reason }) => void close.submit({ kind, period, reason })}
      submission={close}
      width={760}
      reason={{ isOptional: needsReason === false, ...(needsReason && { hint: t(texts.closeReason) }) }}
    >
      <div className="k-stack">
        <p>{t(texts.closeNote)}</p>
        <QueryContent query={check} lines={3}>
          {({ open, faults }) =>
            faults.length === 0 ? <Alert type="success" showIcon role="status" title={t(texts.clean, { open })} /> : <Faults faults={faults} onOpen={onOpen} />
          }
        </QueryContent>
      </div>
    </ReasonDialog>
  )
}
