import { useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#/api/pages.ts'
import { periodFields as fields, periodFaultNames, taxKindNames } from '#/api/taxation/periods.texts.ts'
import { formatYuan, subtract } from '#/domain/base/money.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery, useRead } from '#/web/kernel/query.ts'
import { canOpen } from '#/web/kernel/session.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { useComparisonTime } from './Booked.tsx'
import { booksTexts } from './books.texts.ts'
import type { PeriodDetail } from './tags.tsx'
import { faultRemedies, texts } from './texts.ts'

type Check = OutputOf<typeof api.periods.check>
type Fault = Check['faults'][number]
type Book = Check['books'][number]

const maxRows = 8

/** Faults to correct in the person's record. All others are corrected in the person's payments. */
const personFaults: readonly Fault['kind'][] = ['consent', 'identity', 'samePermit', 'duplicate']

/** A person with a fault, linked to where it is corrected if the user may open that page. */
function FaultyPerson({ person, kind, month }: { readonly person: Fault['people'][number]; readonly kind: Fault['kind']; readonly month: string }) {
  const isPerson = personFaults.includes(kind)
  const path = isPerson
    ? `${pages.userYzPtList.path}?open=${person.operatorId}`
    : `${pages.paymentDetail.path}?operatorId=${person.operatorId}&period=${month}&basis=${kind === 'underWay' ? 'submitted' : 'booked'}`
  return (
    <>
      <span className="k-masked">
        {canOpen(isPerson ? 'userYzPtList' : 'paymentDetail') ? <Link to={path}>{person.name}</Link> : person.name}{' '}
        <span className="k-muted">{person.idNumber}</span>
      </span>{' '}
    </>
  )
}

/** The people with a fault: the first few, and on request all that the server returned. */
function People({ fault, month }: { readonly fault: Fault; readonly month: string }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const visiblePeople = isWhole ? fault.people : fault.people.slice(0, maxRows)
  return (
    <span>
      {visiblePeople.map((person) => (
        <FaultyPerson key={person.operatorId} person={person} kind={fault.kind} month={month} />
      ))}
      {fault.people.length > visiblePeople.length ? (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {t(texts.more, { count: fault.count })}
        </Button>
      ) : fault.count > visiblePeople.length ? (
        t(texts.more, { count: fault.count })
      ) : null}
    </span>
  )
}

function Faults({ faults, month }: { readonly faults: readonly Fault[]; readonly month: string }) {
  const t = useText()
  const remedyOf = (kind: Fault['kind']) =>
    personFaults.includes(kind) && !canOpen('userYzPtList') ? t(texts.mendByOthers, { mend: t(faultRemedies[kind]) }) : t(faultRemedies[kind])
  const columns: Column<Fault>[] = [
    {
      key: 'level',
      title: t(texts.check),
      width: 100,
      isAlways: true,
      render: (row) => <StatusTag tone={row.isBlocking ? 'red' : 'gold'}>{t(row.isBlocking ? texts.blocking : texts.warning)}</StatusTag>,
    },
    { key: 'kind', title: t(texts.problem), width: 200, isAlways: true, render: (row) => `${t(periodFaultNames[row.kind])} × ${row.count}` },
    {
      key: 'people',
      title: t(texts.people),
      width: 340,
      render: (row) => <People fault={row} month={month} />,
    },
    { key: 'mend', title: t(texts.mend), width: 220, isAlways: true, render: (row) => remedyOf(row.kind) },
  ]
  return (
    <DataTable
      id="tax-period-faults"
      label={t(texts.check)}
      columns={columns}
      rows={faults}
      rowKey={(row) => row.kind}
      source={idleQuery}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

function BookTable({ books }: { readonly books: readonly Book[] }) {
  const t = useText()
  const columns: Column<Book>[] = [
    { key: 'kind', title: t(texts.tax), width: 130, isAlways: true, render: (row) => t(taxKindNames[row.kind]) },
    moneyColumn('accrued', t(fields.total), 130, { isAlways: true }),
    moneyColumn('underWay', t(booksTexts.underWay), 120, { isAlways: true }),
    moneyColumn('booked', t(fields.booked), 130, { isAlways: true }),
    {
      key: 'gap',
      title: t(texts.gap),
      width: 120,
      align: 'right',
      isAlways: true,
      render: (row) => <Money value={subtract(row.booked, row.taken)} isStrong />,
    },
    {
      key: 'journals',
      title: t(texts.journals),
      width: 320,
      render: (row) =>
        row.journals.map((journal) => `${journal.no} ${formatYuan(journal.amount)} ${journal.memo} ${formatDateTimeSeconds(journal.at)}`).join('; ') || '—',
    },
  ]
  return (
    <DataTable
      id="tax-period-books"
      label={t(texts.books)}
      columns={columns}
      rows={books}
      rowKey={(row) => row.kind}
      source={idleQuery}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}

/** The check before closing: faults with the people concerned, and the lines compared with the books. */
export function PeriodCheck({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const comparisonTime = useComparisonTime()
  const check = useRead(api.periods.check, { declarationId: period.id })
  return (
    <QueryContent query={check} lines={8}>
      {({ faults, books, comparedAt }) => (
        <div className="k-stack">
          {faults.length === 0 ? <Alert type="success" title={t(texts.clean)} showIcon role="status" /> : <Faults faults={faults} month={period.month} />}
          <h3>{t(texts.books)}</h3>
          <p className="k-note">{comparisonTime(comparedAt)}</p>
          <BookTable books={books} />
        </div>
      )}
    </QueryContent>
  )
}
