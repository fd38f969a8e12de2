import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DetailDrawer } from '#/web/ui/DetailDrawer.tsx'
import { Certificates } from './Certificates.tsx'
import { texts } from './texts.ts'

export { Certificates }

/** The title of the certificate pane. */
export const certificatesTitle = texts.title

/** Opens the platform's own certificate, by button or by a link's query. */
export function PlatformCertificate() {
  const t = useText()
  const [query] = useSearchParams()
  const [isOpen, setOpen] = useState(query.has('certificates'))
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t(texts.platform)}</Button>
      <DetailDrawer
        isOpen={isOpen}
        title={t(texts.platform)}
        onClose={() => setOpen(false)}
        pane="certificate"
        onPane={() => undefined}
        panes={[{ key: 'certificate', label: t(texts.title), content: <Certificates /> }]}
      />
    </>
  )
}
