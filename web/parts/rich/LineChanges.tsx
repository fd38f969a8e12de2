import type { LineChange } from '#/domain/services/rich-text.ts'
import './rich.css'

/** The differences between two texts, line by line. */
export function LineChanges({ changes }: { readonly changes: readonly LineChange[] }) {
  return changes
    .map((change, at) => ({ change, line: at + 1 }))
    .map(({ change, line }) => (
      <p key={line} className={`rich-diff rich-diff-${change.kind}`}>
        {change.text || ' '}
      </p>
    ))
}
