import { lineStateNames } from '#/api/money/lines.texts.ts'
import { channelKinds } from '#/domain/organisations/payout-channel.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { lineTones } from './line-tags.tsx'
import { offlineTexts } from './offline-texts.ts'
import type { Batch } from './tags.tsx'

const POLL_MS = 1500
const kinds = ['success', 'failed', 'returned', 'cancelled', 'held', 'unknown', 'sent', 'queued'] as const
const finalStates: readonly (typeof kinds)[number][] = ['success', 'failed', 'returned', 'cancelled']

/** The channel's progress with the batch, refetched while it is paying. */
export function Progress({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const progress = useRead(api.payouts.progress, { batchId: batch.id }, { everyMs: batch.state === 'paying' ? POLL_MS : null, follows: ['batches'] })
  const counts = progress.data
  if (!counts) return null
  const finishedCount = finalStates.reduce((sum, kind) => sum + counts[kind], 0)
  const parts = kinds.filter((kind) => kind !== 'queued').map((kind) => ({ tone: lineTones[kind], count: counts[kind], label: t(lineStateNames[kind]) }))
  return (
    <section className="k-card k-stack" aria-label={t(lifecycleTexts.progress)}>
      <div className="k-row k-spread">
        <h2 className="p-title">{t(lifecycleTexts.progress)}</h2>
        <span>{t(lifecycleTexts.doneOf, { done: finishedCount, total: counts.total })}</span>
      </div>
      {channelKinds[batch.channelKind].isManual && counts.sent > 0 ? (
        <Alert type="info" showIcon title={t(offlineTexts.waits, { count: counts.sent })} />
      ) : null}
      <ProgressBar label={t(lifecycleTexts.progress)} total={counts.total} parts={parts} hasText={false} />
      <div className="k-row k-spread">
        <span className="k-row">
          {kinds
            .filter((kind) => counts[kind] > 0)
            .map((kind) => (
              <StatusTag key={kind} tone={lineTones[kind]}>{`${t(lineStateNames[kind])} ${counts[kind]}`}</StatusTag>
            ))}
        </span>
        <span>
          {t(lifecycleTexts.successNet)} <Money value={counts.successNet} isStrong />
        </span>
      </div>
    </section>
  )
}
