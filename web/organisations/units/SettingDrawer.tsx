import { type ReactNode, useState } from 'react'
import { basisNames, bearerNames, invoiceWayNames, signWayNames, termFieldNames, unitFields, versionStateNames } from '#/api/organisations/units.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList, withNote } from '#/web/kernel/punctuation.ts'
import { useRead } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { type Choices, Cooperation, percent, rates } from './tags.tsx'
import { namedChanges, type Setting, type Terms, type Version } from './terms.ts'
import { texts } from './texts.ts'
import { type Verdict, VersionDialog } from './VersionDialog.tsx'

function TermsFacts({ terms }: { readonly terms: Terms }) {
  const say = useText()
  const yes = (is: boolean) => say(is ? texts.on : texts.off)
  const share = terms.feeBearer === 'shared' ? percent(terms.feeUnitSharePpm) : ''
  return (
    <Facts
      columns={2}
      rows={[
        { label: say(termFieldNames.feePlanId), value: withNote(terms.planName, rates(terms)) },
        { label: say(termFieldNames.basis), value: say(basisNames[terms.basis]) },
        { label: say(termFieldNames.feeBearer), value: withNote(say(bearerNames[terms.feeBearer]), share) },
        { label: say(termFieldNames.taxBearer), value: say(bearerNames[terms.taxBearer]) },
        { label: say(termFieldNames.signRequired), value: yes(terms.signRequired) },
        { label: say(termFieldNames.signWay), value: say(signWayNames[terms.signWay]) },
        { label: say(termFieldNames.dualControl), value: yes(terms.dualControl) },
        { label: say(termFieldNames.freezeOnSubmit), value: yes(terms.freezeOnSubmit) },
        { label: say(termFieldNames.singleLimit), value: <Money value={terms.singleLimit} /> },
        { label: say(termFieldNames.dayLimit), value: <Money value={terms.dayLimit} /> },
        { label: say(termFieldNames.monthLimit), value: <Money value={terms.monthLimit} /> },
        { label: say(termFieldNames.evidenceLimit), value: <Money value={terms.evidenceLimit} /> },
        { label: say(termFieldNames.autoAuditLimit), value: <Money value={terms.autoAuditLimit} /> },
        { label: say(termFieldNames.lowBalance), value: <Money value={terms.lowBalance} /> },
        { label: say(termFieldNames.channelIds), value: terms.channelNames.join(' → ') },
        { label: say(termFieldNames.invoiceWay), value: say(invoiceWayNames[terms.invoiceWay]) },
        { label: say(termFieldNames.invoiceCategories), value: joinList(terms.invoiceCategories) },
        {
          label: say(termFieldNames.noticeMobiles),
          value: terms.noticeMobiles.length > 0 ? terms.noticeMobiles.map((mobile) => <Masked key={mobile} value={mobile} />) : '',
        },
      ]}
    />
  )
}

function Now({ setting }: { readonly setting: Setting }) {
  const say = useText()
  return (
    <div className="k-stack">
      <Facts
        columns={2}
        rows={[
          { label: say(unitFields.code), value: setting.unitCode },
          { label: say(unitFields.cooperation), value: <Cooperation place={setting} /> },
          { label: say(unitFields.memo), value: setting.memo },
          {
            label: say(texts.rate),
            value: setting.floorPpm === null ? rates(setting.terms) : `${rates(setting.terms)} · ${say(texts.floor, { rate: percent(setting.floorPpm) })}`,
          },
        ]}
      />
      <section className="k-card">
        <h2>{say(texts.now)}</h2>
        <TermsFacts terms={setting.terms} />
      </section>
    </div>
  )
}

const tones = { pending: 'gold', approved: 'green', rejected: 'red', withdrawn: 'grey' } as const

function PlanStatus({ version }: { readonly version: Version }) {
  const say = useText()
  if (version.stand === 'now') return <StatusTag tone="green">{say(texts.inForce)}</StatusTag>
  if (version.stand === 'later') return <StatusTag tone="blue">{say(texts.scheduledFrom, { day: version.effectiveFrom })}</StatusTag>
  if (version.stand === 'past') return <StatusTag tone="grey">{say(texts.past)}</StatusTag>
  return <StatusTag tone={tones[version.state]}>{say(versionStateNames[version.state])}</StatusTag>
}

