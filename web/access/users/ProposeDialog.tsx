import { useId, useState } from 'react'
import type { DualControlKind } from '#/domain/access/dual-control.ts'
import { mobileProblem } from '#/domain/base/validation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useProvedSubmit } from '#/web/parts/proof/useProvedSubmit.ts'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

interface ProposeProps {
  readonly kind: DualControlKind
  readonly user: { readonly id: number; readonly name: string; readonly username: string }
  readonly onClose: () => void
}

const confirmTexts = { paper: texts.paperAsk, mobile: texts.mobileAsk, factor: texts.factorAsk } as const

/** Proposes a change of an account that another administrator decides. */
export function ProposeDialog({ kind, user, onClose }: ProposeProps) {
  const t = useText()
  const id = useId()
  const [mobile, setMobile] = useState('')
  const [problem, setProblem] = useState('')
  const propose = useProvedSubmit(api.users.propose, { onDone: onClose })
  const send = (reason: string) => {
    const mobileFault = kind === 'mobile' ? mobileProblem(mobile) : null
    setProblem(mobileFault ? t(mobileFault) : '')
    if (!mobileFault) void propose.submit({ id: user.id, kind, reason, ...(kind === 'mobile' ? { mobile } : {}) })
  }
  return (
    <ReasonDialog
      title={t(texts[kind])}
      onClose={onClose}
      confirmText={t(texts.propose)}
      onConfirm={({ reason }) => send(reason)}
      isDangerous={kind === 'factor'}
      submission={propose}
      reason={{}}
    >
      <p>{t(confirmTexts[kind], { name: user.name, username: user.username })}</p>
      {kind === 'mobile' ? (
        <Form isBare>
          <Field label={t(texts.mobileNew)} htmlFor={id} required problem={problem}>
            <NumberInput id={id} kind="digits" maxLength={11} autoComplete="off" value={mobile} aria-invalid={problem !== ''} onChange={setMobile} />
          </Field>
        </Form>
      ) : null}
    </ReasonDialog>
  )
}
