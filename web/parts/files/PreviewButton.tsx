import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import type { ButtonProps } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { EyeOutlined } from '#/web/ui/icons.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { fileTexts } from './file.texts.ts'

const Preview = onDemand(async () => (await import('./Preview.tsx')).Preview)

interface PreviewButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'loading'> {
  /** The file id, or a function that requests the file and returns its id. */
  readonly fileId: string | (() => Promise<{ readonly fileId: string }>)
}

/** Opens the preview of a file, whose code loads on first use. */
export function PreviewButton({ fileId, children, ...rest }: PreviewButtonProps) {
  const t = useText()
  const previewOverlay = useOverlay<string>((previewedId, close) => <Preview fileId={previewedId} onClose={close} />)
  return (
    <ActionButton
      icon={<Icon of={EyeOutlined} />}
      {...rest}
      onPress={async () => previewOverlay.open(typeof fileId === 'string' ? fileId : (await fileId()).fileId)}
    >
      {children ?? t(fileTexts.view)}
    </ActionButton>
  )
}
