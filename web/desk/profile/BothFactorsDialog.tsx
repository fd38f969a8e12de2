import { type FormEvent, useState } from 'react'
import { normalizePassword } from '#/domain/base/password-rule.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import type { ApiError } from '#/web/kernel/wire.ts'
import { FactorCodeField, PasswordProof } from '#/web/parts/factor/ProofFields.tsx'
import { RecoveryCodes } from '#/web/parts/factor/RecoveryCodes.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { texts } from './texts.ts'

interface BothFactorsDialogProps {
  readonly kind: 'drop' | 'renew'
  readonly onClose: () => void
}

interface Problems {
  readonly password: string
  readonly code: string
}

const noProblems: Problems = { password: '', code: '' }

/** Turns the second factor off or renews the recovery codes, with the password and a code. */
export function BothFactorsDialog({ kind, onClose }: BothFactorsDialogProps) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState(noProblems)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const onFailed = ({ error, message }: ApiError) => {
    setProblems(error === 'wrongOld' ? { ...noProblems, password: message } : { ...noProblems, code: message })
    if (error !== 'wrongOld') setCode('')
  }
  const dropFactor = useSubmit(api.profile.dropSecondFactor, { onDone: onClose, onFailed })
  const renew = useSubmit(api.profile.renewRecoveryCodes, { onDone: (answer) => setCodes(answer.codes), onFailed })
  const handlePress = () => {
    if (codes) return onClose()
    const faults = { password: normalizePassword(password) ? '' : t(texts.needPassword), code: code.trim() ? '' : t(texts.needAnyCode) }
    setProblems(faults)
    if (faults.password || faults.code) return
    void (kind === 'drop' ? dropFactor : renew).submit({ password, code })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    handlePress()
  }
  const title = t(kind === 'drop' ? texts.turnOff : texts.renew)
  return (
    <Dialog
      title={title}
      isFixed={codes !== null}
      isDirty={codes === null && password + code !== ''}
      onClose={onClose}
      confirm={{ text: codes ? t(texts.finish) : title, onPress: handlePress, isBusy: dropFactor.isBusy || renew.isBusy, isDangerous: kind === 'drop' }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form className="k-stack" onSubmit={submit}>
          <p>{t(kind === 'drop' ? texts.turnOffWhy : texts.renewWhy)}</p>
          <Form isBare>
            <PasswordProof value={password} onChange={setPassword} problem={problems.password} />
            <FactorCodeField value={code} onChange={setCode} problem={problems.code} />
          </Form>
          <button type="submit" className="k-visually-hidden" tabIndex={-1} aria-hidden="true" />
        </form>
      )}
    </Dialog>
  )
}
