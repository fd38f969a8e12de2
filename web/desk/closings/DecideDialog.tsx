import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { ClosingObstacles } from './ClosingObstacles.tsx'
import { texts } from './texts.ts'

/** Decides a request to close an account, and lists the obstacles. */
export function DecideDialog({ closingId, name, onClose }: { readonly closingId: number; readonly name: string; readonly onClose: () => void }) {
  const t = useText()
  const [decision, setDecision] = useState<'close' | 'refuse' | null>(null)
  const [resolution, setResolution] = useState('')
  const closing = useRead(api.closings.get, { closingId })
  const decide = useSubmit(api.closings.decide, { onDone: onClose })
  const isBlocked = (closing.data?.obstacles ?? []).some((each) => each.isBlocking)
  return (
    <Dialog
      title={t(texts.decideTitle, { name })}
      onClose={onClose}
      isDirty={resolution !== ''}
      confirm={{
        text: t(decision === 'refuse' ? texts.refuse : texts.close),
        onPress: () => void (decision && decide.submit({ closingId, decision, resolution: resolution.trim() })),
        isBusy: decide.isBusy,
        isDangerous: decision === 'close',
        isDisabled: decision === null || (decision === 'refuse' && resolution.trim().length < 2),
      }}
    >
      <QueryContent query={closing} lines={3}>
        {(row) => (
          <div className="k-stack">
            {row.reason ? <p>{row.reason}</p> : null}
            <ClosingObstacles rows={row.obstacles} />
          </div>
        )}
      </QueryContent>
      <Form>
        <Field label={t(texts.choice)} required>
          <RadioGroup
            aria-label={t(texts.choice)}
            value={decision}
            onChange={setDecision}
            options={[
              { value: 'close', label: t(texts.close), disabled: isBlocked },
              { value: 'refuse', label: t(texts.refuse) },
            ]}
          />
        </Field>
        {decision === 'close' ? <p className="k-note">{t(texts.consequence)}</p> : null}
        <Field label={t(texts.words)} htmlFor="closing-words" required={decision === 'refuse'}>
          <TextArea id="closing-words" value={resolution} onChange={(event) => setResolution(event.target.value)} rows={3} maxLength={200} />
        </Field>
      </Form>
    </Dialog>
  )
}
