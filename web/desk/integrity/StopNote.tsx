import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import type { RowSource } from '#/web/ui/DataTable.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { AffectedRecords } from './Affected.tsx'
import { LostOrders } from './LostOrders.tsx'
import { texts } from './texts.ts'
import { useCheckName } from './useCheckName.ts'

type Stop = NonNullable<OutputOf<typeof api.integrity.state>['stop']>
type ReleaseAction = 'ask' | 'allow' | 'deny'

/** Requests, grants or denies the release of a stop, with a reason. */
function ReleaseDialog({ stop, step, onClose }: { readonly stop: Stop; readonly step: ReleaseAction; readonly onClose: () => void }) {
  const t = useText()
  const requestRelease = useSubmit(api.integrity.askRelease, { onDone: onClose })
  const release = useSubmit(api.integrity.release, { onDone: onClose })
  const confirm = (reason: string) =>
    step === 'ask' ? requestRelease.submit({ stopId: stop.id, reason }) : release.submit({ stopId: stop.id, isAllowed: step === 'allow', reason })
  return (
    <ReasonDialog
      title={t(texts[step])}
      onClose={onClose}
      confirmText={t(texts[step])}
      onConfirm={({ reason }) => void confirm(reason)}
      isDangerous={step === 'allow'}
      submission={{ isBusy: requestRelease.isBusy || release.isBusy, failure: requestRelease.failure ?? release.failure }}
      reason={{ label: t(texts.reason) }}
    >
      {step === 'deny' ? null : <p>{t(step === 'ask' ? texts.askMore : texts.allowMore)}</p>}
    </ReasonDialog>
  )
}

/** Shows that payouts are stopped and why. One person requests the release, another decides. */
export function StopNote({ stop, source }: { readonly stop: Stop; readonly source: RowSource }) {
  const t = useText()
  const nameOf = useCheckName()
  const { open } = useOverlay<ReleaseAction>((step, close) => <ReleaseDialog stop={stop} step={step} onClose={close} />)
  return (
    <Alert
      type="error"
      showIcon
      title={t(texts.stopped)}
      description={
        <div className="k-stack">
          <span>{t(texts.stoppedMore, { at: formatDateTimeSeconds(stop.stoppedAt), checks: joinList(stop.broken.map(nameOf)) })}</span>
          <AffectedRecords rows={stop.affected} source={source} />
          <LostOrders stop={stop} source={source} />
          {stop.askedBy === null || stop.askedAt === null ? null : (
            <span>{t(texts.asked, { name: stop.askedBy, at: formatDateTimeSeconds(stop.askedAt), reason: stop.reason ?? '' })}</span>
          )}
          <div className="k-row">
            {stop.askedBy === null ? (
              <ActionButton reason={stop.mayAsk} onPress={() => open('ask')}>
                {t(texts.ask)}
              </ActionButton>
            ) : (
              <>
                <ActionButton type="primary" reason={stop.mayRelease} onPress={() => open('allow')}>
                  {t(texts.allow)}
                </ActionButton>
                <ActionButton reason={stop.mayDeny} onPress={() => open('deny')}>
                  {t(texts.deny)}
                </ActionButton>
              </>
            )}
          </div>
        </div>
      }
    />
  )
}
