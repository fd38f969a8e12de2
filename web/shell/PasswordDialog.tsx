import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { confirmationProblem, passwordFormProblem, passwordProblem, passwordTexts } from '#/domain/base/password.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { installation, passwordToSend } from '#/web/kernel/installation.ts'
import { showNotice, storeFlash } from '#/web/kernel/notices.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CheckCircleFilled, LoadingOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { PasswordStrength } from '#/web/ui/PasswordStrength.tsx'
import { PasswordInput } from '#/web/ui/TextInput.tsx'
import { useRefusedPassword } from '#/web/ui/useRefusedPassword.ts'
import { createOldPasswordCheck, type OldPasswordState, type PasswordAnswer } from './old-password.ts'
import { changeTexts } from './password-change.texts.ts'
import { signOut } from './sign-out.ts'
import { texts } from './texts.ts'

const StrongProofDialog = onDemand(async () => (await import('#/web/parts/proof/StrongProofDialog.tsx')).StrongProofDialog)

interface PasswordDialogProps {
  /** The password to change: 1 login, 2 payment. */
  readonly type: 1 | 2
  readonly onClose: () => void
  /** Set at the first sign-in. The dialog then explains why and cannot be closed. */
  readonly isForced?: boolean
}

function CheckIcon({ status }: { readonly status: 'success' | 'validating' | undefined }) {
  if (status === 'validating') return <Icon of={LoadingOutlined} isSpinning />
  return status === 'success' ? <Icon of={CheckCircleFilled} className="k-gain" /> : null
}

function PasswordField({
  name,
  label,
  hint,
  value,
  problem,
  status,
  autoComplete,
  onChange,
  onBlur,
}: {
  /** Field names of the specification's form (§3). */
  name: 'oldpassword' | 'newpassword' | 'enpassword'
  label: string
  hint?: ReactNode
  value: string
  problem: string
  status?: 'success' | 'validating' | undefined
  autoComplete: string
  onChange: (value: string) => void
  onBlur: () => void
}) {
  const id = useId()
  return (
    <Field label={label} htmlFor={id} required problem={problem} hint={problem ? undefined : hint} aside={<CheckIcon status={problem ? undefined : status} />}>
      <PasswordInput
        id={id}
        name={name}
        value={value}
        autoComplete={autoComplete}
        maxLength={128}
        aria-invalid={problem !== ''}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
      />
    </Field>
  )
}

async function askOldPassword(type: 1 | 2, old: string): Promise<PasswordAnswer> {
  try {
    await api.auth.checkPassword(
      { type, ...(type === 1 ? { pwd: old } : { paypassword: old }) },
      { tone: 'warning', onMessage: (message) => showNotice('success', message) },
    )
    return 'verified'
  } catch (error) {
    // The server's message is already shown as a warning.
    return error instanceof ApiError && error.isFinal ? 'refused' : 'failed'
  }
}

/** Checks the old password when its field loses focus. The result is valid only for the text checked. */
function useOldPassword(type: 1 | 2) {
  const [text, setText] = useState('')
  const [{ isChecking, verified }, setState] = useState<OldPasswordState>({ isChecking: false, verified: '' })
  const [checker] = useState(() => createOldPasswordCheck((old) => askOldPassword(type, old), setState))
  const old = passwordToSend(text)
  return { text, setText, check: () => checker.check(old), settle: () => checker.settle(old), isVerified: verified !== '' && old === verified, isChecking }
}

interface OldPasswordProps extends Pick<PasswordDialogProps, 'type'> {
  readonly old: ReturnType<typeof useOldPassword>
  readonly isLeft: boolean
  readonly onLeave: () => void
}

function OldPassword({ type, old, isLeft, onLeave }: OldPasswordProps) {
  const t = useText()
  return (
    <PasswordField
      name="oldpassword"
      label={t(type === 1 ? changeTexts.oldLogin : changeTexts.oldPayment)}
      value={old.text}
      autoComplete="current-password"
      problem={isLeft && old.text === '' ? t(passwordTexts.empty) : ''}
      status={old.isChecking ? 'validating' : old.isVerified ? 'success' : undefined}
      onChange={old.setText}
      onBlur={() => {
        onLeave()
        old.check()
      }}
    />
  )
}

