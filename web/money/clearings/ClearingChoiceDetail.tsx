import { clearingChoiceNames } from '#/api/money/clearings.texts.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import type { Clearing } from './ChooseDialog.tsx'

/** The person's choice. A choice on paper names the people who entered and confirmed it, with the scan. */
export function ClearingChoiceDetail({ clearing: { choice, path, paper } }: { readonly clearing: Clearing }) {
  const t = useText()
  return (
    <>
      {choice === null ? '—' : t(clearingChoiceNames[choice])}
      {paper === null ? null : (
        <>
          <p className="k-note" style={{ whiteSpace: 'normal' }}>
            {path}
          </p>
          <PreviewButton type="link" size="small" fileId={paper.fileId} />
        </>
      )}
    </>
  )
}