interface VersionProps {
  readonly version: Version
  readonly onVerdict: (verdict: Verdict) => void
  readonly onRestore: () => void
}

function VersionCard({ version, onVerdict, onRestore }: VersionProps) {
  const say = useText()
  const act = (verdict: Verdict, reason: string) => (
    <ActionButton size="small" reason={reason} onPress={() => onVerdict(verdict)}>
      {say(texts[verdict])}
    </ActionButton>
  )
  const notes = [
    version.createdBy ? say(texts.proposedBy, { name: version.createdBy, at: formatDateTime(version.createdAt) }) : formatDateTime(version.createdAt),
    version.decidedBy ? say(texts.decidedBy, { name: version.decidedBy, at: formatDateTime(version.decidedAt) }) : '',
    version.restoresNo === null ? '' : say(texts.restored, { no: version.restoresNo }),
  ]
  return (
    <li className="k-card">
      <h2 className="k-row k-spread">
        <span>
          {say(texts.version, { no: version.no })} · {version.effectiveFrom}
        </span>
        <PlanStatus version={version} />
      </h2>
      <p className="k-note">{notes.filter(Boolean).join(' · ')}</p>
      {version.reason ? <p>{version.reason}</p> : null}
      {version.decisionReason ? <p className="k-muted">{version.decisionReason}</p> : null}
      {version.changes.length > 0 ? (
        <ChangeTable changes={namedChanges(version.changes, say)} />
      ) : (
        <p className="k-muted">{say(version.no === 1 ? texts.firstVersion : texts.previewNone)}</p>
      )}
      <div className="k-row">
        {version.state === 'pending' ? act('approve', version.may.decide) : null}
        {version.state === 'pending' ? act('reject', version.may.decide) : null}
        {version.state === 'pending' || version.stand === 'later' ? act('withdraw', version.may.withdraw) : null}
        {version.stand === 'past' ? (
          <ActionButton size="small" reason={version.may.restore} onPress={onRestore}>
            {say(texts.restore)}
          </ActionButton>
        ) : null}
      </div>
    </li>
  )
}

type OpenDialog = { readonly what: 'change'; readonly restoring: { no: number; terms: Terms } | null } | { readonly what: Verdict; readonly version: Version }

interface SettingDrawerProps {
  /** 0 for none. */
  readonly id: number
  readonly pane: string
  readonly choices: Choices | undefined
  readonly onPane: (pane: string) => void
  readonly onClose: () => void
}

/** One setting: the current terms, all versions with their changes, and the dialogs that change it. */
export function SettingDrawer({ id, pane, choices, onPane, onClose }: SettingDrawerProps) {
  const say = useText()
  const [dialog, ask] = useState<OpenDialog | null>(null)
  const setting = useRead(api.units.terms, { settingId: id }, { isEnabled: id !== 0 })
  const found = id !== 0 && setting.data?.id === id ? setting.data : undefined
  const show = (render: (detail: Setting) => ReactNode) => <QueryContent query={{ ...setting, data: found }}>{render}</QueryContent>
  const shut = () => ask(null)
  return (
    <>
      <DetailDrawer
        isOpen={id !== 0}
        title={found ? `${found.unitName} · ${found.centreName} · ${say(modeNames[found.mode] ?? texts.places)}` : ''}
        onClose={onClose}
        width={860}
        actions={
          found ? (
            <ActionButton type="primary" reason={choices ? found.may.propose : ' '} onPress={() => ask({ what: 'change', restoring: null })}>
              {say(texts.change)}
            </ActionButton>
          ) : null
        }
        pane={pane}
        onPane={onPane}
        panes={[
          { key: 'now', label: say(texts.now), content: show((detail) => <Now setting={detail} />) },
          {
            key: 'history',
            label: say(texts.history),
            content: show((detail) => (
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
      {dialog?.what === 'change' && found && choices ? <ChangeDialog setting={found} choices={choices} restoring={dialog.restoring} onClose={shut} /> : null}
      {dialog && dialog.what !== 'change' ? <VersionDialog verdict={dialog.what} version={dialog.version} onClose={shut} /> : null}
    </>
  )
}
