import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import type { ButtonProps } from '#/web/ui/Button.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownloadOutlined } from '#/web/ui/icons.ts'
import { downloadExport } from './download.ts'
import { fileTexts } from './file.texts.ts'

interface DownloadButtonProps extends Omit<ButtonProps, 'onClick' | 'disabled' | 'loading'> {
  /**
   * The file id, or a function that requests the file and returns its id, or null when a background task writes the
   * file.
   */
  readonly file: string | (() => Promise<{ readonly fileId: string | null }>)
  readonly reason?: string | null | undefined
}

/** Downloads a private file, after creating it if necessary. */
export function DownloadButton({ file, children, ...rest }: DownloadButtonProps) {
  const t = useText()
  const startDownload = async () => {
    await downloadExport(typeof file === 'string' ? { fileId: file } : await file(), t(fileTexts.writing))
  }
  return (
    <ActionButton icon={<Icon of={DownloadOutlined} />} {...rest} onPress={startDownload}>
      {children ?? t(fileTexts.download)}
    </ActionButton>
  )
}
