import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { BatchFacts } from './DecisionDialogs.tsx'
import { haltTexts } from './halt-texts.ts'
import type { Batch } from './tags.tsx'

interface DialogProps {
  readonly batch: Batch
  readonly onClose: () => void
}

/** Stops the sending of a batch. */
export function HaltDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const send = useSubmit(api.payments.halt, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(haltTexts.halt)}
      onClose={onClose}
      confirmText={t(haltTexts.halt)}
      onConfirm={({ reason }) => void send.submit({ id: batch.id, version: batch.version, reason })}
      isDangerous
      submission={send}
      reason={{}}
    >
      <Alert type="warning" showIcon title={t(haltTexts.haltNote)} />
      <BatchFacts batch={batch} />
    </ReasonDialog>
  )
}

/** Resumes the sending of a batch. */
export function ReleaseDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const send = useSubmit(api.payments.release, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(haltTexts.release)}
      onClose={onClose}
      confirmText={t(haltTexts.release)}
      onConfirm={({ reason }) => void send.submit({ id: batch.id, version: batch.version, reason })}
      submission={send}
      reason={{}}
    >
      <Alert type="info" showIcon title={t(haltTexts.releaseNote)} />
      <BatchFacts batch={batch} />
    </ReasonDialog>
  )
}

/** Reroutes unsent lines through another channel. A channel that cannot take them gives the reason. */
export function RerouteDialog({ batch, onClose }: DialogProps) {
  const t = useText()
  const [channelId, choose] = useState<number | null>(null)
  const channelQuery = useRead(api.payments.channels, { id: batch.id }, { keepLast: false })
  const send = useSubmit(api.payments.reroute, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(haltTexts.reroute)}
      onClose={onClose}
      confirmText={t(haltTexts.reroute)}
      onConfirm={({ reason }) => void (channelId !== null && send.submit({ id: batch.id, version: batch.version, reason, channelId }))}
      submission={send}
      reason={{}}
    >
      <QueryContent query={channelQuery} lines={4}>
        {({ unsent, net, channels }) => (
          <>
            <Alert type="info" showIcon title={t(haltTexts.rerouteNote, { count: unsent, net: formatMoney(net) })} />
            <Field label={t(haltTexts.toChannel)} required>
              <RadioGroup
                aria-label={t(haltTexts.toChannel)}
                className="k-stack"
                value={channelId}
                onChange={choose}
                options={channels.map(({ id, name, problem }) => ({
                  value: id,
                  disabled: problem !== null,
                  label: (
                    <>
                      {name} {problem ? <span className="k-note">{problem}</span> : null}
                    </>
                  ),
                }))}
              />
            </Field>
          </>
        )}
      </QueryContent>
    </ReasonDialog>
  )
}
