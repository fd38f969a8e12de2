import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownloadOutlined } from '#/web/ui/icons.ts'
import { fileTexts } from './file.texts.ts'

interface ExportButtonProps {
  readonly isBusy: boolean
  /** Reason why nothing can be exported; empty when something can. */
  readonly reason?: string
  readonly onPress: () => unknown
}

/**
 * Exports the rows of a list to a file. The list decides what happens with the file. For immediate downloads use
 * `DownloadButton`.
 */
export function ExportButton(props: ExportButtonProps) {
  const say = useText()
  return (
    <ActionButton icon={<Icon of={DownloadOutlined} />} {...props}>
      {say(fileTexts.export)}
    </ActionButton>
  )
}
