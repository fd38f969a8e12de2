import { type ReactNode, useState } from 'react'
import { entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { operatorFields, operatorStatusNames, yztypeNames } from '#/api/people/operators.texts.ts'
import type { OperatorKind } from '#/api/people/operators.ts'
import { idKindNames, particularNames, validityTexts } from '#/api/people/particulars.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { entityStates } from '#/domain/people/entity.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { allChoicesOf, choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useCursorRead } from '#/web/kernel/query.ts'
import { can, useUser } from '#/web/kernel/session.ts'
import { downloadExport } from '#/web/parts/files/download.ts'
import { ExportButton } from '#/web/parts/files/ExportButton.tsx'
import { fileTexts } from '#/web/parts/files/file.texts.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ExportPlainDialog } from '#/web/parts/plain/ExportPlain.tsx'
import { revealTexts } from '#/web/parts/plain/reveal.texts.ts'
import { EntityState, ReportState, useCanManageEntities } from '#/web/people/entities/public.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { keyOf, parseYesNo, periodRules, setConditions, type UrlState, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import { type Operator, OperatorMark, OperatorStatus, PaperMark } from './OperatorTags.tsx'
import { texts } from './operator-list.texts.ts'
import { UnitFilter } from './UnitFilter.tsx'
import { useOperatorActions } from './useOperatorActions.tsx'

const OperatorDrawer = onDemand(
  async () => (await import('./OperatorDrawer.tsx')).OperatorDrawer,
  ({ id }) => id !== 0,
)

const initialState = {
  keyword: '',
  unitId: 0,
  status: '',
  yztype: '',
  verified: '',
  entityState: '',
  signed: '',
  authorised: '',
  paper: '',
  isWatched: false,
  from: '',
  to: '',
  open: 0,
  pane: 'facts',
} as const
const allowedValues = {
  status: keyOf(operatorStatusNames),
  yztype: keyOf(yztypeNames),
  verified: yesNoChoices,
  entityState: entityStates,
  signed: yesNoChoices,
  authorised: yesNoChoices,
  paper: ['soon', 'over'],
  ...periodRules,
} as const
type State = UrlState<typeof initialState, typeof allowedValues>

function filterOf(kind: OperatorKind, state: State) {
  return {
    kind,
    ...setConditions({
      keyword: state.keyword,
      unitId: state.unitId || undefined,
      status: state.status,
      yztype: state.yztype,
      entityState: state.entityState,
      isVerified: parseYesNo(state.verified),
      isSigned: parseYesNo(state.signed),
      isAuthorised: parseYesNo(state.authorised),
      paper: state.paper,
      isWatched: state.isWatched || undefined,
      from: state.from,
      to: state.to,
    }),
  }
}

/** The additional columns of operators with a registered business. */
function useBusinessColumns(): Column<Operator>[] {
  const t = useText()
  const dash = <span className="k-muted">—</span>
  const licenceCell = ({ entity }: Operator) => {
    if (entity?.licenceFileId) return <PreviewButton size="small" type="link" fileId={entity.licenceFileId} />
    return entity?.isLicensed ? t(texts.yes) : dash
  }
  return [
    { key: 'progress', title: t(operatorFields.progress), width: 120, render: ({ entity }) => (entity ? <EntityState state={entity.state} /> : dash) },
    { key: 'industry', title: t(operatorFields.industry), width: 120, isCut: true, render: ({ entity }) => entity?.industry || dash },
    { key: 'licence', title: t(operatorFields.licence), width: 110, render: licenceCell },
    { key: 'taxKind', title: t(operatorFields.taxKind), width: 110, render: ({ entity }) => (entity?.taxKind ? t(taxKindNames[entity.taxKind]) : dash) },
    { key: 'levy', title: t(operatorFields.levy), width: 110, render: ({ entity }) => (entity?.levy ? t(levyNames[entity.levy]) : dash) },
    { key: 'report', title: t(operatorFields.report), width: 130, render: ({ entity }) => (entity ? <ReportState row={entity} /> : dash) },
    { key: 'nextDue', title: t(operatorFields.nextDue), width: 120, render: ({ entity }) => entity?.nextDue ?? dash },
  ]
}

/** The columns of a person's ID and its expiry. */
function usePaperColumns(): Column<Operator>[] {
  const t = useText()
  return [
    {
      key: 'idNumber',
      title: t(operatorFields.idNumber),
      width: 190,
      render: (row) => (
        <span className="k-row">
          <Masked value={row.idNumber} />
          <PaperMark paper={row.paper} />
        </span>
      ),
    },
    { key: 'idKind', title: t(particularNames.idKind), width: 190, isCut: true, isHiddenAtFirst: true, render: (row) => t(idKindNames[row.idKind]) },
  ]
}

function useColumns(kind: OperatorKind, menu: (operator: Operator) => ReactNode, onOpen: (id: number) => void): Column<Operator>[] {
  const t = useText()
  const businessColumns = useBusinessColumns()
  const paper = usePaperColumns()
  const unitsOf = ({ units, unitCount }: Operator) => {
    const name = units[0]?.name ?? t(texts.noUnit)
    return unitCount > 1 ? t(texts.moreUnits, { name, count: unitCount, rest: unitCount - 1 }) : name
  }
  return [
    { key: 'code', title: t(operatorFields.code), width: 130, render: (row) => row.code },
    { key: 'name', title: t(operatorFields.name), width: 100, isAlways: true, pin: 'left', render: (row) => row.name },
    { key: 'status', title: t(operatorFields.status), width: 100, render: (row) => <OperatorStatus operator={row} /> },
    ...paper,
    { key: 'mobile', title: t(operatorFields.mobile), width: 130, render: (row) => <Masked value={row.mobile} /> },
    { key: 'unit', title: t(operatorFields.unit), width: 220, isCut: true, render: unitsOf },
    {
      key: 'yztype',
      title: t(operatorFields.yztype),
      width: 120,
      render: (row) => {
        const name = yztypeNames[row.yztype]
        return name ? t(name) : row.yztype
      },
    },
    { key: 'verified', title: t(operatorFields.verified), width: 100, render: (row) => <OperatorMark state={row.isVerified ? 'verified' : 'unverified'} /> },
    {
      key: 'card',
      title: t(operatorFields.card),
      width: 190,
      render: (row) => (row.cardTail ? <Masked value={`${row.bankName} ****${row.cardTail}`} /> : '—'),
    },
    { key: 'signed', title: t(operatorFields.signed), width: 100, render: (row) => <OperatorMark state={row.agreement} /> },
    {
      key: 'authorised',
      title: t(operatorFields.authorised),
      width: 120,
      render: (row) => <OperatorMark state={row.isAuthorised ? 'authorised' : 'unauthorised'} />,
    },
    { key: 'entity', title: t(operatorFields.entity), width: 200, isCut: true, render: (row) => row.entityName || '—' },
    ...(kind === 'ordinary' ? businessColumns : []),
    { key: 'year', title: t(operatorFields.year), width: 140, align: 'right', render: (row) => <Money value={row.yearIncome} /> },
    { key: 'month', title: t(operatorFields.month), width: 130, align: 'right', render: (row) => <Money value={row.monthIncome} /> },
    {
      key: 'rolling',
      title: t(operatorFields.rolling),
      width: 150,
      align: 'right',
      isHiddenAtFirst: true,
      render: (row) => <Money value={row.rollingIncome} />,
    },
    { key: 'centre', title: t(operatorFields.centre), width: 180, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    { key: 'created', title: t(operatorFields.created), width: 160, render: (row) => formatDateTime(row.createdAt) },
    {
      key: 'action',
      title: t(texts.action),
      width: 150,
      pin: 'right',
      isAlways: true,
      render: (row) => (
        <span className="k-row">
          <Button type="link" size="small" onClick={() => onOpen(row.id)}>
            {t(texts.details)}
          </Button>
          {menu(row)}
        </span>
      ),
    },
  ]
}

function useFilterFields(kind: OperatorKind, unitId: number, onUnit: (unitId: number) => void) {
  const t = useText()
  const yesNoOptions = [
    { value: 'yes', label: t(texts.yes) },
    { value: 'no', label: t(texts.no) },
  ]
  return [
    { kind: 'text', name: 'keyword', label: t(texts.keyword), placeholder: t(texts.keywordHint), width: 300 },
    ...(useUser()?.usertype === userType.unit
      ? []
      : [{ kind: 'own', name: 'unitId', label: t(operatorFields.unit), render: () => <UnitFilter kind={kind} unitId={unitId} onUnit={onUnit} /> } as const]),
    { kind: 'choice', name: 'status', label: t(operatorFields.status), choices: allChoicesOf(t, operatorStatusNames) },
    ...(kind === 'ordinary'
      ? [{ kind: 'choice' as const, name: 'entityState' as const, label: t(operatorFields.progress), choices: allChoicesOf(t, entityStateNames) }]
      : []),
    { kind: 'choice', name: 'signed', label: t(operatorFields.signed), choices: yesNoOptions },
    { kind: 'choice', name: 'authorised', label: t(operatorFields.authorised), choices: yesNoOptions },
    { kind: 'choice', name: 'verified', label: t(operatorFields.verified), choices: yesNoOptions },
    { kind: 'choice', name: 'yztype', label: t(operatorFields.yztype), choices: allChoicesOf(t, yztypeNames) },
    { kind: 'choice', name: 'paper', label: t(texts.paperEnd), choices: choicesOf(t, ['soon', 'over'] as const, validityTexts) },
    { kind: 'flag', name: 'isWatched', label: t(texts.watched) },
    { kind: 'days', from: 'from', to: 'to', label: t(texts.created) },
  ] as const
}

interface OperatorListProps {
  readonly kind: OperatorKind
  readonly title: string
  readonly actions?: ReactNode
}

export function OperatorList({ kind, title, actions }: OperatorListProps) {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const [chosen, choose] = useState<readonly number[]>([])
  const filter = filterOf(kind, state)
  const list = useCursorRead(api.operators.list, { ...filter, size: 50 })
  const canManageEntities = useCanManageEntities()
  const operatorActions = useOperatorActions(canManageEntities ? (operator) => change({ open: operator.id, pane: 'entities' }) : undefined)
  const [isExporting, setExporting] = useState(false)
  const exportPlain = async (reason: string) => {
    await downloadExport(await api.operators.export({ ...filter, isPlain: true, reason }), t(fileTexts.writing))
  }
  const chosenOperators = list.rows.filter((row) => chosen.includes(row.id))
  const columns = useColumns(kind, operatorActions.menu, (open) => change({ open }))
  return (
    <>
      <PageHeader title={title} actions={actions} />
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={useFilterFields(kind, state.unitId, (unitId) => change({ unitId }))}
        shown={4}
      />
      <DataTable
        id={`operators-${kind}`}
        label={title}
        columns={columns}
        rows={list.rows}
        source={list}
        empty={{ reason: t(texts.none) }}
        onOpen={(row) => change({ open: row.id })}
        openKey={state.open}
        tools={
          <>
            <ExportButton reason={list.rows.length === 0 ? t(texts.none) : ''} file={() => api.operators.export(filter)} />
            {can('plain:export') && list.rows.length > 0 ? <Button onClick={() => setExporting(true)}>{t(revealTexts.exportPlain)}</Button> : null}
          </>
        }
        {...(can('ht:make') && {
          selection: {
            keys: chosen,
            onChange: (keys: (number | string)[]) => choose(keys.map(Number)),
            isBlocked: (row: Operator) => row.may.sign !== '',
            actions: (
              <Button type="primary" onClick={() => operatorActions.signMany(chosenOperators, () => choose([]))}>
                {t(texts.signMany, { count: chosenOperators.length })}
              </Button>
            ),
          },
        })}
        more={{ hasMore: list.hasMore, onMore: list.more, isLoading: list.isLoadingMore, count: list.first?.count ?? undefined }}
      />
      <OperatorDrawer id={state.open} pane={state.pane} onPane={(pane) => change({ pane })} onClose={() => change({ open: 0 })} menu={operatorActions.menu} />
      {isExporting ? <ExportPlainDialog onExport={exportPlain} onClose={() => setExporting(false)} /> : null}
      {operatorActions.dialog}
    </>
  )
}
