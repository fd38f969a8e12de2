import { useText } from '#/web/kernel/i18n.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { fileTexts } from './file.texts.ts'

interface ExportButtonProps {
  /** Creates the file. Returns null when a background task writes a large file. */
  readonly file: () => Promise<{ readonly fileId: string | null }>
  /** Reason why nothing can be exported; empty when something can. */
  readonly reason?: string
}

/** Exports the rows of a list to a file and downloads it. */
export function ExportButton(props: ExportButtonProps) {
  const t = useText()
  return <DownloadButton {...props}>{t(fileTexts.export)}</DownloadButton>
}
