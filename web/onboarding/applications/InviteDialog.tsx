import { useEffect, useState } from 'react'
import { applicationKindNames } from '#/api/onboarding/applications.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useCopy } from '#/web/parts/useCopy.ts'
import { Button } from '#/web/ui/Button.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { QrCode } from '#/web/ui/QrCode.tsx'
import { Segmented } from '#/web/ui/Segmented.tsx'
import { inviteTexts as texts } from './invite.texts.ts'

const paths = { unit: '/Registermsgdw', operator: '/Registermsg', partner: '/Registermsgcom', international: '/EnRegistermsg' } as const
type Kind = keyof typeof paths

interface Props {
  /** The kinds that may register; all by default. */
  readonly kinds?: readonly Kind[]
  readonly lead?: Text
  readonly onClose: () => void
}

const allKinds = Object.keys(paths) as Kind[]

/** The caller's own link, which assigns applicants who register with it to the caller. */
export function InviteDialog({ kinds = allKinds, lead = texts.lead, onClose }: Props) {
  const t = useText()
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'unit')
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const copyText = useCopy()
  useEffect(() => {
    let isCancelled = false
    api.applications
      .invite({})
      .then((answer) => !isCancelled && setCode(answer.code))
      .catch((thrown: unknown) => !isCancelled && setFailure(thrown instanceof Error ? thrown.message : ''))
    return () => {
      isCancelled = true
    }
  }, [])
  const link = code ? `${location.origin}${paths[kind]}?invite=${code}` : ''
  return (
    <Dialog title={t(texts.invite)} onClose={onClose}>
      <p className="k-note">{t(lead)}</p>
      {failure ? (
        <p role="alert" className="k-problem">
          {failure}
        </p>
      ) : null}
      <Segmented aria-label={t(texts.kind)} value={kind} onChange={setKind} options={choicesOf(t, kinds, applicationKindNames)} />
      {link ? (
        <div className="a-invite">
          <QrCode value={link} size={176} />
          <div className="k-stack">
            <code className="a-link">{link}</code>
            <Button onClick={() => void copyText(link)}>{t(texts.copy)}</Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}
