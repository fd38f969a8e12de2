import { type ReactNode, useState } from 'react'
import { signatureMethodNames } from '#/api/organisations/signature-methods.texts.ts'
import { basisNames, bearerNames, invoicingMethodNames, termFieldNames, unitFields, versionStateNames } from '#/api/organisations/units.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { QueryDialog } from '#/web/ui/QueryDialog.tsx'
import type { NeededQuery } from '#/web/ui/query-stage.ts'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { CooperationTag, formatRates, percentText, type UnitChoices } from './tags.tsx'
import { type TermsVersion, type UnitSetting, type UnitTerms, withFieldNames } from './terms.ts'
import { texts } from './texts.ts'
import { type VersionDecision, VersionDialog } from './VersionDialog.tsx'

function TermsFacts({ terms }: { readonly terms: UnitTerms }) {
  const t = useText()
  const onOffText = (is: boolean) => t(is ? texts.on : texts.off)
  const shareText = terms.feeBearer === 'shared' ? percentText(terms.feeUnitSharePpm) : ''
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(termFieldNames.feePlanId), value: withNote(terms.planName, formatRates(terms)) },
        { label: t(termFieldNames.basis), value: t(basisNames[terms.basis]) },
        { label: t(termFieldNames.feeBearer), value: withNote(t(bearerNames[terms.feeBearer]), shareText) },
        { label: t(termFieldNames.taxBearer), value: t(bearerNames[terms.taxBearer]) },
        { label: t(termFieldNames.signRequired), value: onOffText(terms.signRequired) },
        { label: t(termFieldNames.signWay), value: t(signatureMethodNames[terms.signWay]) },
        { label: t(termFieldNames.dualControl), value: onOffText(terms.dualControl) },
        { label: t(termFieldNames.freezeOnSubmit), value: onOffText(terms.freezeOnSubmit) },
        { label: t(termFieldNames.singleLimit), value: <Money value={terms.singleLimit} /> },
        { label: t(termFieldNames.dayLimit), value: <Money value={terms.dayLimit} /> },
        { label: t(termFieldNames.monthLimit), value: <Money value={terms.monthLimit} /> },
        { label: t(termFieldNames.evidenceLimit), value: <Money value={terms.evidenceLimit} /> },
        { label: t(termFieldNames.autoAuditLimit), value: <Money value={terms.autoAuditLimit} /> },
        { label: t(termFieldNames.lowBalance), value: <Money value={terms.lowBalance} /> },
        { label: t(termFieldNames.channelIds), value: terms.channelNames.join(' → ') },
        { label: t(termFieldNames.invoiceWay), value: t(invoicingMethodNames[terms.invoiceWay]) },
        { label: t(termFieldNames.invoiceCategories), value: joinList(terms.invoiceCategories) },
        {
          label: t(termFieldNames.noticeMobiles),
          value: terms.noticeMobiles.length > 0 ? terms.noticeMobiles.map((mobile) => <Masked key={mobile} value={mobile} />) : '',
        },
      ]}
    />
  )
}

function CurrentSetting({ setting }: { readonly setting: UnitSetting }) {
  const t = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: t(unitFields.code), value: setting.unitCode },
          { label: t(unitFields.cooperation), value: <CooperationTag place={setting} /> },
          { label: t(unitFields.memo), value: setting.memo },
          {
            label: t(texts.rate),
            value:
              setting.floorPpm === null
                ? formatRates(setting.terms)
                : `${formatRates(setting.terms)} · ${t(texts.floor, { rate: percentText(setting.floorPpm) })}`,
          },
        ]}
      />
      <section className="k-card">
        <h2>{t(texts.now)}</h2>
        <TermsFacts terms={setting.terms} />
      </section>
    </div>
  )
}

const tones = { pending: 'gold', approved: 'green', rejected: 'red', withdrawn: 'grey' } as const

function VersionStatus({ version }: { readonly version: TermsVersion }) {
  const t = useText()
  if (version.stand === 'now') return <StatusTag tone="green">{t(texts.inForce)}</StatusTag>
  if (version.stand === 'later') return <StatusTag tone="blue">{t(texts.scheduledFrom, { day: version.effectiveFrom })}</StatusTag>
  if (version.stand === 'past') return <StatusTag tone="grey">{t(texts.past)}</StatusTag>
  return <StatusTag tone={tones[version.state]}>{t(versionStateNames[version.state])}</StatusTag>
}

interface VersionProps {
  readonly version: TermsVersion
  readonly onVerdict: (verdict: VersionDecision) => void
  readonly onRestore: () => void
}

