import { lazy, Suspense, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button, type ButtonProps } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { EyeOutlined } from '#/web/ui/icons.ts'
import { fileTexts } from './file.texts.ts'

const Preview = lazy(() => import('./Preview.tsx').then((part) => ({ default: part.Preview })))

/** Opens the preview of a file, which comes when it is first asked for. */
export function PreviewButton({ fileId, children, ...rest }: Omit<ButtonProps, 'onClick'> & { readonly fileId: string }) {
  const say = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<Icon of={EyeOutlined} />} {...rest} onClick={() => setOpen(true)}>
        {children ?? say(fileTexts.view)}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Preview fileId={fileId} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
