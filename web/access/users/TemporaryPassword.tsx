import { useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { CopyOutlined } from '#/web/ui/icons.ts'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

/** A temporary password and its account. */
export interface IssuedPassword {
  readonly name: string
  readonly username: string
  readonly password: string
}

/** Shows a one-time password once; closes only after the user confirms that it was saved. */
export function TemporaryPassword({ once, onClose }: { readonly once: IssuedPassword; readonly onClose: () => void }) {
  const t = useText()
  const [isStored, setKept] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(once.password)
      showNotice('success', t(texts.copied))
    } catch {
      showNotice('warning', t(texts.copyByHand))
    }
  }
  return (
    <Dialog title={t(texts.onceTitle)} isFixed onClose={() => undefined} confirm={{ text: t(texts.close), onPress: onClose, isDisabled: !isStored }}>
      <div className="k-stack">
        <Alert type="warning" showIcon title={t(texts.onceNote)} />
        <span id="once-label">{t(texts.onceFor, { name: once.name, username: once.username })}</span>
        <div className="k-row k-joined">
          <TextInput ref={field} readOnly value={once.password} aria-labelledby="once-label" className="u-once" onFocus={(event) => event.target.select()} />
          <Button icon={<Icon of={CopyOutlined} />} onClick={() => void copy()}>
            {t(texts.copy)}
          </Button>
        </div>
        <Checkbox checked={isStored} onChange={(event) => setKept(event.target.checked)}>
          {t(texts.kept)}
        </Checkbox>
      </div>
    </Dialog>
  )
}
