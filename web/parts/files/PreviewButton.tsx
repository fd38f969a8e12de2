import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button, type ButtonProps } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { EyeOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { fileTexts } from './file.texts.ts'

const Preview = onDemand(async () => (await import('./Preview.tsx')).Preview)

/** Opens the preview of a file, which comes when it is first asked for. */
export function PreviewButton({ fileId, children, ...rest }: Omit<ButtonProps, 'onClick'> & { readonly fileId: string }) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Icon of={EyeOutlined} />} {...rest} onClick={() => setOpen(true)}>
        {children ?? say(fileTexts.view)}
      </Button>
      {isOpen ? <Preview fileId={fileId} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