function usePasswordChange(type: 1 | 2, form: RefObject<HTMLFormElement | null>, onClose: () => void) {
  const [isBusy, setBusy] = useState(false)
  const refused = useRefusedPassword()
  const proofOverlay = useOverlay<() => Promise<void>>((again, close) => (
    <StrongProofDialog
      onClose={close}
      onProved={() => {
        close()
        void again()
      }}
    />
  ))
  const change = async (oldPassword: string, newPassword: string) => {
    setBusy(true)
    let failureText = ''
    try {
      const fields = type === 1 ? { password: newPassword } : { paypassword: newPassword }
      await api.auth.changePassword(
        { type, oldpassword: oldPassword, ...fields },
        {
          tone: 'warning',
          onMessage: (message) => {
            failureText = message
          },
        },
      )
    } catch (error) {
      // The server's message is already shown as a warning.
      setBusy(false)
      if (refused.record(newPassword, error)) form.current?.querySelector<HTMLInputElement>('input[name=newpassword]')?.focus()
      if (error instanceof ApiError && error.error === 'strongProofNeeded') proofOverlay.open(() => change(oldPassword, newPassword))
      return
    }
    if (type === 1) {
      storeFlash('success', failureText)
      await signOut(location.pathname + location.search)
    } else {
      setBusy(false)
      showNotice('success', failureText)
      onClose()
    }
  }
  return { isBusy, change, refusalOf: refused.refusalOf }
}

/**
 * Changes the login or payment password by the rules of the specification (§4, §5). The old password is checked first.
 */
export function PasswordDialog({ type, isForced = false, onClose }: PasswordDialogProps) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const old = useOldPassword(type)
  const [newPassword, setNewPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [left, setLeft] = useState({ old: false, new: false, repeated: false })
  const [isWaiting, wait] = useState(false)
  const { isBusy, change, refusalOf } = usePasswordChange(type, form, onClose)
  const visibleProblem = (isLeft: boolean, problem: Text | null) => (isLeft && problem ? t(problem) : '')
  const submit = async () => {
    setLeft({ old: true, new: true, repeated: true })
    if (isBusy || isWaiting) return
    wait(true)
    const isOldPasswordVerified = await old.settle()
    wait(false)
    const problem = passwordFormProblem({ newPassword, confirmation: repeated, isOldVerified: isOldPasswordVerified }, installation.passwords)
    if (problem) showNotice('warning', t(problem))
    else void change(passwordToSend(old.text), passwordToSend(newPassword))
  }
  return (
    <Dialog
      title={t(type === 1 ? texts.changeLogin : texts.changePayment)}
      width={500}
      isFixed={isForced}
      isDirty={old.text + newPassword + repeated !== ''}
      onClose={onClose}
      confirm={{ text: t(changeTexts.save), onPress: () => void submit(), isBusy: isBusy || isWaiting }}
    >
      {isForced ? <Alert type="warning" showIcon title={t(passwordTexts.forced)} style={{ marginBottom: 16 }} /> : null}
      <form
        ref={form}
        className="s-password-form"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Form isBare>
          <OldPassword {...{ type, old }} isLeft={left.old} onLeave={() => setLeft((before) => ({ ...before, old: true }))} />
          <PasswordField
            name="newpassword"
            label={t(changeTexts.newPassword)}
            hint={<PasswordStrength password={passwordToSend(newPassword)} />}
            value={newPassword}
            autoComplete="new-password"
            problem={visibleProblem(left.new, passwordProblem(passwordToSend(newPassword), installation.passwords)) || refusalOf(passwordToSend(newPassword))}
            onChange={setNewPassword}
            onBlur={() => setLeft((before) => ({ ...before, new: true }))}
          />
          <PasswordField
            name="enpassword"
            label={t(changeTexts.confirmation)}
            value={repeated}
            autoComplete="new-password"
            problem={visibleProblem(left.repeated, confirmationProblem(passwordToSend(newPassword), passwordToSend(repeated)))}
            onChange={setRepeated}
            onBlur={() => setLeft((before) => ({ ...before, repeated: true }))}
          />
        </Form>
        <button type="submit" className="k-visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
    </Dialog>
  )
}
