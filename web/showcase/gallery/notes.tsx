import { useState } from 'react'
import type { Fen } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { ChangeTable } from '#/web/ui/ChangeTable.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Failure } from '#/web/ui/Failure.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined } from '#/web/ui/icons.ts'
import { Logo } from '#/web/ui/Logo.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'
import { ProgressBar } from '#/web/ui/ProgressBar.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { Skeleton } from '#/web/ui/Skeleton.tsx'
import { StaleNote } from '#/web/ui/StaleNote.tsx'
import { StatusTag, type StatusTone } from '#/web/ui/StatusTag.tsx'
import { Steps } from '#/web/ui/Steps.tsx'
import { Part } from './Part.tsx'
import { words } from './texts.ts'

const nothing = () => undefined
const kinds = ['success', 'info', 'warning', 'error'] as const

/** Messages inside a page, by severity. */
export function Messages() {
  const t = useText()
  const action = <Button size="small">{t(words.detail)}</Button>
  return (
    <Part name="messages" title={t(words.notices)}>
      {kinds.map((type) => (
        <div key={type} className="x-columns">
          <Alert role="status" type={type} title={t(words.saved)} />
          <Alert role="status" type={type} showIcon closable title={t(words.balance)} description={t(words.topUp)} action={action} />
        </div>
      ))}
      <StaleNote query={{ dataUpdatedAt: 1_700_000_000_000, refetch: nothing }} />
    </Part>
  )
}

const tones: Readonly<Record<StatusTone, 'draft' | 'paying' | 'paid' | 'waiting' | 'failed' | 'returned' | 'unknown'>> = {
  grey: 'draft',
  blue: 'paying',
  green: 'paid',
  gold: 'waiting',
  red: 'failed',
  purple: 'returned',
  magenta: 'unknown',
}

/** Status tags, steps, progress and marks. */
export function Statuses() {
  const t = useText()
  const steps = (['done', 'now', 'later', 'wrong'] as const).map((state, at) => ({
    title: t(words[(['draft', 'waiting', 'paid', 'failed'] as const)[at] ?? 'draft']),
    ...(at < 2 ? { note: t(words.effect) } : {}),
    state,
  }))
  return (
    <Part name="statuses" title={t(words.states)}>
      <div className="k-row">
        {(Object.keys(tones) as StatusTone[]).map((tone) => (
          <StatusTag key={tone} tone={tone}>
            {t(words[tones[tone]])}
          </StatusTag>
        ))}
        <Icon of={CheckCircleFilled} />
        <Icon of={CloseCircleFilled} />
        <Icon of={LoadingOutlined} isSpinning />
        <Logo size={32} />
      </div>
      <Steps items={steps} aria-label={t(words.states)} />
      {[0, 3, 8].map((done) => (
        <ProgressBar
          key={done}
          label={t(words.states)}
          total={10}
          hasText={done !== 3}
          parts={[
            { tone: 'green', count: done, label: t(words.paid) },
            { tone: 'red', count: done > 3 ? 2 : 0, label: t(words.failed) },
          ]}
        />
      ))}
    </Part>
  )
}

const amounts = [1_234_567_89, -5000, 0, null] as (Fen | null)[]

/** A page's header, facts, changed values, amounts, masked numbers and a QR code. */
export function Details() {
  const t = useText()
  const rows = [
    { label: t(words.unit), value: t(words.unitName), isWide: true },
    { label: t(words.phone), value: <Masked value="138****0001" /> },
    { label: t(words.contact), value: '' },
    { label: t(words.amount), value: <Money value={amounts[0]} isStrong /> },
  ]
  return (
    <Part name="details" title={t(words.facts)}>
      <PageHeader
        title={t(words.unitName)}
        tags={<StatusTag tone="green">{t(words.agreed)}</StatusTag>}
        note={t(words.importFirst)}
        actions={<Button type="primary">{t(words.importList)}</Button>}
        onBack={nothing}
      />
      {([1, 2, 3] as const).map((columns) => (
        <Facts key={columns} columns={columns} rows={rows} />
      ))}
      <ChangeTable
        changes={[
          { key: 'unit', label: t(words.unit), before: t(words.unit), after: t(words.unitName) },
          { key: 'phone', label: t(words.phone), before: '—', after: '138****0001' },
        ]}
      />
      <div className="k-row">
        {amounts.map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the amounts never move.
          <span key={at} className="k-row">
            <Money value={value} />
            <Money value={value} isSigned />
            <Money value={value} isMuted />
          </span>
        ))}
        <Masked value="" />
        <QrCode value="https://example.com/" size={96} />
      </div>
    </Part>
  )
}

/** Replacements of content: nothing yet, loading, failed, outdated. */
export function Absent() {
  const t = useText()
  const [failure] = useState(() => new ApiError(t(words.refused), { isFinal: true, requestId: '7f3a9c1e' }))
  const query = { data: undefined, error: null, isPending: false, refetch: nothing, dataUpdatedAt: 1_700_000_000_000 }
  return (
    <Part name="absent" title={t(words.absent)}>
      <div className="x-columns">
        <EmptyState />
        <EmptyState title={t(words.noBatches)} reason={t(words.importFirst)} action={<Button type="primary">{t(words.importList)}</Button>} />
        <Failure error={failure} onRetry={nothing} />
        <div>
          <div className="x-sample">
            <Skeleton rows={3} />
          </div>
        </div>
        <QueryContent query={{ ...query, error: failure }}>{() => null}</QueryContent>
        <QueryContent query={{ ...query, data: 1, error: failure }}>{() => <p>{t(words.unitName)}</p>}</QueryContent>
      </div>
    </Part>
  )
}
