import type { ReactNode } from 'react'
import { faceNames, operatorFields, yztypeNames } from '#/api/people/operators.texts.ts'
import { idKindNames, particularNames, sexNames, taxResidenceNames, validityTexts } from '#/api/people/particulars.texts.ts'
import { verifierNames } from '#/api/people/verifications.texts.ts'
import { countryName } from '#/domain/base/countries.ts'
import type { Text } from '#/domain/base/text.ts'
import { noExpiry } from '#/domain/people/particulars.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime, formatDay } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { RevealableNumber } from '#/web/parts/plain/RevealNumber.tsx'
import { ChangeLog } from '#/web/parts/trail/ChangeLog.tsx'
import { OperatorEntities, useCanManageEntities } from '#/web/people/entities/public.tsx'
import { ManualVerification } from '#/web/people/verifications/public.tsx'
import { OperatorCards } from '#/web/shell/PageExtras.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { type Operator, type OperatorDetail, OperatorMark, OperatorStatus, PaperMark } from './OperatorTags.tsx'
import { texts } from './operator-list.texts.ts'

type Month = OutputOf<typeof api.operators.income>[number]
type Consent = OperatorDetail['consents'][number]
type Card = OperatorDetail['cards'][number]

const FaceTag = stateTag(faceNames, { 0: 'grey', 1: 'green', 2: 'red' })

/** The verification of the identity and its verifier, or the ways to verify it. */
function IdentityVerification({ operator }: { readonly operator: OperatorDetail }) {
  const t = useText()
  const verifierName = verifierNames[operator.verifiedBy]
  return (
    <span className="k-row">
      <OperatorMark state={operator.isVerified ? 'verified' : 'unverified'} />
      {operator.isVerified ? verifierName && <span className="k-note">{t(verifierName)}</span> : <ManualVerification operator={operator} card={null} />}
    </span>
  )
}

/** The personal data required by declarations, as on the ID. */
function Particulars({ operator }: { readonly operator: OperatorDetail }) {
  const t = useText()
  const language = useLanguage()
  const unknown = t(texts.unknown)
  const { sex, nationality, address, validFrom, validTo, residence, taxedAs } = operator
  const validityEnd = validTo === noExpiry ? t(validityTexts.forEver) : validTo
  const declarationNote = residence ? ` (${t(texts.declaredBy, { name: residence.by || '—', day: formatDay(residence.at) })})` : ''
  return (
    <section className="k-card">
      <h2>{t(texts.identity)}</h2>
      <Facts
        columns={2}
        rows={[
          { label: t(particularNames.idKind), value: t(idKindNames[operator.idKind]) },
          { label: t(particularNames.sex), value: sex ? t(sexNames[sex]) : unknown },
          { label: t(particularNames.birth), value: operator.birth },
          { label: t(particularNames.nationality), value: nationality ? countryName(nationality, language) : unknown },
          {
            label: t(texts.paperEnd),
            value: (
              <span className="k-row">
                {validFrom || validityEnd ? `${validFrom || '…'} – ${validityEnd || '…'}` : unknown}
                <PaperMark paper={operator.paper} />
              </span>
            ),
          },
          {
            label: t(particularNames.taxResidence),
            value: taxedAs === 'undeclared' ? <StatusTag tone="gold">{t(texts.undeclared)}</StatusTag> : `${t(taxResidenceNames[taxedAs])}${declarationNote}`,
          },
          ...(address === null
            ? []
            : [
                {
                  label: t(particularNames.address),
                  value: address ? <RevealableNumber of="operator" id={operator.id} field="address" value={address} /> : unknown,
                  isWide: true,
                },
              ]),
        ]}
      />
    </section>
  )
}