function VersionCard({ version, onVerdict, onRestore }: VersionProps) {
  const t = useText()
  const { withdrawal } = version
  const isWithdrawalOpen = withdrawal !== null && withdrawal.confirmedAt === null
  const decisionButton = (verdict: VersionDecision, reason: string) => (
    <ActionButton size="small" reason={reason} onPress={() => onVerdict(verdict)}>
      {t(texts[verdict])}
    </ActionButton>
  )
  const notes = [
    version.createdBy ? t(texts.proposedBy, { name: version.createdBy, at: formatDateTime(version.createdAt) }) : formatDateTime(version.createdAt),
    version.decidedBy ? t(texts.decidedBy, { name: version.decidedBy, at: formatDateTime(version.decidedAt) }) : '',
    withdrawal?.confirmedAt ? t(texts.withdrawalConfirmed, { name: withdrawal.confirmedBy, at: formatDateTime(withdrawal.confirmedAt) }) : '',
    version.restoresNo === null ? '' : t(texts.restored, { no: version.restoresNo }),
  ]
  return (
    <li className="k-card">
      <h2 className="k-row k-spread">
        <span>
          {t(texts.version, { no: version.no })} · {version.effectiveFrom}
        </span>
        <VersionStatus version={version} />
      </h2>
      <p className="k-note">{notes.filter(Boolean).join(' · ')}</p>
      {version.reason ? <p>{version.reason}</p> : null}
      {withdrawal ? (
        <Alert
          type={isWithdrawalOpen ? 'warning' : 'info'}
          title={t(texts.withdrawalAsked, { name: withdrawal.askedBy, at: formatDateTime(withdrawal.askedAt), reason: withdrawal.reason })}
        />
      ) : null}
      {version.decisionReason ? <p className="k-muted">{version.decisionReason}</p> : null}
      {version.changes.length > 0 ? (
        <ChangeTable changes={withFieldNames(version.changes, t)} />
      ) : (
        <p className="k-muted">{t(version.no === 1 ? texts.firstVersion : texts.previewNone)}</p>
      )}
      <div className="k-row">
        {version.state === 'pending' ? decisionButton('approve', version.may.decide) : null}
        {version.state === 'pending' ? decisionButton('reject', version.may.decide) : null}
        {version.state === 'pending' ? decisionButton('withdraw', version.may.withdraw) : null}
        {version.stand === 'later' && !withdrawal ? decisionButton('askWithdrawal', version.may.withdraw) : null}
        {isWithdrawalOpen ? decisionButton('confirmWithdrawal', version.may.decide) : null}
        {isWithdrawalOpen ? decisionButton('keepChange', '') : null}
        {version.stand === 'past' ? (
          <ActionButton size="small" reason={version.may.restore} onPress={onRestore}>
            {t(texts.restore)}
          </ActionButton>
        ) : null}
      </div>
    </li>
  )
}

type OpenDialog =
  | { readonly what: 'change'; readonly restoring: { no: number; terms: UnitTerms } | null }
  | { readonly what: VersionDecision; readonly version: TermsVersion }

interface SettingDrawerProps {
  /** Id of the setting; 0 while the drawer is closed. */
  readonly id: number
  readonly pane: string
  readonly choices: NeededQuery<UnitChoices>
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

/** One setting: the current terms, all versions with their changes, and the dialogs that change it. */
export function SettingDrawer({ id, pane, choices, onPane, onClose }: SettingDrawerProps) {
  const t = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const setting = useRead(api.units.terms, { settingId: id }, { isEnabled: id !== 0 })
  const current = id !== 0 && setting.data?.id === id ? setting.data : undefined
  const renderDetail = (render: (detail: UnitSetting) => ReactNode) => <QueryContent query={{ ...setting, data: current }}>{render}</QueryContent>
  const closeDialog = () => ask(null)
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={current ? `${current.unitName} · ${current.centreName} · ${t(modeNames[current.mode] ?? texts.places)}` : ''}
        onClose={onClose}
        width={860}
        actions={
          current ? (
            <ActionButton type="primary" reason={current.may.propose} onPress={() => ask({ what: 'change', restoring: null })}>
              {t(texts.change)}
            </ActionButton>
          ) : null
        }
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'now', label: t(texts.now), content: renderDetail((detail) => <CurrentSetting setting={detail} />) },
          {
            key: 'history',
            label: t(texts.history),
            content: renderDetail((detail) => (
              <ul className="n-versions">
                {detail.versions.map((version) => (
                  <VersionCard
                    key={version.id}
                    version={version}
                    onVerdict={(what) => ask({ what, version })}
                    onRestore={() => ask({ what: 'change', restoring: { no: version.no, terms: version.terms } })}
                  />
                ))}
              </ul>
            )),
          },
        ]}
      />
      {dialog?.what === 'change' && current ? (
        <QueryDialog query={choices} title={t(texts.change)} onClose={closeDialog}>
          {(answer) => <ChangeDialog setting={current} choices={answer} restoring={dialog.restoring} onClose={closeDialog} />}
        </QueryDialog>
      ) : null}
      {dialog && dialog.what !== 'change' ? <VersionDialog verdict={dialog.what} version={dialog.version} onClose={closeDialog} /> : null}
    </>
  )
}
