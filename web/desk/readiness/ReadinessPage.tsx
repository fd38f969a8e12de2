import { Link } from 'react-router'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { defaultPageSize, pageSizes } from '#/domain/base/paging.ts'
import type { Text } from '#/domain/base/text.ts'
import type { ReadinessStep } from '#/domain/desk/readiness.ts'
import { ImpactAssessment } from '#/web/desk/assessments/public.tsx'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { FilterBar } from '#/web/ui/FilterBar.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { setConditions, yesNoChoices } from '#/web/ui/url-state.ts'
import { useUrlState } from '#/web/ui/useUrlState.ts'
import './readiness.css'
import { openPoints } from '#/api/taxation/points.texts.ts'
import { stateNames, stepNames, stepNotes, texts } from './texts.ts'

type Overview = OutputOf<typeof api.readiness.overview>
type Unit = OutputOf<typeof api.readiness.units>['rows'][number]
type Step = NonNullable<Overview['platform']>['steps'][number] | Overview['centres'][number]['steps'][number] | Unit['steps'][number]

const StateTag = stateTag(stateNames, { done: 'green', missing: 'red', advised: 'gold' })
const initialState = { keyword: '', ready: '', page: 1, size: defaultPageSize } as const
const allowedValues = { ready: yesNoChoices, size: pageSizes } as const

function ReadinessTag({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  const count = steps.filter(({ state }) => state === 'missing').length
  return count === 0 ? <StatusTag tone="green">{t(texts.ready)}</StatusTag> : <StatusTag tone="red">{t(texts.notReady, { count })}</StatusTag>
}

/** The open steps, each linked to the page where it is done. */
function OpenSteps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  return (
    <span className="k-row r-open">
      {steps
        .filter(({ state }) => state !== 'done')
        .map(({ key, path }) =>
          path ? (
            <Link key={key} to={path}>
              {t(stepNames[key])}
            </Link>
          ) : (
            <span key={key}>{t(stepNames[key])}</span>
          ),
        )}
    </span>
  )
}

/** The open points that the tax lead must clarify with the tax office. */
function OpenPoints() {
  const t = useText()
  return (
    <details className="r-points">
      <summary>{t(texts.openPoints, { count: openPoints.length })}</summary>
      <ul>
        {openPoints.map(({ key, text }) => (
          <li key={key}>
            <b>{key}</b> {t(text)}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Labels of the details of these steps. The detail of every other step lists what is missing. */
const detailTexts: Readonly<Partial<Record<ReadinessStep, Text>>> = {
  certificate: texts.expires,
  files: texts.filesLeft,
  faces: texts.persons,
  backup: texts.lastBackup,
}

function PlatformSteps({ steps }: { readonly steps: readonly Step[] }) {
  const t = useText()
  return (
    <section className="k-card r-group" aria-labelledby="r-platform">
      <h2 id="r-platform" className="k-row k-spread">
        {t(texts.platform)}
        <ReadinessTag steps={steps} />
      </h2>
      <ol className="r-steps">
        {steps.map(({ key, state, detail, path }) => {
          const note = stepNotes[key]
          return (
            <li key={key} className="r-step">
              <StateTag state={state} />
              <span>
                <strong>{t(stepNames[key])}</strong>
                {note ? <small className="k-note">{t(note)}</small> : null}
                {detail ? <small>{t(detailTexts[key] ?? texts.lacking, { what: detail })}</small> : null}
                {key === 'taxPolicy' ? <OpenPoints /> : null}
                {key === 'assessment' ? <ImpactAssessment /> : null}
              </span>
              {path && state !== 'done' ? <Link to={path}>{t(texts.goThere)}</Link> : null}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The money that a centre holds for others without a valid proof, and the two lawful ways to hold it. */
function CustodyNote({ steps }: { readonly steps: Overview['centres'][number]['steps'] }) {
  const t = useText()
  const open = steps.find(({ key, state }) => key === 'custody' && state !== 'done')
  if (!open) return null
  return (
    <>
      <small className="k-note">{stepNotes.custody ? t(stepNotes.custody) : null}</small>
      <small>{t(texts.held, { amount: open.detail })}</small>
    </>
  )
}

function Centres({ centres }: { readonly centres: Overview['centres'] }) {
  const t = useText()
  return (
    <section className="k-card r-group" aria-labelledby="r-centres">
      <h2 id="r-centres">{t(texts.centres)}</h2>
      {centres.length === 0 ? (
        <EmptyState title={t(texts.noCentres)} />
      ) : (
        <ul className="r-steps">
          {centres.map(({ id, name, steps }) => (
            <li key={id} className="r-step">
              <ReadinessTag steps={steps} />
              <span>
                <strong>{name}</strong>
                <CustodyNote steps={steps} />
              </span>
              <OpenSteps steps={steps} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useColumns(): Column<Unit>[] {
  const t = useText()
  return [
    { key: 'unit', title: t(texts.unit), width: 240, isAlways: true, pin: 'left', isCut: true, render: (row) => row.unitName },
    { key: 'centre', title: t(texts.centre), width: 180, isCut: true, render: (row) => row.centreName },
    { key: 'mode', title: t(texts.mode), width: 130, render: (row) => t(contractModeNames[row.mode]) },
    { key: 'state', title: t(texts.state), width: 140, render: (row) => <ReadinessTag steps={row.steps} /> },
    { key: 'missing', title: t(texts.missing), width: 420, isAlways: true, render: (row) => <OpenSteps steps={row.steps} /> },
  ]
}

/** 开通检查: the steps that the platform, centres and units still need before they can pay, with links. */
export default function ReadinessPage() {
  const t = useText()
  const [state, change] = useUrlState(initialState, allowedValues)
  const overview = useRead(api.readiness.overview, {})
  const filter = setConditions({ keyword: state.keyword, isReady: state.ready === '' ? undefined : state.ready === 'yes' })
  const list = useRead(api.readiness.units, { ...filter, page: state.page, size: state.size })
  return (
    <>
      <PageHeader title={t(pageTitles.goLive)} />
      <QueryContent query={overview} lines={8}>
        {({ platform, centres }) => (
          <>
            {platform ? <PlatformSteps steps={platform.steps} /> : null}
            {platform || centres.length > 0 ? <Centres centres={centres} /> : null}
          </>
        )}
      </QueryContent>
      <FilterBar
        state={state}
        onChange={change}
        initial={initialState}
        fields={[
          { kind: 'text', name: 'keyword', label: t(texts.keyword) },
          {
            kind: 'choice',
            name: 'ready',
            label: t(texts.state),
            choices: [
              { value: 'no', label: t(texts.missing) },
              { value: 'yes', label: t(texts.ready) },
            ],
          },
        ]}
      />
      <DataTable
        id="readiness"
        label={t(texts.units)}
        columns={useColumns()}
        rowKey={(row) => row.settingId}
        source={list}
        empty={{ reason: t(texts.noUnits) }}
        paging={{ page: state.page, size: state.size, count: list.data?.count ?? 0, onChange: (page, size) => change({ page, size }) }}
      />
    </>
  )
}
