import { useState } from 'react'
import { groundNames } from '#/api/taxation/platformreports.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { planTexts } from './plan-texts.ts'
import { texts } from './texts.ts'

type Part = OutputOf<typeof api.platformreports.parts>['rows'][number]
type Exclusion = Pick<Part, 'rule'> & { readonly ground: NonNullable<Part['ground']> }

const size = 20

/** A rule that excludes income, with its number. */
export function Ground({ rule, ground }: Exclusion) {
  const t = useText()
  const name = t(groundNames[ground])
  return <StatusTag tone="grey">{rule === null ? name : t(planTexts.ruleNamed, { rule, name })}</StatusTag>
}

function useColumns(): Column<Part>[] {
  const t = useText()
  return [
    { key: 'name', title: t(texts.name), width: 160, isAlways: true, pin: 'left', isCut: true, render: (row) => row.entityName || row.name },
    { key: 'centre', title: t(texts.centre), width: 160, isCut: true, render: (row) => row.centreName },
    { key: 'platform', title: t(planTexts.source), width: 150, isCut: true, render: (row) => row.sourcePlatform || t(planTexts.ownPlatform) },
    { key: 'account', title: t(planTexts.account), width: 170, isCut: true, render: (row) => [row.nickname, row.userNo].filter(Boolean).join(' · ') || '—' },
    {
      key: 'ground',
      title: t(planTexts.excluded),
      width: 230,
      isAlways: true,
      render: (row) => (row.ground === null ? t(planTexts.toReport) : <Ground rule={row.rule} ground={row.ground} />),
    },
    { key: 'payments', title: t(texts.payments), width: 80, align: 'right', render: (row) => row.payments },
    moneyColumn('gross', t(texts.gross), 130),
    moneyColumn('refund', t(texts.refund), 130),
    moneyColumn('net', t(texts.net), 130),
  ]
}

/** The income behind a report by person, centre and account. A centre sees its own share. */
export function Parts({ platformReportId }: { readonly platformReportId: number }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const [onlyExcluded, setOnlyExcluded] = useState(false)
  const list = useRead(api.platformreports.parts, { platformReportId, page, size, ...(onlyExcluded && { onlyExcluded }) })
  return (
    <div className="k-stack">
      <Checkbox
        checked={onlyExcluded}
        onChange={(event) => {
          setOnlyExcluded(event.target.checked)
          setPage(1)
        }}
      >
        {t(planTexts.onlyExcluded)}
      </Checkbox>
      <DataTable
        id="platform-parts"
        label={t(planTexts.parts)}
        columns={useColumns()}
        source={list}
        empty={{ reason: t(texts.none) }}
        paging={{ page, size, count: list.data?.count ?? 0, onChange: setPage }}
      />
    </div>
  )
}
