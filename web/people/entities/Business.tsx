import { useState } from 'react'
import { entityFields, entityFormNames, entityMoveNames, entityStateNames, evidenceNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import type { Text } from '#/domain/base/text.ts'
import { entityProgressStates } from '#/domain/people/entity.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { type StepState, Steps } from '#/web/ui/Steps.tsx'
import { ObligationList } from './ObligationList.tsx'
import './entities.css'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { FactChanges } from './FactChanges.tsx'
import type { EntityAction } from './MoveDialog.tsx'
import { type Entity, EntityState, ReportState } from './StateTags.tsx'
import { TaxChange } from './TaxChange.tsx'
import { texts } from './texts.ts'

const MoveDialog = onDemand(async () => (await import('./MoveDialog.tsx')).MoveDialog)

const finalSteps: Readonly<Record<string, number>> = { operating: 4, abnormal: 4, cancelling: 5, cancelled: 6 }

function Progress({ entity }: { readonly entity: Entity }) {
  const t = useText()
  const currentStep = finalSteps[entity.state] ?? (entityProgressStates as readonly string[]).indexOf(entity.state)
  const isAccountSkipped = entity.steps.some((step) => step.move === 'skipAccount')
  const isEnding = entity.state === 'cancelling' || entity.state === 'cancelled'
  // An abandoned registration shows no steps.
  if (entity.steps.some((step) => step.move === 'abandon')) return null
  const path = [...entityProgressStates, ...(isEnding ? (['cancelling', 'cancelled'] as const) : [])]
  const stepState = (state: (typeof path)[number], index: number): StepState => {
    if (index !== currentStep) return index < currentStep ? 'done' : 'later'
    if (entity.state === 'abnormal') return 'wrong'
    return state === 'operating' || state === 'cancelled' ? 'done' : 'now'
  }
  const items = path.map((state, index) => ({
    title: t(entityStateNames[state === 'operating' && entity.state === 'abnormal' ? 'abnormal' : state]),
    ...(state === 'bank' && isAccountSkipped && { note: t(entityMoveNames.skipAccount as Text) }),
    state: stepState(state, index),
  }))
  return <Steps className="g-steps" items={items} aria-label={t(texts.progress)} />
}

const order: readonly EntityAction[] = [
  'submit',
  'license',
  'openAccount',
  'skipAccount',
  'enrol',
  'finishCancel',
  'save',
  'change',
  'changeTax',
  'setFee',
  'setLevy',
  'beginCancel',
  'abandon',
]
const moveOf = (action: EntityAction) => (action === 'save' ? 'edit' : action === 'begin' ? null : action)
const leadingActions = new Set<EntityAction>(['submit', 'license', 'openAccount', 'enrol', 'finishCancel'])
/** Actions shown with their reason even when they are disabled. */
const alwaysShownActions = new Set<EntityAction>(['beginCancel'])

function Actions({ entity }: { readonly entity: Entity }) {
  const t = useText()
  const { open: ask } = useOverlay<EntityAction>((dialog, close) => <MoveDialog deed={dialog} entity={entity} onClose={close} />)
  if (!can('gth:edit') || entity.state === 'cancelled') return null
  const obstacleOf = (action: EntityAction) => entity.may[moveOf(action) ?? 'edit']
  const isOperating = entity.state === 'operating' || entity.state === 'abnormal'
  const visibleActions = order.filter((action) => obstacleOf(action) === '' || (isOperating && alwaysShownActions.has(action)))
  return (
    <div className="k-row">
      {visibleActions.map((action) => (
        <ActionButton
          key={action}
          type={leadingActions.has(action) ? 'primary' : 'default'}
          danger={action === 'beginCancel' || action === 'abandon'}
          reason={obstacleOf(action)}
          onPress={() => ask(action)}
        >
          {t(texts[action])}
        </ActionButton>
      ))}
    </div>
  )
}

function Obligations({ entity }: { readonly entity: Entity }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const open = entity.obligations.filter((obligation) => obligation.state === 'open' || obligation.state === 'overdue').reverse()
  const rest = entity.obligations.filter((obligation) => obligation.state === 'done' || obligation.state === 'void')
  return (
    <section className="k-card">
      <h2>{t(texts.obligations)}</h2>
      {entity.obligations.length === 0 ? <p className="k-muted">{t(texts.noObligationsYet)}</p> : null}
      <ObligationList obligations={open} />
      {rest.length > 0 ? (
        <Button type="link" size="small" onClick={() => setWhole(!isWhole)} aria-expanded={isWhole}>
          {t(isWhole ? texts.hideDone : texts.showDone, { count: rest.length })}
        </Button>
      ) : null}
      {isWhole ? <ObligationList obligations={rest} /> : null}
    </section>
  )
}

function History({ entity }: { readonly entity: Entity }) {
  const t = useText()
  return (
    <section className="k-card">
      <h2>{t(texts.history)}</h2>
      <ol className="g-history">
        {entity.steps.map((step) => {
          const name = entityMoveNames[step.move]
          return (
            <li key={step.id}>
              <div className="k-row">
                <strong>{name ? t(name) : step.move}</strong>
                <EntityState state={step.to} />
                <span className="k-note">
                  {formatDateTime(step.at)} · {step.by || t(texts.system)}
                </span>
              </div>
              {step.reason ? <p className="k-note">{step.reason}</p> : null}
              <FactChanges facts={step.facts} />
              <div className="k-row">
                {step.papers.map((paper) => (
                  <PreviewButton key={paper.id} size="small" fileId={paper.fileId}>
                    {t(evidenceNames[paper.kind])}
                  </PreviewButton>
                ))}
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Returns today's levy rate and the upcoming one. */
function levyText(t: ReturnType<typeof useText>, { levyRatePpm, nextLevy }: Entity): string {
  const currentRate = `${formatPpm(levyRatePpm)}%`
  return nextLevy ? `${currentRate} · ${t(texts.nextLevy, { rate: `${formatPpm(nextLevy.ratePpm)}%`, day: nextLevy.from })}` : currentRate
}

function RegistrationFacts({ entity }: { readonly entity: Entity }) {
  const t = useText()
  const rows = [
    { label: t(entityFields.creditCode), value: entity.creditCode },
    { label: t(entityFields.form), value: t(entityFormNames[entity.form]) },
    ...(entity.creditCode === '' ? [{ label: t(entityFields.names), value: joinList(entity.names) }] : []),
    { label: t(entityFields.industry), value: entity.industry },
    { label: t(entityFields.licensedOn), value: entity.licensedOn },
    { label: t(entityFields.bankName), value: entity.bankName },
    { label: t(entityFields.accountNo), value: entity.accountNo ? <Masked value={entity.accountNo} /> : '' },
    { label: t(entityFields.taxKind), value: entity.taxKind ? t(taxKindNames[entity.taxKind]) : '' },
    { label: t(entityFields.levy), value: entity.levy ? t(levyNames[entity.levy]) : '' },
    { label: t(entityFields.levyRate), value: entity.levy === 'deemed' ? levyText(t, entity) : '' },
    { label: t(entityFields.taxedOn), value: entity.taxedOn },
    { label: t(entityFields.report), value: <ReportState row={entity} /> },
    { label: t(entityFields.nextDue), value: entity.nextDue },
    { label: t(entityFields.annualFee), value: <Money value={entity.annualFee} /> },
    { label: t(entityFields.application), value: entity.applicationNo },
    { label: t(entityFields.bizScope), value: entity.bizScope, isWide: true },
    { label: t(entityFields.address), value: entity.address, isWide: true },
  ]
  return <Facts columns={2} rows={rows} />
}

/** One business: progress, actions, obligations and history. */
export function Business({ entity }: { readonly entity: Entity }) {
  const t = useText()
  const isStopped = entity.state === 'operating' && entity.blockers.length > 0
  return (
    <article className="k-stack" aria-label={entity.name}>
      <section className="k-card k-stack">
        <h2 className="k-row k-spread">
          <span>{entity.name}</span>
          <EntityState state={entity.state} />
        </h2>
        <Progress entity={entity} />
        {entity.state === 'abnormal' ? <Alert type="error" showIcon title={t(texts.abnormalNote)} /> : null}
        {isStopped && can('gth:edit') ? (
          <details>
            <summary className="k-note">{t(texts.blocked)}</summary>
            <ul>
              {entity.blockers.map((blocker) => (
                <li key={blocker.kind}>{blocker.text}</li>
              ))}
            </ul>
          </details>
        ) : null}
        <Actions entity={entity} />
        <RegistrationFacts entity={entity} />
      </section>
      {entity.taxChange ? <TaxChange entity={entity} change={entity.taxChange} /> : null}
      <Obligations entity={entity} />
      <History entity={entity} />
    </article>
  )
}
