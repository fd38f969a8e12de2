import { useText } from '#/web/kernel/i18n.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Icon } from '#/web/ui/Icon.tsx'
import { DownloadOutlined } from '#/web/ui/icons.ts'
import { fileTexts } from './file.texts.ts'

interface ExportButtonProps {
  readonly isBusy: boolean
  /** Why there is nothing to export; empty when there is. */
  readonly reason?: string
  readonly onPress: () => unknown
}

/** Has the rows of a list written to a file: what is done with the file is the list's. `DownloadButton` is for a file that is fetched at once. */
export function ExportButton(props: ExportButtonProps) {
  const say = useText()
  return (
    <ActionButton icon={<Icon of={DownloadOutlined} />} {...props}>
      {say(fileTexts.export)}
    </ActionButton>
  )
}