function Basics({ operator }: { readonly operator: OperatorDetail }) {
  const t = useText()
  const kind = yztypeNames[operator.yztype]
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(operatorFields.code), value: operator.code },
          { label: t(operatorFields.status), value: <OperatorStatus operator={operator} /> },
          { label: t(operatorFields.name), value: operator.name },
          { label: t(operatorFields.idNumber), value: <RevealableNumber of="operator" id={operator.id} field="idNumber" value={operator.idNumber} /> },
          { label: t(operatorFields.mobile), value: <RevealableNumber of="operator" id={operator.id} field="mobile" value={operator.mobile} /> },
          { label: t(texts.age), value: operator.age },
          { label: t(operatorFields.yztype), value: kind ? t(kind) : operator.yztype },
          { label: t(operatorFields.verified), value: <IdentityVerification operator={operator} /> },
          { label: t(operatorFields.face), value: <FaceTag state={operator.verifyFace} /> },
          { label: t(operatorFields.signed), value: <OperatorMark state={operator.agreement} /> },
          { label: t(operatorFields.authorised), value: <OperatorMark state={operator.isAuthorised ? 'authorised' : 'unauthorised'} /> },
          { label: t(operatorFields.centre), value: operator.centreName },
          { label: t(operatorFields.created), value: formatDateTime(operator.createdAt) },
          ...(operator.statusReason ? [{ label: t(texts.reason), value: operator.statusReason, isWide: true }] : []),
        ]}
      />
      <Particulars operator={operator} />
      <OperatorCards operatorId={operator.id} />
      <section className="k-card">
        <h2>{t(texts.linked)}</h2>
        {operator.links.length === 0 ? <p className="k-muted">{t(texts.noUnit)}</p> : null}
        <ul className="k-stack">
          {operator.links.map((link) => (
            <li key={link.unitId} className="k-row">
              <span>{link.unitName}</span>
              <span className="k-note">{t(texts.since, { day: formatDay(link.since) })}</span>
              {link.isActive ? null : <StatusTag tone="grey">{t(texts.ended)}</StatusTag>}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

function Cards({ operator }: { readonly operator: OperatorDetail }) {
  const t = useText()
  const columns: Column<Card>[] = [
    { key: 'bank', title: t(texts.bank), width: 180, render: (row) => row.bankName },
    {
      key: 'card',
      title: t(texts.cardNo),
      width: 210,
      render: (row) =>
        // Only the default card's full number can be revealed.
        row.isDefault ? <RevealableNumber of="operator" id={operator.id} field="cardNo" value={`**** ${row.tail}`} /> : <Masked value={`**** ${row.tail}`} />,
    },
    {
      key: 'state',
      title: t(operatorFields.status),
      width: 220,
      render: (row) => (
        <span className="k-row">
          {row.isVerified ? (
            <OperatorMark state="verified" />
          ) : (
            <StatusTag tone={row.verifiedAt ? 'red' : 'grey'}>{t(row.verifiedAt ? texts.refused : texts.unasked)}</StatusTag>
          )}
          {row.isVerified && verifierNames[row.verifiedBy] ? <span className="k-note">{t(verifierNames[row.verifiedBy] as Text)}</span> : null}
          {row.isVerified || row.verifiedAt ? null : <ManualVerification operator={operator} card={row} />}
          {row.isDefault ? <StatusTag tone="blue">{t(texts.isDefault)}</StatusTag> : null}
        </span>
      ),
    },
    { key: 'at', title: t(texts.time), width: 160, render: (row) => (row.verifiedAt ? formatDateTime(row.verifiedAt) : '—') },
  ]
  return <DataTable id="operator-cards" label={t(texts.cards)} columns={columns} rows={operator.cards} empty={{ reason: t(texts.noCards) }} isPlain />
}

const consentNames = { agreement: texts.agreement, tax_filing: texts.taxFiling, personal_data: texts.personalData, face: texts.faceConsent } as const

function Papers({ operator }: { readonly operator: OperatorDetail }) {
  const t = useText()
  const columns: Column<Consent>[] = [
    { key: 'kind', title: t(texts.paper), width: 160, render: (row) => t(consentNames[row.kind]) },
    {
      key: 'state',
      title: t(operatorFields.status),
      width: 100,
      render: (row) => <StatusTag tone={row.revokedAt ? 'grey' : 'green'}>{t(row.revokedAt ? texts.revoked : texts.inForce)}</StatusTag>,
    },
    { key: 'given', title: t(texts.given), width: 160, render: (row) => formatDateTime(row.givenAt) },
    { key: 'to', title: t(texts.validTo), width: 120, render: (row) => row.validTo ?? t(texts.endless) },
    { key: 'no', title: t(texts.contractNo), width: 190, render: (row) => row.contractNo || '—' },
    { key: 'centre', title: t(texts.centre), width: 180, isCut: true, render: (row) => row.centreName },
  ]
  return (
    <DataTable
      id="operator-papers"
      label={t(texts.papers)}
      columns={columns}
      rows={operator.consents}
      rowKey={(row) => `${row.kind}-${row.givenAt}-${row.centreName}`}
      empty={{ reason: t(texts.noPapers) }}
      isPlain
    />
  )
}

function Income({ id }: { readonly id: number }) {
  const t = useText()
  const list = useRead(api.operators.income, { operatorId: id })
  const columns: Column<Month>[] = [
    { key: 'month', title: t(texts.monthColumn), width: 120, render: (row) => row.month },
    moneyColumn('gross', t(texts.gross), 150),
    moneyColumn('tax', t(texts.tax), 150),
  ]
  return (
    <div className="k-stack">
      <p className="k-note">{t(texts.incomeNote)}</p>
      <DataTable
        id="operator-income"
        label={t(texts.income)}
        columns={columns}
        rows={list.data ?? []}
        rowKey={(row) => row.month}
        source={list}
        empty={{ reason: t(texts.noIncome) }}
        isPlain
      />
    </div>
  )
}

function Entities({ operator }: { readonly operator: OperatorDetail }) {
  const t = useText()
  if (operator.entities.length === 0) return <p className="k-muted">{t(texts.noEntities)}</p>
  return (
    <div className="k-stack">
      {operator.entities.map((entity) => (
        <section key={entity.id} className="k-card">
          <h2>{entity.name}</h2>
          <Facts rows={[{ label: t(texts.creditCode), value: entity.creditCode }]} />
        </section>
      ))}
    </div>
  )
}

interface OperatorDrawerProps {
  /** Id of the operator; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
  readonly menu: (operator: Operator) => ReactNode
}

/** One operator: data, cards, documents, income, businesses and log. */
export function OperatorDrawer({ id, pane, onPane, onClose, menu }: OperatorDrawerProps) {
  const t = useText()
  const canManageEntities = useCanManageEntities()
  const operator = useRead(api.operators.get, { operatorId: id }, { isEnabled: id !== 0 })
  const current = id !== 0 && operator.data?.id === id ? operator.data : undefined
  const renderDetail = (render: (detail: OperatorDetail) => ReactNode) => <QueryContent query={{ ...operator, data: current }}>{render}</QueryContent>
  return (
    <DetailDrawer
      isOpen={id !== 0}
      title={current ? `${current.name} · ${current.code}` : ''}
      onClose={onClose}
      actions={current ? menu(current) : null}
      pane={pane}
      onPane={onPane}
      panes={[
        { key: 'facts', label: t(texts.facts), content: renderDetail((detail) => <Basics operator={detail} />) },
        { key: 'cards', label: t(texts.cards), content: renderDetail((detail) => <Cards operator={detail} />) },
        { key: 'papers', label: t(texts.papers), content: renderDetail((detail) => <Papers operator={detail} />) },
        { key: 'income', label: t(texts.income), content: id === 0 ? null : <Income id={id} /> },
        {
          key: 'entities',
          label: t(texts.entities),
          content: canManageEntities && id !== 0 ? <OperatorEntities operatorId={id} /> : renderDetail((detail) => <Entities operator={detail} />),
        },
        {
          key: 'log',
          label: t(texts.log),
          content: id === 0 ? null : <ChangeLog id="operator-changes" label={t(texts.log)} call={api.operators.changes} of={{ operatorId: id }} />,
        },
      ]}
    />
  )
}
