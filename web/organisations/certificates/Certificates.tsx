import { OpenChanges } from '#/web/access/changes/public.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

const UploadDialog = onDemand(async () => (await import('./UploadDialog.tsx')).UploadDialog)

type CertificatePlace = OutputOf<typeof api.certificates.list>
type Certificate = CertificatePlace['rows'][number]

const tones = {
  early: 'grey',
  current: 'green',
  ending: 'gold',
  expired: 'red',
  toDecide: 'gold',
  replaced: 'grey',
  withdrawn: 'grey',
} as const satisfies Record<string, StatusTone>

function State({ row }: { readonly row: Certificate }) {
  const t = useText()
  const key = row.state === 'current' ? row.standing : row.state === 'waiting' ? ('toDecide' as const) : row.state
  return <StatusTag tone={tones[key]}>{t(texts[key])}</StatusTag>
}

function CertificateCard({ row }: { readonly row: Certificate }) {
  const t = useText()
  const endFacts = row.endedAt
    ? [{ label: t(texts.ended), value: [formatDateTime(row.endedAt), row.endedBy ?? '', row.endReason].filter(Boolean).join(' · '), isWide: true }]
    : []
  return (
    <section className="k-card">
      <Facts
        columns={2}
        rows={[
          { label: t(texts.state), value: <State row={row} /> },
          { label: t(texts.period), value: `${formatDateTime(row.from)} — ${formatDateTime(row.to)}` },
          { label: t(texts.subject), value: row.subject, isWide: true },
          { label: t(texts.issuer), value: row.issuer, isWide: true },
          { label: t(texts.serial), value: <code>{row.serial}</code> },
          {
            label: t(texts.picture),
            value: row.pictureFileId ? <PreviewButton size="small" fileId={row.pictureFileId} /> : t(texts.drawn),
          },
          { label: t(texts.addedBy), value: `${row.addedBy} · ${formatDateTime(row.addedAt)}` },
          ...endFacts,
          { label: t(texts.fingerprint), value: <code>{row.fingerprint}</code>, isWide: true },
        ]}
      />
    </section>
  )
}

function WithdrawDialog({ id, centreId, onClose }: { readonly id: number; readonly centreId: number | undefined; readonly onClose: () => void }) {
  const t = useText()
  const withdraw = useSubmit(api.certificates.withdraw, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.withdraw)}
      confirmText={t(texts.withdraw)}
      isDangerous
      onClose={onClose}
      onConfirm={({ reason }) => void withdraw.submit({ ...setConditions({ centreId }), id, reason })}
      submission={withdraw}
    >
      <p>{t(texts.withdrawAsk)}</p>
    </ReasonDialog>
  )
}

const sources = { settings: texts.settings, selfMade: texts.selfMade, none: texts.none } as const

function PlaceCertificates({ place, centreId }: { readonly place: CertificatePlace; readonly centreId: number | undefined }) {
  const t = useText()
  const { open: openUpload } = useOverlay((_, close) => <UploadDialog centreId={centreId} onClose={close} />)
  const { open: openWithdraw } = useOverlay<number>((id, close) => <WithdrawDialog id={id} centreId={centreId} onClose={close} />)
  const current = place.rows.find((row) => row.state === 'current')
  const earlierCertificates = place.rows.filter((row) => row.state !== 'current')
  return (
    <div className="k-stack">
      <p className="k-muted">{t(centreId === undefined ? texts.platformPurpose : texts.purpose)}</p>
      {place.waiting > 0 ? <Alert type="warning" showIcon title={t(texts.waiting, { count: place.waiting })} /> : null}
      <OpenChanges changes={place.changes} />
      {current ? <CertificateCard row={current} /> : <p>{place.source === 'own' ? '' : t(sources[place.source])}</p>}
      <div className="k-row">
        <ActionButton type="primary" reason={place.why} onPress={() => openUpload()}>
          {t(current ? texts.replace : texts.upload)}
        </ActionButton>
        {current ? (
          <ActionButton reason={place.why} onPress={() => openWithdraw(current.id)}>
            {t(texts.withdraw)}
          </ActionButton>
        ) : null}
      </div>
      {earlierCertificates.length > 0 ? <h3>{t(texts.history)}</h3> : null}
      {earlierCertificates.map((row) => (
        <CertificateCard key={row.id} row={row} />
      ))}
    </div>
  )
}

/** A centre's current sealing certificate, the previous ones and an upload button. Without a centre, the platform's. */
export function Certificates({ centreId }: { readonly centreId?: number | undefined }) {
  const detailQuery = useRead(api.certificates.list, setConditions({ centreId }))
  return <QueryContent query={detailQuery}>{(place) => <PlaceCertificates place={place} centreId={centreId} />}</QueryContent>
}
